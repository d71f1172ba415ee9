"""A picture laid onto another of the same card: corners that are a little off are moved until the print fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Pixels

Field = NDArray[np.float32]
Share = tuple[float, float, float, float]  # left, top, right and bottom in sides
HALF = 0.5

SIDE = 96  # pixels of the pictures that are compared
LEVELS = ((24, 1.0, 8), (48, 0.8, 6))  # side of the prints that are laid onto each other, how soft they are, steps
EXPECTED = 0.03  # sides by which a corner may well be off
NOISE = 0.35  # contrast that light and grain may change
ALIKE = 40.0  # neighbouring pixels say the same: so many count as one
FAR = 0.8  # contrast beyond which a place differs in print, which moving cannot mend
STILL = 0.002  # sides; a smaller step ends the search
GAIN = (0.6, 1.6)  # how much more or less contrast one light gives than another
QUIET = 4.0  # a picture with less contrast than this is not brought to more


@dataclass(frozen=True)
class Layable:
    """A square picture as it is compared, its print at the sizes at which it is laid onto others, and what hides it."""

    picture: Pixels
    prints: tuple[Field, ...]
    hidden: Field | None = None

    @classmethod
    def of(cls, picture: Pixels, covered: Sequence[Share] = ()) -> Layable:
        """A square picture of any size, made ready; `covered` are parts on which something lies."""
        compared = np.asarray(cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)
        prints = tuple(_print(compared, side, soft) for side, soft, _ in LEVELS)
        return cls(compared, prints, _hidden(covered) if covered else None)

    def turned(self, quarters: int) -> Layable:
        """Turned to the left by quarters."""
        prints = tuple(np.rot90(one, quarters) for one in self.prints)
        hidden = None if self.hidden is None else np.rot90(self.hidden, quarters)
        return Layable(np.rot90(self.picture, quarters), prints, hidden)

    def covered(self, box: Share) -> float:
        """How much of a part of it is hidden."""
        if self.hidden is None:
            return 0.0
        left, top, right, bottom = (round(edge * SIDE) for edge in box)
        return float(self.hidden[top:bottom, left:right].mean())

    @cached_property
    def slopes(self) -> tuple[_Slopes, ...]:
        return tuple(_Slopes.of(one) for one in self.prints)


@dataclass(frozen=True)
class _Slopes:
    """How a print changes to the right and downwards, and the square form that turns what does not fit into a step."""

    right: Field
    down: Field
    form: NDArray[np.float64]

    @classmethod
    def of(cls, print_: Field) -> _Slopes:
        right, down = (_inner(_slope(print_, x, y)) for x, y in ((1, 0), (0, 1)))
        side = print_.shape[0]

        def block(one: Field, other: Field) -> Field:
            weight = (one * other).sum(axis=2).ravel()
            return np.asarray((_shares_inside(side) * weight) @ _shares_inside(side).T * side**2)

        across = block(right, down)
        hold = np.eye(8) * _hold()
        return cls(right, down, np.block([[block(right, right), across], [across, block(down, down)]]) + hold)


def laid_pair(onto: Layable, other: Layable) -> Field:
    """Both pictures above each other from 0 to 1: the colours of the one, then those of the other laid onto it."""
    corners = offsets(onto, other)
    laid = moved(np.ascontiguousarray(other.picture), corners)
    if other.hidden is not None:
        laid = _uncovered(laid, moved(np.ascontiguousarray(other.hidden), corners) > HALF, onto.picture)
    pair = np.concatenate([onto.picture, laid], axis=2).transpose(2, 0, 1)
    return np.asarray(pair / np.float32(255), np.float32)


def laid_large(onto: Layable, other: Layable, below: Pixels, picture: Pixels) -> Pixels:
    """The other's picture of any size laid onto the one's, of the same size."""
    corners = offsets(onto, other)
    laid = moved(np.ascontiguousarray(picture), corners)
    if other.hidden is not None:
        hidden = cv2.resize(np.ascontiguousarray(other.hidden), picture.shape[1::-1])
        laid = _uncovered(laid, moved(hidden, corners) > HALF, below)
    return np.asarray(laid, np.uint8)


def _hidden(covered: Sequence[Share]) -> Field:
    hidden = np.zeros((SIDE, SIDE), np.float32)
    for box in covered:
        left, top, right, bottom = (round(float(np.clip(edge, 0, 1)) * SIDE) for edge in box)
        hidden[top:bottom, left:right] = 1
    return hidden


def _uncovered(laid: NDArray[Any], hidden: NDArray[np.bool_], below: Pixels) -> NDArray[Any]:
    """What is hidden says nothing: there the picture shows the other one, in its own light."""
    if hidden.all():
        return laid
    light = (laid[~hidden].mean(axis=0) + 1) / (below[~hidden].mean(axis=0) + 1)
    return np.asarray(np.where(hidden[..., None], (below * light).clip(0, 255), laid), np.uint8)


def offsets(onto: Layable, other: Layable) -> Field:
    """By how much of a side the four corners of `other` are to be moved so that it fits `onto`."""
    corners = np.zeros((4, 2), np.float32)
    for (_, _, steps), still, slopes, loose in zip(LEVELS, onto.prints, onto.slopes, other.prints, strict=True):
        corners = _fitted(_inner(still), slopes, np.ascontiguousarray(loose), corners, steps)
    return corners


def moved(picture: NDArray[Any], corners: Field) -> NDArray[Any]:
    """The picture with its corners moved by so many sides."""
    across, down = _places(corners, picture.shape[0])
    laid: NDArray[Any] = cv2.remap(picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return laid


def _fitted(still: Field, slopes: _Slopes, loose: Field, corners: Field, steps: int) -> Field:
    side = loose.shape[0]
    here = still - still.mean((0, 1))
    for _ in range(steps):
        there = _inner(moved(loose, corners))
        there = there - there.mean((0, 1))
        gain = np.clip((there * here).sum() / ((there**2).sum() + 1e-6), *GAIN)
        rest = np.clip(here - gain * there, -FAR, FAR)
        pulls = [_shares_inside(side) @ (slope * rest).sum(axis=2).ravel() for slope in (slopes.right, slopes.down)]
        step = np.linalg.solve(slopes.form, np.concatenate(pulls) * side - _hold() * corners.T.ravel())
        corners = corners + step.reshape(2, 4).T.astype(np.float32)
        if np.abs(step).max() < STILL:
            break
    return corners


def _hold() -> float:
    """How strongly the corners are kept where they were found."""
    return NOISE**2 * ALIKE / EXPECTED**2


def _print(picture: Pixels, side: int, soft: float) -> Field:
    """A picture without its light: each colour around one mean, all with one contrast."""
    small = cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA)
    flat = cv2.GaussianBlur(small, (0, 0), soft).astype(np.float32)
    flat -= flat.mean((0, 1))
    return np.asarray(flat / (np.sqrt((flat**2).mean()) + QUIET), np.float32)


def _slope(print_: Field, x: int, y: int) -> Field:
    return np.asarray(cv2.Sobel(np.ascontiguousarray(print_), cv2.CV_32F, x, y, ksize=3, scale=1 / 8), np.float32)


def _inner(picture: Field) -> Field:
    """Without the rim, where the table shows."""
    rim = max(2, picture.shape[0] // 16)
    return picture[rim:-rim, rim:-rim]


def _places(corners: Field, side: int) -> Field:
    """Where each pixel comes from: across, and down."""
    return np.tensordot(corners.T * side, _shares(side), 1).astype(np.float32) + _grid(side)


@cache
def _shares(side: int) -> Field:
    """How much each corner moves each pixel."""
    along = (np.arange(side, dtype=np.float32) + 0.5) / side
    y, x = np.meshgrid(along, along, indexing="ij")
    return np.stack([(1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y])


@cache
def _shares_inside(side: int) -> Field:
    return np.stack([_inner(one) for one in _shares(side)]).reshape(4, -1)


@cache
def _grid(side: int) -> Field:
    return np.stack(np.meshgrid(np.arange(side), np.arange(side))).astype(np.float32)

"""How alike two cards are, in plain arrays: rough prints for finding, maps of features for telling two apart."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.network import Tensor

ROUGH = 2  # pixels of the smallest print by which a card may be off when it is looked for
REACH = 2  # cells by which a place may be off


def roughly_alike(taught: Tensor, prints: Sequence[Tensor]) -> Tensor:
    """How well each small print correlates with each taught one, which comes moved in every way and fits in one."""
    met = np.stack([_unit(_within(one).ravel()) for one in prints])
    likeness = met @ taught.reshape(-1, met.shape[1]).T
    best: Tensor = likeness.reshape(len(met), len(taught), -1).max(axis=2)
    return best


def moved_about(rough: Tensor) -> Tensor:
    """A small print a little moved in every way."""
    steps = (-ROUGH, 0, ROUGH)  # the print is soft: what lies between is near enough
    ways = [np.roll(rough, (down, right), (0, 1)) for down in steps for right in steps]
    return np.stack([_unit(_within(way).ravel()) for way in ways])


def _within(rough: Tensor) -> Tensor:
    return rough[ROUGH:-ROUGH, ROUGH:-ROUGH]


def _unit(values: Tensor) -> Tensor:
    return np.asarray(values / (np.linalg.norm(values) + 1e-6), dtype=np.float32)


def told_apart(met: Tensor, one: Tensor, other: Tensor) -> float:
    """Which of two taught cards a picture rather shows, from 1 (the one) to -1, judged where these two differ.

    Each is first laid onto the picture place by place; places where both are alike say nothing.
    """
    here, far = _laid(met, one)
    there, further = _laid(met, other)
    weight = _smooth(((here - there) ** 2).sum(axis=0))
    far, further = _smooth(far), _smooth(further)
    return float((weight * (further - far)).sum() / ((weight * (further + far)).sum() + 1e-6))


def _laid(met: Tensor, taught: Tensor) -> tuple[Tensor, Tensor]:
    """Of each place the taught cell nearby that fits best, and how far it is from what was met."""
    height, width = met.shape[1:]
    around = np.pad(taught, ((0, 0), (REACH, REACH), (REACH, REACH)), mode="edge")
    steps = range(2 * REACH + 1)
    windows = np.stack([around[:, down : down + height, right : right + width] for down in steps for right in steps])
    far = ((windows - met) ** 2).sum(axis=1)
    nearest = far.argmin(axis=0)
    return np.take_along_axis(windows, nearest[None, None], 0)[0], far.min(axis=0)


def _smooth(values: Tensor) -> Tensor:
    return np.asarray(cv2.blur(values, (3, 3)), dtype=np.float32)

"""Whose a card is, by the colour of its frame: by itself, and beside the other cards, which lie in the same light."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.dwar7s.pieces import Colour
from vision.photo import Pixels
from vision.tables.dwar7s.colours import HUES, INSIDE, SPREAD, apart, hues_of, likeness

RIM = (0.015, 0.065)  # where the frame is looked at, in sides from the edge
LEAST_COLOUR = 0.3  # of saturation: below it a pixel tells no colour,
PALE = 0.15  # or below this, on frames that are all burnt out and known to be no wall
LEAST_VOTES = 0.02  # of a frame: what fewer places say tells nothing
BINS, ONE_HUE, MOST = 72, 15.0, 0.5  # of hues; degrees within which a frame is of one, and its part that is so at least
GREY_NEAR = 5  # pixels around a wall that may be wall as well
SURE, SAME_LIGHT = 0.9, 16.0  # cards that tell how their colour looks here; degrees by which others of it are off
FILLED = 0.6  # of what a frame surrounds: where so much is of its own colour there is no frame

Field = NDArray[np.float32]


@dataclass(frozen=True)
class Frame:
    """How likely each colour is by a frame alone, its hue where it has one, and whether it surrounds something else."""

    colours: Mapping[Colour, float]
    hue: float | None = None
    surrounds: bool = False


NO_FRAME = Frame(dict.fromkeys(HUES, 1 / len(HUES)))


def frame_of(flat: Pixels, print_: Pixels | None = None) -> Frame:
    """The frame of a straightened card; where it is printed grey it tells nothing.

    A taught picture that was cut out inside of its frame, or beside it, does not tell where that is: where the card
    shows next to no colour there, all of its frame is looked at. What is pale all over is burnt out by the light.
    """
    high, wide = flat.shape[:2]
    near, far = (round(part * min(high, wide)) for part in RIM)
    rim = np.zeros((high, wide), dtype=bool)
    rim[near : high - near, near : wide - near] = True
    rim[far : high - far, far : wide - far] = False
    telling = () if print_ is None else (rim & _coloured(print_, high, wide),)
    hue, strength = hues_of(flat)
    looks = [*((part, LEAST_COLOUR) for part in (*telling, rim)), *((part, PALE) for part in telling)]
    for part, least in looks:
        weight = _of_one_hue(hue, np.where(part & (strength > least), strength, np.float32(0)))
        votes = {colour: float((weight * likeness(hue, HUES[colour])).sum()) for colour in HUES}
        if sum(votes.values()) > LEAST_VOTES * float(rim.sum()):
            middle = _mean_hue(hue, weight)
            return Frame(_shares(votes), middle, not _filled(hue, strength, middle))
    return NO_FRAME


def in_one_light(frames: Sequence[Frame]) -> list[Mapping[Colour, float]]:
    """How likely each colour of each card is where the sure ones tell how their colours look in this photo."""
    known = {colour: [frame.hue for frame in frames if frame.colours[colour] >= SURE] for colour in HUES}
    here = {colour: _middle([hue for hue in hues if hue is not None]) for colour, hues in known.items()}
    return [_beside(frame, here) for frame in frames]


def _beside(frame: Frame, here: Mapping[Colour, float | None]) -> Mapping[Colour, float]:
    if frame.hue is None or max(frame.colours.values()) >= SURE:
        return frame.colours
    votes = {}
    for colour, middle in here.items():
        spread = SPREAD if middle is None else SAME_LIGHT
        votes[colour] = float(likeness(np.float32(frame.hue), HUES[colour] if middle is None else middle, spread))
    return _shares(votes) if sum(votes.values()) > LEAST_VOTES else frame.colours


def _shares(votes: Mapping[Colour, float]) -> dict[Colour, float]:
    """One colour covers the frame: a mere majority is already telling."""
    total = sum(vote**2 for vote in votes.values())
    return {colour: vote**2 / total for colour, vote in votes.items()}


def _middle(hues: Sequence[float]) -> float | None:
    return _mean_hue(np.array(hues, np.float32), np.ones(len(hues), np.float32)) if hues else None


def _mean_hue(hue: Field, weight: Field) -> float:
    ways = weight * np.exp(1j * np.radians(hue))
    return float(np.degrees(np.angle(ways.sum())) % 360)


def _of_one_hue(hue: Field, weight: Field) -> Field:
    """Only what has the hue of most of it, if most has one: what else is seen there is the table beside the card."""
    counts, edges = np.histogram(hue, BINS, (0, 360), weights=weight)
    smooth = counts + np.roll(counts, 1) + np.roll(counts, -1)
    peak = float(edges[int(smooth.argmax())]) + 180 / BINS
    near = np.where(apart(hue, peak) < ONE_HUE, weight, np.float32(0))
    return near if near.sum() > MOST * weight.sum() else weight


def _filled(hue: Field, strength: Field, middle: float) -> bool:
    """Whether what a frame should surround is of its own colour."""
    high, wide = hue.shape
    inside = (
        slice(round(INSIDE * high), high - round(INSIDE * high)),
        slice(round(INSIDE * wide), -round(INSIDE * wide)),
    )
    same = (apart(hue[inside], middle) < ONE_HUE) & (strength[inside] > LEAST_COLOUR)
    return float(same.mean()) > FILLED


def _coloured(print_: Pixels, high: int, wide: int) -> NDArray[np.bool_]:
    """Where a card's print is no wall: walls are grey on the cards of every colour, and take on that of the light."""
    _, strength = hues_of(np.asarray(cv2.resize(print_, (wide, high)), dtype=np.uint8))
    plain = (strength > LEAST_COLOUR).astype(np.uint8)
    return np.asarray(cv2.erode(plain, np.ones((GREY_NEAR, GREY_NEAR), np.uint8)) > 0)

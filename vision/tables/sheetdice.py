"""A closer look at the part of a photo in which the dice of a sheet lie: there more of them are seen.

In a photo of a whole table dice are small and stand close together; cut out and enlarged they are told from each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.detector import read_dice
from vision.finder import resized
from vision.photo import Frame, Picture, growth
from vision.reading import Box, DieReading

ENOUGH = 4  # dice tell where the others are
AROUND = 7.0  # so many dice to each side of their middle
ALIKE = 1.5  # by so much the breadths of dice on one sheet differ at most
SEEN_AS = 88.0  # pixels of a die that is seen well
MOST_GROWTH = 1.6
SAME = 0.5  # of a die's breadth and height: two whose middles are nearer are one


def seen_closely(picture: Picture, dice: Sequence[DieReading], places: int) -> list[DieReading]:
    """The dice of a photo with those that only a closer look shows; as they are where all places have one."""
    sure = [die for die in dice if not die.doubtful]
    usual = float(np.median([die.box.width for die in sure])) if sure else 0.0
    sheet = [die for die in sure if usual / ALIKE < die.box.width < usual * ALIKE]
    if not ENOUGH <= len(sheet) < places:
        return list(dice)
    x, y = np.median([die.box.centre for die in sheet], axis=0)
    reach = AROUND * usual
    window = Box(
        max(x - reach, 0.0), max(y - reach, 0.0), min(x + reach, picture.width), min(y + reach, picture.height)
    )
    return _together(dice, _within(picture, window, min(SEEN_AS / usual, MOST_GROWTH)))


def _within(picture: Picture, window: Box, scale: float) -> list[DieReading]:
    """What a part of a picture shows, so much larger than the picture is."""
    pixels = picture.pixels(round(max(picture.width, picture.height) * min(scale, 1.0)))
    grown = growth(pixels, picture)
    left, top, right, bottom = (round(float(edge)) for edge in np.array(window) / grown)
    part = pixels[top:bottom, left:right]
    width, height = (max(1, round(float(side) * scale)) for side in np.array(part.shape[1::-1]) * grown[:2])
    frame = Frame(np.ascontiguousarray(resized(part, width, height)))
    factors = np.array(part.shape[1::-1]) / (width, height) * grown[:2]
    corner = left * float(grown[0]), top * float(grown[1])
    return [_moved(die, factors, corner) for die in read_dice(frame, doubtful=True)]


def _moved(die: DieReading, factors: np.ndarray, corner: tuple[float, float]) -> DieReading:
    """A die of the part where it is in the picture."""
    left, top, right, bottom = (float(edge) for edge in np.array(die.box) * np.tile(factors, 2) + np.tile(corner, 2))
    box = Box(left, top, right, bottom)
    where = (box,)
    return replace(
        die,
        box=box,
        face=replace(die.face, where=where),
        colour=replace(die.colour, where=where),
        material=replace(die.material, where=where),
    )


def _together(dice: Sequence[DieReading], closely: Sequence[DieReading]) -> list[DieReading]:
    """Both looks, each die once: what a closer look is sure of is there, and nothing that was seen is lost."""
    kept = list(dice)
    for die in closely:
        same = [number for number, other in enumerate(kept) if _is_same(die, other)]
        if not same:
            kept.append(die)
        elif not die.doubtful and all(kept[number].doubtful for number in same):
            kept = [other for number, other in enumerate(kept) if number not in same] + [die]
    return kept


def _is_same(die: DieReading, other: DieReading) -> bool:
    (x, y), (u, v) = die.box.centre, other.box.centre
    return abs(x - u) < SAME * other.box.width and abs(y - v) < SAME * other.box.height

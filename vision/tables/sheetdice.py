"""A closer look at the part of a photo in which the dice of a sheet lie: there more of them are seen.

In a photo of a whole table dice are small and stand close together; cut out and enlarged they are told from each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.closeup import CloseUp, close_up
from vision.detector import read_dice
from vision.photo import Frame, Picture
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
    part = close_up(picture, window, scale)
    return [_moved(die, part) for die in read_dice(Frame(part.pixels), doubtful=True)]


def _moved(die: DieReading, part: CloseUp) -> DieReading:
    """A die of the part where it is in the picture."""
    left, top, right, bottom = die.box
    box = Box(*part.in_picture(left, top), *part.in_picture(right, bottom))
    where = (box,)
    return replace(
        die,
        box=box,
        face=replace(die.face, where=where),
        colour=replace(die.colour, where=where),
        material=replace(die.material, where=where),
    )


def _together(dice: Sequence[DieReading], closely: Sequence[DieReading]) -> list[DieReading]:
    """Both looks, each die once: what a closer look is sure of is there, and nothing that was seen is lost.

    Where a die lies both looks say together, whichever is believed: a doubt that is about to fall moves no box.
    """
    kept = list(dice)
    for die in closely:
        same = [number for number, other in enumerate(kept) if _is_same(die, other)]
        box = _between(die, kept[same[0]]) if len(same) == 1 else die.box
        if not same:
            kept.append(die)
        elif not die.doubtful and all(kept[number].doubtful for number in same):
            kept = [other for number, other in enumerate(kept) if number not in same] + [replace(die, box=box)]
        elif len(same) == 1:
            kept[same[0]] = replace(kept[same[0]], box=box)
    return kept


def _between(one: DieReading, other: DieReading) -> Box:
    """The mean of both boxes, each as surely as it was found."""
    share = one.found / max(one.found + other.found, 1e-6)
    return Box(*(share * edge + (1 - share) * twin for edge, twin in zip(one.box, other.box, strict=True)))


def _is_same(die: DieReading, other: DieReading) -> bool:
    (x, y), (u, v) = die.box.centre, other.box.centre
    return abs(x - u) < SAME * other.box.width and abs(y - v) < SAME * other.box.height

"""Dice that stand close to each other hide each other's lower parts from a low camera: boxes of the whole dice.

A die's upper edge is seen whatever stands before it, and how high dice look for their breadth is told by those before
which nothing stands. A box that was drawn around two dice, one behind the other, becomes that of the further one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.reading import Box, DieReading
from vision.tables.sheet import Look

# What stands before a die begins so near to its lower edge, in heights, and reaches over so much of its breadth.
BEFORE = (-0.5, 0.2)
BESIDE = 0.3
# How much of its sureness a face keeps that was another at the first look.
CHANGED = 0.9
LESS_CLEAR = 0.05  # how much less clear a second look may be and still be believed
# A camera above the table sees dice between as high as broad and a good deal higher.
PROPORTIONS = (0.9, 1.5)
# A small block is no die of the sheet: below this share of the usual breadth.
SMALL = 0.72
ENOUGH = 4


def seen_whole(dice: Sequence[DieReading], look: Look) -> list[DieReading]:
    """The same dice, each with the box of all of it, and what they show when all are looked at together.

    The first look was at everything that may be a die: from where the camera looks, dice alone tell better.
    """
    if len(dice) < ENOUGH:
        return list(dice)
    high = proportion([die.box for die in dice if not die.doubtful])
    again = look([whole(die.box, high) for die in dice])
    return [_told(die, second) for die, second in zip(dice, again, strict=True)]


def _told(die: DieReading, again: DieReading) -> DieReading:
    """A die by its second look if that is clear, as surely one as it was found to be; a changed face is less sure."""
    if again.sureness < die.face.confidence - LESS_CLEAR:
        return replace(die, box=again.box)
    same = again.face.value == die.face.value
    sure = min(die.confidence, again.confidence) if same else CHANGED * again.confidence
    found = min(die.found, again.found)
    return replace(again, found=found, form=die.form, confidence=sure, doubtful=die.doubtful)


def proportion(boxes: Sequence[Box]) -> float:
    """How high a die looks for its breadth, told by those before which nothing stands."""
    free = [box for box in boxes if not any(_stands_before(other, box) for other in boxes if other is not box)]
    shapes = [box.height / max(box.width, 1.0) for box in free or boxes]
    return float(np.clip(np.median(shapes), *PROPORTIONS)) if shapes else 1.0


def whole(box: Box, high: float) -> Box:
    """The box of a die whose upper edge and breadth are those of this one.

    >>> whole(Box(0, 10, 20, 22), 1.25)
    Box(left=0, top=10, right=20, bottom=35.0)
    """
    return box._replace(bottom=box.top + high * box.width)


def _stands_before(other: Box, box: Box) -> bool:
    """Whether another die begins where this one ends, and lies below it in the photo."""
    common = min(other.right, box.right) - max(other.left, box.left)
    below = (other.top - box.bottom) / max(box.height, 1.0)
    return common > BESIDE * box.width and BEFORE[0] < below < BEFORE[1]


def large_enough(dice: Sequence[DieReading]) -> list[DieReading]:
    """The dice without small blocks that were taken for some."""
    usual = _usual(dice)
    return [die for die in dice if die.box.width >= SMALL * usual]


def _usual(dice: Sequence[DieReading]) -> float:
    return float(np.median([die.box.width for die in dice if not die.doubtful] or [0.0]))

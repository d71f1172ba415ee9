"""Dice that stand close to each other hide each other's lower parts from a low camera: boxes of the whole dice.

A die's upper edge is seen whatever stands before it, and how high dice look for their breadth is told by those before
which nothing stands. A box that was drawn around two dice, one behind the other, becomes that of the further one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from vision.reading import Box, DieReading
from vision.tables.sheet import Look
from vision.tables.tops import CHANGED, SIDE_SEEN, by_its_top, top_of

# What stands before a die begins so near to its lower edge, in heights, and reaches over so much of its breadth: hardly
# at the first of each two, surely at the second. Between them it speaks in part, so that no pixel decides.
FROM_ABOVE, FROM_BELOW, ACROSS = (-0.6, -0.4), (0.3, 0.1), (0.2, 0.4)
# A die that something surely stands before says this much of how high dice are, where no other says more.
HIDDEN = 0.01
# What is a die to the first of these says nothing of that and hides nothing, to the second as much as any other.
A_DIE = (0.5, 0.8)
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
    high = proportion([die.box for die in dice], [_between(die.confidence, *A_DIE) for die in dice])
    again = look([whole(die.box, high) for die in dice])
    told = [_told(die, second) for die, second in zip(dice, again, strict=True)]
    if high < SIDE_SEEN:
        return told
    tops = look([top_of(die.box) for die in told])
    return [by_its_top(die, top) for die, top in zip(told, tops, strict=True)]


def _told(die: DieReading, again: DieReading) -> DieReading:
    """A die by its second look if that is clear, as surely one as it was found to be; a changed face is less sure."""
    if again.sureness < die.face.confidence - LESS_CLEAR:
        return replace(die, box=again.box)
    same = again.face.value == die.face.value
    sure = min(die.confidence, again.confidence) if same else CHANGED * again.confidence
    found = min(die.found, again.found)
    return replace(again, found=found, form=die.form, confidence=sure, doubtful=die.doubtful)


def proportion(boxes: Sequence[Box], sure: Sequence[float] = ()) -> float:
    """How high a die looks for its breadth, told by those before which nothing stands, each as it is surely a die.

    It is the mean of the middle half of them, weighed: a box that is off by a pixel moves it by a part of that only,
    and so does a die that is doubted on one side and not on another.
    """
    sure = sure or [1.0] * len(boxes)
    if not any(sure):
        return 1.0
    shapes = [box.height / max(box.width, 1.0) for box in boxes]
    before = list(zip(boxes, sure, strict=True))
    weights = [one * max(1 - _hidden(box, before), HIDDEN) for box, one in before]
    return float(np.clip(_middle(shapes, weights), *PROPORTIONS))


def _middle(values: Sequence[float], weights: Sequence[float]) -> float:
    """The mean of the middle half of the values, each as long as it weighs.

    >>> _middle([9.0, 1.0, 2.0, 3.0, 0.0], [1.0, 1.0, 1.0, 1.0, 0.0])
    2.5
    """
    order = np.argsort(values, kind="stable")
    ends = np.cumsum(np.array(weights)[order])
    quarter = ends[-1] / 4
    inside = np.diff(np.clip(ends, quarter, 3 * quarter), prepend=quarter)
    return float(np.array(values)[order] @ inside / inside.sum())


def whole(box: Box, high: float) -> Box:
    """The box of a die whose upper edge and breadth are those of this one.

    >>> whole(Box(0, 10, 20, 22), 1.25)
    Box(left=0, top=10, right=20, bottom=35.0)
    """
    return box._replace(bottom=box.top + high * box.width)


def _hidden(box: Box, others: Sequence[tuple[Box, float]]) -> float:
    """How surely another die stands before this one: it begins where this one ends, and lies below it in the photo."""
    return max((sure * _stands_before(other, box) for other, sure in others if other is not box), default=0.0)


def _stands_before(other: Box, box: Box) -> float:
    common = (min(other.right, box.right) - max(other.left, box.left)) / max(box.width, 1.0)
    below = (other.top - box.bottom) / max(box.height, 1.0)
    return _between(common, *ACROSS) * _between(below, *FROM_ABOVE) * _between(below, *FROM_BELOW)


def _between(value: float, hardly: float, surely: float) -> float:
    """How far a value is on its way between two others, from 0 to 1."""
    return min(max((value - hardly) / (surely - hardly), 0.0), 1.0)


def large_enough(dice: Sequence[DieReading]) -> list[DieReading]:
    """The dice without small blocks that were taken for some; dice further away look smaller, too."""
    sure = [die.box for die in dice if not die.doubtful]
    if not sure:
        return list(dice)
    plain = np.median([box.width for box in sure])
    growth, farthest = _growth(sure), min(box.centre[1] for box in sure if box.width >= SMALL * plain)
    usual = float(np.median([_breadth(box, growth, farthest) for box in sure]))
    return [die for die in dice if _breadth(die.box, growth, farthest) >= usual + np.log(SMALL)]


def _growth(boxes: Sequence[Box]) -> float:
    """By how much dice look broader with every pixel down the photo (a logarithm): the median over all two of them."""
    spots = [(box.centre[1], _breadth(box), box.height) for box in boxes]
    ways = [
        (one[1] - two[1]) / (one[0] - two[0]) for one, two in combinations(spots, 2) if abs(one[0] - two[0]) > one[2]
    ]
    return max(float(np.median(ways)), 0.0) if len(boxes) >= ENOUGH and ways else 0.0


def _breadth(box: Box, growth: float = 0.0, farthest: float = 0.0) -> float:
    """How broad a die is (a logarithm), less what it owes to its place in the photo; none lies beyond `farthest`."""
    return float(np.log(max(box.width, 1.0))) - growth * max(box.centre[1], farthest)

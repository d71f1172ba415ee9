"""Doubtful dice of a trove, looked at closely: a die is seen in every look, print or a blot of the table in one."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

import numpy as np

from vision.closeup import close_up
from vision.detector import read_dice
from vision.photo import Frame, Picture
from vision.reading import Box, DieReading

UNCLEAR = 0.3  # below this sureness a doubtful die shows no face that would speak for it
LOOKS = ((88.0, 2.0), (60.0, 2.5))  # how broad it is seen, in pixels, and how much around it, in breadths of a die
NEAR = 0.4  # of its breadth
MOST = 6  # are looked at: a heap of them is no trove


def without_blots(picture: Picture, dice: Sequence[DieReading]) -> list[DieReading]:
    """The dice without doubtful ones that show no clear face and that a closer look does not see."""
    unclear = [die for die in dice if die.doubtful and die.sureness < UNCLEAR]
    if not 0 < len(unclear) <= MOST:
        return list(dice)
    usual = float(median(die.box.width for die in dice))
    return [die for die in dice if die not in unclear or all(_seen(picture, die, usual, *look) for look in LOOKS)]


def _seen(picture: Picture, die: DieReading, usual: float, size: float, around: float) -> bool:
    """Whether a look at the part of the photo around a die sees one there."""
    x, y = die.box.centre
    reach = around * die.box.side
    window = Box(
        max(x - reach, 0.0), max(y - reach, 0.0), min(x + reach, picture.width), min(y + reach, picture.height)
    )
    part = close_up(picture, window, size / usual)
    found = read_dice(Frame(part.pixels), doubtful=True)
    return any(
        float(np.hypot(*np.subtract(part.in_picture(*other.box.centre), (x, y)))) < NEAR * usual for other in found
    )

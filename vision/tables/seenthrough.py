"""Clear dice over a sheet: through their bodies its colour is seen, which white dice hide.

How much of the sheet's hue a body has, and how much lighter it is than the sheet, together tell the one from the other:
a white die in shade is dark but grey, one in coloured light has a hue but is light.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log

import cv2
import numpy as np

from vision.lattice import Cell, Lattice
from vision.palette import Colour
from vision.photo import Picture, growth
from vision.reading import DieReading, Lab

SIDE = 1200  # pixels of the photo that are enough to see colours
MARGINS = 0.65  # steps beside the outer columns, where no die hides the sheet
AROUND = (-0.5, 0.0, 0.5)  # rows beside a die at which the sheet is looked at
SPOT = 0.04  # of a place is looked at there, to each side
# A sheet that is nearly grey tells by lightness only: so strong a hue counts as much as what is usual for clear dice.
GREY, USUAL = 6.0, 0.3
# What makes a clear die: this share of the sheet's hue, more for each step of lightness above the sheet.
SHARE, A_STEP = 0.1, 0.008
# No clear die is so much lighter than the sheet: each step more speaks against it.
MUCH_LIGHTER, A_STEP_MORE = 25.0, 0.03
GRADUAL = 0.06
# The reader calls some clear dice white, but white ones with hardly any doubt: so much doubt tells nothing.
DOUBT, TOLD_BY_DOUBT = 0.012, 0.7
BLACK = 12.0  # a sheet darker than this is seen through nothing: pips darken a body as much
LEAST = 0.3  # what is left of a chance that this speaks against: the reader itself tells clear dice from white ones


def clear_ones(picture: Picture, way: Lattice, dice: Mapping[Cell, DieReading], columns: int) -> dict[Cell, float]:
    """The chance of each die to be a clear one, by the colours of its body and of the sheet; of those that have one."""
    pixels = picture.pixels(SIDE)
    across, down, *_ = 1 / growth(pixels, picture)
    chances = {}
    for cell, die in dice.items():
        if die.body is None:
            continue
        rows = [cell[0] + step for step in AROUND]
        places = [way.place(row, column) for row in rows for column in (-MARGINS, columns - 1 + MARGINS)]
        reach = max(1, round(SPOT * way.closeness(cell[0]) * float(across)))
        spots = [_spot(pixels, x * float(across), y * float(down), reach) for x, y in places]
        seen = [spot for spot in spots if spot is not None]
        sheet = _usual(seen) if seen else None
        if sheet and sheet[0] > BLACK:
            chances[cell] = chance_of_clear(die.body, sheet, 1 - die.by_looks.likelihood(Colour.WHITE))
    return chances


def chance_of_clear(body: Lab, sheet: Lab, doubt: float = DOUBT) -> float:
    """How likely a light die is clear: a half where it might as well be white.

    A body with the sheet's hue, a light grey one, and a white one in shade:

    >>> sheet = (65.0, -20.0, 43.0)
    >>> [round(chance_of_clear(body, sheet), 2) for body in ((57.0, -10.0, 17.0), (99.0, -1.0, -1.0), (46.0, 0.0, 0.0))]
    [0.7, 0.3, 0.3]
    """
    hue = sheet[1] ** 2 + sheet[2] ** 2
    share = (body[1] * sheet[1] + body[2] * sheet[2] + USUAL * GREY**2) / (hue + GREY**2)
    lighter = max(body[0] - sheet[0], 0.0)
    against = SHARE + A_STEP * lighter + A_STEP_MORE * max(lighter - MUCH_LIGHTER, 0.0)
    telling = (share - against) / GRADUAL + TOLD_BY_DOUBT * log(max(doubt, 1e-3) / DOUBT)
    chance = 1 / (1 + exp(min(max(-telling, -30.0), 30.0)))
    return min(max(chance, LEAST), 1 - LEAST)


def _spot(pixels: np.ndarray, x: float, y: float, reach: int) -> np.ndarray | None:
    """The pixels around a place, where the photo shows it."""
    left, top = round(x) - reach, round(y) - reach
    part = pixels[max(top, 0) : top + 2 * reach + 1, max(left, 0) : left + 2 * reach + 1]
    return part.reshape(-1, 3) if part.size else None


def _usual(spots: Sequence[np.ndarray]) -> Lab:
    """The usual colour of some places."""
    colours = np.median([np.median(spot, axis=0) for spot in spots], axis=0)
    lab = cv2.cvtColor((colours / 255).astype(np.float32).reshape(1, 1, 3), cv2.COLOR_RGB2LAB).ravel()
    return float(lab[0]), float(lab[1]), float(lab[2])

"""Empty places printed on a sheet: squares about as large as its dice, and what they tell about rows and columns.

Dice say where a sheet lies only as far as there are any; its print goes on to the first and the last row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.closeup import close_up
from vision.lattice import Cell, Lattice, fit_lattice
from vision.photo import Picture, Pixels
from vision.reading import Box
from vision.tables import printed
from vision.tables.hiding import proportion
from vision.tables.sheet import upright_among, with_dice_alone

# The part of the photo around the dice, in breadths of a die to each side of their middle; how large a die is in it.
AROUND = 10.0
SEEN_AS = 48.0
MOST_GROWTH = 3.0
# Grain is smoothed away; print is what is lighter or darker than so much around it, in breadths of a die.
GRAIN = 1.4
NEAR = (0.5, 1.6)
CONTRAST = 3
# The sides of a place, in breadths of a die; it looks narrower from a low camera.
SIDES = (0.6, 1.75)
LEAST_NARROW = 0.45
# A printed square fills its outline, and four straight sides describe it; a circle fills fewer of its corners.
FILLED, SQUARE, ROUNDED = 0.9, 0.78, 0.06
SAME = 0.3
# What a place shows inside, in levels of each colour, where it shows nothing: about as the others do.
ALIKE = 30.0
INSIDE = 0.25
# So many empty places must lie in rows with the dice, so exactly, for the print to tell.
ENOUGH = 3
EXACT = 0.2

Outline = NDArray[Any]


class Slot(NamedTuple):
    """A printed place: its middle and side in the photo, and whether it shows what most of the others show."""

    x: float
    y: float
    side: float
    plain: bool


@dataclass(frozen=True)
class PrintedSheet:
    """A sheet whose rows and columns its print tells: where the dice lie on it, and the places that are seen empty."""

    way: Lattice
    certain: bool
    empty: frozenset[Cell]


def printed_sheet(
    picture: Picture, dice: Sequence[Box], shape: tuple[int, int], first_row: str, maybe: Sequence[Box] = ()
) -> PrintedSheet | None:
    """The whole sheet on which these dice lie; None where too little print is seen, or it does not fit the dice.

    Where `maybe` one lies, no place is called empty: the top of a die is a square as well.
    """
    slots = slots_around(picture, dice, maybe) if printed.looked_for else []
    if len(slots) < ENOUGH:
        return None
    middles = [box.centre for box in dice]
    whole, alone = fit_lattice([*middles, *_dice_on(slots, dice)], *shape), fit_lattice(middles, *shape)
    if whole is None or alone is None or whole.error > EXACT or sorted(whole.span) != sorted(shape):
        return None
    on_it = [point for point in whole.cells if point < len(dice)]
    if len(on_it) < len(alone.cells) or len(whole.cells) - len(on_it) < ENOUGH:
        return None
    turns = [way for quarters in range(4) if (way := whole.turned(quarters)).span == shape]
    way, certain = upright_among(turns, dice, shape, first_row)
    plain = {cell for point, cell in way.cells.items() if point >= len(dice) and slots[point - len(dice)].plain}
    return PrintedSheet(with_dice_alone(way, dice), certain, frozenset(plain))


def slots_around(picture: Picture, dice: Sequence[Box], maybe: Sequence[Box] = ()) -> list[Slot]:
    """The printed places that are seen whole around these dice, none of them below a die or what may be one."""
    usual = float(np.median([box.width for box in dice]))
    x, y = np.median([box.centre for box in dice], axis=0)
    reach = AROUND * usual
    window = Box(
        max(x - reach, 0.0), max(y - reach, 0.0), min(x + reach, picture.width), min(y + reach, picture.height)
    )
    scale = min(SEEN_AS / usual, MOST_GROWTH)
    part = close_up(picture, window, scale)
    near = np.asarray(cv2.GaussianBlur(part.pixels, (0, 0), GRAIN), dtype=np.uint8)
    there = [*dice, *maybe]
    squares = [
        square
        for square in _each_once(_squares(near, usual * scale), usual * scale)
        if not _below_a_die(part.in_picture(square[0], square[1]), there)
    ]
    shades = np.array([_inside(near, square) for square in squares]).reshape(-1, 3)
    plain = np.abs(shades - np.median(shades, axis=0)).max(axis=1) < ALIKE if len(shades) else []
    return [
        Slot(*part.in_picture(x, y), float(side) / scale, bool(one))
        for (x, y, side), one in zip(squares, plain, strict=True)
    ]


def _squares(near: Pixels, die: float) -> Iterator[NDArray[np.float64]]:
    """Middle and side of every outline that may be a printed square; most are seen several times."""
    grey = cv2.cvtColor(near, cv2.COLOR_RGB2GRAY)
    for breadths in NEAR:
        block = int(breadths * die) | 1
        for kind, less in ((cv2.THRESH_BINARY, -CONTRAST), (cv2.THRESH_BINARY_INV, CONTRAST)):
            mask = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, kind, block, less)
            for outline in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]:
                if (square := _square(outline, die)) is not None:
                    yield square


def _square(outline: Outline, die: float) -> NDArray[np.float64] | None:
    """The middle and side of an outline with four straight sides of the right length."""
    wide, high = np.ptp(outline.reshape(-1, 2), axis=0)
    if not SIDES[0] * LEAST_NARROW * die < min(wide, high) <= max(wide, high) < SIDES[1] * 1.5 * die:
        return None
    hull = cv2.convexHull(outline)
    area = cv2.contourArea(hull)
    if not SIDES[0] < sqrt(area) / die < SIDES[1] or cv2.contourArea(outline) < FILLED * area:
        return None
    corners = cv2.approxPolyDP(hull, ROUNDED * cv2.arcLength(hull, True), True).reshape(-1, 2)
    if len(corners) != 4 or cv2.contourArea(corners) < SQUARE * area:
        return None
    sides = np.hypot(*(corners - np.roll(corners, 1, axis=0)).T)
    return np.array([*corners.mean(axis=0), sqrt(area)]) if sides.min() > LEAST_NARROW * sides.max() else None


def _each_once(squares: Iterator[NDArray[np.float64]], die: float) -> list[NDArray[np.float64]]:
    """Of squares in one place the largest: the outer edge of what is printed there."""
    kept: list[NDArray[np.float64]] = []
    for square in sorted(squares, key=lambda one: -one[2]):
        if all(np.hypot(*(square - other)[:2]) > SAME * die for other in kept):
            kept.append(square)
    return kept


def _inside(near: Pixels, square: NDArray[np.float64]) -> NDArray[np.float64]:
    """The usual colour in the middle of a square."""
    x, y, side = square
    reach = max(1, round(INSIDE * side))
    part = near[max(round(y) - reach, 0) : round(y) + reach + 1, max(round(x) - reach, 0) : round(x) + reach + 1]
    return np.asarray(np.median(part.reshape(-1, 3), axis=0), dtype=np.float64)


def _below_a_die(middle: tuple[float, float], dice: Sequence[Box]) -> bool:
    x, y = middle
    return any(box.left <= x <= box.right and box.top <= y <= box.bottom for box in dice)


def _dice_on(slots: Sequence[Slot], dice: Sequence[Box]) -> list[tuple[float, float]]:
    """Where the middles of dice would be that stood on these places: a little above the print."""
    usual, broad = np.median([box.width for box in dice]), np.median([slot.side for slot in slots])
    higher = _above_the_print(proportion(dice)) * float(usual / broad)
    return [(slot.x, slot.y - higher * slot.side) for slot in slots]


def _above_the_print(high: float) -> float:
    """How far above the middle of its bottom the middle of a die is seen that looks so high, in breadths of it.

    >>> round(_above_the_print(1.0), 2), round(_above_the_print(1.2), 2), round(_above_the_print(1.4), 2)
    (0.0, 0.11, 0.3)
    """
    # seen from some height above the table, a die is as high as the sine and the cosine of it together
    sine = (high + sqrt(max(2 - high * high, 0.0))) / 2 if high > 1 else 1.0
    return max(high - sine, 0.0) / 2

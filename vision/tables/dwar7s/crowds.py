"""How many dwarves the coloured shapes of a photo are: those that touch are one shape."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

import numpy as np

from vision.quads import Quad
from vision.tables.dwar7s.colours import INSIDE, Dwarf

LONGER = 1.5  # a group of dwarves is so many times as long as the usual one
ENOUGH, SMALLER = 3, 0.5  # so many shapes tell how large a dwarf is; what is seen whole and so much smaller is print
EDGE = 0.01  # sides from where a card is looked at: what begins there goes on beyond


class Size(NamedTuple):
    """How large the photo shows a shape, in widths of its card; `whole` is what the frame of the card cuts nowhere."""

    wide: float
    high: float
    area: float
    whole: bool = True


def size_of(shape: Dwarf, corners: Quad) -> Size:
    """The farther a card, the lower it is seen beside its width, and straightened it is drawn out again; whoever stands
    on it is seen upright from anywhere and would seem the taller."""
    sides = np.hypot(*(corners - np.roll(corners, -1, axis=0)).T)
    lower = float((sides[1] + sides[3]) / max(sides[0] + sides[2], 1e-6))
    left, top, right, bottom = shape.box
    inside = min(left, top, 1 - right, 1 - bottom) > INSIDE + EDGE
    return Size(right - left, lower * (bottom - top), lower * shape.share, inside)


def counted(sizes: Sequence[Size]) -> list[int]:
    """How many dwarves each shape is, beside the usual one of the photo: a group is larger and longer."""
    whole = [size for size in sizes if size.whole] or list(sizes)
    if not whole:
        return []
    wide, high, area = (median(size[part] for size in whole) for part in range(3))
    usual = Size(wide, high, area)
    return [0 if len(whole) >= ENOUGH and _too_small(size, usual) else _how_many(size, usual) for size in sizes]


def _too_small(size: Size, usual: Size) -> bool:
    return size.whole and size.area < SMALLER * usual.area


def _how_many(size: Size, usual: Size) -> int:
    longer = max(size.wide / usual.wide, size.high / usual.high)
    return max(1, round(size.area / usual.area)) if longer > LONGER else 1

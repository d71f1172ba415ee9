"""A hole between cards is no card: their edges frame it, but the table is seen in it as around the layout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import straighten
from vision.freegrid import FreeGrid
from vision.photo import Picture
from vision.quads import Quad

SURE = 0.8  # what is surer than this is a card, whatever it looks like
BETWEEN = 2  # cards that lie right beside a hole at least: their edges make it
LIKE = 8.0  # a place looks like the table when it is no further than this from the two empty ones most like it
NEAREST = 2
LIGHT = 0.3  # light counts less than colour and grain: it changes over a table
INNER = 0.72  # of a place: edges of its neighbours are not looked at
SIDE = 48


def holes(picture: Picture, grid: FreeGrid, sure: Sequence[float]) -> set[int]:
    """The cards of a layout that the finder doubts and that look like the table around it."""
    doubtful = [row for row in grid.cells if sure[row] < SURE and _neighbours(grid, row) >= BETWEEN]
    if not doubtful:
        return set()
    table = np.array([_ground(picture, quad) for quad in _inside(picture, grid)])
    return {row for row in doubtful if _like(_ground(picture, grid.corners[row]), table)}


def _neighbours(grid: FreeGrid, row: int) -> int:
    column, line = grid.cells[row]
    return sum(abs(x - column) + abs(y - line) == 1 for x, y in grid.cells.values())


def _inside(picture: Picture, grid: FreeGrid) -> Iterator[Quad]:
    """The empty places that the photo shows whole."""
    for quad in grid.empty_places().values():
        if (quad >= 0).all() and (quad <= (picture.width, picture.height)).all():
            yield quad


def _ground(picture: Picture, quad: Quad) -> NDArray[np.float64]:
    """Light and colour of a place, and how much its light varies."""
    middle = quad.mean(axis=0)
    tones = cv2.cvtColor(straighten(picture, middle + INNER * (quad - middle), (SIDE, SIDE)), cv2.COLOR_RGB2LAB)
    light, *colour = np.median(tones.reshape(-1, 3), axis=0)
    return np.array([LIGHT * light, *colour, tones[..., 0].std()], dtype=np.float64)


def _like(place: NDArray[np.float64], table: NDArray[np.float64]) -> bool:
    if len(table) < NEAREST:
        return False
    return bool(np.sort(np.abs(table - place).sum(axis=1))[:NEAREST].mean() < LIKE)

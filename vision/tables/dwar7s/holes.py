"""What the finder doubts and is no card: a hole between cards, framed by their edges, and what lies apart from all."""

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
FEW = 3  # cards of a layout; of more, every one is laid beside another
BETWEEN = 2  # cards that lie right beside a hole at least: their edges make it
LIKE = 8.0  # a place looks like the table when it is no further than this from the two empty ones most like it
NEAREST = 2
LIGHT = 0.3  # light counts less than colour and grain: it changes over a table
INNER = 0.72  # of a place: edges of its neighbours are not looked at
SIDE = 48


def no_cards(picture: Picture, grid: FreeGrid, sure: Sequence[float]) -> set[int]:
    """The doubtful cards of a layout that are none."""
    doubtful = {row: _neighbours(grid, row) for row in grid.cells if sure[row] < SURE}
    lone = {row for row, beside in doubtful.items() if not beside and len(grid.cells) > FEW}
    between = [row for row, beside in doubtful.items() if beside >= BETWEEN]
    return lone | (_holes(picture, grid, between) if between else set())


def _holes(picture: Picture, grid: FreeGrid, rows: Sequence[int]) -> set[int]:
    """Those that look like the table around the layout."""
    table = np.array([_ground(picture, quad) for quad in _inside(picture, grid)])
    return {row for row in rows if _like(_ground(picture, grid.corners[row]), table)}


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

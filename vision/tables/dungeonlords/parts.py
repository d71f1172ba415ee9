"""A building site seen from above, cut into its cells and the parts of a cell that tell what lies on it."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.dungeonlords.pieces import COLUMNS, ROWS
from vision.photo import Pixels
from vision.tables.dungeonlords.site import Guess

Plane = NDArray[np.float32]
Cells = NDArray[np.float64]  # a number for each cell, row by row
Part = tuple[float, float, float, float]
Mask = NDArray[np.bool_]  # yes or no for each cell

SIDE = 24  # pixels of a cell when it is looked at
# Parts of a cell in shares: the middle and the four arms of a cross, and the corners that a cross leaves free.
MIDDLE = (0.38, 0.38, 0.62, 0.62)
ARMS = ((0.4, 0.1, 0.6, 0.28), (0.4, 0.72, 0.6, 0.9), (0.1, 0.4, 0.28, 0.6), (0.72, 0.4, 0.9, 0.6))
CROSS = (MIDDLE, *ARMS)
CORNERS = ((0.06, 0.06, 0.22, 0.22), (0.78, 0.06, 0.94, 0.22), (0.06, 0.78, 0.22, 0.94), (0.78, 0.78, 0.94, 0.94))


class Placed(NamedTuple):
    """The cells in which a finder found tiles, those of them that are crosses, and all where it found anything."""

    tiles: Mask
    crosses: Mask
    found: Mask


def flattened(pixels: Pixels, scale: float, guess: Guess, around: int = 0) -> Pixels:
    """The site seen from above, with so many cells around it; `scale` leads from the photo to these pixels."""
    to_site = np.array([[1 / SIDE, 0, -around], [0, 1 / SIDE, -around], [0, 0, 1]])
    to_pixels = np.diag([scale, scale, 1.0]) @ guess.to_photo @ to_site
    size = ((COLUMNS + 2 * around) * SIDE, (ROWS + 2 * around) * SIDE)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpPerspective(pixels, to_pixels, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def parts(picture: NDArray[Any], part: Part) -> NDArray[Any]:
    """This part of all cells: row, column, then its pixels."""
    left, top, right, bottom = _edges(part)
    cells = picture.reshape(ROWS, SIDE, COLUMNS, SIDE, *picture.shape[2:]).swapaxes(1, 2)
    return cells[:, :, top:bottom, left:right]


def means(picture: NDArray[Any], which: tuple[Part, ...]) -> NDArray[np.float32]:
    """The means of these parts of all cells: part, row, column, and channel where there are several."""
    high, wide, *channels = picture.shape
    rows, columns = high // SIDE, wide // SIDE
    down, across = _bands(which, rows, columns)
    lines = down @ picture.reshape(high, -1).astype(np.float32, copy=False)  # each part's rows of pixels, summed up
    found = across[:, None] @ lines.reshape(len(which), rows, wide, -1)
    return np.asarray(found.reshape(len(which), rows, columns, *channels), dtype=np.float32)


@cache
def _bands(which: tuple[Part, ...], rows: int, columns: int) -> tuple[Plane, Plane]:
    """How much the pixels of a column count for every part and row, and those of a row for every part and column."""
    down = np.zeros((len(which), rows, rows * SIDE), np.float32)
    across = np.zeros((len(which), columns, columns * SIDE), np.float32)
    for number, part in enumerate(which):
        left, top, right, bottom = _edges(part)
        for row in range(rows):
            down[number, row, row * SIDE + top : row * SIDE + bottom] = 1 / (bottom - top)
        for column in range(columns):
            across[number, column, column * SIDE + left : column * SIDE + right] = 1 / (right - left)
    return down.reshape(-1, rows * SIDE), across


def _edges(part: Part) -> tuple[int, ...]:
    return tuple(round(share * SIDE) for share in part)


def centres(part: Part) -> NDArray[np.float64]:
    """Where the middles of this part are, in cells, row by row."""
    rows, columns = np.mgrid[0:ROWS, 0:COLUMNS]
    return np.column_stack([columns.ravel() + (part[0] + part[2]) / 2, rows.ravel() + (part[1] + part[3]) / 2])


def certain(score: NDArray[np.float64]) -> Cells:
    """A score as a chance."""
    return np.asarray(1 / (1 + np.exp(-np.clip(score, -20, 20))), dtype=np.float64)

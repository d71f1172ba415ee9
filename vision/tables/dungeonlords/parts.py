"""A building site seen from above, cut into its cells and the parts of a cell that tell what lies on it."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.dungeonlords.pieces import COLUMNS, ROWS
from vision.photo import Pixels
from vision.tables.dungeonlords.site import Guess

Plane = NDArray[np.float32]
Cells = NDArray[np.float64]  # a number for each cell, row by row
Part = tuple[float, float, float, float]

SIDE = 40  # pixels of a cell when it is looked at
# Parts of a cell in shares: the middle and the four arms of a cross, and the corners that a cross leaves free.
MIDDLE = (0.38, 0.38, 0.62, 0.62)
ARMS = ((0.4, 0.1, 0.6, 0.28), (0.4, 0.72, 0.6, 0.9), (0.1, 0.4, 0.28, 0.6), (0.72, 0.4, 0.9, 0.6))
CROSS = (MIDDLE, *ARMS)
CORNERS = ((0.08, 0.08, 0.25, 0.25), (0.75, 0.08, 0.92, 0.25), (0.08, 0.75, 0.25, 0.92), (0.75, 0.75, 0.92, 0.92))


def flattened(pixels: Pixels, scale: float, guess: Guess) -> Pixels:
    """The site seen from above; `scale` leads from the photo to these pixels."""
    to_pixels = np.diag([scale, scale, 1.0]) @ guess.to_photo @ np.diag([1 / SIDE, 1 / SIDE, 1.0])
    size = (COLUMNS * SIDE, ROWS * SIDE)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpPerspective(pixels, to_pixels, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def parts(picture: NDArray[Any], part: Part) -> NDArray[Any]:
    """This part of all cells: row, column, then its pixels."""
    left, top, right, bottom = (round(share * SIDE) for share in part)
    cells = picture.reshape(ROWS, SIDE, COLUMNS, SIDE, *picture.shape[2:]).swapaxes(1, 2)
    return cells[:, :, top:bottom, left:right]


def means(picture: NDArray[Any], part: Part) -> Any:
    """The mean of this part of all cells."""
    return parts(picture, part).mean(axis=(2, 3))


def centres(part: Part) -> NDArray[np.float64]:
    """Where the middles of this part are, in cells, row by row."""
    rows, columns = np.mgrid[0:ROWS, 0:COLUMNS]
    return np.column_stack([columns.ravel() + (part[0] + part[2]) / 2, rows.ravel() + (part[1] + part[3]) / 2])


def certain(score: NDArray[np.float64]) -> Cells:
    """A score as a chance."""
    return np.asarray(1 / (1 + np.exp(-np.clip(score, -20, 20))), dtype=np.float64)

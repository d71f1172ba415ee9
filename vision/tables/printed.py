"""Rows of a sheet that hold no dice, told by what is printed there: empty places look like each other."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Cell, Lattice
from vision.photo import Picture, growth

CELL = 32
SIDE = 1200
# Grain of a photo is no print: it is smoothed away, in pixels of a cell.
GRAIN = 2.0
# By so much must one way to lay the sheet fit the print better than taking the first row with dice for the first.
CLEARLY = 0.05

Patch = NDArray[np.float32]

looked_for = True  # not where only a part of OpenCV is at hand


def empty_rows_before(picture: Picture, way: Lattice, shape: tuple[int, int]) -> int:
    """How many empty rows lie before the first row with dice: 0 when the print does not tell."""
    span, (rows, columns) = way.span[0], shape
    free = rows - span
    filled = set(way.cells.values())
    empty = [(row, column) for row in range(span) for column in range(columns) if (row, column) not in filled]
    if free <= 0 or not empty or not looked_for:
        return 0
    places = _rectified(picture, way, free, shape)
    known = [places[cell] for cell in empty]
    likeness = {
        row: float(np.mean([_like(places[row, column], known) for column in range(columns)]))
        for row in (*range(-free, 0), *range(span, span + free))
    }
    fits = [
        sum(likeness[row] for row in (*range(-before, 0), *range(span, rows - before))) for before in range(free + 1)
    ]
    best = int(np.argmax(fits))
    return best if fits[best] - fits[0] > CLEARLY else 0


def unlike_empty(picture: Picture, way: Lattice, free: Sequence[Cell], shape: tuple[int, int]) -> dict[Cell, float]:
    """How little each free place of a sheet looks like another free one: 0 the same print, 1 or more unrelated."""
    if not looked_for or not free:
        return {}
    places = _rectified(picture, way, max(shape[0] - way.span[0], 0), shape)
    known = {cell: places[cell] for cell in free if cell in places}
    return {
        cell: 1 - _like(patch, [other for place, other in known.items() if place != cell])
        for cell, patch in known.items()
    }


def _rectified(picture: Picture, way: Lattice, free: int, shape: tuple[int, int]) -> dict[Cell, Patch]:
    """The edges of every cell, seen from straight above: the rows with dice and `free` rows on both sides of them."""
    pixels = picture.pixels(SIDE)
    across, down, *_ = 1 / growth(pixels, picture)
    grey = cv2.GaussianBlur(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), (0, 0), 1.0).astype(np.float32)
    to_cell = np.array([[0, 1 / CELL, -free - 0.5], [1 / CELL, 0, -0.5], [0, 0, 1]])
    to_pixels = np.diag([across, down, 1.0]) @ way.to_photo @ to_cell
    rows, columns = way.span[0] + 2 * free, shape[1]
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (columns * CELL, rows * CELL)
    flat = cv2.warpPerspective(grey, to_pixels, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    flat = cv2.GaussianBlur(flat, (0, 0), GRAIN)
    edges = np.log1p(cv2.magnitude(cv2.Sobel(flat, cv2.CV_32F, 1, 0), cv2.Sobel(flat, cv2.CV_32F, 0, 1)))
    return {
        (row - free, column): edges[row * CELL : (row + 1) * CELL, column * CELL : (column + 1) * CELL]
        for row in range(rows)
        for column in range(columns)
    }


def _like(patch: Patch, others: list[Patch]) -> float:
    """How much a patch looks like the most similar of the others: 1 the same, 0 unrelated."""
    return max((_correlation(patch, other) for other in others), default=0.0)


def _correlation(one: Patch, two: Patch) -> float:
    first, second = one - one.mean(), two - two.mean()
    norm = float(np.sqrt((first * first).sum() * (second * second).sum()))
    return float((first * second).sum()) / max(norm, 1e-6)

"""A bare site laid anew by the outlines of its tiles: what lies cells away from it is seen as large as it is.

The look of the cells says which cell is which, but hardly how steeply the table is seen; a few hundredths of a cell
within the site are half a card beyond it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tables.dungeonlords.found import Found
from vision.tables.dungeonlords.site import Guess
from vision.things import Thing

Corners = NDArray[np.float64]

ENOUGH = 3  # tiles that tell how a table is seen


def levelled(guess: Guess, things: Sequence[Thing]) -> Guess:
    """The same site as the tiles that were found on it tell its plane; a board tells it better by its own outline."""
    if guess.source != "tiles":
        return guess
    found = Found.of(things)
    tiles = {cell: found.quads[one] for cell, one in found.on(guess).placed.items() if not found.doubtful[one]}
    if len(tiles) < ENOUGH:
        return guess
    to_site = np.asarray(np.linalg.inv(guess.to_photo), np.float64)
    outlines = [_in_order(tile, _cell(*cell), to_site) for cell, tile in tiles.items()]
    # tiles are a little smaller than the cells they lie in, all of them alike
    side = float(np.median([np.sqrt(cv2.contourArea(_through(to_site, one).astype(np.float32))) for one in outlines]))
    aims = [(_cell(*cell) - _middle(*cell)) * side + _middle(*cell) for cell in tiles]
    to_photo, _ = cv2.findHomography(np.vstack(aims), np.vstack(outlines))
    if to_photo is None:
        return guess
    laid = replace(guess, to_photo=np.asarray(to_photo, np.float64))
    return laid if laid.sound else guess


def _in_order(tile: Corners, cell: Corners, to_site: Corners) -> Corners:
    """The corners of a tile from the one that lies at the first corner of its cell."""
    turns = [np.roll(tile, turn, axis=0) for turn in range(4)]
    return min(turns, key=lambda one: float(np.abs(_through(to_site, one) - cell).sum()))


def _through(matrix: Corners, points: Corners) -> Corners:
    return np.asarray(cv2.perspectiveTransform(points[None], matrix)[0], dtype=np.float64)


def _cell(column: int, row: int) -> Corners:
    return np.array([(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)], np.float64)


def _middle(column: int, row: int) -> Corners:
    return np.array([column + 0.5, row + 0.5])

"""What the finder found on a site, cell by cell, beside what the cells look like: crosses are told as crosses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.dungeonlords.pieces import COLUMNS, ROWS
from vision.tables.dungeonlords.cells import Look
from vision.tables.dungeonlords.pulled import TILE_SIDES
from vision.tables.dungeonlords.site import Guess, is_cross, may_be_tile
from vision.things import Kind, Thing

OFF_MIDDLE = 0.25  # cells by which a tile that was found lies off the middle of its cell at most
# How many times less likely a cell is empty where a tile was found: on a bare table nothing else is as large as one,
# on a board print may look like a square, but hardly like a cross.
EMPTY_BARE, EMPTY_CROSS, EMPTY_SQUARE = 0.05, 0.02, 0.6
# How many times less likely it is filled where none was found: bare, and where crosses were told as such, bare and on a
# board: a finder that knows them overlooks few.
UNFOUND, UNFOUND_BARE, UNFOUND_PRINTED = 0.3, 0.1, 0.03
OTHER_FORM = 0.3  # how many times less likely the form is that was not found
ENOUGH = 3  # crosses on a site that tell that the finder knows these


def with_tiles(seen: Look, things: Sequence[Thing], printed: bool) -> Look:
    """The same site where tiles that were found fill their cells and tell their form.

    Where none was found the ground may look like one: a carpet has patterns.
    """
    placed = list(_placed(seen.guess, things))
    crosses = sum(is_cross(thing) for thing, _ in placed)
    told = crosses >= ENOUGH
    if printed and not told:
        return seen
    chances = seen.chances.copy()
    unfound = UNFOUND_PRINTED if printed else UNFOUND_BARE if told else UNFOUND
    chances[1:] *= unfound
    for thing, (column, row) in placed:
        here, cross = chances[:, row, column], is_cross(thing)
        here[0] *= EMPTY_CROSS if cross else EMPTY_SQUARE if printed else EMPTY_BARE
        here[1:] /= unfound
        if cross or told:
            here[slice(3, 5) if cross else slice(1, 3)] *= OTHER_FORM
    return replace(seen, chances=chances / chances.sum(axis=0))


def placed_on(guess: Guess, things: Sequence[Thing]) -> NDArray[np.bool_] | None:
    """The cells (row, column) in which tiles were found; None where too few crosses were told to rely on it."""
    placed = list(_placed(guess, things))
    if sum(is_cross(thing) for thing, _ in placed) < ENOUGH:
        return None
    cells = np.zeros((ROWS, COLUMNS), dtype=bool)
    for _, (column, row) in placed:
        cells[row, column] = True
    return cells


def crosses_beside(guess: Guess, things: Sequence[Thing]) -> tuple[int, float]:
    """How many crosses were found right beside a site or between its cells, and how far tiles lie off middles.

    The one tells that a site lies elsewhere, the other how exactly it lies: the mean distance in cells.
    """
    near = [
        (thing, (x, y))
        for thing, (x, y) in _seen_on(guess, [thing for thing in things if thing.kind is Kind.TILE])
        if -1 < x < COLUMNS + 1 and -1 < y < ROWS + 1
    ]
    crosses = [place for thing, place in near if is_cross(thing)]
    beside = sum(not (0 <= x < COLUMNS and 0 <= y < ROWS and _in_middle(x, y)) for x, y in crosses)
    if len(crosses) < ENOUGH:
        return beside, 0.0
    squares = [(x, y) for thing, (x, y) in near if not is_cross(thing) and _in_middle(x, y)]
    return beside, float(np.mean([np.hypot(x % 1 - 0.5, y % 1 - 0.5) for x, y in crosses + squares]))


def _placed(guess: Guess, things: Sequence[Thing]) -> Iterator[tuple[Thing, tuple[int, int]]]:
    """The tiles that lie in the middles of cells, each with its cell; of two in one cell the surer one."""
    taken = set()
    for thing, (x, y) in _seen_on(guess, sorted(filter(may_be_tile, things), key=lambda one: -one.confidence)):
        cell = int(np.floor(x)), int(np.floor(y))
        if 0 <= x < COLUMNS and 0 <= y < ROWS and _in_middle(x, y) and cell not in taken:
            taken.add(cell)
            yield thing, cell


def _in_middle(x: float, y: float) -> bool:
    return max(abs(x % 1 - 0.5), abs(y % 1 - 0.5)) < OFF_MIDDLE


def _seen_on(guess: Guess, things: Sequence[Thing]) -> Iterator[tuple[Thing, tuple[float, float]]]:
    """Where on the site those things lie that are about as large as a cell."""
    if not things:
        return
    corners = np.array([[thing.corners for thing in things]], np.float64).reshape(1, -1, 2)
    outlines = cv2.perspectiveTransform(corners, np.linalg.inv(guess.to_photo))[0].reshape(-1, 4, 2)
    for thing, outline in zip(things, outlines, strict=True):
        side = np.sqrt(abs(cv2.contourArea(outline.astype(np.float32))))
        if TILE_SIDES[0] < side < TILE_SIDES[1]:
            x, y = outline.mean(axis=0)
            yield thing, (float(x), float(y))

"""The character sheets of a photo that shows several: by their outlines, else by the rows of dice on them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.lattice import fit_lattice
from vision.reading import DieReading
from vision.tables.rollplayer.places import SHAPE
from vision.tables.several import Points, inside, separate
from vision.things import Kind, Thing

LEAST_ON_SHEET = 3  # dice on an outline that is a sheet
LEAST_IN_ROWS, LEAST_ROWS, LEAST_COLUMNS = 6, 3, 2  # dice that make a sheet without an outline
MOST_OFF = 0.2  # steps by which they lie off their rows, in the mean
GAP = 2.0  # steps between the dice of two sheets, so that one sheet is never taken for two


def sheets_of(things: Sequence[Thing], dice: Sequence[DieReading]) -> list[Points]:
    """Points of each sheet; fewer than two where the photo shows one player."""
    outlines: list[Points] = []
    loose = np.array([die.box.centre for die in dice], np.float32).reshape(-1, 2)
    boards = sorted((thing for thing in things if thing.kind is Kind.BOARD), key=lambda thing: -thing.diagonal)
    for board in boards:
        corners = np.array(board.corners, np.float32)
        on_it = np.array([inside(corners, point) for point in loose], bool)
        if on_it.sum() >= LEAST_ON_SHEET:
            outlines.append(corners)
            loose = loose[~on_it]
    return [*outlines, *_rows_of_dice(loose, outlines)]


def _rows_of_dice(loose: Points, outlines: Sequence[Points]) -> list[Points]:
    """Dice beside the outlines that lie in rows as on a sheet."""
    sheets: list[Points] = []
    while len(loose) >= LEAST_IN_ROWS:
        lattice = fit_lattice(loose, *SHAPE)
        if lattice is None or len(lattice.cells) < LEAST_IN_ROWS or lattice.error > MOST_OFF:
            break
        columns, rows = sorted(lattice.span)
        sheet = loose[list(lattice.cells)]
        gap = GAP * min(lattice.closeness(0), lattice.closeness(lattice.span[0] - 1))
        if rows < LEAST_ROWS or columns < LEAST_COLUMNS or not separate([*outlines, *sheets, sheet], gap):
            break
        sheets.append(sheet)
        loose = np.delete(loose, list(lattice.cells), axis=0)
    return sheets

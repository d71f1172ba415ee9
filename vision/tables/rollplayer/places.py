"""The places of a character sheet: six rows of three."""

from __future__ import annotations

from scoring.rollplayer.pieces import ATTRIBUTES
from scoring.words import say
from vision.tables.contract import Choice
from vision.tables.grid import Cell, cells

SHAPE = (6, 3)


def place_of(cell: Cell) -> str:
    """A cell as a place below its player.

    >>> place_of((4, 2))
    'rows/wisdom/2'
    """
    return f"rows/{ATTRIBUTES[cell[0]]}/{cell[1]}"


def cell_of(place: str) -> Cell:
    """The row and column of a place.

    >>> cell_of("rows/wisdom/2")
    (4, 2)
    """
    _, row, column = place.split("/")
    return [str(name) for name in ATTRIBUTES].index(row), int(column)


def name_of(cell: Cell) -> str:
    """A place as people say it: its row, and the number of the place from the left."""
    return say("{row} {number}", row=ATTRIBUTES[cell[0]], number=cell[1] + 1)


PLACES = tuple(Choice(place_of(cell), name_of(cell)) for cell in cells(*SHAPE))

"""The places of a layout: columns and rows that may run below zero, and the dwarves that stand on a card."""

from __future__ import annotations

from scoring.dwar7s.pieces import Colour, Kind
from vision.tables.contract import Piece

Cell = tuple[int, int]  # column and row
UNNAMED = "?"
DWARF = "dwarf "


def place_of(cell: Cell) -> str:
    """
    >>> place_of((3, -1))
    'table/3,-1'
    """
    return f"table/{cell[0]},{cell[1]}"


def cell_of(place: str) -> Cell:
    """
    >>> cell_of("table/3,-1")
    (3, -1)
    """
    column, row = place.removeprefix("table/").split(",")
    return int(column), int(row)


def is_dwarf(piece: Piece) -> bool:
    """Whether a piece is a dwarf on a card, and not a card."""
    return bool(piece["code"].startswith(DWARF))


def dwarf_colour(piece: Piece) -> str:
    """The colour of a dwarf."""
    return str(piece["code"].removeprefix(DWARF))


def is_named(piece: Piece) -> bool:
    """Whether it is known which card it is."""
    return not is_dwarf(piece) and UNNAMED not in piece["code"]


def is_piece(code: str) -> bool:
    """Whether a code is one of this game: a card with its turn, a dwarf, or a card without a name.

    >>> [is_piece(code) for code in ("red tavern 3", "dwarf blue", "?", "red tavern", "pink castle 0")]
    [True, True, True, False, False]
    """
    match code.split():
        case ["?"]:
            return True
        case ["dwarf", colour]:
            return colour in set(Colour)
        case [colour, kind, turn]:
            return colour in set(Colour) and kind in set(Kind) and turn in ("0", "1", "2", "3")
    return False


def card_of(code: str) -> dict[str, str | int]:
    """A card as the state has it.

    >>> card_of("red ruby_mine 1")
    {'kind': 'ruby_mine', 'colour': 'red', 'turn': 1}
    """
    colour, kind, turn = code.split()
    return {"kind": kind, "colour": colour, "turn": int(turn)}

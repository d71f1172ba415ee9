"""The places of a character: six rows of three dice on its sheet, and its cards."""

from __future__ import annotations

from scoring.rollplayer.pieces import ATTRIBUTES
from scoring.words import say
from vision.tables.contract import Choice, Piece
from vision.tables.grid import Cell, cells

SHAPE = (6, 3)
MARKER = "marker"
# What a photo proposes only, as words in what it leaves open.
CUBES, TOKENS, UNKNOWN_CARDS = "cubes", "tokens", "unknown_cards"
# Counters that it can tell apart, and where their number stands below their player.
COUNTED = {CUBES: "xp", "gold": "gold", "honor": "honor", "wounds": "wounds", "charisma": "charisma"}
# Where a card of each kind lies below its player; those with a slash are lists.
CARD_PLACES = {
    "race": "race",
    "class": "hero_class",
    "alignment": "alignment",
    "backstory": "backstory",
    **dict.fromkeys(("weapon", "armor", "trait", "skill", "scroll"), "cards/"),
    "minion": "trophies/",
}
LISTS = ("cards", "trophies")
SINGLE = ("race", "hero_class", "alignment", "backstory")


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


def is_on_sheet(piece: Piece) -> bool:
    """Whether a piece is a die in one of the eighteen places."""
    return str(piece.get("place") or "").startswith("rows/")


def marker_code(square: tuple[int, int]) -> str:
    """
    >>> marker_code((0, 2))
    '0,2'
    """
    return f"{square[0]},{square[1]}"


def square_of(code: str) -> list[int]:
    """Row and column of the marker.

    >>> square_of("0,2")
    [0, 2]
    """
    return [int(part) for part in code.split(",")]


def name_of(cell: Cell) -> str:
    """A place as people say it: its row, and the number of the place from the left."""
    return say("{row} {number}", row=ATTRIBUTES[cell[0]], number=cell[1] + 1)


PLACES = tuple(Choice(place_of(cell), name_of(cell)) for cell in cells(*SHAPE))

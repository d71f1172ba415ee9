"""The places of a dungeon, and what can lie on them in the words of a reading.

A room is called by its id, an unnamed one ``?``; ``!`` behind it says that it is conquered.
"""

from __future__ import annotations

from scoring.dungeonlords.pieces import COLUMNS, ROWS, Square, parse_square, square_name
from scoring.words import say
from vision.tables.contract import Choice

EMPTY, TUNNEL, CONQUERED_TUNNEL, ROOM, CONQUERED_ROOM = "", "tunnel", "tunnel!", "?", "?!"
UNNAMED = "?"
CONQUERED = "!"
DUNGEON, MONSTERS, PRISONERS = "dungeon", "monsters", "prisoners"


def place_of(square: Square) -> str:
    """A square as a place below its player.

    >>> place_of((2, 1))
    'dungeon/C2'
    """
    return f"{DUNGEON}/{square_name(square)}"


def square_of(place: str) -> Square:
    """The column and row of such a place.

    >>> square_of("dungeon/C2")
    (2, 1)
    """
    return parse_square(place.partition("/")[2])


def room_of(code: str) -> str | None:
    """The room that a code tells; None for a tunnel.

    >>> room_of("mint!"), room_of("?"), room_of("tunnel!")
    ('mint', '?', None)
    """
    name = code.removesuffix(CONQUERED)
    return None if name == TUNNEL else name


SQUARES: tuple[Square, ...] = tuple((column, row) for row in range(ROWS) for column in range(COLUMNS))
PLACES = (
    *(Choice(place_of(square), square_name(square)) for square in SQUARES),
    Choice(MONSTERS, say("the lair")),
    Choice(PRISONERS, say("the prison")),
)

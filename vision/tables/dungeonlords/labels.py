"""What the tiles and cards of a dungeon look like."""

from __future__ import annotations

from vision.tables.contract import Lesson
from vision.tables.dungeonlords.places import CONQUERED, DUNGEON, UNNAMED, room_of
from vision.tables.labels import Label


def label(code: str, place: str | None) -> Label | None:
    """Tunnels are crosses, rooms are square, whoever lies beside the dungeon is a card; pale backs have no name.

    >>> label("tunnel", "dungeon/A1").thing, label("mint", "dungeon/A1").name, label("mint!", "dungeon/A1").name
    ('tile cross', 'mint', None)
    >>> label("golem", "monsters")
    Label(thing='card', face=None, colour=None, second=None, name='golem')
    """
    if not code:
        return None
    if place is not None and not place.startswith(DUNGEON):
        return Label("card", name=None if code == UNNAMED else code)
    room = room_of(code)
    if room is None:
        return Label("tile cross")
    return Label("tile", name=None if room == UNNAMED or code.endswith(CONQUERED) else room)


def lesson(code: str, place: str | None) -> Lesson | None:
    """Whoever has a name teaches it; a tunnel, a pale back and what has no name teach nothing.

    >>> lesson("mint", "dungeon/A1"), lesson("golem", "monsters"), lesson("tunnel", "dungeon/A1")
    (Lesson(item='mint', quarter=0), Lesson(item='golem', quarter=0), None)
    """
    shown = label(code, place)
    return Lesson(shown.name) if shown and shown.name else None

"""What the cards and dwarves of a layout look like."""

from __future__ import annotations

from vision.tables.contract import Lesson
from vision.tables.dwar7s.places import DWARF, UNNAMED, card_of, is_piece
from vision.tables.labels import Label


def label(code: str, place: str | None) -> Label | None:
    """A kingdom card by colour and kind, however it is turned; a dwarf is a figure.

    >>> label("red tavern 3", None).name, label("dwarf blue", None).thing, label("?", None).name
    ('red tavern', 'figure', None)
    """
    if not is_piece(code):
        return None
    if code.startswith(DWARF):
        return Label("figure", colour=code.removeprefix(DWARF))
    return Label("card", name=code.rpartition(" ")[0] or None)


def lesson(code: str, place: str | None) -> Lesson | None:
    """A kingdom card teaches its kind, whatever its colour, turned upright.

    >>> lesson("red tavern 3", "table/0,0"), lesson("dwarf blue", None), lesson("?", "table/0,0")
    (Lesson(item='tavern', quarter=3), None, None)
    """
    if not is_piece(code) or code.startswith(DWARF) or code == UNNAMED:
        return None
    card = card_of(code)
    return Lesson(str(card["kind"]), int(card["turn"]))

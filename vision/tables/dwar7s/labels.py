"""What the cards and dwarves of a layout look like."""

from __future__ import annotations

from vision.tables.dwar7s.places import DWARF, is_piece
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

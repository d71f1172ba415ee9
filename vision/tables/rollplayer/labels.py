"""What a Roll Player die looks like."""

from __future__ import annotations

from vision.tables.labels import DIE, Label
from vision.tables.rollplayer.lay import BOOST

CLEAR = "clear"


def label(code: str, place: str | None) -> Label | None:
    """A die by its code; boost dice are clear.

    >>> label("gold 3", None), label("boost 7", None).colour
    (Label(thing='die', face='3', colour='gold', second=None, name=None), 'clear')
    """
    colour, _, face = code.partition(" ")
    return Label(DIE, face, CLEAR if colour == BOOST else colour) if face.isdigit() else None

"""What a Roll Player die looks like."""

from __future__ import annotations

from vision.tables.contract import Lesson
from vision.tables.labels import DIE, Label
from vision.tables.rollplayer.lay import BOOST
from vision.tables.rollplayer.places import LISTS

CLEAR = "clear"
TURNED_ANY_WAY = (*LISTS, "hero_class", "backstory")  # how a sheet or an alignment card lies, is read off its picture


def label(code: str, place: str | None) -> Label | None:
    """A die by its code; boost dice are clear.

    >>> label("gold 3", None), label("boost 7", None).colour
    (Label(thing='die', face='3', colour='gold', second=None, name=None), 'clear')
    """
    colour, _, face = code.partition(" ")
    return Label(DIE, face, CLEAR if colour == BOOST else colour) if face.isdigit() else None


def lesson(code: str, place: str | None) -> Lesson | None:
    """A card beside the sheet teaches itself, however it lies.

    >>> lesson("longsword", "cards"), lesson("dwarf", "race"), lesson("gold 3", "rows/wisdom/2")
    (Lesson(item='longsword', quarter=0), None, None)
    """
    return Lesson(code) if (place or "").partition("/")[0] in TURNED_ANY_WAY else None

"""What a Dice Miner die looks like."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.diceminer.pieces import PIPS, UNREAD, DieError, DieType, Shows, die
from vision.tables.labels import DIE, Label

# A second name where people may call the dice of a type by either.
COLOURS: Mapping[DieType, tuple[str, str | None]] = {
    DieType.TUNNEL: ("white", None),
    DieType.HAZARD: ("black", None),
    DieType.TOOL: ("green", None),
    DieType.TREASURE: ("yellow", "gold"),
    DieType.MAGIC: ("turquoise", "blue"),
}
ONLY_ONE = frozenset({Shows.PICKAXE, Shows.SHIELD, Shows.BEER})


def label(code: str, place: str | None) -> Label | None:
    """A die by its code; None for a face that nobody read, and for a die that does not exist.

    >>> [label(code, None).face for code in ("T3", "Hd4", "Kp", "Gb", "M2")]
    ['3', 'dragon4', 'pickaxe', 'beer', 'magic2']
    >>> label("H?", None), label("T!Hd4", None)
    (None, None)
    """
    try:
        shown = die(code)
    except DieError:
        return None
    if shown.foreign or shown.shows == UNREAD:
        return None
    if shown.shows == PIPS:
        face = str(shown.count)
    else:
        face = shown.shows.value + ("" if shown.shows in ONLY_ONE else str(shown.count))
    return Label(DIE, face, *COLOURS[shown.type])

"""What the Ministry still waits for: a lord of whom nothing was told yet is not taken to have nothing."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.catalogue import Catalogue
from scoring.dungeonlords.state import Lord, Table
from scoring.needs import Need, Way
from scoring.words import say

_STORES = ("monsters", "prisoners", "imps", "trolls", "gold", "food", "letters", "evil")


def needs(table: Table, catalogue: Catalogue) -> Iterator[Need]:
    """The dungeon and what is in it, of every lord whose board is still as it was at the start."""
    for seat, lord in enumerate(table.players):
        fresh = Lord(name=lord.name)
        if lord.dungeon == fresh.dungeon:
            yield Need(seat, say("dungeon"), f"/players/{seat}/dungeon", Way.PHOTO)
        if all(getattr(lord, field) == getattr(fresh, field) for field in _STORES):
            yield Need(seat, say("monsters, prisoners and stores"), f"/players/{seat}/monsters/-")

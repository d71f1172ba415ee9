"""Who a card beside the dungeon is: a monster of the lair or somebody in the prison. Plain Python, no pixels."""

from __future__ import annotations

from functools import cache

from scoring.dungeonlords.pieces import MONSTERS as BEASTS
from scoring.games import load
from vision.reading import Alternative, Reading
from vision.tables.dungeonlords.places import MONSTERS, UNNAMED
from vision.tables.table import Hints, Named

# The odds that a card where such cards belong is none of them, when all of them were taught.
STRANGER = 0.02
NAMED = 0.8


@cache
def people(field: str) -> frozenset[str]:
    """Who may lie there.

    >>> "golem" in people("monsters"), "golem" in people("prisoners")
    (True, False)
    """
    if field == MONSTERS:
        return frozenset(map(str, BEASTS))
    catalogue = load("dungeonlords").catalogue
    return frozenset(item.id for kind in ("adventurer", "paladin") for item in catalogue.of_kind(kind))


def who(field: str, at_home: bool, naming: Named | None, hints: Hints) -> Reading[str]:
    """The card's name if it is plain, else the likeliest ones to choose from; `at_home` lie cards where they belong."""
    if naming is None:
        return Reading(UNNAMED, 0.0)
    offered = [one for one in naming.alternatives if one.value in people(field)]
    chances = {one.value: one.confidence for one in offered}
    stranger = 1.0 if not at_home else STRANGER + len(people(field) - hints.taught) / len(people(field))
    total = sum(chances.values()) + stranger * max(0.0, 1 - sum(one.confidence for one in naming.alternatives))
    likely = sorted(chances, key=chances.__getitem__, reverse=True)
    options = tuple(Alternative(name, chances[name] / max(total, 1e-9)) for name in likely)
    if options and (naming.item == options[0].value or options[0].confidence >= NAMED):
        return Reading(options[0].value, options[0].confidence, options[1:])
    return Reading(UNNAMED, options[0].confidence if options else 0.0, options)

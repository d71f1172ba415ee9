"""Phrases that several rulings share: the names of components and orders in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.catalogue import Catalogue, localised
from scoring.words import listed, say

ORDER_NAMES = {
    "get_food": say("Get food"),
    "improve_reputation": say("Improve reputation"),
    "dig_tunnels": say("Dig tunnels"),
    "mine_gold": say("Mine gold"),
    "recruit_imps": say("Recruit imps"),
    "buy_traps": say("Buy traps"),
    "hire_monster": say("Hire a monster"),
    "build_room": say("Build a room"),
}


def names(items: Iterable[str], catalogue: Catalogue) -> str:
    """The names of these components as one phrase."""
    known = catalogue.items
    return listed((localised(known[item].name) if item in known else item for item in items), nothing=say("nobody"))

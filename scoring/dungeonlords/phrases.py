"""Phrases that several rulings share: lists, and the names of components and orders in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.catalogue import Catalogue, localised
from scoring.words import Sentence, say

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


def listing(parts: Iterable[Sentence | str]) -> Sentence | str:
    """Several phrases as one, separated by commas.

    >>> listing([say("gold"), say("food")])
    'gold, food'
    """
    joined: Sentence | str | None = None
    for part in parts:
        joined = part if joined is None else say("{first}, {rest}", first=joined, rest=part)
    return joined if joined is not None else say("nobody")


def names(items: Iterable[str], catalogue: Catalogue) -> Sentence | str:
    """The names of these components as one phrase."""
    return listing(localised(catalogue.items[item].name) if item in catalogue.items else item for item in items)

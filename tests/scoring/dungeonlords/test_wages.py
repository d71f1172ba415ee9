"""Pay Day with any lair: the ways are counted without listing them, and the best come first."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from time import monotonic
from typing import Any

import pytest

from scoring.catalogue import Catalogue
from scoring.dungeonlords.building.dues import LISTED
from scoring.dungeonlords.pieces import MONSTERS


def every_way(lord: dict[str, Any], catalogue: Catalogue) -> list[tuple[list[str], list[str], list[str], int]]:
    """Each way to keep, dismiss or feed every single monster: kept, gone, fed and the evil paid."""
    kinds = sorted(lord["monsters"])
    found = {}
    for fates in product("kdf", repeat=len(kinds)):
        groups = {fate: [kind for kind, chosen in zip(kinds, fates, strict=True) if chosen == fate] for fate in "kdf"}
        due = Counter[str]()
        for kind in groups["k"]:
            due.update(dict(catalogue.value(kind, "cost")))
        payable = due["food"] <= lord["food"] and due["gold"] <= lord["gold"] and due["trap"] <= len(lord["traps"])
        fed = due["monster"] == len(groups["f"]) and "ghost" not in groups["f"]
        if payable and fed and lord["evil"] + due["evil"] <= 14:
            way = groups["k"], groups["d"], groups["f"], due["evil"]
            found[str(way)] = way
    return list(found.values())


@pytest.mark.parametrize("seed", range(40))
def test_all_ways_are_found_and_the_fewest_leaving_come_first(ask: Any, catalogue: Catalogue, seed: int) -> None:
    dice = random.Random(seed)
    lord = {
        "name": "Ann",
        "monsters": [dice.choice(MONSTERS) for _ in range(dice.randint(0, 6))],
        "food": dice.randint(0, 6),
        "gold": dice.randint(0, 2),
        "traps": ["pendulum"] * dice.randint(0, 2),
        "evil": dice.randint(4, 13),
    }
    expected = every_way(lord, catalogue)
    ruling = ask("pay-day", lord=lord)
    assert ruling.data["ways"] == len(expected)
    told = [(o["keep"], o["dismiss"], o["fed"], o["pay"].get("evil", 0)) for o in ruling.data["options"]]
    if len(expected) <= LISTED:
        assert sorted(map(str, told)) == sorted(map(str, expected))
    ranks = sorted((len(gone), len(fed), evil) for _, gone, fed, evil in expected)
    assert [(len(gone), len(fed), evil) for _, gone, fed, evil in told] == ranks[:LISTED]


def test_a_lair_of_all_24_tiles_is_paid_at_once(ask: Any, catalogue: Catalogue) -> None:
    tiles = [
        kind for kind in MONSTERS for _ in range(sum(catalogue.value(kind, f"tiles_{year}") or 0 for year in (1, 2)))
    ]
    assert len(tiles) == 24
    lord = {"name": "Ann", "monsters": tiles, "food": 9, "gold": 2, "traps": ["pendulum"], "evil": 4}
    start = monotonic()
    ruling = ask("pay-day", lord=lord)
    assert monotonic() - start < 3
    assert ruling.data["ways"] > 10_000 and len(ruling.data["options"]) == LISTED
    assert f"of {ruling.data['ways']}" in ruling.steps[-1].text
    best = ruling.data["options"][0]
    assert len(best["keep"]) + len(best["dismiss"]) + len(best["fed"]) == 24
    (same,) = [o for o in ask("pay-day", lord=lord, keep=best["keep"]).data["options"] if o["fed"] == best["fed"]]
    assert same == best


def test_a_choice_that_keeps_more_than_the_lair_holds_cannot_be_paid(ask: Any) -> None:
    lord = {"name": "Ann", "monsters": ["goblin"], "food": 9}
    assert ask("pay-day", lord=lord, keep=["goblin", "goblin"]).legal == "no"

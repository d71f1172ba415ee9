"""What can be wrong with the adventurers before a dungeon and in its prison."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from scoring.catalogue import Catalogue, localised
from scoring.dungeonlords.pieces import PALADINS, SEASONS
from scoring.dungeonlords.state import Lord, Table
from scoring.sheet import Problem
from scoring.words import say

ADVENTURERS_PER_YEAR = 3


def party_problems(state: Table, seat: int, catalogue: Catalogue) -> list[Problem]:
    """All of it for this seat."""
    lord, root = state.players[seat], f"/players/{seat}"
    return [
        *_known(state, lord, root, catalogue),
        *_how_many(state, lord, root),
        *_order(lord, root, catalogue),
        *_damage(state, lord, root, catalogue),
    ]


def _known(state: Table, lord: Lord, root: str, catalogue: Catalogue) -> Iterator[Problem]:
    people = [(f"{root}/party/{i}", hero.id, True) for i, hero in enumerate(lord.party)]
    people += [(f"{root}/prisoners/{i}", hero, False) for i, hero in enumerate(lord.prisoners)]
    for where, hero, waiting in people:
        item = catalogue.items.get(hero)
        if item is None or item.kind not in ("adventurer", "paladin"):
            yield Problem(
                "DL-ADVENTURERS", (where,), say("{player}: there is no adventurer {id}.", player=lord.name, id=hero)
            )
            continue
        year = catalogue.value(hero, "year")
        if year > state.year or (waiting and year != state.year):
            yield Problem(
                "DL-ADVENTURERS",
                (where,),
                say(
                    "{player}: {hero} belongs to year {year}.",
                    player=lord.name,
                    hero=localised(item.name),
                    year=year,
                ),
            )


def _how_many(state: Table, lord: Lord, root: str) -> Iterator[Problem]:
    waiting = sum(hero.id not in PALADINS for hero in lord.party)
    arrived = min(SEASONS.index(state.season), ADVENTURERS_PER_YEAR)
    if waiting > arrived:
        yield Problem(
            "DL-ADVENTURERS",
            (f"{root}/party",),
            say(
                "{player}: {count} adventurers wait, but by now at most {most} have come.",
                player=lord.name,
                count=waiting,
                most=arrived,
            ),
        )
    if state.season == "end" and lord.party:
        yield Problem(
            "DL-BATTLE-END",
            (f"{root}/party",),
            say("{player}: nobody waits at the entrance once the game is over.", player=lord.name),
        )
    jailed = sum(hero not in PALADINS for hero in lord.prisoners)
    battles = state.year if state.season in ("battle", "end") else state.year - 1
    if jailed > battles * ADVENTURERS_PER_YEAR:
        yield Problem(
            "DL-PRISON",
            (f"{root}/prisoners",),
            say(
                "{player}: {count} adventurers in prison, but at most {most} have attacked so far.",
                player=lord.name,
                count=jailed,
                most=battles * ADVENTURERS_PER_YEAR,
            ),
        )


def _order(lord: Lord, root: str, catalogue: Catalogue) -> Iterator[Problem]:
    ranks = [_place(hero.id, catalogue) for hero in lord.party]
    for i, (before, after) in enumerate(pairwise(ranks), start=1):
        if after < before:
            rule = "DL-PALADIN" if after == 0 else "DL-MARCH"
            yield Problem(
                rule,
                (f"{root}/party/{i}",),
                say(
                    "{player}: the paladin leads, then warriors, then the others; place {place} is out of order.",
                    player=lord.name,
                    place=i + 1,
                ),
            )


def _place(hero: str, catalogue: Catalogue) -> int:
    if hero in PALADINS:
        return 0
    return 1 if catalogue.value(hero, "class") == "fighter" else 2


def _damage(state: Table, lord: Lord, root: str, catalogue: Catalogue) -> Iterator[Problem]:
    for i, hero in enumerate(lord.party):
        hp = catalogue.value(hero.id, "hp")
        where = (f"{root}/party/{i}",)
        if hero.damage and state.season != "battle":
            yield Problem(
                "DL-DAMAGE", where, say("{player}: adventurers take damage only in battle.", player=lord.name)
            )
        if hp is not None and hero.damage >= hp:
            yield Problem(
                "DL-DAMAGE",
                where,
                say(
                    "{player}: {hero} has {damage} damage and {hp} hit points, so he belongs in prison.",
                    player=lord.name,
                    hero=localised(catalogue.items[hero.id].name),
                    damage=hero.damage,
                    hp=hp,
                ),
            )

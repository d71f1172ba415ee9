"""What can be wrong with the adventurers before a dungeon and in its prison."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from scoring.catalogue import Catalogue, localised
from scoring.dungeonlords.pieces import ILLUSION, PALADINS, SEASONS
from scoring.dungeonlords.possible import ADVENTURER
from scoring.dungeonlords.state import Hero, Lord, Table
from scoring.names import unknown_name
from scoring.sheet import Problem
from scoring.words import say

ADVENTURERS_PER_YEAR = 3


def party_problems(state: Table, seat: int, catalogue: Catalogue) -> list[Problem]:
    """All of it for this seat."""
    lord, root = state.players[seat], f"/players/{seat}"
    return [
        *_known(state, lord, root, catalogue),
        *_how_many(state, lord, root),
        *_prison(state, lord, root, catalogue),
        *_order(lord, root, catalogue),
        *_damage(state, lord, root, catalogue),
        *_enchanted(state, lord, root),
    ]


def _known(state: Table, lord: Lord, root: str, catalogue: Catalogue) -> Iterator[Problem]:
    people = [(f"{root}/party/{i}", hero.id, True) for i, hero in enumerate(lord.party) if hero.id != ILLUSION]
    people += [(f"{root}/prisoners/{i}", hero, False) for i, hero in enumerate(lord.prisoners)]
    for where, hero, waiting in people:
        item = catalogue.items.get(hero)
        if item is None or item.kind not in ("adventurer", "paladin"):
            reason = unknown_name(ADVENTURER, hero, catalogue.names("adventurer", "paladin"))
            yield Problem(
                "DL-ADVENTURERS",
                (where,),
                say(
                    "{player}: {reason}",
                    player=lord.name,
                    reason=reason,
                ),
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
    waiting = sum(hero.id not in (*PALADINS, ILLUSION) for hero in lord.party)
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


def _prison(state: Table, lord: Lord, root: str, catalogue: Catalogue) -> Iterator[Problem]:
    """Prisoners are made in the battle of their year, out of the three adventurers who came (and the paladin)."""
    for year in range(1, state.year + 1):
        where = tuple(f"{root}/prisoners/{i}" for i, hero in enumerate(lord.prisoners) if _is_of(hero, year, catalogue))
        if not where:
            continue
        if year == state.year and state.season not in ("battle", "end"):
            yield Problem(
                "DL-PRISON",
                where,
                say(
                    "{player}: the battle of year {year} is still to come, so none of its attackers is in prison.",
                    player=lord.name,
                    year=year,
                ),
            )
            continue
        came = [hero for hero in (*lord.prisoners, *(hero.id for hero in lord.party)) if hero not in PALADINS]
        count = sum(_is_of(hero, year, catalogue) for hero in came)
        if count > ADVENTURERS_PER_YEAR:
            yield Problem(
                "DL-PRISON",
                where,
                say(
                    "{player}: {count} adventurers of year {year}, but only {most} a year come to each dungeon.",
                    player=lord.name,
                    count=count,
                    year=year,
                    most=ADVENTURERS_PER_YEAR,
                ),
            )


def _is_of(hero: str, year: int, catalogue: Catalogue) -> bool:
    """Whether this is an adventurer or paladin of that year."""
    item = catalogue.items.get(hero)
    known = item is not None and item.kind in ("adventurer", "paladin")
    return known and bool(catalogue.value(hero, "year") == year)


def _order(lord: Lord, root: str, catalogue: Catalogue) -> Iterator[Problem]:
    ranks = [(i, _place(hero.id, catalogue)) for i, hero in enumerate(lord.party) if hero.id != ILLUSION]
    for (_, before), (i, after) in pairwise(ranks):
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


def _hit_points(hero: Hero, catalogue: Catalogue) -> int | None:
    """What he can take, with the extra of a spell; None if no tile is called so."""
    printed = catalogue.value(hero.id, "hp")
    return None if printed is None else int(printed) + hero.extra_hit_points


def _damage(state: Table, lord: Lord, root: str, catalogue: Catalogue) -> Iterator[Problem]:
    for i, hero in enumerate(lord.party):
        hp = _hit_points(hero, catalogue)
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


def _enchanted(state: Table, lord: Lord, root: str) -> Iterator[Problem]:
    """Create Food and Illusion are second-year cards, and what they do ends with the battle."""
    if state.year == 2 and state.season == "battle":
        return
    for i, hero in enumerate(lord.party):
        where = (f"{root}/party/{i}",)
        if hero.id == ILLUSION:
            yield Problem(
                "DL-SPELL-ILLUSION",
                where,
                say("{player}: an illusion stands in the line only in the battle of year two.", player=lord.name),
            )
        if hero.extra_hit_points:
            yield Problem(
                "DL-SPELL-CREATE-FOOD",
                where,
                say("{player}: there are extra hit points only in the battle of year two.", player=lord.name),
            )

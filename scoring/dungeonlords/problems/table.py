"""What can be wrong across the table: the box, the paladin, the seats and the extra counter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from scoring.catalogue import Catalogue, localised
from scoring.dungeonlords.pieces import EVIL_TOP, ILLUSION, PALADIN_SPACE, PALADINS
from scoring.dungeonlords.state import Table
from scoring.sheet import Problem
from scoring.words import say

TRAP_CARDS = 27


def table_problems(state: Table, catalogue: Catalogue) -> list[Problem]:
    """Everything that no single dungeon shows."""
    return [
        *_seats(state),
        *_moment(state),
        *_dummy(state),
        *_twice(state, catalogue),
        *_monster_tiles(state, catalogue),
        *_trap_cards(state, catalogue),
        *_paladin(state),
        *_unequal_parties(state),
    ]


def _seats(state: Table) -> Iterator[Problem]:
    count = len(state.players)
    if state.first_player >= count:
        yield Problem(
            "DL-FIRST-PLAYER",
            ("/first_player",),
            say("Seat {seat} has no player; seats are 0 to {last}.", seat=state.first_player, last=count - 1),
        )


def _moment(state: Table) -> Iterator[Problem]:
    if state.year == 1 and state.season == "end":
        yield Problem(
            "DL-GOAL",
            ("/year", "/season"),
            say("The game ends after the battle of year two; tell which season of year one it is, or battle."),
        )


def _dummy(state: Table) -> Iterator[Problem]:
    if state.dummy_evil is None:
        return
    if len(state.players) != 2:
        yield Problem(
            "DL-2P-COUNTER", ("/dummy_evil",), say("Only a two-player game has an extra counter on the Evilometer.")
        )
    elif not 0 <= state.dummy_evil <= EVIL_TOP:
        yield Problem(
            "DL-2P-COUNTER",
            ("/dummy_evil",),
            say("The Evilometer runs from 0 to {top}, not to {evil}.", top=EVIL_TOP, evil=state.dummy_evil),
        )


def _twice(state: Table, catalogue: Catalogue) -> Iterator[Problem]:
    """Each room and each adventurer exists once."""
    places: dict[str, list[str]] = defaultdict(list)
    for seat, lord in enumerate(state.players):
        for i, tile in enumerate(lord.dungeon):
            if tile.room is not None:
                places[tile.room].append(f"/players/{seat}/dungeon/{i}")
        for i, hero in enumerate(lord.party):
            places[hero.id].append(f"/players/{seat}/party/{i}")
        for i, prisoner in enumerate(lord.prisoners):
            places[prisoner].append(f"/players/{seat}/prisoners/{i}")
    for piece, where in places.items():
        item = catalogue.items.get(piece)
        if item is not None and item.kind in ("room", "adventurer", "paladin") and len(where) > 1:
            rule = "DL-COMPONENTS" if item.kind == "room" else "DL-ADVENTURERS"
            yield Problem(
                rule,
                tuple(where),
                say("{piece} is there {count} times; the box has one.", piece=localised(item.name), count=len(where)),
            )


def _monster_tiles(state: Table, catalogue: Catalogue) -> Iterator[Problem]:
    places: dict[str, list[str]] = defaultdict(list)
    for seat, lord in enumerate(state.players):
        for i, beast in enumerate(lord.monsters):
            places[beast.id].append(f"/players/{seat}/monsters/{i}")
    for kind, where in places.items():
        item = catalogue.items.get(kind)
        if item is None or item.kind != "monster":
            continue
        counts = [catalogue.value(kind, f"tiles_{year}") or 0 for year in range(1, state.year + 1)]
        if len(where) > sum(counts):
            yield Problem(
                "DL-COMPONENTS",
                tuple(where),
                say(
                    "{count} tiles of {monster}; up to year {year} the box has {limit}.",
                    count=len(where),
                    monster=localised(item.name),
                    year=state.year,
                    limit=sum(counts),
                ),
            )


def _trap_cards(state: Table, catalogue: Catalogue) -> Iterator[Problem]:
    """No more traps in all than the deck has, and no more of one kind than there are copies of it."""
    count = sum(len(lord.traps) for lord in state.players)
    if count > TRAP_CARDS:
        yield Problem(
            "DL-COMPONENTS",
            tuple(f"/players/{seat}/traps" for seat in range(len(state.players))),
            say("{count} trap cards; the deck has {limit}.", count=count, limit=TRAP_CARDS),
        )
    places: dict[str, list[str]] = defaultdict(list)
    for seat, lord in enumerate(state.players):
        for i, trap in enumerate(lord.traps):
            places[trap].append(f"/players/{seat}/traps/{i}")
    for trap, where in places.items():
        copies = catalogue.fact(trap, "copies")
        if copies.known and len(where) > copies.value:
            values = {"trap": localised(catalogue.items[trap].name), "count": len(where), "limit": copies.value}
            message = say("{trap} is there {count} times; the deck has {limit}.", **values)
            if copies.caveat:
                message = say("{message} ({caveat})", message=message, caveat=copies.caveat)
            yield Problem("DL-COMPONENTS", tuple(where), message)


def _paladin(state: Table) -> Iterator[Problem]:
    """The paladin of the year stands before the evillest lord who reached his space, until he is beaten."""
    paladin = PALADINS[state.year - 1]
    jailed = any(paladin in lord.prisoners for lord in state.players)
    holders = [seat for seat, lord in enumerate(state.players) if any(h.id == paladin for h in lord.party)]
    if state.season == "end" or jailed:
        return
    worst = max(lord.evil for lord in state.players)
    space = state.options.paladin_leaves_for
    if holders and worst >= space and worst > max(state.players[seat].evil for seat in holders):
        seat = next(seat for seat, lord in enumerate(state.players) if lord.evil == worst)
        yield Problem(
            "DL-PALADIN-MOVES",
            (f"/players/{seat}/evil", f"/players/{holders[0]}/party"),
            say("{player} is eviller, so the paladin belongs there.", player=state.players[seat].name),
        )
    if not holders and worst >= PALADIN_SPACE and state.season != "battle":
        seat = next(seat for seat, lord in enumerate(state.players) if lord.evil == worst)
        yield Problem(
            "DL-PALADIN",
            (f"/players/{seat}/evil",),
            say(
                "{player} has reached the paladin's space, so the paladin must have come.",
                player=state.players[seat].name,
            ),
        )


def _unequal_parties(state: Table) -> Iterator[Problem]:
    """Each season every lord gets one adventurer, and until the battle nobody leaves."""
    waiting = [sum(hero.id not in (*PALADINS, ILLUSION) for hero in lord.party) for lord in state.players]
    if state.season in ("battle", "end") or len(set(waiting)) <= 1:
        return
    parties = ", ".join(f"{lord.name} {count}" for lord, count in zip(state.players, waiting, strict=True))
    yield Problem(
        "DL-ADVENTURERS",
        tuple(f"/players/{seat}/party" for seat in range(len(state.players))),
        say("Before the battle equally many adventurers wait for every lord, not: {parties}.", parties=parties),
    )

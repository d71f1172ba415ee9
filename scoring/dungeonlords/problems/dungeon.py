"""What can be wrong with the tiles of one dungeon."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from scoring.catalogue import Catalogue, localised
from scoring.dungeonlords.pieces import (
    STARTING_TUNNELS,
    blocks,
    in_zone,
    neighbours,
    on_grid,
    square_name,
    steps_from_entrance,
)
from scoring.dungeonlords.possible import ROOM
from scoring.dungeonlords.state import Lord, Table
from scoring.names import unknown_name
from scoring.sheet import Problem
from scoring.words import say

ROUNDS_PER_BATTLE = 4


def dungeon_problems(state: Table, seat: int, catalogue: Catalogue) -> list[Problem]:
    """All breaches of the building rules in the dungeon of this seat."""
    lord, root = state.players[seat], f"/players/{seat}"
    return [
        *_squares(lord, root),
        *_start(lord, root),
        *_two_by_two(lord, root),
        *_touching_rooms(lord, root),
        *_rooms(state, lord, root, catalogue),
        *_reachable(lord, root),
        *_conquered(state, lord, root),
    ]


def _where(lord: Lord, root: str, *squares: tuple[int, int]) -> tuple[str, ...]:
    return tuple(f"{root}/dungeon/{i}" for i, tile in enumerate(lord.dungeon) if tile.square in squares)


def _squares(lord: Lord, root: str) -> Iterator[Problem]:
    seen: set[tuple[int, int]] = set()
    for i, tile in enumerate(lord.dungeon):
        where = (f"{root}/dungeon/{i}",)
        if not on_grid(tile.square):
            yield Problem(
                "DL-DIG",
                where,
                say("{player}: {square} lies off the board of 5 × 4 squares.", player=lord.name, square=tile.name),
            )
        elif tile.square in seen:
            yield Problem(
                "DL-DIG", where, say("{player}: there are two tiles on {square}.", player=lord.name, square=tile.name)
            )
        seen.add(tile.square)


def _start(lord: Lord, root: str) -> Iterator[Problem]:
    missing = [square_name(square) for square in STARTING_TUNNELS if lord.tile_at(square) is None]
    if missing:
        yield Problem(
            "DL-SETUP-DUNGEON",
            (f"{root}/dungeon",),
            say(
                "{player}: every dungeon starts with tiles on C1, C2 and C3; missing: {squares}.",
                player=lord.name,
                squares=", ".join(missing),
            ),
        )


def _two_by_two(lord: Lord, root: str) -> Iterator[Problem]:
    for block in blocks(tile.square for tile in lord.dungeon):
        yield Problem(
            "DL-NO-2X2",
            _where(lord, root, *block),
            say(
                "{player}: {squares} fill a block of 2 × 2; one of the four must stay empty.",
                player=lord.name,
                squares=", ".join(map(square_name, block)),
            ),
        )


def _touching_rooms(lord: Lord, root: str) -> Iterator[Problem]:
    for one, other in combinations(lord.rooms, 2):
        if other.square in neighbours(one.square):
            yield Problem(
                "DL-ROOMS-APART",
                _where(lord, root, one.square, other.square),
                say("{player}: two rooms may not touch ({a} and {b}).", player=lord.name, a=one.name, b=other.name),
            )


def _rooms(state: Table, lord: Lord, root: str, catalogue: Catalogue) -> Iterator[Problem]:
    for i, tile in enumerate(lord.dungeon):
        if tile.room is None:
            continue
        where = (f"{root}/dungeon/{i}",)
        item = catalogue.items.get(tile.room)
        if item is None or item.kind != "room":
            reason = unknown_name(ROOM, tile.room, catalogue.names("room"))
            yield Problem(
                "DL-BUILD-ROOM",
                where,
                say(
                    "{player}: {reason}",
                    player=lord.name,
                    reason=reason,
                ),
            )
            continue
        zone = catalogue.value(tile.room, "zone")
        if zone is not None and not in_zone(tile.square, zone):
            yield Problem(
                "DL-ROOM-ZONE",
                where,
                say(
                    "{player}: {room} may not stand on {square}; it belongs to the {zone} zone.",
                    player=lord.name,
                    room=localised(item.name),
                    square=tile.name,
                    zone=ZONES.get(zone, zone),
                ),
            )
        if state.year == 1 and catalogue.value(tile.room, "year") == 2:
            yield Problem(
                "DL-YEAR2",
                where,
                say("{player}: {room} only comes in year two.", player=lord.name, room=localised(item.name)),
            )


ZONES = {"upper": say("upper"), "lower": say("lower"), "edge": say("edge"), "centre": say("centre")}


def _reachable(lord: Lord, root: str) -> Iterator[Problem]:
    steps = steps_from_entrance(tile.square for tile in lord.dungeon)
    if not steps:
        return
    for i, tile in enumerate(lord.dungeon):
        if on_grid(tile.square) and tile.square not in steps:
            yield Problem(
                "DL-DIG",
                (f"{root}/dungeon/{i}",),
                say(
                    "{player}: {square} is not connected to the entrance; a tunnel is dug next to a tile.",
                    player=lord.name,
                    square=tile.name,
                ),
            )


def _conquered(state: Table, lord: Lord, root: str) -> Iterator[Problem]:
    battles = state.year if state.season in ("battle", "end") else state.year - 1
    lost, most = len(lord.conquered), battles * ROUNDS_PER_BATTLE
    if lost > most:
        yield Problem(
            "DL-BATTLE-ROUNDS",
            _where(lord, root, *(tile.square for tile in lord.conquered)),
            say(
                "{player}: {lost} conquered tiles, but only {most} battle rounds can have been fought.",
                player=lord.name,
                lost=lost,
                most=most,
            ),
        )
    if state.year == 2 or state.season in ("battle", "end"):
        yield from _skipped_nearer(state, lord, root)


def _skipped_nearer(state: Table, lord: Lord, root: str) -> Iterator[Problem]:
    """Nothing can be conquered behind a nearer tile that still stands.

    In year two only the first three tiles tell: any other may have been dug after the first battle.
    """
    steps = steps_from_entrance(tile.square for tile in lord.dungeon)
    old = [tile for tile in lord.dungeon if state.year == 1 or tile.square in STARTING_TUNNELS]
    standing = [steps[tile.square] for tile in old if not tile.conquered and tile.square in steps]
    for tile in lord.conquered:
        if standing and steps.get(tile.square, 0) > min(standing):
            yield Problem(
                "DL-NEAREST-TILE",
                _where(lord, root, tile.square),
                say(
                    "{player}: {square} is conquered although a tile nearer to the entrance still stands.",
                    player=lord.name,
                    square=tile.name,
                ),
            )

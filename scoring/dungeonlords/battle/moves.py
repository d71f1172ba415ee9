"""Everything an owner can do in one round, as positions: the tree that the solver searches."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations
from typing import NamedTuple

from scoring.dungeonlords.battle.arena import NO_CONQUER, ROUNDS, Arena, Card, Position, Site
from scoring.dungeonlords.battle.beasts import GHOST, Mode
from scoring.dungeonlords.battle.spells import NO_CHOICE, Choice, apply_spell, check_known, spell_choices
from scoring.dungeonlords.battle.steps import (
    attack,
    can_attack,
    casts,
    conquer,
    end_round,
    heal,
    heals,
    idle,
    poison,
    start_round,
    targets,
    tire,
)
from scoring.dungeonlords.battle.traps import pay, spring, trap_cost

Blow = tuple[int, str, tuple[int, ...], bool]
"""Kind, mode, persons hit, and whether a goblin strikes again."""


Targets = tuple[tuple[int, int | None], ...]
"""Traps in order, each with the person it is aimed at."""

Trapped = tuple[Position, Targets]


class Line(NamedTuple):
    """What the owner decided in a round: enough to write the plan down again."""

    site: int
    traps: Targets = ()
    sent: tuple[int, ...] = ()
    blows: tuple[Blow, ...] = ()
    fast: Choice = NO_CHOICE
    slow: Choice = NO_CHOICE


def sites_worth_trying(arena: Arena, position: Position) -> list[int]:
    """The nearest tiles, but of those alike in battle only one."""
    alike: dict[str | None, int] = {}
    for site in arena.next_sites(position.lost):
        room = arena.sites[site].room
        alike.setdefault(room if room in BATTLE_ROOMS else room and "room", site)
    return list(alike.values())


BATTLE_ROOMS = frozenset({"training_room", "dark_room", "labyrinth", "anti_magic_room"})


@cache
def monster_sets(ready: tuple[int, ...], most: int) -> list[tuple[int, ...]]:
    """Every set of the monsters that are ready (at most so many) with every number of ghosts."""
    monsters = [kind for kind in ready if kind != GHOST]
    ghosts = ready.count(GHOST)
    sets = {chosen for size in range(most + 1) for chosen in combinations(monsters, size)}
    return [chosen + (GHOST,) * count for chosen in sorted(sets) for count in range(ghosts + 1)]


@cache
def trap_sets(traps: tuple[int, ...], most: int) -> list[tuple[int, ...]]:
    """No trap, one, or two in order where the tile takes two."""
    return sorted({chosen for size in range(most + 1) for chosen in permutations(traps, size)})


def trapped(arena: Arena, position: Position, place: Site, traps: tuple[int, ...]) -> Iterator[Trapped]:
    """The position after these traps, for each choice of targets; nothing if they cannot be paid."""
    if not traps or not position.party:
        yield position, ()
        return
    trap, *rest = traps
    paid = pay(position, trap_cost(arena, trap, place))
    if paid is None:
        return
    aims = range(len(position.party)) if arena.traps[trap].aimed else (None,)
    for aim in aims:
        person = None if aim is None else position.party[aim][0]
        for after, later in trapped(arena, spring(arena, paid, trap, aim), place, tuple(rest)):
            yield after, ((trap, person), *later)


def endings(
    arena: Arena,
    hit: Position,
    place: int,
    sent: tuple[int, ...],
    traps: Targets,
    card: Card,
) -> Iterator[tuple[Position, Line]]:
    """Every position in which the round can end once the plan stands: ``hit`` is the position after the traps."""
    ready = list(hit.ready)
    for kind in sent:
        ready.remove(kind)
    position = hit._replace(ready=tuple(ready), field=sent)
    site = arena.sites[place]
    seen: set[Position] = set()
    for cast, fast in _spell(arena, position, card, "fast", site):
        for fought, blows in _assault(arena, cast, site, (), seen):
            for slowed, slow in _spell(arena, fought, card, "slow", site):
                yield _close(arena, slowed, place, card), Line(place, traps, sent, blows, fast, slow)


def _spell(arena: Arena, position: Position, card: Card, speed: str, site: Site) -> Iterator[tuple[Position, Choice]]:
    spoken = card.effect != "none" and card.speed in (speed, None) and bool(position.party)
    if not spoken or not casts(arena, position, card, site):
        yield position, NO_CHOICE
        return
    check_known(card)
    for choice in spell_choices(arena, position, card):
        yield apply_spell(arena, position, card, choice), choice


def _assault(
    arena: Arena, position: Position, site: Site, done: tuple[Blow, ...], seen: set[Position]
) -> Iterator[tuple[Position, tuple[Blow, ...]]]:
    """The monsters in the battle attack in every order, in every mode, on every target."""
    if position in seen:
        return
    seen.add(position)
    if not position.field or not position.party:
        yield position, done
        return
    for kind in set(position.field):
        for after, blow in _blows(arena, position, kind, site):
            yield from _assault(arena, after, site, (*done, blow), seen)


def _blows(arena: Arena, position: Position, kind: int, site: Site) -> Iterator[tuple[Position, Blow]]:
    found = False
    for mode in site.modes[kind]:
        if not can_attack(arena, position, mode):
            continue
        found = True
        if mode.hits == "any":
            yield from _aimed(arena, position, kind, mode)
            continue
        after = attack(arena, position, kind, mode, (), True)
        yield after, (kind, mode.id, (), True)
        if mode.again:
            once = attack(arena, position, kind, mode, (), False)
            if once != after:
                yield once, (kind, mode.id, (), False)
    if not found:
        yield idle(position, kind), (kind, site.modes[kind][0].id, (), True)


def _aimed(arena: Arena, position: Position, kind: int, mode: Mode) -> Iterator[tuple[Position, Blow]]:
    for aim in targets(arena, position, mode):
        first = position.party[aim][0]
        if mode.times == 1:
            yield attack(arena, position, kind, mode, (aim,), False), (kind, mode.id, (first,), True)
            continue
        once = attack(arena, position, kind, mode, (aim,), False)
        if not once.party:
            yield once, (kind, mode.id, (first,), True)
        for second in targets(arena, once, mode):
            after = attack(arena, position, kind, mode, (aim, second), False)
            yield after, (kind, mode.id, (first, once.party[second][0]), True)


def _close(arena: Arena, position: Position, place: int, card: Card) -> Position:
    """Healing, fatigue, conquering and poison; after the fourth round the survivors leave."""
    if position.party:
        hearts = heals(arena, position)
        if hearts:
            position = heal(arena, position, hearts)
        if not position.flags & NO_CONQUER:
            position = conquer(arena, tire(arena, position, card.fatigue or 0), place)
        position = poison(arena, position)
    position = end_round(position)
    return position._replace(party=()) if position.round > ROUNDS else position


def plans(arena: Arena, position: Position) -> Iterator[tuple[int, tuple[Trapped, ...], list[tuple[int, ...]]]]:
    """Every tile with every set of traps worth trying: what the traps do, and the monsters that may be sent along."""
    fresh = start_round(arena, position, ())
    playable = tuple(trap for trap in position.traps if arena.traps[trap].known)
    for place in sites_worth_trying(arena, position):
        site = arena.sites[place]
        crowds = monster_sets(position.ready, site.most_monsters)
        for traps in trap_sets(playable, site.most_traps):
            hits = tuple(trapped(arena, fresh, site, traps))
            if hits:
                yield place, hits, crowds

"""Damage: who takes it, who falls, and what the Evilometer does to the paladin."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.dungeonlords.battle.arena import HIDDEN, Arena, Position
from scoring.dungeonlords.pieces import EVIL_TOP, ILLUSION

PALADIN, WIZARD = "paladin", "wizard"


Party = tuple[tuple[int, int], ...]


def hurt(arena: Arena, party: Party, fallen: list[int], shield: int, hits: Sequence[int]) -> tuple[Party, int]:
    """Deal so much damage to each of the party, front first; whoever has no hit points left is added to ``fallen``.

    A magic shield swallows the first points. An illusion just vanishes. Returns the party and the rest of the shield.
    """
    standing = []
    for member, hit in zip(party, hits, strict=True):
        if hit > 0 and shield:
            absorbed = min(shield, hit)
            shield -= absorbed
            hit -= absorbed
        if hit <= 0:
            standing.append(member)
        elif member[1] > hit:
            standing.append((member[0], member[1] - hit))
        elif arena.people[member[0]].cls != ILLUSION:
            fallen.append(member[0] % arena.base)
    return tuple(standing), shield


def hurt_one(arena: Arena, party: Party, fallen: list[int], shield: int, place: int, hit: int) -> tuple[Party, int]:
    """Deal damage to the member at this place of the line."""
    absorbed = min(shield, hit)
    person, left = party[place]
    left -= hit - absorbed
    if left > 0:
        return (*party[:place], (person, left), *party[place + 1 :]), shield - absorbed
    if arena.people[person].cls != ILLUSION:
        fallen.append(person % arena.base)
    return party[:place] + party[place + 1 :], shield - absorbed


def jailed(prison: tuple[int, ...], fallen: list[int]) -> tuple[int, ...]:
    """The prison with these new prisoners."""
    return tuple(sorted((*prison, *fallen))) if fallen else prison


def can_be_hurt(arena: Arena, party: Party, flags: int, place: int) -> bool:
    """Invisible wizards cannot be harmed this round."""
    return not (flags & HIDDEN and arena.people[party[place][0]].cls == WIZARD)


def first_place(arena: Arena, party: Party, flags: int) -> int | None:
    """The place of the first member who can be hurt; None if there is nobody."""
    if not flags & HIDDEN:
        return 0 if party else None
    return next((i for i in range(len(party)) if can_be_hurt(arena, party, flags, i)), None)


def reputation(arena: Arena, position: Position, change: int) -> Position:
    """Move the counter (it stops at both ends); the paladin leaves for, or comes from, an eviller dungeon at once."""
    evil = max(0, min(EVIL_TOP, position.evil + change))
    position = position._replace(evil=evil)
    if position.away is not None:
        if evil >= arena.comes_at:
            return position._replace(party=(position.away, *position.party), away=None)
        return position
    if arena.rival > evil:
        for place, member in enumerate(position.party):
            if arena.people[member[0]].cls == PALADIN:
                party = position.party[:place] + position.party[place + 1 :]
                return position._replace(party=party, away=member)
    return position

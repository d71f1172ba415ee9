"""The trap step: what a trap costs, whom it hits, and what the thieves take off."""

from __future__ import annotations

from scoring.dungeonlords.battle.arena import NO_CAST, NO_CONQUER, NO_HEAL, Arena, Position, Site
from scoring.dungeonlords.battle.wounds import WIZARD, hurt, jailed


def trap_hits(arena: Arena, position: Position, trap: int, target: int | None) -> list[int]:
    """How much the trap would deal to each of the party before any thief acts."""
    party = position.party
    hits = [0] * len(party)
    last = len(party) - 1
    for who, points in arena.traps[trap].damage:
        if who == "each":
            hits = [hit + points for hit in hits]
        elif who == "others":
            hits = [hit + points * (place > 0) for place, hit in enumerate(hits)]
        elif who == "first":
            hits[0] += points
        elif who == "last":
            hits[last] += points
        elif who == "chosen" and target is not None:
            hits[target] += points
        elif who == "lethal":
            remaining = arena.options.poisoned_meal == "remaining"
            hits[0] += party[0][1] if remaining else arena.people[party[0][0]].hp
        elif who == "second" and (last > 0 or arena.options.lone_pendulum == "first"):
            hits[min(1, last)] += points
    return hits


def prevent(hits: list[int], icons: int) -> tuple[list[int], int]:
    """Take one point off per trap icon, from the front to the back; also how many icons are left.

    >>> prevent([1, 1, 2], 2)
    ([0, 0, 2], 0)
    """
    left = []
    for hit in hits:
        saved = min(hit, icons)
        icons -= saved
        left.append(hit - saved)
    return left, icons


def trap_cost(arena: Arena, trap: int, place: Site) -> dict[str, int]:
    """What playing the trap here costs: its own cost and the bait of 1 gold in a room."""
    cost = dict(arena.traps[trap].cost)
    if place.trap_gold:
        cost["gold"] = cost.get("gold", 0) + 1
    return cost


def pay(position: Position, cost: dict[str, int]) -> Position | None:
    """The position after paying gold, food and imps; None if that is impossible."""
    gold = position.gold - cost.get("gold", 0)
    food = position.food - cost.get("food", 0)
    imps = position.imps - cost.get("imp", 0)
    if gold < 0 or food < 0 or imps < 0:
        return None
    return position._replace(gold=gold, food=food, imps=imps)


def spring(arena: Arena, position: Position, trap: int, target: int | None) -> Position:
    """The trap goes off (its cost is paid already): thieves take off what they can, special effects always work."""
    hits, icons = prevent(trap_hits(arena, position, trap, target), position.icons)
    traps = list(position.traps)
    traps.remove(trap)
    card = arena.traps[trap]
    flags, venom = position.flags, position.venom
    if card.special == "skip_conquering":
        flags |= NO_CONQUER
    if target is not None and target < len(position.party):
        person = position.party[target][0]
        cls = arena.people[person].cls
        if card.special == "anti_magic":
            flags |= {WIZARD: NO_CAST, "priest": NO_HEAL}.get(cls, 0)
        later = sum(points for who, points in card.damage if who == "later")
        if later:
            venom = tuple(sorted((*venom, (person, later))))
    fallen: list[int] = []
    party, shield = hurt(arena, position.party, fallen, position.shield, hits)
    standing = sum(arena.people[person].trap for person, _ in party)
    return position._replace(
        party=party,
        prison=jailed(position.prison, fallen),
        traps=tuple(traps),
        shield=shield,
        flags=flags,
        icons=min(icons, standing),
        venom=venom,
    )

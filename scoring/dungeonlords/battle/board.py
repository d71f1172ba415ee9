"""A lord's board after a battle round, as it lies on the table."""

from __future__ import annotations

from scoring.dungeonlords.battle.arena import Arena, Position
from scoring.dungeonlords.battle.beasts import KINDS
from scoring.dungeonlords.state import Beast, Hero, Lord


def lord_after(arena: Arena, lord: Lord, position: Position) -> Lord:
    """The lord's board after the round."""
    conquered = {place.square for i, place in enumerate(arena.sites) if position.lost >> i & 1}
    people = arena.people
    return lord.model_copy(
        update={
            "party": tuple(hero_after(arena, member) for member in position.party),
            "prisoners": tuple(people[who].id for who in position.prison),
            "monsters": tuple(
                Beast(id=KINDS[kind], down=down)
                for kinds, down in ((position.ready, False), (position.down, True))
                for kind in kinds
            ),
            "traps": tuple(arena.traps[trap].id for trap in position.traps),
            "dungeon": tuple(
                tile.model_copy(update={"conquered": tile.square in conquered or tile.conquered})
                for tile in lord.dungeon
            ),
            "gold": position.gold,
            "food": position.food,
            "imps": position.imps,
            "evil": position.evil,
        }
    )


def hero_after(arena: Arena, member: tuple[int, int]) -> Hero:
    """A member of the line as he stands on the board."""
    who, left = member
    extra = arena.people[who].hp - arena.people[arena.person(who)].hp
    return Hero(id=arena.people[who].id, damage=max(0, arena.people[who].hp - left), extra_hit_points=extra)


def at_rest(lord: Lord) -> Lord:
    """The board when the battle is over: whoever still stands has left, and the monsters lie face up again."""
    monsters = tuple(beast.model_copy(update={"down": False}) for beast in lord.monsters)
    return lord.model_copy(update={"party": (), "monsters": monsters})

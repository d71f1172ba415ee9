"""The steps of a battle round, each a plain function from position to position: the engine of referee and solver."""

from __future__ import annotations

from scoring.dungeonlords.battle.arena import HIDDEN, NO_CAST, NO_CONQUER, NO_HEAL, Arena, Card, Position, Site
from scoring.dungeonlords.battle.beasts import GHOST, GOLEM, SHEEP, VAMPIRE, Mode
from scoring.dungeonlords.battle.wounds import (
    WIZARD,
    Party,
    can_be_hurt,
    first_place,
    hurt,
    hurt_one,
    jailed,
    reputation,
)


def start_round(arena: Arena, position: Position, sent: tuple[int, ...]) -> Position:
    """Send these kinds of monsters from the lair to the battle; the thieves' icons are fresh."""
    ready = list(position.ready)
    for kind in sent:
        ready.remove(kind)
    icons = sum(arena.people[person].trap for person, _ in position.party)
    return position._replace(ready=tuple(ready), field=sent, icons=icons)


def casts(arena: Arena, position: Position, card: Card, place: Site) -> bool:
    """Whether the party has the magic for this round's spell: round n needs n points, none in the Anti-Magic Room."""
    return not position.flags & NO_CAST and place.room != "anti_magic_room" and arena.magic(position) >= position.round


def targets(arena: Arena, position: Position, mode: Mode) -> list[int]:
    """The places of the line that an aimed attack may hit."""
    start = 1 if mode.not_first else 0
    return [
        place
        for place in range(start, len(position.party))
        if not (mode.not_priest and arena.people[position.party[place][0]].cls == "priest")
        and can_be_hurt(arena, position.party, position.flags, place)
    ]


def can_attack(arena: Arena, position: Position, mode: Mode) -> bool:
    """Whether this attack finds anybody, and its food can be paid."""
    if position.food < mode.food:
        return False
    if mode.hits == "any":
        return bool(targets(arena, position, mode))
    return mode.hits == "nobody" or first_place(arena, position.party, position.flags) is not None


def own_kind(position: Position, kind: int) -> int:
    """What lies in the lair after the fight: a sheep turns back into the monster it was."""
    return position.sheep if kind == SHEEP and position.sheep is not None else kind


def after_attack(position: Position, kind: int, returns: bool) -> Position:
    """The monster leaves the battle: face up if it may come again, face down otherwise."""
    field = list(position.field)
    field.remove(kind)
    if returns:
        return position._replace(field=tuple(field), ready=tuple(sorted((*position.ready, kind))))
    return position._replace(field=tuple(field), down=tuple(sorted((*position.down, own_kind(position, kind)))))


def idle(position: Position, kind: int) -> Position:
    """A monster that finds nobody to attack still ends face down, but for golems and vampires."""
    return after_attack(position, kind, kind in (GOLEM, VAMPIRE))


def attack(arena: Arena, position: Position, kind: int, mode: Mode, aims: tuple[int, ...], again: bool) -> Position:
    """One monster attacks. ``aims`` are places of the line; a goblin that kills may strike ``again``."""
    fallen: list[int] = []
    party, shield = _deal(arena, position, kind, mode, aims, again, fallen)
    attacked = position.attacked
    if mode.hits != "nobody":
        attacked = max(attacked, 2 if party != position.party else 1)
    field = list(position.field)
    field.remove(kind)
    back = mode.returns
    return position._replace(
        party=party,
        prison=jailed(position.prison, fallen),
        ready=tuple(sorted((*position.ready, kind))) if back else position.ready,
        food=position.food - mode.food,
        down=position.down if back else tuple(sorted((*position.down, own_kind(position, kind)))),
        field=tuple(field),
        attacked=attacked,
        shield=shield,
        flags=position.flags | (NO_HEAL if mode.no_heal else 0) | (NO_CONQUER if mode.no_conquer else 0),
    )


def _deal(
    arena: Arena, position: Position, kind: int, mode: Mode, aims: tuple[int, ...], again: bool, fallen: list[int]
) -> tuple[Party, int]:
    """The damage of an attack: the party and the shield after it."""
    party, shield, flags = position.party, position.shield, position.flags
    damage = arena.sheep_damage if kind == SHEEP else mode.damage
    if mode.hits == "all":
        hits = [damage * can_be_hurt(arena, party, flags, place) for place in range(len(party))]
        return hurt(arena, party, fallen, shield, hits)
    for aim in aims:
        party, shield = hurt_one(arena, party, fallen, shield, aim, damage)
    if mode.hits == "first":
        first = first_place(arena, party, flags)
        if first is not None:
            crowd = len(party)
            party, shield = hurt_one(arena, party, fallen, shield, first, damage)
            following = first_place(arena, party, flags) if again and mode.again and len(party) < crowd else None
            if following is not None:
                party, shield = hurt_one(arena, party, fallen, shield, following, mode.again)
    return party, shield


def heals(arena: Arena, position: Position) -> int:
    """The hearts that work this round: none unless something attacked and nothing forbids healing."""
    needed = 2 if arena.options.heal_after == "damage" else 1
    if position.flags & NO_HEAL or position.attacked < needed:
        return 0
    return sum(arena.people[person].heal for person, _ in position.party)


def heal(arena: Arena, position: Position, hearts: int) -> Position:
    """Take off one damage per heart, from the front to the back; the fallen stay in prison."""
    party = []
    for person, left in position.party:
        healed = min(hearts, arena.people[person].hp - left)
        hearts -= healed
        party.append((person, left + healed))
    return position._replace(party=tuple(party))


def tire(arena: Arena, position: Position, fatigue: int) -> Position:
    """Fatigue goes to the first of the line point by point, so that the rest passes to the next."""
    party, shield = position.party, position.shield
    fallen: list[int] = []
    while fatigue > 0:
        first = first_place(arena, party, position.flags)
        if first is None:
            break
        points = 1 if shield else min(fatigue, party[first][1])  # the next in line takes over where one falls
        party, shield = hurt_one(arena, party, fallen, shield, first, points)
        fatigue -= points
    return position._replace(party=party, prison=jailed(position.prison, fallen), shield=shield)


def conquer(arena: Arena, position: Position, place: int) -> Position:
    """Somebody still stands: the tile is lost and its lord a little less feared."""
    if not position.party:
        return position
    return reputation(arena, position._replace(lost=position.lost | 1 << place), -1)


def poison(arena: Arena, position: Position) -> Position:
    """The poison of every dart works after conquering, each on its victim only."""
    if not position.venom:
        return position
    party, shield = position.party, position.shield
    fallen: list[int] = []
    for victim, damage in position.venom:
        line = [arena.person(person) for person, _ in party]
        if arena.person(victim) in line:
            place = line.index(arena.person(victim))
            party, shield = hurt_one(arena, party, fallen, shield, place, damage)
    return position._replace(party=party, prison=jailed(position.prison, fallen), shield=shield)


def end_round(position: Position) -> Position:
    """Clear what belongs to one round; monsters that had no turn any more count as idle."""
    for kind in position.field:
        position = idle(position, kind)
    return position._replace(
        round=position.round + 1,
        sheep=None,
        attacked=0,
        shield=0,
        flags=0,
        icons=0,
        venom=(),
    )


def hide_wizards(arena: Arena, position: Position) -> Position:
    """Wizards step to the end of the line and cannot be harmed this round."""
    visible = [member for member in position.party if arena.people[member[0]].cls != WIZARD]
    hidden = [member for member in position.party if arena.people[member[0]].cls == WIZARD]
    return position._replace(party=(*visible, *hidden), flags=position.flags | HIDDEN)


def is_monster(kind: int) -> bool:
    """Ghosts are not monsters."""
    return kind != GHOST

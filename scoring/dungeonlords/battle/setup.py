"""From what a player told us to the arena and the first position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scoring.catalogue import Catalogue, localised
from scoring.dungeonlords.battle.arena import NEVER, Arena, Card, Person, Position, Site, Trap, rival_of, site
from scoring.dungeonlords.battle.ask import Battle, CombatCard
from scoring.dungeonlords.battle.beasts import KINDS
from scoring.dungeonlords.battle.wounds import PALADIN
from scoring.dungeonlords.pieces import EVIL_TOP, ILLUSION, PALADIN_SPACE, PALADINS, steps_from_entrance
from scoring.dungeonlords.possible import COMBAT_CARD, UNSEEN, belongs_to, lords_reasons, year_reasons
from scoring.dungeonlords.state import Hero
from scoring.names import unknown_names
from scoring.sheet import Missing
from scoring.words import Sentence, say

EXTRA_HIT_POINTS = 1
"""What Create Food adds to the first adventurer."""


CONJURED = Person(ILLUSION, ILLUSION, 1, name=say("the illusion"))


def person(hero: str, catalogue: Catalogue) -> Person | None:
    """The adventurer, paladin or illusion with this id; None if there is no such one."""
    if hero == ILLUSION:
        return CONJURED
    item = catalogue.items.get(hero)
    if item is None or item.kind not in ("adventurer", "paladin"):
        return None

    def value(field: str) -> int:
        return int(catalogue.value(hero, field) or 0)

    if item.kind == "paladin":
        return Person(hero, PALADIN, value("hp"), value("trap"), value("magic"), value("heal"), localised(item.name))
    cls, icons = catalogue.value(hero, "class"), value("icons")
    return Person(
        hero,
        cls,
        value("hp"),
        trap=icons * (cls == "thief"),
        magic=icons * (cls == "wizard"),
        heal=icons * (cls == "priest"),
        name=localised(item.name),
    )


def impossible(battle: Battle, catalogue: Catalogue) -> list[Sentence]:
    """Every reason why there can be no such battle."""
    lord = battle.lord
    away = [battle.paladin.id] if battle.paladin else []
    cards = [card.id for card in battle.cards if card.id is not None]
    found = lords_reasons((lord,), catalogue)
    found += unknown_names(COMBAT_CARD, cards, catalogue.names("combat_card"))
    found += unknown_names(say("paladin"), away, catalogue.names("paladin"))
    found += [*_paladins(battle, away), *year_reasons(lord, battle.year, catalogue)]
    for card in dict.fromkeys(cards):
        if catalogue.value(card, "year") not in (battle.year, None):
            found.append(belongs_to(card, catalogue.value(card, "year"), catalogue))
    for hero in lord.party:
        known = person(hero.id, catalogue)
        if known is not None and known is not CONJURED and hero.damage >= known.hp + hero.extra_hit_points:
            found.append(say("{who} has taken {n} damage and belongs in prison.", who=hero.id, n=hero.damage))
    if not steps_from_entrance(tile.square for tile in lord.dungeon):
        found.append(say("The dungeon has no tile at the entrance C1."))
    if not 0 <= lord.evil <= EVIL_TOP:
        found.append(say("The Evilometer runs from 0 to {top}.", top=EVIL_TOP))
    return found


def _paladins(battle: Battle, away: list[str]) -> Iterator[Sentence]:
    """Each year has one paladin: he stands before one dungeon only."""
    here = [hero.id for hero in battle.lord.party if hero.id in PALADINS]
    elsewhere = max(len(away), sum(rival.has_paladin for rival in battle.rivals))
    if len(here) + elsewhere > 1:
        yield say("There are {n} paladins, but each year has one.", n=len(here) + elsewhere)


def trap_of(trap: str, battle: Battle, catalogue: Catalogue) -> Trap | list[Missing]:
    """The trap as it works this year, or what must be asked first."""
    same = battle.year == 1 or battle.options.year_two_traps == "same"
    fields = ["cost_1", "damage_1"] if same else ["cost_2", "damage_2"]
    values = []
    missing = []
    for field in fields:
        value = catalogue.value(trap, field)
        if value is None:
            missing.append(catalogue.missing(trap, field))
        else:
            values.append(tuple((str(what), int(amount)) for what, amount in value))
    if missing:
        return missing
    special = catalogue.value(trap, "special") or "none"
    return Trap(trap, values[1], values[0], special, localised(catalogue.items[trap].name))


def card_of(card: CombatCard, catalogue: Catalogue) -> Card:
    """The combat card: what was told about it first, then what is printed as far as we know."""
    if card.id is None:
        return Card("", card.fatigue, card.speed, card.effect, card.amount, say("the combat card"))
    fatigue, speed, effect, amount = (
        getattr(card, field) if getattr(card, field) is not None else catalogue.value(card.id, field)
        for field in ("fatigue", "speed", "effect", "amount")
    )
    if effect == "none":
        amount = 0
    return Card(card.id, fatigue, speed, effect, amount, localised(catalogue.items[card.id].name))


def arena_of(battle: Battle, catalogue: Catalogue) -> tuple[Arena, Position, list[Missing]]:
    """The arena and the position before the next round, and the printed values that must be told first."""
    lord = battle.lord
    away = None if battle.paladin is None else battle.paladin
    heroes = [*lord.party, *([away] if away else [])]
    people = [person(hero.id, catalogue) for hero in heroes]
    people += [person(hero, catalogue) for hero in lord.prisoners]
    printed = [found for found in people if found is not None]
    printed.append(CONJURED)
    stronger = [Person(p.id, p.cls, p.hp + EXTRA_HIT_POINTS, p.trap, p.magic, p.heal, p.name) for p in printed]
    traps, missing = _store(battle, catalogue)
    cards = [card_of(card, catalogue) for card in battle.cards]
    arena = Arena(
        people=(*printed, *stronger),
        sites=_sites(battle),
        traps=traps,
        options=battle.options,
        rival=rival_of(tuple(rival.evil for rival in battle.rivals), battle.options),
        comes_at=_comes_at(battle),
        costs=_costs(catalogue),
        sheep_damage=max((card.amount or 0 for card in cards if card.effect == "sheep"), default=0),
        names={item.id: localised(item.name) for item in catalogue.items.values()} | {"sheep": say("sheep")},
    )
    return arena, _position(battle, arena, len(heroes)), missing


def _store(battle: Battle, catalogue: Catalogue) -> tuple[tuple[Trap, ...], list[Missing]]:
    """Each different trap of the lord, by name, and the printed values that playing them would need."""
    traps: list[Trap] = []
    missing: list[Missing] = []
    for trap in sorted(set(battle.lord.traps)):
        if trap == UNSEEN:
            traps.append(Trap(trap, (), name=say("the unseen trap"), known=False))
            continue
        found = trap_of(trap, battle, catalogue)
        if isinstance(found, Trap):
            traps.append(found)
        else:
            traps.append(Trap(trap, (), name=localised(catalogue.items[trap].name), known=False))
            missing += found
    return tuple(traps), missing


def _position(battle: Battle, arena: Arena, heroes: int) -> Position:
    lord = battle.lord
    deck = [trap.id for trap in arena.traps]
    lost = sum(1 << i for i, place in enumerate(arena.sites) if _conquered(battle, place.square))
    jailed = tuple(range(heroes, heroes + len(lord.prisoners)))
    return Position(
        round=battle.round,
        party=tuple(_standing(arena, i, hero) for i, hero in enumerate(lord.party)),
        prison=jailed,
        ready=tuple(sorted(KINDS.index(beast.id) for beast in lord.monsters if not beast.down)),
        traps=tuple(sorted(deck.index(trap) for trap in lord.traps)),
        gold=lord.gold,
        food=lord.food,
        imps=lord.imps,
        evil=lord.evil,
        lost=lost,
        away=_standing(arena, len(lord.party), battle.paladin) if battle.paladin else None,
        down=tuple(sorted(KINDS.index(beast.id) for beast in lord.monsters if beast.down)),
    )


def _standing(arena: Arena, index: int, hero: Hero) -> tuple[int, int]:
    """The hero at this index as a member of the line: as printed or stronger, and the hit points left."""
    who = index + arena.base if hero.extra_hit_points else index
    return who, max(1, arena.people[who].hp - hero.damage)


def _conquered(battle: Battle, square: tuple[int, int]) -> bool:
    tile = battle.lord.tile_at(square)
    return tile is not None and tile.conquered


def _sites(battle: Battle) -> tuple[Site, ...]:
    steps = steps_from_entrance(tile.square for tile in battle.lord.dungeon)
    rooms: Mapping[tuple[int, int], str | None] = {tile.square: tile.room for tile in battle.lord.dungeon}
    return tuple(site(square, rooms[square], distance) for square, distance in steps.items())


def _comes_at(battle: Battle) -> int:
    """Where the lord must stand to draw the paladin: on his space, and above whoever has him."""
    here = any(hero.id in PALADINS for hero in battle.lord.party)
    if battle.paladin is None and not here:
        return NEVER
    holders = [rival.evil for rival in battle.rivals if rival.has_paladin]
    space = battle.options.paladin_leaves_for if here or holders else PALADIN_SPACE
    rival = rival_of(tuple(rival.evil for rival in battle.rivals), battle.options) if here else 0
    return max(space, max(holders, default=0) + 1, rival + 1)


def _costs(catalogue: Catalogue) -> dict[int, tuple[tuple[str, int], ...]]:
    return {
        kind: tuple((str(what), int(amount)) for what, amount in catalogue.value(name, "cost") or ())
        for kind, name in enumerate(KINDS)
    }

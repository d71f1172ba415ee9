"""The spells of the combat cards: which choices they leave to the owner, and what they do."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from scoring.dungeonlords.battle.arena import Arena, Card, Position
from scoring.dungeonlords.battle.beasts import SHEEP
from scoring.dungeonlords.battle.steps import heal, hide_wizards, is_monster
from scoring.dungeonlords.battle.traps import pay
from scoring.dungeonlords.battle.wounds import reputation
from scoring.dungeonlords.pieces import EVIL_TOP
from scoring.faults import TallyError


class Choice(NamedTuple):
    """What the owner decides against a spell: a word, the monsters it is about, and the trap cards given up."""

    word: str = ""
    monsters: tuple[int, ...] = ()
    traps: tuple[int, ...] = ()


NO_CHOICE = Choice()


class UnknownSpellError(TallyError, LookupError):
    """A spell is cast whose text nobody told us; ``field`` is the part that is missing."""

    def __init__(self, card: Card, field: str) -> None:
        super().__init__(f"{card.id}: {field} is not known.")
        self.card = card
        self.field = field


def check_known(card: Card) -> None:
    """Raise UnknownSpellError if the referee cannot carry this spell out."""
    if card.effect is None or card.effect == "other":
        raise UnknownSpellError(card, "effect")
    if card.effect != "none" and card.speed is None:
        raise UnknownSpellError(card, "speed")
    if card.amount is None:
        raise UnknownSpellError(card, "amount")


def spell_choices(arena: Arena, position: Position, card: Card) -> list[Choice]:
    """What the owner may decide when this spell is cast; a single empty choice if nothing."""
    monsters = sorted({kind for kind in position.field if is_monster(kind)})
    match card.effect:
        case "withdraw_all_or_evil":
            return [Choice("withdraw"), Choice("evil")]
        case "pay_or_withdraw":
            return _payable(arena, position)
        case "withdraw_one" | "exhaust_one" | "sheep" if monsters:
            return [Choice("monster", (kind,)) for kind in monsters]
        case "lose_treasure" if not position.gold and not position.food and position.traps:
            return [Choice("trap", traps=(trap,)) for trap in sorted(set(position.traps))]
    return [NO_CHOICE]


def _payable(arena: Arena, position: Position) -> list[Choice]:
    """Every set of monsters in the battle that the owner can pay for, with every trap card that pays a golem.

    The monsters that are not paid will withdraw.
    """
    monsters = [kind for kind in position.field if is_monster(kind)]
    sets = {kept for size in range(len(monsters) + 1) for kept in combinations(monsters, size)}
    found = []
    for kept in sorted(sets):
        ways = sorted(set(combinations(position.traps, traps_due(arena, kept))))
        found += [Choice("pay", kept, traps) for traps in ways if pay_wages(arena, position, kept, traps) is not None]
    return found


def traps_due(arena: Arena, kinds: tuple[int, ...]) -> int:
    """How many trap cards these monsters cost together."""
    return sum(amount for kind in kinds for what, amount in arena.costs.get(kind, ()) if what == "trap")


def pay_wages(arena: Arena, position: Position, kinds: tuple[int, ...], traps: tuple[int, ...]) -> Position | None:
    """Pay these monsters what stands on their tiles, with these trap cards where they cost some.

    None if it cannot be paid. Evil is a cost in the full game.
    """
    due: dict[str, int] = {}
    for kind in kinds:
        for what, amount in arena.costs.get(kind, ()):
            due[what] = due.get(what, 0) + amount
    evil = due.get("evil", 0)
    too_evil = arena.options.full_game and position.evil + evil > EVIL_TOP
    if "monster" in due or due.get("trap", 0) != len(traps) or too_evil:
        return None
    paid = pay(_give_up(position, traps), due)
    return None if paid is None else reputation(arena, paid, evil) if evil else paid


def _give_up(position: Position, traps: tuple[int, ...]) -> Position:
    left = list(position.traps)
    for trap in traps:
        left.remove(trap)
    return position._replace(traps=tuple(left))


def apply_spell(arena: Arena, position: Position, card: Card, choice: Choice) -> Position:
    """What the spell does, after the owner chose."""
    amount = card.amount or 0
    match card.effect:
        case "evil":
            return reputation(arena, position, amount)
        case "lose_imp":
            return position._replace(imps=max(0, position.imps - amount))
        case "lose_treasure":
            return _lose_treasure(position, choice)
        case "shield":
            return position._replace(shield=position.shield + amount)
        case "hide_wizards":
            return hide_wizards(arena, position)
        case "heal":
            return heal(arena, position, amount)
        case "extra_hp_first":
            return _extra_hit_points(arena, position)
        case "illusion":
            return _illusion(arena, position, amount)
    return _on_monsters(arena, position, card, choice)


def _on_monsters(arena: Arena, position: Position, card: Card, choice: Choice) -> Position:
    """The spells that turn the monsters in the battle away."""
    match card.effect:
        case "withdraw_all_or_evil":
            if choice.word == "evil":
                return reputation(arena, position, card.amount or 0)
            return _leave(position, tuple(kind for kind in position.field if is_monster(kind)), face_up=True)
        case "pay_or_withdraw":
            unpaid = [kind for kind in position.field if is_monster(kind)]
            for kind in choice.monsters:
                unpaid.remove(kind)
            paid = pay_wages(arena, position, choice.monsters, choice.traps)
            return _leave(paid or position, tuple(unpaid), face_up=True)
        case "withdraw_one":
            return _leave(position, choice.monsters, face_up=True)
        case "exhaust_one":
            return _leave(position, choice.monsters, face_up=False)
        case "sheep":
            return _sheep(position, choice.monsters)
    return position


def _leave(position: Position, kinds: tuple[int, ...], *, face_up: bool) -> Position:
    field = list(position.field)
    for kind in kinds:
        field.remove(kind)
    if face_up:
        return position._replace(field=tuple(field), ready=tuple(sorted((*position.ready, *kinds))))
    return position._replace(field=tuple(field), down=tuple(sorted((*position.down, *kinds))))


def _sheep(position: Position, kinds: tuple[int, ...]) -> Position:
    """The chosen monster fights on as a sheep and ends face down, whatever it was."""
    field = list(position.field)
    for kind in kinds:
        field[field.index(kind)] = SHEEP
        position = position._replace(sheep=kind)
    return position._replace(field=tuple(field))


def _lose_treasure(position: Position, choice: Choice) -> Position:
    """One gold; without gold one food; without food one trap of the owner's choice."""
    if position.gold:
        return position._replace(gold=position.gold - 1)
    if position.food:
        return position._replace(food=position.food - 1)
    return _give_up(position, choice.traps)


def _extra_hit_points(arena: Arena, position: Position) -> Position:
    """The first of the party has more hit points for the rest of the battle."""
    if not position.party or position.party[0][0] >= arena.base:
        return position
    person, left = position.party[0]
    stronger = person + arena.base
    gained = arena.people[stronger].hp - arena.people[person].hp
    return position._replace(party=((stronger, left + gained), *position.party[1:]))


def _illusion(arena: Arena, position: Position, amount: int) -> Position:
    """An illusion steps to the front; it stays until it is destroyed."""
    ghostly = arena.base - 1
    return position._replace(party=((ghostly, max(1, amount)), *position.party))

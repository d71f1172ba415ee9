"""Decisions of the solver written down as a player would tell them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from scoring.dungeonlords.battle.arena import Arena
from scoring.dungeonlords.battle.ask import Attack, RoundPlan, TrapUse
from scoring.dungeonlords.battle.beasts import KINDS, MODES, SHEEP
from scoring.dungeonlords.battle.moves import Line
from scoring.dungeonlords.battle.spells import Choice
from scoring.sheet import Step
from scoring.words import Sentence, listed, say


def written(arena: Arena, line: Line) -> RoundPlan:
    """The decisions of a round in the form a player tells them."""
    names = [person.id for person in arena.people]
    waiting = Counter(line.sent)
    attacks = []
    for kind, mode, aims, again in line.blows:
        waiting[_sent_as(kind, line)] -= 1
        attacks.append(
            Attack(monster=_called(kind, line), mode=mode, on=tuple(names[who] for who in aims), again=again)
        )
    attacks += [Attack(monster=KINDS[kind]) for kind in (+waiting).elements()]
    return RoundPlan(
        tile=arena.sites[line.site].name,
        traps=tuple(
            TrapUse(id=arena.traps[trap].id, on=None if who is None else names[who]) for trap, who in line.traps
        ),
        attacks=tuple(attacks),
        **_spell_words(arena, line.fast),
        **_spell_words(arena, line.slow),
    )


def _sent_as(kind: int, line: Line) -> int:
    """The monster that was sent: a sheep is the one that the owner chose for the spell."""
    return line.fast.monsters[0] if kind == SHEEP else kind


def _called(kind: int, line: Line) -> str:
    """The name of a monster in the plan; of two alike, the sheep must be told apart."""
    sent = _sent_as(kind, line)
    return KINDS[kind] if line.sent.count(sent) > 1 else KINDS[sent]


def _spell_words(arena: Arena, choice: Choice) -> dict[str, Any]:
    traps = tuple(arena.traps[trap].id for trap in choice.traps)
    match choice.word:
        case "withdraw" | "evil":
            return {"peace": choice.word}
        case "pay":
            return {"pay": tuple(KINDS[kind] for kind in choice.monsters), "traps_paid": traps}
        case "monster":
            return {"chosen": KINDS[choice.monsters[0]]}
        case "trap":
            return {"chosen": traps[0]}
    return {}


def plan_data(plan: RoundPlan) -> dict[str, Any]:
    """A plan as short data that can be given back to the referee."""
    return plan.model_dump(exclude_defaults=True)


def plan_step(arena: Arena, plan: RoundPlan) -> Step:
    """The plan of the round at hand in one sentence: the tile, the traps and the attacks, each with its target."""
    return _at(plan, [_trap(arena, use) for use in plan.traps], [_attack(arena, attack) for attack in plan.attacks])


def layout_step(arena: Arena, plan: RoundPlan) -> Step:
    """What is laid out before the card is turned up: targets and order are decided when it is."""
    traps = [arena.names[use.id] for use in plan.traps]
    return _at(plan, traps, [arena.names[attack.monster] for attack in plan.attacks])


def _at(plan: RoundPlan, traps: list[Sentence | str], attacks: list[Sentence | str]) -> Step:
    text = say(
        "At {tile}: traps {traps}; attacks {attacks}.",
        tile=plan.tile,
        traps=listed(traps or [say("nothing")]),
        attacks=listed(attacks or [say("nobody")]),
    )
    return Step(text, "DL-PLANNING")


def card_step(arena: Arena, plan: RoundPlan, card: Sentence | str, fatigue: int | None, chance: Sentence) -> Step:
    """What to do once this card is turned up: the targets, the order of the attacks, and the answer to its spell."""
    told = [*(_trap(arena, use) for use in plan.traps), *(_attack(arena, attack) for attack in plan.attacks)]
    told += _answers(arena, plan)
    text = say(
        "{card}, fatigue {fatigue} ({chance}): {orders}.",
        card=card,
        fatigue=fatigue,
        chance=chance,
        orders=listed(told or [say("nobody attacks")]),
    )
    return Step(text, "DL-MONSTER-STEP")


def _trap(arena: Arena, use: TrapUse) -> Sentence | str:
    name = arena.names[use.id]
    return name if use.on is None else say("{what} on {whom}", what=name, whom=_person(arena, use.on))


def _attack(arena: Arena, attack: Attack) -> Sentence | str:
    name = arena.names[attack.monster]
    if attack.monster in KINDS and len(MODES[KINDS.index(attack.monster)]) > 1:
        name = say("{monster} (attack {mode})", monster=name, mode=attack.mode)
    if not attack.again:
        name = say("{monster} (one blow only)", monster=name)
    if not attack.on:
        return name
    return say("{what} on {whom}", what=name, whom=listed(_person(arena, who) for who in attack.on))


def _person(arena: Arena, who: str) -> Sentence | str:
    return next(person.name for person in arena.people if person.id == who)


def _answers(arena: Arena, plan: RoundPlan) -> list[Sentence]:
    """What the owner decides against the spell of the card, where the plan says anything about it."""
    told = []
    if plan.peace == "evil":
        told.append(say("take the evil"))
    if plan.pay:
        told.append(say("pay for {monsters}", monsters=listed(arena.names[kind] for kind in plan.pay)))
    given = [*plan.traps_paid, *([plan.chosen] if plan.chosen is not None else [])]
    told += [say("give {what}", what=arena.names[what]) for what in given]
    return told

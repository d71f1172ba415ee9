"""Decisions of the solver written down as a player would tell them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from scoring.dungeonlords.battle.arena import Arena
from scoring.dungeonlords.battle.ask import Attack, RoundPlan, TrapUse
from scoring.dungeonlords.battle.beasts import KINDS, SHEEP
from scoring.dungeonlords.battle.moves import Line
from scoring.dungeonlords.battle.spells import Choice
from scoring.sheet import Step
from scoring.words import say


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


def plan_step(plan: dict[str, Any]) -> Step:
    """The plan of the round at hand in one sentence."""
    attacks = ", ".join(attack_word(attack) for attack in plan.get("attacks", ())) or say("nobody")
    traps = ", ".join(trap["id"] for trap in plan.get("traps", ())) or say("nothing")
    text = say("At {tile}: traps {traps}; attacks {attacks}.", tile=plan["tile"], traps=traps, attacks=attacks)
    return Step(text, "DL-PLANNING")


def attack_word(attack: dict[str, Any]) -> str:
    mode = f":{attack['mode']}" if "mode" in attack else ""
    aims = "@" + ",".join(attack["on"]) if "on" in attack else ""
    return f"{attack['monster']}{mode}{aims}"

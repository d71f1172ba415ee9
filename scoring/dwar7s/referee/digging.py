"""Digging: the top card of a stack goes under it, unless monsters are about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import Field

from scoring.dwar7s.pieces import MONSTERS, Kind
from scoring.dwar7s.referee.common import Ask, Scene, Spot, execution_reasons, place_at, refused, rules_of, settled
from scoring.dwar7s.referee.outcome import kingdom_changes, with_dig
from scoring.sheet import Missing, Ruling, Step, legal_if
from scoring.words import listed, say


class Dig(Ask):
    """What may be dug with a castle?"""

    castle: Spot | None = Field(None, description="The castle used; left out: any on which the dwarves stand.")


@dataclass(frozen=True, slots=True)
class Diggings:
    """Stacks that may be dug, those that may not and why, and what nobody can tell yet."""

    targets: tuple[int, ...]
    unsure: tuple[int, ...]
    reasons: tuple[Step, ...]
    missing: tuple[Missing, ...]


def diggings(scene: Scene, castle: int | None) -> Diggings:
    """Every stack of two or more cards without dwarves whose top is no monster, unless a ban falls on it."""
    stacked = [place for place in scene.board.at.values() if len(scene.board.stacks[place].cards) > 1]
    reasons: list[Step] = []
    missing: list[Missing] = []
    targets, unsure = [], []
    for place in stacked:
        against = _why_not(scene, place)
        if against:
            reasons.append(against)
            continue
        banned, step, questions = _ban(scene, castle, place)
        missing += questions
        if step and step not in reasons:
            reasons.append(step)
        if banned is None:
            unsure.append(place)
        elif not banned:
            targets.append(place)
    if not stacked:
        reasons.append(Step(say("There is no stack of two or more cards."), "DW-DIG"))
        reasons += [step for step in [_ban(scene, castle, None)[1]] if step]
    return Diggings(tuple(targets), tuple(unsure), tuple(reasons), tuple(dict.fromkeys(missing)))


def _why_not(scene: Scene, place: int) -> Step | None:
    stack = scene.board.stacks[place]
    if any(stack.dwarves.values()):
        return Step(say("Dwarves stand on {card}.", card=scene.card(place)), "DW-DIG-LIMITS")
    if stack.top.kind in MONSTERS:
        return Step(say("{card} is a monster.", card=scene.card(place)), "DW-DIG-LIMITS")
    return None


def _ban(scene: Scene, castle: int | None, target: int | None) -> tuple[bool | None, Step | None, list[Missing]]:
    """Whether monsters forbid this dig, as the table reads the ban (options.dig_ban)."""
    match scene.table.options.dig_ban:
        case "own_kingdom":
            place = scene.board.castle(scene.player.colour)
        case "castle_kingdom":
            place = castle
        case _:
            place = target if target is not None and _has_castle(scene, target) else None
    if place is None:
        return False, None, []
    surely, perhaps = scene.board.monsters_with(place)
    if surely:
        text = say("{monsters} in the kingdom: no digging.", monsters=listed(map(scene.card, surely)))
        return True, Step(text, "DW-DIG-MONSTERS"), []
    if perhaps:
        text = say("{monsters} may be in the kingdom; unknown walls decide.", monsters=listed(map(scene.card, perhaps)))
        questions = [scene.facts.missing(kind, "walls") for kind in scene.board.unsure_walls(place)]
        return None, Step(text, "DW-DIG-MONSTERS"), questions
    return False, None, []


def _has_castle(scene: Scene, place: int) -> bool:
    """Whether a region is a kingdom at all."""
    return any(scene.board.kind(p) is Kind.CASTLE for p in scene.board.region(place, scene.board.perhaps))


@settled
def dig(ask: Dig, scene: Scene) -> Ruling:
    """Dig targets: two own dwarves on any castle, then any stack that no dwarf, monster or ban protects."""
    castles = [place for place in scene.board.at.values() if scene.board.kind(place) is Kind.CASTLE]
    manned = [p for p in castles if scene.own(p) >= (scene.board.prints[p].need or 2)]
    reasons = execution_reasons(scene)
    castle = manned[0] if manned else None
    if ask.castle is not None:
        castle = place_at(scene, ask.castle)
        if castle not in castles:
            text = say("There is no castle at {x},{y}.", x=ask.castle[0], y=ask.castle[1])
            return refused((*reasons, Step(text, "DW-DIG")))
    if castle not in manned:
        text = say("{name} needs 2 dwarves on a castle to dig.", name=scene.player.name)
        reasons += (Step(text, "DW-DIG"),)
    found = diggings(scene, castle)
    data: dict[str, Any] = {
        "targets": [scene.spot(p) for p in found.targets],
        "depends": [scene.spot(p) for p in found.unsure],
    }
    if reasons or not (found.targets or found.unsure):
        return refused((*reasons, *found.reasons), **data)
    names = listed(map(scene.card, found.targets))
    outcomes = [kingdom_changes(scene, with_dig(scene.table, place)) for place in found.targets]
    data["kingdoms"] = [kingdoms for _, kingdoms in outcomes]
    steps = (
        Step(say("May be dug: {cards}.", cards=names), "DW-DIG"),
        Step(say("The top card goes to the bottom of its stack and is not turned."), "DW-DIG"),
        *(
            Step(say("{card}: {change}", card=scene.card(place), change=step.text), step.rule)
            for place, (changes, _) in zip(found.targets, outcomes, strict=True)
            for step in changes
        ),
        *found.reasons,
    )
    verdict = say("Stacks that may be dug: {count}.", count=len(found.targets))
    return Ruling(verdict, rules_of(steps), steps, data, found.missing, legal_if(found.targets, found.unsure))

"""The solver as an adviser: the best plan, carried out step by step by the referee."""

from __future__ import annotations

from typing import Any

from scoring.catalogue import Catalogue
from scoring.deadline import Deadline, current
from scoring.dungeonlords.battle.arena import ROUNDS, Arena, Position
from scoring.dungeonlords.battle.ask import Battle, BattlePlan, RoundPlan
from scoring.dungeonlords.battle.deck import Unseen, known_card, missing_cards, unseen_cards
from scoring.dungeonlords.battle.outlook import decode, wealth
from scoring.dungeonlords.battle.rulings import ask_first, resolve
from scoring.dungeonlords.battle.search import (
    Course,
    best_average,
    best_course,
    typical_fatigue,
)
from scoring.dungeonlords.battle.setup import arena_of, impossible
from scoring.dungeonlords.battle.solver import Chosen, Solver
from scoring.dungeonlords.battle.story import snapshot
from scoring.dungeonlords.battle.writing import card_step, layout_step, plan_data, plan_step, written
from scoring.dungeonlords.possible import refusal
from scoring.sheet import Ruling, Step
from scoring.words import Sentence, listed, say

RULES = ("DL-BATTLE", "DL-COMBAT-CARDS")


def best_defence(ask: Battle, catalogue: Catalogue) -> Ruling:
    """The plan that loses fewest tiles, then imprisons most, then keeps most; for unseen cards, on average."""
    wrong = impossible(ask, catalogue)
    if wrong:
        return refusal(wrong)
    arena, position, missing = arena_of(ask, catalogue)
    if not position.party:
        return _nobody_comes(arena, position)
    cards = {n: known_card(ask, n, catalogue) for n in range(ask.round, ROUNDS + 1)}
    missing += missing_cards(arena, position, cards, catalogue)
    if missing:
        return ask_first(missing)
    unseen = unseen_cards(ask, arena, position, cards, catalogue)
    solver = Solver(arena, cards, unseen.pool)
    if unseen.pool:
        return _average_advice(solver, position, unseen, current())
    course, complete = best_course(solver, position, current())
    return _advice(ask, solver, position, course, complete, catalogue)


def _nobody_comes(arena: Arena, position: Position) -> Ruling:
    data = {"conquered": 0, "imprisoned": 0, "resources_spent": 0, "plans": [], "state": snapshot(arena, position)}
    return Ruling(say("Nobody attacks this dungeon: no defence is needed."), ("DL-BATTLE-END",), (), data)


def _advice(
    ask: Battle, solver: Solver, position: Position, course: Course, complete: bool, catalogue: Catalogue
) -> Ruling:
    """The whole battle with known cards, as the referee carries it out."""
    arena = solver.arena
    plans = [RoundPlan() if line is None else written(arena, line) for line, _ in course]
    told = resolve(BattlePlan(**dict(ask), plans=tuple(plans)), catalogue)
    gains = _gains(position, solver.worth(course[-1][1]))
    verdict = say("Best defence: {result}.", result=_said(gains))
    if not complete:
        verdict = say("Best defence found in time: {result}.", result=_said(gains))
    data = {**gains, "plans": [plan_data(plan) for plan in plans], "state": told.data["state"]}
    steps = (*_how_far(solver, position, complete), *told.steps)
    return Ruling(verdict, ("DL-BATTLE", *told.rules), steps, data | _looked(solver, position, complete))


def _gains(position: Position, result: dict[str, float]) -> dict[str, float]:
    """The result counted from now: what this battle itself costs and brings."""
    return {
        "conquered": result["conquered"] - position.lost.bit_count(),
        "imprisoned": result["imprisoned"] - len(position.prison),
        "resources_spent": wealth(position) - result["resources"],
    }


def _said(gains: dict[str, float], digits: int | None = None) -> Sentence:
    """What the battle costs and brings, in words that hold for any number; prisoners may also be set free."""
    jailed = round(gains["imprisoned"], digits)
    captives = say("freed {count}", count=-jailed) if jailed < 0 else say("imprisoned {count}", count=jailed)
    return say(
        "tiles lost {lost}, {captives}, gold, food, traps and imps spent {spent}",
        lost=round(gains["conquered"], digits),
        captives=captives,
        spent=round(gains["resources_spent"], digits),
    )


def _looked(solver: Solver, position: Position, complete: bool) -> dict[str, Any]:
    """How far the search went, as data."""
    seen, every = solver.looked.get(position.round, (0, 0))
    return {"complete": complete, "visited": solver.visited, "plans_seen": every if complete else seen}


def _how_far(solver: Solver, position: Position, complete: bool) -> list[Step]:
    """How far the search went before its time was up; nothing to say if it went to the end."""
    if complete:
        return []
    seen, every = solver.looked.get(position.round, (0, 0))
    text = say(
        "The time was up: positions looked into: {n}; plans for this round looked at: {seen} of {every}. "
        "There may be a better defence.",
        n=solver.visited,
        seen=seen,
        every=every,
    )
    return [Step(text, "DL-PLANNING")]


def _average_advice(solver: Solver, position: Position, unseen: Unseen, limit: Deadline) -> Ruling:
    """The best first round before its card is turned up, with what to expect."""
    best = best_average(solver, position, limit)
    if best.value is None:
        return _typical_advice(solver, position, unseen, best.typical)
    gains = _gains(position, decode(best.value, solver.scale(position.round, solver.pool)))
    verdict = say("On average with this defence: {result}.", result=_said(gains, digits=2))
    data: dict[str, Any] = {**gains, **_looked(solver, position, best.complete)}
    steps = _how_far(solver, position, best.complete)
    if best.chosen is not None:
        steps += _first_round(solver, position, best.chosen, unseen, data)
    return Ruling(verdict, RULES, tuple(steps), data, unseen.doubts)


def _first_round(
    solver: Solver, position: Position, chosen: Chosen, unseen: Unseen, data: dict[str, Any]
) -> list[Step]:
    """The plan of the round at hand; if its card is unseen, also what to do when it is turned up."""
    arena = solver.arena
    plans = {card: written(arena, ending[2]) for card, ending in chosen[2].items()}
    first = next(iter(plans.values()))
    data["plan"] = plan_data(first)
    if solver.cards[position.round] is not None:
        return [plan_step(arena, first)]
    steps = [layout_step(arena, first)]
    data["plan"] = {key: data["plan"][key] for key in ("tile", "traps", "attacks") if key in data["plan"]}
    data["by_card"] = []
    every = sum(count for _, count in solver.pool)
    for card, count in solver.pool:
        plan = plans[card]
        data["by_card"].append({"card": card.id, "fatigue": card.fatigue, "count": count, "plan": plan_data(plan)})
        name = listed(unseen.names[card]) if card in unseen.names else say("Another card")
        chance = say("{count} of {all} cards", count=count, all=every)
        steps.append(card_step(arena, plan, name, card.fatigue, chance))
    return steps


def _typical_advice(solver: Solver, position: Position, unseen: Unseen, found: tuple[Solver, Course, bool]) -> Ruling:
    """Too much for an average in time: the best play as if every unseen card were one from the middle."""
    plain, course, complete = found
    fatigue = typical_fatigue(solver.pool)
    gains = _gains(position, plain.worth(course[-1][1]))
    verdict = say(
        "If every unseen card has fatigue {fatigue} and no spell, this defence brings: {result}.",
        fatigue=fatigue,
        result=_said(gains),
    )
    seen = say(
        "The time was up before the average over all unseen cards was known; positions looked into: {n}.",
        n=solver.visited,
    )
    data: dict[str, Any] = {**gains, "assumed_fatigue": fatigue, **_looked(plain, position, complete)}
    data |= {"complete": False, "visited": solver.visited + plain.visited}
    steps = [Step(seen, "DL-PLANNING"), *_how_far(plain, position, complete)]
    line = course[0][0]
    if line is not None:
        plan = written(solver.arena, line)
        data["plan"] = plan_data(plan)
        steps.append(plan_step(solver.arena, plan))
    return Ruling(verdict, RULES, tuple(steps), data, unseen.doubts)

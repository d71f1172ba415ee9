"""The solver as an adviser: the best plan, carried out step by step by the referee."""

from __future__ import annotations

from typing import Any

from scoring.catalogue import Catalogue
from scoring.dungeonlords.battle.arena import ROUNDS, Arena, Position
from scoring.dungeonlords.battle.ask import Battle, BattlePlan, RoundPlan
from scoring.dungeonlords.battle.deck import known_card, missing_cards, unseen_pool
from scoring.dungeonlords.battle.outlook import decode, wealth
from scoring.dungeonlords.battle.rulings import ask_first, refusal, resolve
from scoring.dungeonlords.battle.setup import arena_of, impossible
from scoring.dungeonlords.battle.solver import Solver, TooManyPositionsError, without
from scoring.dungeonlords.battle.writing import attack_word, plan_data, plan_step, written
from scoring.sheet import Missing, Ruling, Step
from scoring.words import Sentence, say


def best_defence(ask: Battle, catalogue: Catalogue) -> Ruling:
    """The plan that loses fewest tiles, then imprisons most, then keeps most; for unseen cards, on average."""
    wrong = impossible(ask, catalogue)
    if wrong:
        return refusal(wrong)
    arena, position, missing = arena_of(ask, catalogue)
    cards = {n: known_card(ask, n, catalogue) for n in range(ask.round, ROUNDS + 1)}
    missing += missing_cards(arena, position, cards, catalogue)
    if missing:
        return ask_first(missing)
    pool, doubts = unseen_pool(ask, arena, position, cards, catalogue)
    solver = Solver(arena, cards, pool)
    try:
        found = solver.solve(position)
    except TooManyPositionsError:
        text = say("Too many possibilities to search to the end: name more of the combat cards, or ask a round later.")
        return Ruling(text, ("DL-COMBAT-CARDS",), (), {"legal": None, "visited": solver.visited}, tuple(doubts))
    result = decode(found, solver.scale(position.round, pool))
    if any(card is None for card in cards.values()):
        return _average_advice(solver, position, found, result, doubts)
    plans = follow(solver, position, found)
    steps = resolve(BattlePlan(**dict(ask), plans=tuple(plans)), catalogue)
    return Ruling(
        _verdict(arena, position, result),
        ("DL-BATTLE", *steps.rules),
        steps.steps,
        {
            **_gains(position, result),
            "plans": [plan_data(plan) for plan in plans],
            "visited": solver.visited,
            "state": steps.data["state"],
        },
    )


def follow(solver: Solver, position: Position, goal: int) -> list[RoundPlan]:
    """The play that reaches the best value with known cards, round by round, as plans."""
    plans = []
    while position.party and position.round <= ROUNDS:
        if not solver.arena.next_sites(position.lost):
            plans.append(RoundPlan())
            position = solver.freed(position)
            continue
        card = solver.cards[position.round]
        assert card is not None
        line, after = next(
            (ending[2], ending[1])
            for plan in solver.plans(position, together=False)
            if (ending := solver.best_ending(plan, card, (), goal - 1)) is not None
        )
        plans.append(written(solver.arena, line))
        position = after
    return plans


def _gains(position: Position, result: dict[str, float]) -> dict[str, float]:
    """The result counted from now: what this battle itself costs and brings."""
    return {
        "conquered": result["conquered"] - position.lost.bit_count(),
        "imprisoned": result["imprisoned"] - len(position.prison),
        "resources_spent": wealth(position) - result["resources"],
    }


def _verdict(arena: Arena, position: Position, result: dict[str, float]) -> Sentence:
    gains = _gains(position, result)
    return say(
        "Best defence: {lost} tiles lost, {jailed} imprisoned, {spent} gold, food, traps and imps spent.",
        lost=round(gains["conquered"]),
        jailed=round(gains["imprisoned"]),
        spent=round(gains["resources_spent"]),
    )


def _average_advice(
    solver: Solver, position: Position, found: int, result: dict[str, float], doubts: list[Missing]
) -> Ruling:
    """The best first round before its card is turned up, with what to expect."""
    arena = solver.arena
    gains = _gains(position, result)
    verdict = say(
        "On average this defence loses {lost} tiles and imprisons {jailed}.",
        lost=round(gains["conquered"], 2),
        jailed=round(gains["imprisoned"], 2),
    )
    rules = ("DL-BATTLE", "DL-COMBAT-CARDS")
    card = solver.cards[position.round]
    pool = solver.pool
    data: dict[str, Any] = {**gains, "visited": solver.visited}
    if not arena.next_sites(position.lost):
        return Ruling(verdict, rules, (), data, tuple(doubts))
    if card is not None:
        line = next(
            ending[2]
            for plan in solver.plans(position, together=False)
            if (ending := solver.best_ending(plan, card, pool, found - 1)) is not None
        )
        data["plan"] = plan_data(written(arena, line))
        return Ruling(verdict, rules, (plan_step(data["plan"]),), data, tuple(doubts))
    plan = next(
        plan for plan in solver.plans(position, together=True) if solver.average(plan, pool, found - 1) >= found
    )
    steps: list[Step] = []
    by_card: list[dict[str, Any]] = []
    for other, count in pool:
        way = solver.best_ending(plan, other, without(pool, other))
        assert way is not None
        how = plan_data(written(arena, way[2]))
        by_card.append({"card": other.id, "fatigue": other.fatigue, "count": count, "plan": how})
        steps.append(
            Step(
                say(
                    "Fatigue {fatigue} ({count} of {all} cards): attack in this order: {attacks}.",
                    fatigue=other.fatigue,
                    count=count,
                    all=sum(n for _, n in pool),
                    attacks=", ".join(attack_word(attack) for attack in how.get("attacks", ())) or say("nobody"),
                ),
                "DL-MONSTER-STEP",
            )
        )
    first = by_card[0]["plan"]
    steps.insert(0, plan_step(first))
    data["plan"] = {key: first[key] for key in ("tile", "traps", "attacks") if key in first}
    data["by_card"] = by_card
    return Ruling(verdict, rules, tuple(steps), data, tuple(doubts))

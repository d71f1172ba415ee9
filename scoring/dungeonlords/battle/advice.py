"""The solver as an adviser: the best plan written down as a player would, carried out step by step by the referee."""

from __future__ import annotations

from collections import Counter
from typing import Any

from scoring.catalogue import Catalogue
from scoring.dungeonlords.battle.arena import ROUNDS, Arena, Card, Position
from scoring.dungeonlords.battle.ask import Attack, Battle, BattlePlan, CombatCard, RoundPlan, TrapUse
from scoring.dungeonlords.battle.beasts import KINDS
from scoring.dungeonlords.battle.moves import Line
from scoring.dungeonlords.battle.outlook import decode, wealth
from scoring.dungeonlords.battle.rulings import ask_first, card_for, missing_part, refusal, resolve
from scoring.dungeonlords.battle.setup import arena_of, card_of, impossible
from scoring.dungeonlords.battle.solver import Pool, Solver, without
from scoring.dungeonlords.battle.spells import Choice
from scoring.sheet import Missing, Ruling, Step
from scoring.words import Sentence, say

FATIGUE_COUNTS = {1: {0: 1, 1: 4, 2: 4}, 2: {1: 1, 2: 4, 3: 4}}
"""How many of the nine cards of each year have which fatigue; the book tells it."""


def best_defence(ask: Battle, catalogue: Catalogue) -> Ruling:
    """The plan that loses fewest tiles, then imprisons most, then keeps most; for unseen cards, on average."""
    wrong = impossible(ask, catalogue)
    if wrong:
        return refusal(wrong)
    arena, position, missing = arena_of(ask, catalogue)
    cards = {n: _known(ask, n, catalogue) for n in range(ask.round, ROUNDS + 1)}
    missing += _missing_cards(arena, position, cards, catalogue)
    if missing:
        return ask_first(missing)
    pool, doubts = _pool(ask, arena, position, cards, catalogue)
    solver = Solver(arena, cards, pool)
    found = solver.solve(position)
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


def _known(ask: Battle, number: int, catalogue: Catalogue) -> Card | None:
    index = number - ask.round
    if index >= len(ask.cards) or ask.cards[index].unseen:
        return None
    return card_for(ask, number, catalogue)


def _missing_cards(
    arena: Arena, position: Position, cards: dict[int, Card | None], catalogue: Catalogue
) -> list[Missing]:
    """What must be told about the known cards: the fatigue, and the spell if the party could ever cast it."""
    magic = arena.magic(position)
    if position.away is not None:
        magic += arena.people[position.away[0]].magic
    found = []
    for number, card in cards.items():
        if card is None:
            continue
        needed = ["fatigue"] if card.fatigue is None else []
        if magic >= number and card.effect != "none":
            needed += ["effect"] if card.effect in (None, "other") else []
            needed += ["speed"] if card.speed is None else []
            needed += ["amount"] if card.amount is None and card.effect not in (None, "other") else []
        found += [missing_part(card, part, number, catalogue) for part in needed]
    return found


def _pool(
    ask: Battle, arena: Arena, position: Position, cards: dict[int, Card | None], catalogue: Catalogue
) -> tuple[Pool, list[Missing]]:
    """What an unseen card can be. Spells that could be cast but are not known count as no spell, and are asked for."""
    unseen = [number for number, card in cards.items() if card is None]
    if not unseen:
        return (), []
    named = {card.id for card in ask.cards}
    left = [item.id for item in catalogue.of_kind("combat_card") if catalogue.value(item.id, "year") == ask.year]
    deck = [card_of(CombatCard(id=item), catalogue) for item in left if item not in named]
    for card in cards.values():
        if card is not None and not card.id and len(deck) > len(unseen):
            deck.remove(next((other for other in deck if other.fatigue == card.fatigue), deck[-1]))
    magic = arena.magic(position) + (arena.people[position.away[0]].magic if position.away else 0)
    spells = magic >= min(unseen)
    doubts = [catalogue.missing(card.id, "effect") for card in deck if spells and card.effect in (None, "other")]
    fatigues = _fatigues(ask, deck)
    pool: Counter[Card] = Counter()
    for card, fatigue in zip(deck, fatigues, strict=True):
        silent = not spells or card.effect in (None, "other") or card.speed is None or card.amount is None
        pool[Card("", fatigue, None, "none", 0) if silent else card] += 1
    return tuple(pool.items()), doubts


def _fatigues(ask: Battle, deck: list[Card]) -> list[int]:
    """The fatigue of each card left; those we do not know share what the book's counts leave over."""
    counts = Counter(FATIGUE_COUNTS[ask.year])
    counts.subtract(card.fatigue for card in deck if card.fatigue is not None)
    unknown = iter(sorted((+counts).elements()))
    return [card.fatigue if card.fatigue is not None else next(unknown, 2) for card in deck]


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


def written(arena: Arena, line: Line) -> RoundPlan:
    """The decisions of a round in the form a player tells them."""
    names = [person.id for person in arena.people]
    waiting = Counter(line.sent)
    attacks = []
    for kind, mode, aims, again in line.blows:
        waiting[kind] -= 1
        attacks.append(Attack(monster=KINDS[kind], mode=mode, on=tuple(names[who] for who in aims), again=again))
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


def _spell_words(arena: Arena, choice: Choice) -> dict[str, Any]:
    word, pieces = choice
    match word:
        case "withdraw" | "evil":
            return {"peace": word}
        case "pay":
            return {"pay": tuple(KINDS[kind] for kind in pieces)}
        case "monster":
            return {"chosen": KINDS[pieces[0]]}
        case "trap":
            return {"chosen": arena.traps[pieces[0]].id}
    return {}


def plan_data(plan: RoundPlan) -> dict[str, Any]:
    """A plan as short data that can be given back to the referee."""
    return plan.model_dump(exclude_defaults=True)


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
    if card is not None or not arena.next_sites(position.lost):
        return Ruling(verdict, rules, (), data, tuple(doubts))
    plan = next(
        plan for plan in solver.plans(position, together=True) if solver.average(plan, pool, found - 1) >= found
    )
    steps = []
    by_card: list[dict[str, Any]] = []
    for other, count in pool:
        ending = solver.best_ending(plan, other, without(pool, other))
        assert ending is not None
        how = plan_data(written(arena, ending[2]))
        by_card.append({"card": other.id, "fatigue": other.fatigue, "count": count, "plan": how})
        steps.append(
            Step(
                say(
                    "Fatigue {fatigue} ({count} of {all} cards): attack in this order: {attacks}.",
                    fatigue=other.fatigue,
                    count=count,
                    all=sum(n for _, n in pool),
                    attacks=", ".join(_attack_word(attack) for attack in how.get("attacks", ())) or say("nobody"),
                ),
                "DL-MONSTER-STEP",
            )
        )
    first = by_card[0]["plan"]
    data["plan"] = {key: first[key] for key in ("tile", "traps", "attacks") if key in first}
    data["by_card"] = by_card
    return Ruling(verdict, rules, tuple(steps), data, tuple(doubts))


def _attack_word(attack: dict[str, Any]) -> str:
    mode = f":{attack['mode']}" if "mode" in attack else ""
    aims = "@" + ",".join(attack["on"]) if "on" in attack else ""
    return f"{attack['monster']}{mode}{aims}"

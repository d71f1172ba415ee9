"""The search for a defence within its time: to the end if that can be done, otherwise the best found so far."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from scoring.deadline import Deadline, OutOfTime
from scoring.dungeonlords.battle.arena import ROUNDS, Card, Position
from scoring.dungeonlords.battle.moves import Line, endings
from scoring.dungeonlords.battle.outlook import Outlook
from scoring.dungeonlords.battle.solver import Chosen, Pool, Solver
from scoring.dungeonlords.battle.steps import start_round

THOROUGH, FIRST = 0.85, 0.3
"""The shares of the time for a search to the end, and for a first plan before the average is searched for."""

Course = list[tuple[Line | None, Position]]
"""A battle round by round: what is decided, nothing where no tile is left, and the position after it."""


@dataclass(frozen=True, slots=True)
class Average:
    """The best plan before its card is turned up; ``value`` is None if none was followed to the end in time.

    ``typical`` is the best play as if every unseen card were one from the middle, and how it was searched.
    """

    value: int | None
    complete: bool
    chosen: Chosen | None
    typical: tuple[Solver, Course, bool]


def best_course(solver: Solver, position: Position, limit: Deadline) -> tuple[Course, bool]:
    """The best play with known cards, and whether nothing better can exist."""
    complete = _solved(solver, position, limit.part(THOROUGH)) is not None
    if complete or (position, ()) in solver.chosen:
        return _chosen_course(solver, position), complete
    solver.deadline = limit
    return quick_course(solver, position), False


def best_average(solver: Solver, position: Position, limit: Deadline) -> Average:
    """The best plan on average over the unseen cards, as far as the time allows.

    The first to be looked at is what would be best against cards from the middle: it is seldom far off.
    """
    plain = typical(solver)
    course, sure = best_course(plain, position, limit.part(FIRST))
    line = course[0][0]
    if line is not None and solver.cards[position.round] is None:
        solver.deadline = limit.part(FIRST)
        with suppress(OutOfTime):
            solver.try_first(position, line)
    value = _solved(solver, position, limit)
    chosen = solver.chosen.get((position, solver.pool))
    best = chosen[0] if value is None and chosen is not None else value
    return Average(best, value is not None, chosen, (plain, course, sure))


def _solved(solver: Solver, position: Position, limit: Deadline) -> int | None:
    """The value of the best play; None if the time was up first."""
    solver.deadline = limit
    try:
        return solver.solve(position)
    except OutOfTime:
        return None


def _chosen_course(solver: Solver, position: Position) -> Course:
    """The play that the search has chosen, round by round."""
    course: Course = []
    while position.party and position.round <= ROUNDS:
        chosen = solver.chosen.get((position, ()))
        if chosen is None:
            course.append((None, solver.freed(position)))
        else:
            ((_, after, line),) = chosen[2].values()
            course.append((line, after))
        position = course[-1][1]
    return course


def quick_course(solver: Solver, position: Position) -> Course:
    """A good play without a search: in every round what is best if nothing at all were sent later."""
    course: Course = []
    outlook = Outlook(solver.arena, (0,) * (ROUNDS + 1))
    while position.party and position.round <= ROUNDS:
        if not solver.arena.next_sites(position.lost):
            course.append((None, solver.freed(position)))
        else:
            course.append(_quick_round(solver, position, outlook))
        position = course[-1][1]
    return course


def _quick_round(solver: Solver, position: Position, outlook: Outlook) -> tuple[Line, Position]:
    card = solver.cards[position.round]
    assert card is not None
    line, after = _idle_round(solver, position, card, outlook)
    best = _idle_end(solver, after, outlook)
    later = solver.deadline
    solver.deadline = later.part(1 / (ROUNDS + 1 - position.round))
    try:
        for plan in solver.plans(position, together=False):
            if plan.most <= best:
                break
            for most, end, how in solver.endings(plan, card, ()):
                if most <= best:
                    break
                value = _idle_end(solver, end, outlook)
                if value > best:
                    best, line, after = value, how, end
    except OutOfTime:
        pass
    finally:
        solver.deadline = later
    return line, after


def _idle_round(solver: Solver, position: Position, card: Card, outlook: Outlook) -> tuple[Line, Position]:
    """The round if nothing is sent."""
    place = solver.arena.next_sites(position.lost)[0]
    fresh = start_round(solver.arena, position, ())
    ways = endings(solver.arena, fresh, place, (), (), card)
    after, line = max(ways, key=lambda way: outlook.value(way[0]))
    return line, after


def _idle_end(solver: Solver, position: Position, outlook: Outlook) -> int:
    """What the battle is worth if nothing is sent any more."""
    while position.party and position.round <= ROUNDS:
        card = solver.cards[position.round]
        assert card is not None
        if not solver.arena.next_sites(position.lost):
            position = solver.freed(position)
        else:
            position = _idle_round(solver, position, card, outlook)[1]
    return outlook.value(position)


def typical(solver: Solver) -> Solver:
    """The same battle as if every unseen card had the fatigue in the middle of those left, and no spell."""
    middle = typical_fatigue(solver.pool)
    plain = Card("", middle, None, "none", 0)
    return Solver(solver.arena, {number: card or plain for number, card in solver.cards.items()})


def typical_fatigue(pool: Pool) -> int:
    """The fatigue in the middle of the cards that an unseen one can be.

    >>> typical_fatigue(((Card(fatigue=0), 1), (Card(fatigue=1), 4), (Card(fatigue=2), 4)))
    1
    """
    every = sorted(card.fatigue or 0 for card, count in pool for _ in range(count))
    return every[len(every) // 2]

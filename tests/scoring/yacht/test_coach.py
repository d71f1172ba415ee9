"""The coach: for any roll with two, one or no rolls left its advice is the best there is, by brute force."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from scoring.yacht import BOXES, GAME, Options, Table
from scoring.yacht.referee import CoachAsk, coach, told
from tests.scoring.yacht.plain import after, average, best_of_rolling, grid, last_roll


def asked(**ask: Any) -> Any:
    return coach(CoachAsk.model_validate(ask), GAME.catalogue)


def place(roll: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(face - 1 for face in roll)


@pytest.mark.parametrize("roll", [1, 2, 3])
def test_the_advice_is_what_brute_force_finds(roll: int) -> None:
    chance = random.Random(roll)
    for boxes in chance.sample(list(combinations(BOXES, 3)), 12):
        left = frozenset(box.value for box in boxes)
        stop = last_roll(left)
        goal = stop if roll == 3 else best_of_rolling(stop) if roll == 2 else best_of_rolling(best_of_rolling(stop))
        later = None if roll == 3 else stop if roll == 2 else best_of_rolling(stop)
        for _ in range(8):
            hand = tuple(chance.randint(1, 6) for _ in range(5))
            ruling = asked(dice=hand, roll=roll, filled=[box for box in BOXES if box not in boxes])
            assert ruling.data["points"] == pytest.approx(goal[place(hand)], abs=1e-9)
            assert _value_of(ruling.data, hand, left, later) == pytest.approx(goal[place(hand)], abs=1e-9)


def _value_of(data: Any, hand: tuple[int, ...], left: frozenset[str], later: Any) -> float:
    """What following the advice brings, by the plain game."""
    if data["box"]:
        return float(grid(data["box"], False, False)[place(hand)]) + average(left - {data["box"]})
    kept = list(data["keep"])
    rolled = tuple(die for die, face in enumerate(hand) if not (face in kept and (kept.remove(face) or True)))
    assert kept == [] and rolled
    return float(np.asarray(after(later, rolled))[place(hand)])


def test_the_ways_come_with_the_best_first_and_cite_their_rules() -> None:
    ruling = asked(dice="44416", roll=1)
    assert ruling.verdict == "Keep 4 4 4, roll the rest: 169.0 on average."
    points = [way["points"] for way in ruling.data["ways"]]
    assert points == sorted(points, reverse=True)
    assert ruling.verdict not in [step.text for step in ruling.steps]
    assert {"YA-COACH", "YA-TURN", "YA-NUMBERS"} <= set(ruling.rules)
    assert asked(dice="44416", roll=3).verdict == "Fill Fours: 12 now, 151.0 more on average."


def test_a_finished_roll_is_not_rolled_again() -> None:
    assert asked(dice="23456", roll=1).data["box"] == "big_straight"
    assert asked(dice="55555", roll=1, filled=[box for box in BOXES if box not in ("yacht", "ones")]).data["box"]


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        ({}, "Roll all five dice; the open boxes bring 167.0 on average."),
        ({"dice": "123"}, "A roll is five dice, not 3."),
        ({"dice": "12345", "filled": list(BOXES)}, "Every box is filled; there is nothing left to do."),
        (
            {"dice": [], "options": {"four_counts_all": True}},
            "Roll all five dice; the open boxes bring 169.8 on average.",
        ),
    ],
)
def test_what_is_no_whole_question_is_answered_too(ask: dict[str, Any], says: str) -> None:
    assert asked(**ask).verdict == says


def test_a_table_tells_all_that_the_coach_needs() -> None:
    for name in GAME.samples:
        state = GAME.sample(name)
        for seat, player in enumerate(state.players):
            ask = CoachAsk.model_validate(told(state, seat))
            assert (ask.dice, ask.roll, ask.filled) == (player.dice, player.roll, tuple(player.filled))
    table = Table.model_validate({"players": [{"name": "Ann"}], "options": {"yacht_is_full_house": True}})
    assert CoachAsk.model_validate(told(table, 0)).options == Options(yacht_is_full_house=True)

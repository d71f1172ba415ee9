"""Odds are exact: they agree with counting every roll, with simulation, and with best play."""

from __future__ import annotations

import random
from itertools import product

import pytest

from scoring.rollplayer import GAME
from scoring.rollplayer.odds import FACES, Plan, chances, plan


def brute(dice: tuple[int, ...], left: int, target: int, final_sixes: bool) -> float:
    """Best play by trying every die at every step, without any shortcut."""
    best = finished(dice, target, final_sixes)
    if left:
        for index in range(len(dice)):
            rest = dice[:index] + dice[index + 1 :]
            tried = sum(brute((*rest, face), left - 1, target, final_sixes) for face in FACES) / 6
            best = max(best, tried)
    return best


def finished(dice: tuple[int, ...], target: int, final_sixes: bool) -> float:
    if not final_sixes or 6 not in dice:
        return float(sum(dice) >= target)
    kept, sixes = sum(value for value in dice if value != 6), dice.count(6)
    ends = [kept + sum(roll) >= target for roll in product(FACES, repeat=sixes)]
    return sum(ends) / len(ends)


@pytest.mark.parametrize("final_sixes", [False, True])
@pytest.mark.parametrize(("size", "rerolls", "target"), [(1, 2, 5), (2, 1, 9), (2, 2, 10), (3, 1, 14), (2, 0, 7)])
def test_odds_agree_with_trying_everything(size: int, rerolls: int, target: int, final_sixes: bool) -> None:
    rolls = list(product(FACES, repeat=size))
    expected = sum(brute(roll, rerolls, target, final_sixes) for roll in rolls) / len(rolls)
    assert chances(size, rerolls, (target,), final_sixes)[target] == pytest.approx(expected)


def play(best: Plan, rerolls: int, final_sixes: bool, chance: random.Random) -> int:
    """One battle, following the advice."""
    dice = [chance.randint(1, 6) for _ in range(best.size)]
    for left in range(rerolls, 0, -1):
        face = best.advice(dice, left)
        if face is None:
            break
        dice[dice.index(face)] = chance.randint(1, 6)
    if final_sixes:
        dice = [chance.randint(1, 6) if value == 6 else value for value in dice]
    return sum(dice)


@pytest.mark.parametrize(
    ("size", "rerolls", "target", "final_sixes"), [(5, 3, 22, False), (8, 6, 34, False), (5, 4, 19, True)]
)
def test_odds_agree_with_simulation(size: int, rerolls: int, target: int, final_sixes: bool) -> None:
    best = plan(size, rerolls, lambda total: float(total >= target), final_sixes)
    chance = random.Random(4)
    games = 4000
    won = sum(play(best, rerolls, final_sixes, chance) >= target for _ in range(games)) / games
    exact = best.before_the_roll
    assert 0.1 < exact < 0.95
    assert abs(won - exact) < 4 * (exact * (1 - exact) / games) ** 0.5


def test_more_experience_never_hurts() -> None:
    for final_sixes in (False, True):
        found = [chances(4, rerolls, (17,), final_sixes)[17] for rerolls in range(6)]
        assert found == sorted(found)
        assert found[0] < found[-1]


def test_certain_and_impossible() -> None:
    assert chances(3, 0, (3, 19)) == pytest.approx({3: 1.0, 19: 0.0})


def test_expected_stars_of_a_whole_star_table() -> None:
    """A plan may aim at anything; here at stars by steps."""
    steps = {7: 1, 11: 2, 19: 6}
    best = plan(3, 0, lambda total: float(max((stars for low, stars in steps.items() if total >= low), default=0)))
    rolls = [sum(roll) for roll in product(FACES, repeat=3)]
    expected = sum(2 if total >= 11 else total >= 7 for total in rolls) / len(rolls)
    assert best.before_the_roll == pytest.approx(expected)


def test_against_the_troll_a_five_is_kept_rather_than_hoped_on() -> None:
    """Two fives make 10 for sure; a six would be rolled again."""
    best = plan(2, 1, lambda total: float(total >= 10), final_sixes=True)
    assert best.advice((5, 5), 1) is None
    assert best.advice((5, 6), 1) in (None, 6, 5)
    assert best.value((5, 5), 1) == 1.0


def test_the_question_uses_the_monster() -> None:
    """Against the Chimera 6 XP are three rerolls; wounds count double against the Dragon."""
    question = GAME.question("odds")

    def data(**asked: object) -> dict:  # type: ignore[type-arg]
        return question.answer(question.ask.model_validate(asked), GAME.catalogue).data  # type: ignore[return-value]

    assert data(dice=4, xp=6, monster="chimera")["rerolls"] == 3
    assert data(dice=4, xp=6, monster="dragon")["rerolls"] == 6
    dragon = data(dice=4, wounds=1, monster="dragon", targets=[10])["odds"]["10"]
    assert dragon == pytest.approx(chances(4, 0, (12,))[12], abs=1e-6)
    troll = data(dice=4, monster="giant_troll", targets=[10])["odds"]["10"]
    assert troll == pytest.approx(chances(4, 0, (10,), True)[10], abs=1e-6)
    # Two dice against the Dragon's strength of 10: one star from there on.
    ends = [sum(pair) for pair in product(FACES, repeat=2)]
    assert data(dice=2, monster="dragon")["expected_stars_at_least"] == pytest.approx(
        sum(total >= 10 for total in ends) / 36, abs=1e-6
    )
    rolled = data(dice=3, xp=1, targets=[12], rolled=[1, 5, 5])
    assert rolled["reroll"]["12"] == 1 and rolled["odds"]["12"] == pytest.approx(5 / 6, abs=1e-6)


def test_the_question_asks_what_it_does_not_know() -> None:
    question = GAME.question("odds")
    ruling = question.answer(question.ask.model_validate({"dice": 3, "monster": "vampire"}), GAME.catalogue)
    assert [(one.item, one.field) for one in ruling.missing] == [("vampire", "special")]
    nothing = question.answer(question.ask.model_validate({"dice": 3}), GAME.catalogue)
    assert nothing.legal == "no"
    wrong = question.answer(question.ask.model_validate({"dice": 3, "targets": [9], "rolled": [1]}), GAME.catalogue)
    assert "dice rolled: 1, dice in the pool: 3" in wrong.verdict

"""Drawn dice that can be seen through: the table shows in them, their pips hide it."""

from __future__ import annotations

import numpy as np
import pytest

from models import glass
from models.glass import BOOST_FACES, glass_sketch
from models.sketch import numeral
from models.sprites import paste

SIDE = 120


def on_table(seed: int, colour: int) -> np.ndarray:
    """The same die on a plain table of one brightness, without its edges."""
    rng = np.random.default_rng(seed)
    sprite = glass_sketch(rng)
    table = np.full((SIDE, SIDE, 3), colour, np.uint8)
    left, top, right, bottom = paste(table, sprite, (SIDE / 2, SIDE / 2), 80, rng, 0.0)[0, 1:].astype(int)
    return table[top + 8 : bottom - 8, left + 8 : right - 8].astype(int)


@pytest.mark.parametrize("seed", range(8))
def test_the_table_is_seen_through_a_clear_die(seed: int) -> None:
    through = on_table(seed, 200) - on_table(seed, 60)
    assert np.quantile(through, 0.75) > 30


@pytest.mark.parametrize("seed", range(8))
def test_its_pips_hide_the_table(seed: int) -> None:
    through = np.abs(on_table(seed, 200) - on_table(seed, 60)).mean(axis=2)
    assert through.min() < 0.45 * np.quantile(through, 0.9)


def test_most_show_the_faces_of_a_boost_die() -> None:
    rng = np.random.default_rng(5)
    dice = [glass_sketch(rng).dice[0] for _ in range(120)]
    assert {die.colour for die in dice} == {"clear"}
    shown = {int(die.face) for die in dice if die.face}
    assert set(BOOST_FACES) <= shown <= set(range(1, 9))
    assert sum(die.face in ("7", "8") for die in dice) > 25


def test_some_boost_dice_have_numerals_for_seven_and_eight(monkeypatch: pytest.MonkeyPatch) -> None:
    numbered: list[str] = []
    monkeypatch.setattr(glass, "numeral", lambda text, *rest: numbered.append(text) or numeral(text, *rest))
    rng = np.random.default_rng(6)
    for _ in range(60):
        glass_sketch(rng)
    assert set(numbered) == {"7", "8"}

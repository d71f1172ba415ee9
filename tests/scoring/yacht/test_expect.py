"""What boxes are worth on average: the shipped table against brute force over every ordered roll."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from scoring.yacht import BOXES, Box, Options
from scoring.yacht.expect import SETS, TABLE, VARIANTS, expected, set_of, turn
from tests.scoring.yacht.plain import NAMES, average

EXACT = pytest.approx


def test_the_table_holds_every_set_of_every_way_to_play_and_is_small() -> None:
    assert SETS == 4096 and len(VARIANTS) == 4
    assert TABLE.stat().st_size == len(VARIANTS) * SETS * 8 < 150_000
    for options in VARIANTS:
        assert len(expected(options)) == SETS and expected(options)[0] == 0


@pytest.mark.parametrize("left", [1, 2, 3])
def test_brute_force_gives_the_same_where_up_to_three_boxes_are_left(left: int) -> None:
    table = expected(Options())
    for boxes in combinations(BOXES, left):
        assert table[set_of(boxes)] == EXACT(average(frozenset(boxes)), abs=1e-9), boxes


@pytest.mark.parametrize("options", VARIANTS[1:], ids=str)
def test_so_it_does_for_the_other_ways_to_play(options: Options) -> None:
    table, chance = expected(options), random.Random(7)
    for boxes in chance.sample(list(combinations(BOXES, 3)), 25):
        plain = average(frozenset(boxes), options.four_counts_all, options.yacht_is_full_house)
        assert table[set_of(boxes)] == EXACT(plain, abs=1e-9), boxes


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_every_set_follows_from_those_with_one_box_less(options: Options) -> None:
    """What the command computes is what ships: sets of every size, computed again out of the shipped ones."""
    table, chance = expected(options), random.Random(4)
    for open_boxes in (SETS - 1, *chance.sample(range(1, SETS), 60)):
        assert turn(open_boxes, table, options).value() == EXACT(table[open_boxes], abs=1e-9)


def test_known_values() -> None:
    table = expected(Options())
    assert table[set_of([Box.ONES])] == EXACT(5 * (1 - (5 / 6) ** 3))
    assert table[set_of([Box.YACHT])] == EXACT(50 * 0.0460286, abs=1e-4)  # five alike in three rolls: 4.60286 %
    assert round(table[SETS - 1], 4) == 166.9551


def test_a_box_more_is_never_worth_less() -> None:
    table = expected(Options())
    for open_boxes in range(SETS):
        assert all(table[open_boxes | 1 << box] >= table[open_boxes] for box in range(len(BOXES)))


def test_the_plain_game_has_the_same_boxes() -> None:
    assert [box.value for box in BOXES] == NAMES

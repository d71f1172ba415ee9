"""The mountain: what lies free, what slides, on every way to dig it."""

from __future__ import annotations

import random

import pytest

from scoring.diceminer.mountain import (
    Place,
    at,
    hanging,
    place,
    places,
    resting_on,
    side_dice,
    take,
    top_dice,
    well_formed,
    written,
)
from scoring.diceminer.pieces import die
from scoring.diceminer.state import Mountain

ROWS = (2, 3, 4, 5, 6)
FULL: Mountain = tuple(tuple(die(f"T{1 + column % 5}") for column in range(width)) for width in ROWS)


def rows(*texts: str) -> Mountain:
    return tuple(tuple(None if word == "." else die(word) for word in text.split()) for text in texts)


def test_a_full_mountain_offers_its_two_topmost_dice() -> None:
    assert [str(where) for where in top_dice(FULL)] == ["1.1", "1.2"]


def test_the_side_of_a_full_mountain_is_its_two_edges() -> None:
    assert [str(where) for where in side_dice(FULL)] == "2.1 2.3 3.1 3.4 4.1 4.5 5.1 5.6".split()


def test_every_inner_die_carries_two_dice_and_every_edge_die_one() -> None:
    carried = {len(resting_on(FULL, where)) for where in places(FULL) if 0 < where.column < where.row + 1}
    assert carried == {2}
    assert resting_on(FULL, Place(4, 0)) == [Place(3, 0)]


def test_taking_a_side_die_lets_the_whole_edge_slide() -> None:
    slid = take(rows("T1 T2", "G1 G2 G3", "Hd1 Hd2 Hd3 Hd4"), Place(2, 3))
    assert written(slid.mountain) == ["T1 .", "G1 G2 T2", "Hd1 Hd2 Hd3 G3"]
    assert [(str(a), str(b)) for a, b in slid.moves] == [("2.3", "3.4"), ("1.2", "2.3")]


def test_taking_a_top_die_moves_nothing() -> None:
    slid = take(FULL, Place(0, 1))
    assert slid.moves == ()
    assert at(slid.mountain, Place(0, 1)) is None


def test_two_dice_above_one_gap_are_left_to_chance() -> None:
    slid = take(rows("T1 T2", "G1 G2 G3"), Place(1, 1))
    assert [str(where) for where in slid.either] == ["1.1", "1.2"]


@pytest.mark.parametrize("seed", range(40))
def test_however_it_is_dug_nothing_hangs_and_nothing_is_left_to_chance(seed: int) -> None:
    """On a mountain dug by the rules a removal has exactly one outcome, and it always goes on to the last die."""
    chance = random.Random(seed)
    mountain, left = FULL, 20
    while left:
        assert top_dice(mountain), written(mountain)
        where = chance.choice([*top_dice(mountain), *side_dice(mountain)])
        before = sorted(str(at(mountain, p)) for p in places(mountain))
        taken = str(at(mountain, where))
        slid = take(mountain, where)
        mountain, left = slid.mountain, left - 1
        assert not slid.either
        assert not hanging(mountain)
        after = sorted(str(at(mountain, p)) for p in places(mountain))
        assert sorted([*after, taken]) == before


def test_a_die_over_an_empty_place_hangs() -> None:
    assert [str(where) for where in hanging(rows("T1 .", "G1 . G3"))] == ["1.1"]


@pytest.mark.parametrize(
    ("mountain", "expected"),
    [(FULL, True), ((), True), (rows("T1 T2", "G1 G2"), False), (rows("T1", "T1 T2 T3"), False)],
)
def test_rows_must_grow_by_one(mountain: Mountain, expected: bool) -> None:
    assert well_formed(mountain) is expected


@pytest.mark.parametrize("text", ["", "3", "0.1", "1.0", "a.b", "1.2.3", "-1.1", "1.-1"])
def test_texts_that_name_no_place(text: str) -> None:
    assert place(text) is None

"""The heart: totals are sums, unknown is never zero, ties are told apart or shared."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.sheet import Award, ScoreSheet, TieBreak, rank
from scoring.words import say

points = st.one_of(st.none(), st.integers(-50, 50))


def sheet(player: str, total: int | None) -> ScoreSheet:
    return ScoreSheet(player, (Award("X", total, "…"),))


@given(st.lists(st.tuples(points, st.integers(-5, 0))))
def test_a_total_is_the_sum_of_its_awards_or_absent(lines: list[tuple[int | None, int]]) -> None:
    awards = tuple(Award("X", p, "…", floor=floor) for p, floor in lines)
    result = ScoreSheet("Ann", awards)
    known = [p for p, _ in lines if p is not None]
    if len(known) == len(lines):
        assert result.total == sum(known) == result.at_least
    else:
        assert result.total is None
        assert result.at_least == sum(known) + sum(floor for p, floor in lines if p is None)


def test_the_first_tie_break_that_differs_decides_and_is_named() -> None:
    sheets = [sheet("Ann", 10), sheet("Bo", 10), sheet("Cy", 12)]
    gold = TieBreak("R-GOLD", {"Ann": 2, "Bo": 2, "Cy": 0}, says="more gold")
    dice = TieBreak("R-DICE", {"Ann": 5, "Bo": 3, "Cy": 0}, says="fewer dice", most_wins=False)
    places = rank(sheets, [gold, dice], "R-WIN").places
    assert [(p.rank, p.player, p.decided_by) for p in places] == [
        (1, "Cy", None),
        (2, "Bo", "R-WIN"),
        (3, "Ann", "R-DICE"),
    ]
    assert places[2].note == "fewer dice"


def test_what_no_tie_break_separates_stays_shared() -> None:
    standing = rank([sheet("Ann", 7), sheet("Bo", 7), sheet("Cy", 3)])
    assert [(p.rank, p.player) for p in standing.places] == [(1, "Ann"), (1, "Bo"), (3, "Cy")]
    assert standing.winners == ("Ann", "Bo")


def test_nobody_has_won_while_a_printed_value_is_missing() -> None:
    standing = rank([sheet("Ann", 7), sheet("Bo", None)])
    assert standing.winners == ()
    assert [place.total for place in standing.places] == [7, None]


@pytest.mark.parametrize(
    "copy", [pickle.loads(pickle.dumps(say("{n} of {m}", n=1, m=say("red")))), say("{n} of {m}", n=1, m="red")]
)
def test_a_sentence_keeps_what_a_translator_needs(copy: object) -> None:
    assert copy == "1 of red"
    assert copy.template == "{n} of {m}"  # type: ignore[attr-defined]

"""Whole and running games: standing, ties, who starts, playing alone."""

from __future__ import annotations

import pytest

from scoring.diceminer import GAME
from scoring.diceminer.notation import parse
from scoring.diceminer.score import score
from tests.scoring.diceminer.play import deal

CATALOGUE = GAME.catalogue
TIE = "Ann: T1 T2 / T1 T2 / T1 T2{ann} | Bob: T1 T2 / T1 T2 / T1 T2{bob} | Cleo: T1 / T1 / T1"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(8))
def test_a_game_played_by_the_rules_has_no_problem(players: int, seed: int) -> None:
    table = deal(["Ann", "Bob", "Cleo", "Dan"][:players], seed, greedy=seed % 2 == 0)
    assert GAME.problems(table, CATALOGUE) == []
    assert all(sheet.total is not None for sheet in score(table, CATALOGUE).sheets)


@pytest.mark.parametrize("stop_after", [(0, 7), (1, 0), (1, 13), (2, 0), (2, 19)])
def test_a_running_game_has_no_problem_and_is_scored_so_far(stop_after: tuple[int, int]) -> None:
    table = deal(["Ann", "Bob", "Cleo"], 3, stop_after=stop_after)
    assert GAME.problems(table, CATALOGUE) == []
    result = score(table, CATALOGUE)
    assert len(result.extra["round_points"]) == stop_after[0] + (1 if stop_after[1] else 0)


@pytest.mark.parametrize("name", GAME.samples)
def test_samples_are_in_order(name: str) -> None:
    table = GAME.sample(name)
    assert GAME.problems(table, CATALOGUE) == []
    assert GAME.parse(GAME.notation(table)) == table


def test_who_has_fewest_points_starts_the_next_round() -> None:
    result = score(parse("Ann: T1 T2 | Bob: T1 | Cleo: T1 T1"), CATALOGUE)
    assert result.extra["next_first_player"] == ["Bob"]
    assert "Bob has the fewest points and starts the next round." in result.remarks


def test_a_tie_for_the_fewest_is_left_to_chance_and_says_so() -> None:
    result = score(parse("Ann: T1 T2 | Bob: T1 | Cleo: T1"), CATALOGUE)
    assert result.extra["next_first_player"] == ["Bob", "Cleo"]
    assert result.extra["next_first_player_at_random"]
    assert "Bob and Cleo share the fewest points: decide at random who starts the next round." in result.remarks


def test_who_started_is_told_for_every_past_round() -> None:
    result = score(parse("Ann: T1 T2 / T1 / T1 | Bob: T1 / T1 T2 T3 / -"), CATALOGUE)
    assert result.extra["first_player_after_round"] == [["Bob"], ["Ann"]]


def test_a_new_mountain_does_not_reopen_the_round_before() -> None:
    """With twenty dice in the troves of round one, a mountain that is told belongs to round two."""
    ten = " ".join(["T1"] * 10)
    result = score(parse(f"Ann: {ten} @engineer | Bob: {ten} @surveyor | ^ G1 G1"), CATALOGUE)
    assert result.extra["next_first_player"] == ["Bob"]
    assert "as if it ended now" not in " ".join(result.remarks)


def test_a_tie_break_with_an_unread_die_decides_nothing() -> None:
    result = score(parse(TIE.format(ann=" ~ T1 T?", bob=" ~ T1 T2")), CATALOGUE)
    assert result.extra["tie_break"]["winner"] is None
    assert result.extra["tie_break"]["must_reroll"] == []
    assert (result.standing.leaders, result.standing.winners) == (("Ann", "Bob"), ())
    assert result.remarks == ("The tie-break waits for a die that is not read yet.",)


def test_nobody_starts_after_the_third_round() -> None:
    assert score(parse("Ann: T1 / T1 / T1 | Bob: - / - / -"), CATALOGUE).extra["next_first_player"] == []


def test_those_tied_for_the_win_must_reroll() -> None:
    result = score(parse(TIE.format(ann="", bob="")), CATALOGUE)
    assert result.extra["tie_break"]["must_reroll"] == ["Ann", "Bob"]
    assert (result.standing.leaders, result.standing.winners) == (("Ann", "Bob"), ())
    assert "Ann and Bob are tied for the win" in result.remarks[0]


def test_the_extra_scoring_decides_and_adds_nothing_to_the_totals() -> None:
    result = score(parse(TIE.format(ann=" ~ T1 T1", bob=" ~ T1 T2")), CATALOGUE)
    assert result.extra["tie_break"]["winner"] == "Bob"
    assert [(p.rank, p.player, p.total) for p in result.standing.places] == [
        (1, "Bob", 9),
        (2, "Ann", 9),
        (3, "Cleo", 3),
    ]
    assert result.standing.places[1].decided_by == "DM-TIE-BREAK"


def test_in_the_extra_scoring_only_gems_of_the_tied_are_compared() -> None:
    tie = "Ann: T1 G1 / T1 G1 / T1 G1 ~ T1 G2 | Bob: T1 G1 / T1 G1 / T1 G1 ~ T2 G3 | Cleo: G3 Hd8 / G3 Hd8 / G3 Hd8"
    broken = score(parse(tie), CATALOGUE).extra["tie_break"]
    assert broken["points"] == [{"Ann": 3, "Bob": 6}]
    assert broken["winner"] == "Bob"


def test_a_second_tie_asks_for_a_second_reroll() -> None:
    again = score(parse(TIE.format(ann=" ~ T1 T5", bob=" ~ T1 T4")), CATALOGUE)
    assert again.extra["tie_break"]["must_reroll"] == ["Ann", "Bob"]
    twice = score(parse(TIE.format(ann=" ~ T1 T5 ~ T1 T2", bob=" ~ T1 T4 ~ T1 T3")), CATALOGUE)
    assert twice.extra["tie_break"]["winner"] == "Ann"


def test_a_tie_below_the_first_place_stays_shared() -> None:
    result = score(parse("Ann: T1 / T1 / T1 | Bob: - / - / - | Cleo: - / - / -"), CATALOGUE)
    assert "tie_break" not in result.extra
    assert [place.rank for place in result.standing.places] == [1, 2, 2]


def test_doubling_waits_until_all_troves_are_there() -> None:
    result = score(parse("Ann: G3 | Bob:"), CATALOGUE)
    doubled = next(a for a in result.sheets[0].awards if a.rule == "DM-TREASURE-DOUBLE")
    assert doubled.points is None
    assert (result.sheets[0].total, result.sheets[0].at_least) == (None, 3)


def test_a_die_that_is_not_read_leaves_the_line_open() -> None:
    result = score(parse("Ann: T1 H? | Bob: T1"), CATALOGUE)
    assert result.sheets[0].total is None
    assert result.standing.winners == ()
    assert result.sheets[1].total == 1


def test_playing_alone_gives_the_number_and_asks_for_the_ranks() -> None:
    result = score(parse("T1 T2 G2 / T1 / T1 @engineer"), CATALOGUE)
    (sheet,) = result.sheets
    assert sheet.total == 3 + 2 + 2 + 3 + 3
    assert [(m.item, m.field) for m in sheet.missing] == [("solo", "ranks")]
    assert "solo sheet" in result.remarks[-1]


def test_an_owners_solo_sheet_gives_the_rank_and_the_doubling_rule() -> None:
    mine = CATALOGUE.with_owner({("solo", "ranks"): "0:Digger, 5:Miner", ("solo", "gems_double"): "no"})
    result = score(parse("T1 T2 G2 / - / -"), mine)
    assert result.sheets[0].total == 5
    assert result.sheets[0].missing == ()
    assert result.remarks == ("Solo game: your rank is Miner.",)


def test_the_first_player_has_the_fewest_points_of_all_rounds_and_not_of_the_last() -> None:
    """Ann got least in round two, but over both rounds it is Bob."""
    result = score(parse("Ann: T1 T2 T3 / T1 | Bob: T1 / T1 T2"), CATALOGUE)
    assert result.extra["round_points"] == [[6, 1], [1, 3]]
    assert result.extra["first_player_after_round"] == [["Bob"], ["Bob"]]
    assert result.extra["next_first_player"] == ["Bob"]


@pytest.mark.parametrize(
    ("dice", "least"),
    [
        ("H?", -6),
        ("H? H?", -12),
        ("H? Hc2 Hd1", -2 - 1 - 6),
        ("H? Kp", -6),  # it may still be dragons
        ("H? Ks", -6),
        ("H? Kp Ks", 0),
        ("H? T1 Hc1 Kp", 1 + 1 - 6),
    ],
)
def test_a_hazard_die_that_is_not_read_is_bounded_once(dice: str, least: int) -> None:
    """It shows cave-ins or dragons, never both."""
    (sheet, _) = score(parse(f"Ann: {dice} | Bob: T1"), CATALOGUE).sheets
    assert (sheet.total, sheet.at_least) == (None, least)


def test_one_player_of_a_larger_table_is_no_solo_game() -> None:
    result = score(parse("Ann: T1 G2 | !more_players"), CATALOGUE)
    (sheet,) = result.sheets
    assert sheet.missing == () and (sheet.total, sheet.at_least) == (None, 3)  # who doubles is not known here
    assert not any("Solo" in remark for remark in result.remarks)
    table = parse("Ann: T1 G2 | !more_players")
    assert GAME.parse(GAME.notation(table)) == table
    assert [str(need.what) for need in GAME.needs(table, CATALOGUE)] == ["trove of round 2", "hero"]
    assert GAME.problems(parse("Ann: T1 G2"), CATALOGUE) == []

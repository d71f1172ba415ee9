"""A line that a person tells counts instead of what is computed, is marked so, and needs no printed value."""

from __future__ import annotations

from scoring.game import GameScore
from scoring.sheet import Award, Missing, ScoreSheet, TieBreak, rank
from scoring.told import with_told

LINES = (
    Award("A-GOLD", 4, "4", ("/players/0/gold",)),
    Award("A-CARD", None, "?", ("/players/0/cards/0",), "Cloak"),
    Award("A-CARD", 2, "2", ("/players/0/cards/1",), "Wand"),
)


def scored() -> GameScore:
    ann = ScoreSheet("Ann", LINES, (Missing("cloak", "stars", "What does it say?"),))
    bob = ScoreSheet("Bob", (Award("A-GOLD", 9, "9"),))
    ties = (TieBreak("A-TIE", {"Ann": 1, "Bob": 2}, "more hats"),)
    return GameScore((ann, bob), rank((ann, bob), ties, "A-WIN"))


def test_a_told_line_closes_the_sheet_and_is_marked() -> None:
    ann = with_told(scored(), [{"A-CARD Cloak": 5}]).sheets[0]
    assert ann.total == 11
    assert ann.missing == ()
    assert [(award.subject, award.points, award.told) for award in ann.awards[1:]] == [
        ("Cloak", 5, True),
        ("Wand", 2, False),
    ]
    assert ann.awards[1].evidence == ("/players/0/cards/0",)


def test_a_rule_that_is_told_stands_for_all_its_lines() -> None:
    ann = with_told(scored(), [{"A-CARD": 6}]).sheets[0]
    assert [(award.rule, award.points, award.told) for award in ann.awards] == [
        ("A-GOLD", 4, False),
        ("A-CARD", 6, True),
    ]


def test_a_line_that_was_not_there_is_added() -> None:
    ann = with_told(scored(), [{"A-BONUS": 3}]).sheets[0]
    assert (ann.awards[-1].rule, ann.awards[-1].points, ann.total) == ("A-BONUS", 3, None)
    assert ann.missing, "the cloak is still asked for"


def test_the_standing_follows_with_its_tie_breaks() -> None:
    assert with_told(scored(), [{"A-CARD Cloak": 5}]).standing.winners == ("Ann",)
    tied = with_told(scored(), [{"A-CARD Cloak": 3}]).standing
    assert (tied.winners, tied.places[1].decided_by) == (("Bob",), "A-TIE")


def test_nothing_told_changes_nothing() -> None:
    score = scored()
    assert with_told(score, [{}, {}]) is score

"""Whole sheets: the samples to the point, unknown values asked for, every scoring rule reached."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings

from scoring.dwar7s import GAME
from scoring.dwar7s.bench import full_table, invented_catalogue
from scoring.dwar7s.pieces import LEAST_CARD_POINTS, MOST_CARD_POINTS, MOST_GOAL_POINTS
from scoring.dwar7s.score import score
from tests.pointers import leading_nowhere
from tests.scoring.dwar7s.anything import ANY_TABLE, SHIPPED, card, known, stack, table

GOLDEN = {
    "four-kingdoms": {
        "Ann": [5, 4, 5, 0, 1, 6, 12],
        "Ben": [6, 6, 6, 2, 2, 0],
        "Cleo": [4, 0, 0, 1, 2, 1, 3, 12],
        "Dan": [4, 3, 0, 3, 3, 0],
    },
    "tied-kings": {"Eleni": [5, 3, 4, 0, 0, 2, 3, 5], "Piotr": [6, 5, 3, 5, 3]},
    "a-turn-of-ben": {"Ann": [0, 0, 0, 3, 0], "Ben": [3, 0, 0, 1, 2, 5], "Cleo": [0, 0, 0, 2, 5]},
}


@pytest.mark.parametrize("name", GAME.samples)
def test_golden_sheets(name):
    result = score(GAME.sample(name), SHIPPED)
    assert {sheet.player: [award.points for award in sheet.awards] for sheet in result.sheets} == GOLDEN[name]
    assert GAME.problems(GAME.sample(name), SHIPPED) == []


def test_golden_standings():
    four = score(GAME.sample("four-kingdoms"), SHIPPED).standing
    assert [(p.player, p.total) for p in four.places] == [("Ann", 33), ("Cleo", 23), ("Ben", 22), ("Dan", 13)]
    tied = score(GAME.sample("tied-kings"), SHIPPED).standing
    assert [(p.player, p.total, p.decided_by) for p in tied.places] == [
        ("Eleni", 22, None),
        ("Piotr", 22, "DW-TIE-KINGDOM"),
    ]


def test_a_lost_tie_is_worded_for_the_one_it_stands_beside():
    tied = score(GAME.sample("tied-kings"), SHIPPED).standing
    assert [place.note for place in tied.places] == ["", "the smaller kingdom"]
    same_size = table(stack(0, 0, card("blue castle"), red=1), stack(1, 0, card("red castle")))
    places = score(same_size, SHIPPED).standing.places
    assert [(place.player, place.note) for place in places] == [("Ben", ""), ("Ann", "fewer dwarves on the table")]


def test_every_scoring_rule_is_reached():
    awards = {
        award.rule
        for name in GAME.samples
        for sheet in score(GAME.sample(name), SHIPPED).sheets
        for award in sheet.awards
    }
    assert awards == {rule.id for rule in GAME.rulebook.rules.values() if rule.scores}


def test_evidence_points_into_the_state():
    for name in GAME.samples:
        state = GAME.sample(name)
        data = state.model_dump(mode="json")
        pointers = [p for sheet in score(state, SHIPPED).sheets for award in sheet.awards for p in award.evidence]
        assert pointers
        assert leading_nowhere(pointers, data) == []


def test_unknown_values_are_asked_for_and_never_zero():
    ann = {
        "name": "Ann",
        "colour": "blue",
        "gems": {"ruby": 2},
        "trades": [{"id": "trade_4"}],
        "secret": "king",
        "shown": True,
    }
    state = table(stack(0, 0, "blue castle"), players=[ann, {"name": "Ben", "colour": "red"}])
    sheet = score(state, SHIPPED).sheets[0]
    assert sheet.total is None
    asked = {(missing.item, missing.field) for missing in sheet.missing}
    assert asked == {("trade_4", "points"), ("king", "points"), ("ruby", "points"), ("castle", "points")}
    told = known(trade_4={"points": 5}, king={"points": 4}, ruby={"points": 3}, castle={"points": 2, "walls": "none"})
    assert score(state, told).sheets[0].total == 5 + 4 + 6 + 2


def test_at_least_is_a_true_bound_whatever_the_unknown_cards_show():
    chance = random.Random(11)
    for _ in range(40):
        full, state = invented_catalogue(chance), full_table(chance)
        told = {entry: value for entry, value in full.owner.items() if chance.random() < 0.7}
        known_in_part = SHIPPED.with_owner(told)
        for partly, wholly in zip(score(state, known_in_part).sheets, score(state, full).sheets, strict=True):
            assert partly.at_least <= wholly.total


def test_cards_that_perhaps_belong_count_for_the_bound_only_if_they_take_points():
    unknown_way = {"kind": "tavern", "colour": "red", "points": 4}
    castle = stack(0, 0, card("blue castle", points=2))
    line = score(table(castle, stack(1, 0, unknown_way)), SHIPPED).sheets[0].awards[-1]
    assert (line.points, line.floor) == (None, 2)
    line = score(table(castle, stack(1, 0, {**unknown_way, "points": -3})), SHIPPED).sheets[0].awards[-1]
    assert (line.points, line.floor) == (None, -1)
    assert "known so far: 2" in line.note


def test_the_limits_of_points_are_those_of_the_catalogue():
    for kind, least, most in (("castle", LEAST_CARD_POINTS, MOST_CARD_POINTS), ("trade", 0, MOST_GOAL_POINTS)):
        limits = SHIPPED.kinds[kind].fields["points"].type
        assert (limits.min, limits.max) == (least, most)


def test_values_told_with_the_table_beat_the_catalogue_and_the_card_beats_both():
    catalogue = known(castle={"walls": "none", "points": 1})
    plain = stack(0, 0, "blue castle")
    assert kingdom_points(table(plain), catalogue) == 1
    assert kingdom_points(table(plain, printed={"castle": {"points": 2}}), catalogue) == 2
    seen = stack(0, 0, card("blue castle", points=3))
    assert kingdom_points(table(seen, printed={"castle": {"points": 2}}), catalogue) == 3


def kingdom_points(state, catalogue):
    return score(state, catalogue).sheets[0].awards[-1].points


def test_a_secret_goal_that_is_true_may_still_be_shown():
    ann = {"name": "Ann", "colour": "blue", "gems": {"emerald": 5}, "secret": "wizard"}
    result = score(table(players=[ann, {"name": "Ben", "colour": "red"}]), known(emerald={"points": 1}))
    line = next(award for award in result.sheets[0].awards if award.rule == "DW-SCORE-SECRET")
    assert line.points == 0
    assert "true right now" in line.note
    assert result.remarks == ()
    note = next(place.note for place in result.standing.places if place.player == "Ann")
    assert note == "Wizard is true and may be shown before counting: + ?"
    told = score(
        table(players=[ann, {"name": "Ben", "colour": "red"}]), known(emerald={"points": 1}, wizard={"points": 4})
    )
    assert told.standing.places[0].note.endswith("Wizard is true and may be shown before counting: + 4")
    shown = score(table(players=[{**ann, "shown": True}, {"name": "Ben", "colour": "red"}]), SHIPPED)
    assert not any("may be shown" in place.note for place in shown.standing.places)


def test_negative_kingdoms_are_spelt_out():
    state = table(stack(0, 0, card("blue castle", points=2)), stack(1, 0, card("red fire_dragon", points=-3)))
    line = score(state, SHIPPED).sheets[0].awards[-1]
    assert (line.points, line.arithmetic) == (-1, "2 − 3 = −1")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ANY_TABLE)
def test_any_table_that_validates_is_scored_and_checked(state):
    result = score(state, SHIPPED)
    assert len(result.sheets) == len(state.players)
    for problem in GAME.problems(state, SHIPPED):
        assert problem.rule in GAME.rulebook.rules
        assert problem.message
    for sheet in result.sheets:
        assert all(award.rule in GAME.rulebook.rules for award in sheet.awards)


@pytest.mark.parametrize("sample", GAME.samples)
def test_a_sample_says_once_that_its_printed_values_came_with_it(sample: str) -> None:
    assert "print" not in GAME.samples[sample] and len(GAME.samples[sample]) < 60
    remarks = GAME.score(GAME.sample(sample), GAME.catalogue).remarks
    assert [remark for remark in remarks if "printed" in remark] == [
        "Some printed values came with this table; your copy may say something else."
    ]

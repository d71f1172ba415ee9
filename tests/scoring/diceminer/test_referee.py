"""Disputes at the table and how they are settled."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.diceminer import GAME
from scoring.diceminer.pieces import Die, DieType, die
from scoring.diceminer.referee import DUG_MOUNTAIN, FULL_MOUNTAIN
from scoring.sheet import Ruling, legal_if
from tests.scoring.diceminer.anything import any_table, mountains, troves


def settle(question_id: str, **ask: Any) -> Ruling:
    question = GAME.question(question_id)
    return question.answer(question.ask.model_validate(ask), GAME.catalogue)


@pytest.mark.parametrize("question", GAME.questions, ids=lambda q: q.id)
def test_every_example_is_answered_with_rules_that_exist(question: Any) -> None:
    ruling = question.answer(question.ask.model_validate(question.example), GAME.catalogue)
    assert ruling.verdict
    assert ruling.rules
    assert {*ruling.rules, *(step.rule for step in ruling.steps)} <= set(GAME.rulebook.rules)


class TestTake:
    def test_what_may_be_taken_from_a_full_mountain(self) -> None:
        ruling = settle("take", mountain=FULL_MOUNTAIN)
        assert ruling.data["may_take"] == ["1.1", "1.2"]
        assert ruling.verdict == "You may take one of: T3 (tunnel 3) at 1.1, G1 (gems 1) at 1.2."

    def test_after_a_beer_the_side_is_open_too_and_the_second_choice_depends_on_the_first(self) -> None:
        ruling = settle("take", mountain=FULL_MOUNTAIN, shared_beer=True)
        assert set(ruling.data["may_take"]) == set("1.1 1.2 2.1 2.3 3.1 3.4 4.1 4.5 5.1 5.6".split())
        assert set(ruling.data["then"]["1.1"]) >= {"1.2", "2.1", "2.2"}
        assert "2.2" not in ruling.data["may_take"]

    def test_with_one_die_left_a_beer_gives_just_that_die(self) -> None:
        ruling = settle("take", mountain=[". .", ". . .", ". T4 . ."], shared_beer=True)
        assert ruling.verdict == "One die is left; after the shared beer you take just this one: T4 (tunnel 4) at 3.2."
        assert ruling.rules[0] == "DM-BEER-LAST"
        assert ruling.data["may_take"] == ["3.2"]

    @pytest.mark.parametrize(
        ("shared", "wish", "legal", "reason"),
        [
            (False, ["2.2"], True, ""),
            (False, ["3.1"], True, ""),
            (False, ["3.2"], False, "the side is open only after sharing a beer"),
            (True, ["3.2"], True, ""),
            (True, ["4.2"], False, "has dice on both upper sides"),
            (True, ["3.2", "4.1"], True, ""),
            (True, ["3.2", "4.3"], False, "(Hd4 (dragons 4) at 3.2, Tb (beer) at 3.3)"),
            (False, ["2.2", "3.2"], False, "A turn takes one die; two only after sharing a beer."),
            (True, ["2.2", "3.2", "3.3"], False, "two dice, not more"),
            (True, ["1.1"], False, "There is no die at 1.1."),
            (False, ["4.2", "1.1"], False, "A turn takes one die; two only after sharing a beer. The die at 4.2 has"),
            (True, ["nonsense"], False, "There is no die at nonsense."),
        ],
    )
    def test_wishes(self, shared: bool, wish: list[str], legal: bool, reason: str) -> None:
        ruling = settle("take", mountain=DUG_MOUNTAIN, shared_beer=shared, take=wish)
        assert ruling.legal is legal_if(legal), ruling.verdict
        assert reason in ruling.verdict

    def test_each_step_shows_the_mountain_that_is_left(self) -> None:
        ruling = settle("take", mountain=["T1 T2", "G1 G2 G3"], shared_beer=True, take=["2.3", "1.1"])
        shown = [step.state["mountain"] for step in ruling.steps if step.state]
        assert shown == [["T1 .", "G1 G2 T2"], [". .", "G1 G2 T2"]]
        assert ruling.data["top"] == ["2.1", "2.2", "2.3"]

    def test_a_hanging_die_slides_first(self) -> None:
        ruling = settle("take", mountain=["T1 .", "G1 . G3"])
        assert ruling.steps[0].rule == "DM-SLIDE"

    def test_an_empty_mountain_starts_the_magic_phase(self) -> None:
        assert "DM-MAGIC-ORDER" in settle("take", mountain=[". .", ". . ."]).rules

    def test_rows_that_cannot_be_a_mountain(self) -> None:
        assert "one place more" in settle("take", mountain=["T1 T2", "G1 G2"]).verdict


class TestBeer:
    def test_at_the_start_of_a_turn_with_a_beer(self) -> None:
        ruling = settle("beer", dice="T1 Gb", giver="Ann", receiver="Bob")
        assert ruling.legal == "yes"
        assert ruling.data["beer_dice"] == ["Gb"]

    @pytest.mark.parametrize(
        ("change", "rule"),
        [
            ({"dice": "T1"}, "DM-BEER-SHARE"),
            ({"taken_this_turn": 1}, "DM-BEER-TIMING"),
            ({"my_turn": False}, "DM-BEER-TIMING"),
            ({"mountain_empty": True}, "DM-BEER-TIMING"),
            ({"shared_this_turn": True}, "DM-BEER-ONCE"),
            ({"receiver": "Ann"}, "DM-BEER-SHARE"),
            ({"players": 1}, "DM-BEER-SHARE"),
        ],
    )
    def test_every_reason_against_it(self, change: dict[str, Any], rule: str) -> None:
        ruling = settle("beer", **({"dice": "Tb", "giver": "Ann", "receiver": "Bob"} | change))
        assert ruling.legal == "no"
        assert ruling.rules == (rule,)

    def test_all_reasons_are_listed_together(self) -> None:
        ruling = settle("beer", dice="T1", my_turn=False, shared_this_turn=True, players=1)
        assert len(ruling.data["reasons"]) == 4


class TestMagic:
    def test_two_symbols_reroll_exactly_two_dice_that_are_no_hazards(self) -> None:
        ruling = settle("magic", dice="T1 T4 G1 Kp Tb Hd4 Hc1 M2", spend="M2")
        assert ruling.data["must_reroll"] == 2
        assert ruling.data["may_reroll"] == ["T1", "T4", "G1", "Kp", "Tb"]
        assert ruling.data["never"] == ["Hd4", "Hc1"]

    @pytest.mark.parametrize(
        ("wish", "legal", "rule"),
        [
            ({"spend": "M2", "reroll": "T4 Gb"}, True, "DM-MAGIC-ALL"),
            ({"spend": "M2", "reroll": "T4"}, False, "DM-MAGIC-ALL"),
            ({"spend": "M2", "reroll": "T4 Gb Kp"}, False, "DM-MAGIC-ALL"),
            ({"spend": "M2", "reroll": "T4 Hd4"}, False, "DM-MAGIC-HAZARD"),
            ({"spend": "M2", "reroll": "T4 Hb"}, False, "DM-MAGIC-HAZARD"),
            ({"spend": "M2", "reroll": "T4 M1", "spent": "M1"}, False, "DM-MAGIC-SPENT"),
            ({"spend": "M2", "reroll": "T4 M1"}, True, "DM-MAGIC-ALL"),
            ({"spend": "M2", "reroll": "T4 M2"}, False, "DM-MAGIC-SPENT"),
            ({"spend": "M2", "reroll": "T4 T4"}, False, "DM-MAGIC-SPEND"),
            ({"spend": "M1", "spent": "M1"}, False, "DM-MAGIC-SPEND"),
            ({"spend": "M3"}, False, "DM-MAGIC-SPEND"),
            ({"spend": "T4"}, False, "DM-MAGIC-SPEND"),
            ({"spend": "hero", "reroll": "T4"}, True, "DM-MAGIC-ALL"),
            ({"spend": "hero", "hero_spent": 1, "reroll": "T4"}, False, "DM-MAGIC-SPEND"),
            ({"spend": "M2", "reroll": "T4 Gb", "spent": "M3"}, False, "DM-MAGIC-SPENT"),
        ],
    )
    def test_wishes(self, wish: dict[str, Any], legal: bool, rule: str) -> None:
        ruling = settle("magic", dice="T4 Gb Kp Hd4 Hb M1 M2", hero="surveyor", **wish)
        assert ruling.legal is legal_if(legal), ruling.verdict
        assert rule in ruling.rules

    def test_the_alchemist_has_three_magics_of_one_symbol(self) -> None:
        ruling = settle("magic", dice="T4", hero="alchemist", hero_spent=2)
        assert ruling.data["hero_may_spend"] == ["M1"]

    def test_fewer_dice_than_symbols(self) -> None:
        ruling = settle("magic", dice="T4 Hd4 M3", spend="M3", reroll="T4")
        assert ruling.legal == "yes"
        assert ruling.data["must_reroll"] == 1

    def test_a_magic_die_with_a_beer_cannot_be_spent_but_may_be_rerolled(self) -> None:
        ruling = settle("magic", dice="Mb M1")
        assert ruling.data["may_spend"] == ["M1"]
        assert "Mb" in ruling.data["may_reroll"]

    def test_nothing_to_spend(self) -> None:
        assert settle("magic", dice="T1 Mb").rules == ("DM-MAGIC-STOP",)

    @settings(max_examples=80, deadline=None)
    @given(troves(), st.integers(1, 3))
    def test_whatever_may_be_rerolled_is_no_hazard_and_not_the_die_itself(
        self, trove: tuple[Die, ...], symbols: int
    ) -> None:
        source = die(f"M{symbols}")
        ruling = settle("magic", dice=[*trove, source], spend=source)
        offered = [die(code) for code in ruling.data["may_reroll"]]
        assert all(one.type is not DieType.HAZARD for one in offered)
        assert offered.count(source) == trove.count(source)
        assert ruling.data["must_reroll"] == min(symbols, len(offered))


class TestChests:
    @pytest.mark.parametrize(
        ("ask", "chests", "legal"),
        [
            ({"dice": "T1 G3 Kc2", "keep": "T1 G3"}, 2, True),
            ({"dice": "T1 G3 Kc1", "keep": "T1 G3"}, 1, False),
            ({"dice": "T1 Hd4 Kc1", "keep": "Hd4"}, 1, True),
            ({"dice": "T1 Kc2", "keep": "Kc2"}, 2, False),
            ({"dice": "T1 Kc2", "keep": "Kc2", "options": {"keep_chest_dice": True}}, 2, True),
            ({"dice": "T1", "hero": "treasurer", "keep": "T1"}, 2, True),
            ({"dice": "T1", "keep": "T1"}, 0, False),
            ({"dice": "T1 Kc2", "keep": "T1 T1"}, 2, False),
            ({"dice": "T1 Kc2 Kc2"}, 4, True),
        ],
    )
    def test_what_chests_keep(self, ask: dict[str, Any], chests: int, legal: bool) -> None:
        ruling = settle("chests", **ask)
        assert (ruling.data["chests"], ruling.legal) == (chests, legal_if(legal)), ruling.verdict

    def test_after_the_third_round_nothing_is_kept(self) -> None:
        assert settle("chests", dice="T1 Kc2", keep="T1", round=3).rules == ("DM-REFILL-LAST",)


class TestOrder:
    def test_a_beer_is_the_highest_roll(self) -> None:
        ruling = settle("first-player", rolls={"Ann": "T5", "Bob": "Tb"})
        assert ruling.data["first_player"] == "Bob"

    def test_heroes_are_chosen_counter_clockwise_and_the_first_player_is_last(self) -> None:
        ruling = settle("first-player", rolls={"Ann": "T2", "Bob": "T5", "Cleo": "T3", "Dan": "T1"})
        assert ruling.data["hero_order"] == ["Ann", "Dan", "Cleo", "Bob"]

    @pytest.mark.parametrize("roll", ["Hd4", "T?", "Mb", "T9", "T6", "T!G2"])
    def test_only_a_tunnel_die_decides_who_starts(self, roll: str) -> None:
        ruling = settle("first-player", rolls={"Ann": "T5", "Bob": roll})
        assert ruling.data["reasons"] == [f"Bob: {roll} is no roll of a tunnel die."]

    def test_the_owner_s_own_tunnel_dice_decide(self) -> None:
        mine = GAME.catalogue.with_owner({("tunnel", "faces"): "1, 2, 3, 4, 5, 6"})
        question = GAME.question("first-player")
        rolls = {"Ann": "T6", "Bob": "T5"}
        assert question.answer(question.ask.model_validate({"rolls": rolls}), mine).data["first_player"] == "Ann"

    def test_equal_rolls_roll_again(self) -> None:
        assert settle("first-player", rolls={"Ann": "T5", "Bob": "T5", "Cleo": "T1"}).data["roll_again"] == [
            "Ann",
            "Bob",
        ]

    def test_magic_starts_after_the_last_digger(self) -> None:
        ruling = settle("magic-start", players=["Ann", "Bob", "Cleo"], last_taker="Cleo")
        assert ruling.data["order"] == ["Ann", "Bob", "Cleo"]

    @pytest.mark.parametrize(("double", "starts"), [(0, "Cleo"), (1, "Bob"), (2, "Ann"), (3, "Cleo")])
    def test_magic_start_from_the_number_of_turns(self, double: int, starts: str) -> None:
        """Three players, 20 dice: without beer the 21st turn would be the third player's."""
        ask = {"players": ["Ann", "Bob", "Cleo"], "first_player": "Ann", "turns_with_two_dice": double}
        assert settle("magic-start", **ask).data["starts"] == starts

    def test_magic_start_needs_to_know_who_dug(self) -> None:
        assert "Tell who took the last die" in settle("magic-start", players=["Ann", "Bob"]).verdict

    def test_fewest_points_start_and_a_tie_is_chance(self) -> None:
        assert settle("next-first-player", totals={"Ann": 3, "Bob": 1}).data["first_player"] == "Bob"
        tied = settle("next-first-player", totals={"Ann": 1, "Bob": 1, "Cleo": 5})
        assert tied.data["choose_at_random"] == ["Ann", "Bob"]
        assert "random" in tied.verdict

    def test_next_first_player_of_a_game(self) -> None:
        game = {"players": [{"name": "A", "rounds": [{"dice": "T1"}]}, {"name": "B", "rounds": [{"dice": ""}]}]}
        assert settle("next-first-player", game=game).data["first_player"] == "B"
        assert "No round follows" in settle("next-first-player", game=GAME.sample().model_dump(mode="json")).verdict


class TestTie:
    def test_the_bundled_tie_is_decided_line_by_line(self) -> None:
        ruling = settle("tie", game=GAME.sample("tied-mountain").model_dump(mode="json"))
        assert ruling.data["winner"] == "Cleo"
        assert ruling.steps[0].text == "Most points after three rounds: Ann and Cleo."
        sums = [step.text for step in ruling.steps if "rerolled" in step.text]
        assert sums == ["Ann rerolled and scores 19.", "Cleo rerolled and scores 26."]

    def test_who_must_reroll(self) -> None:
        same = [{"dice": "T1"}] * 3
        game = {"players": [{"name": n, "rounds": same} for n in ("A", "B")] + [{"name": "C", "rounds": [{}] * 3}]}
        ruling = settle("tie", game=game)
        assert ruling.data["must_reroll"] == ["A", "B"]
        assert ruling.verdict == "A and B must reroll and score again."

    def test_a_reroll_that_is_not_read_decides_nothing(self) -> None:
        players = [
            {"name": name, "rounds": [{"dice": "T1"}] * 3, "tie_breaks": [{"dice": dice}]}
            for name, dice in (("A", "T?"), ("B", "T1"))
        ]
        assert "waits" in settle("tie", game={"players": players}).verdict

    def test_a_die_that_is_not_read_hides_the_winner(self) -> None:
        def winner(last: str) -> Ruling:
            players = [
                {"name": name, "rounds": [{"dice": "T1"}, {"dice": "T1"}, {"dice": dice}]}
                for name, dice in (("A", f"T1 {last}"), ("B", "T1 T2"))
            ]
            return settle("tie", game={"players": players})

        unread = winner("H?")
        assert unread.verdict == "Who wins cannot be told yet: a die is not read."
        assert [step.text for step in unread.steps] == ["A, round 3: H? is not read yet."]
        assert unread.data["winner"] is None
        assert winner("M?").data["winner"] == "B", "magic gives no points, whatever it shows"

    def test_no_tie_and_no_end(self) -> None:
        assert settle("tie", game=GAME.sample().model_dump(mode="json")).data["winner"] == "Bob"
        assert "not over" in settle("tie", game={"players": [{"name": "A"}, {"name": "B"}]}).verdict


@settings(max_examples=60, deadline=None)
@given(mountains, st.booleans(), st.lists(st.sampled_from(["1.1", "2.2", "3.1", "9.9", "x"]), max_size=3))
def test_take_never_fails(mountain: Any, shared: bool, wish: list[str]) -> None:
    assert settle("take", mountain=mountain, shared_beer=shared, take=wish).verdict


@settings(max_examples=40, deadline=None)
@given(any_table)
def test_questions_about_any_game_never_fail(table: Any) -> None:
    assert settle("tie", game=table).verdict
    assert settle("next-first-player", game=table).verdict


@pytest.mark.parametrize("field", ["last_taker", "first_player"])
def test_a_player_who_is_not_at_the_table_is_refused_with_the_nearest_names(field: str) -> None:
    ruling = settle("magic-start", players=["Ann", "Rob"], **{"first_player": "Ann", field: "Bob"})
    assert "There is no player 'Bob'. Did you mean 'Rob'?" in ruling.verdict
    assert "starts" not in ruling.data

"""The coach: exact gains, the best of all ways, and which cards are better laid down."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rollplayer import GAME
from scoring.rollplayer.discards import best_discards
from scoring.rollplayer.referee.coach import advise
from scoring.rollplayer.referee.moves import ways
from scoring.rollplayer.score import sheet
from scoring.rollplayer.state import Player, State
from tests.scoring.rollplayer.asking import CATALOGUE, ann, ask


def test_the_coach_is_exact_about_a_swap_and_a_reroll() -> None:
    """Every gain it names is what the sheet really gains; a reroll is the mean of six, never worse than now."""
    state = GAME.sample("four")
    before = sheet(state, 0, CATALOGUE).at_least
    for action in ("dexterity", "intelligence"):
        advice, _ = advise(state, 0, action, CATALOGUE)
        assert [one.gain for one in advice] == sorted((one.gain for one in advice), reverse=True)
        for one in advice[:5]:
            stars = [stars_of(state, player) for player in one.way.after]
            kept = [max(value, before) for value in stars] if one.way.keep_either else stars
            assert one.gain == pytest.approx(sum(kept) / len(kept) - before)


def stars_of(state: State, player: Player) -> int:
    return sheet(state.model_copy(update={"players": (player, *state.players[1:])}), 0, CATALOGUE).at_least


def test_the_coach_finds_the_best_of_all_ways() -> None:
    example = State.model_validate(GAME.question("coach").example["state"])
    player = example.players[0].model_copy(update={"xp": 5})
    state = State(players=(player, Player(name="Ben")))
    best = ask("coach", state=state.model_dump(mode="json"), show=1).data["best"][0]["gain"]
    gains = []
    for action in ("strength", "dexterity", "constitution", "wisdom"):
        found, _ = ways(player, action, CATALOGUE)
        gains += [stars_of(state, way.after[0]) - stars_of(state, player) for way in found]
    assert best >= max(gains) > 0


def test_the_coach_says_what_costs_stars() -> None:
    """With 18 exactly needed, a dagger that makes 19 is better laid down."""
    player = ann(
        race="human",
        hero_class="warrior",
        alignment="hermit",
        backstory="hunter",
        cards=["jeweled_dagger"],
        rows={"strength": ["gold 6", "red 6", "red 6"]},
    )
    ruling = ask("coach", state={"players": [player]}, action="charisma")
    assert ruling.data["drop"] == ["jeweled_dagger"]
    assert "RP-WEAPON-LIMIT" in ruling.rules
    assert str(ruling.verdict) == "No action gains a star now, but laying a card down does."


@pytest.mark.parametrize(
    ("told", "stars", "dropped"),
    [
        ({}, {"greedy": -2}, ["greedy"]),
        ({}, {"greedy": 2}, []),
        ({("greedy", "counts"): "gold", ("greedy", "pays"): [[5, -3]]}, {}, ["greedy"]),
        ({}, {}, []),
    ],
)
def test_the_coach_lays_down_a_trait_that_costs_stars(
    told: dict[tuple[str, str], Any], stars: dict[str, int], dropped: list[str]
) -> None:
    question = GAME.question("coach")
    player = ann(alignment="hermit", gold=6, cards=["greedy"], trait_stars=stars)
    asked = question.ask.model_validate({"state": {"players": [player, {"name": "Ben"}]}, "action": "charisma"})
    ruling = question.answer(asked, CATALOGUE.with_owner(told))
    assert ruling.data["drop"] == dropped
    assert ("RP-DROP-CARDS" in ruling.rules) is bool(dropped)


def test_the_coach_keeps_a_trait_whose_stars_are_not_known() -> None:
    """Without it another trait would pay more, but it may pay itself."""
    question = GAME.question("coach")
    owner = CATALOGUE.with_owner({("proud", "counts"): "traits", ("proud", "pays"): [[1, 3], [2, 0]]})
    player = ann(alignment="hermit", cards=["proud", "greedy"])
    asked = question.ask.model_validate({"state": {"players": [player, {"name": "Ben"}]}, "action": "charisma"})
    assert question.answer(asked, owner).data["drop"] == []


def test_the_coach_needs_five_xp_for_a_free_choice_and_a_real_seat() -> None:
    assert ask("coach", state={"players": [ann()]}).legal == "no"
    assert ask("coach", state={"players": [ann()]}, seat=3).legal == "no"


EIGHTEEN = {
    "race": "human",
    "hero_class": "warrior",
    "alignment": "hermit",
    "backstory": "hunter",
}


def raised_by(*pairs: tuple[str, str]) -> Any:
    return CATALOGUE.with_owner({(card, "scoring"): text for card, text in pairs})


def coached(player: dict[str, Any], catalogue: Any, **more: Any) -> Any:
    question = GAME.question("coach")
    asked = question.ask.model_validate({"state": {"players": [player, {"name": "Ben"}], **more}, "action": "charisma"})
    return question.answer(asked, catalogue)


def test_the_coach_lays_down_one_of_two_weapons_and_not_both() -> None:
    """Each alone makes 17 + 1 = 18, both 19, none 17: one must go, and it is all the same which."""
    rows = {"strength": ["red 6", "gold 6", "red 5"]}
    catalogue = raised_by(("jeweled_dagger", "gold dice +1"), ("longsword", "5 dice +1"))
    ruling = coached(ann(**EIGHTEEN, cards=["jeweled_dagger", "longsword"], rows=rows), catalogue)
    assert ruling.data["drops"] == [{"cards": ["jeweled_dagger"], "gain": 4}, {"cards": ["longsword"], "gain": 4}]
    assert ruling.data["drop"] == ["jeweled_dagger"]
    assert "RP-WEAPON-LIMIT" in ruling.rules


def test_the_coach_sees_that_both_weapons_must_go() -> None:
    """18 as they lie; either weapon alone makes 19, so no single card gains anything."""
    rows = {"strength": ["gold 6", "red 6", "gold 6"]}
    catalogue = raised_by(("jeweled_dagger", "red dice +1"), ("longsword", "red dice +1"))
    ruling = coached(ann(**EIGHTEEN, cards=["jeweled_dagger", "longsword"], rows=rows), catalogue)
    assert ruling.data["drops"] == [{"cards": ["jeweled_dagger", "longsword"], "gain": 4}]
    assert str(ruling.verdict) == "No action gains a star now, but laying cards down together does."


@pytest.mark.parametrize("action", [None, "constitution"])
def test_the_coach_sells_no_action_once_the_battle_is_fought(action: str | None) -> None:
    fought = ann(**EIGHTEEN, xp=9, rows={"strength": ["gold 6", "red 6", "red 5"]}, battle={"dice": [3]})
    state = {"players": [fought, {"name": "Ben"}], "options": {"expansion": True}, "monster": "demon"}
    ruling = ask("coach", state=state, action=action)
    assert ruling.legal == "no" and ruling.data["best"] == []
    assert "MM-XP-ACTION" in ruling.rules
    state["players"] = [{**fought, "battle": None}, {"name": "Ben"}]
    assert ask("coach", state=state, action=action).data["best"]


@given(
    cards=st.lists(
        st.sampled_from(["longsword", "jeweled_dagger", "wand", "greedy", "proud", "humble"]), max_size=5, unique=True
    ),
    counts=st.sampled_from(["gold", "weapons", "traits", "cards", "goals met"]),
    pays=st.lists(st.tuples(st.integers(0, 4), st.integers(-4, 4)), min_size=1, max_size=3),
    weapon=st.sampled_from(["none", "red dice +1", "all dice +1"]),
    gold=st.integers(0, 4),
)
@settings(max_examples=80, deadline=None)
def test_no_set_of_known_cards_gains_more_than_the_one_that_is_named(
    cards: list[str], counts: str, pays: list[tuple[int, int]], weapon: str, gold: int
) -> None:
    told = {(card, "scoring"): "gold dice +1" for card in ("longsword", "jeweled_dagger")} | {
        ("wand", "scoring"): weapon
    }
    for trait in ("greedy", "proud", "humble"):
        told |= {(trait, "counts"): counts, (trait, "pays"): [list(row) for row in pays]}
    catalogue = CATALOGUE.with_owner(told)
    rows = {"strength": ["gold 6", "red 6", "red 5"]}
    player = Player.model_validate(ann(**EIGHTEEN, cards=cards, gold=gold, rows=rows))
    state = State(players=(player, Player(name="Ben")))

    def stars(kept: tuple[str, ...]) -> int:
        other = player.model_copy(update={"cards": kept})
        return sheet(state.model_copy(update={"players": (other, state.players[1])}), 0, catalogue).at_least

    every = [stars(kept) - stars(player.cards) for size in range(6) for kept in combinations(player.cards, size)]
    named = best_discards(player, catalogue, lambda other: stars(other.cards))
    assert max([0, *every]) == (named[0].gain if named else 0)

"""Setting up, sorting the initiative dice, and the solo rival."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.rollplayer import GAME
from scoring.rollplayer.pieces import DICE_BASE, DICE_EXPANSION
from scoring.sheet import legal_if
from tests.scoring.rollplayer.asking import ask


def test_set_up_tells_the_variants_and_the_cards_to_take_out() -> None:
    options = {"expansion": True, "open_adventures": True, "even_setup": True, "short_game": True}
    ruling = ask("setup", players=1, options=options)
    assert ruling.data["taken_out"] == ["diplomacy", "spellbook", "energy_field", "gather_power"]
    assert {"RP-VAR-EVEN", "RP-VAR-SHORT", "MM-VAR-OPEN", "MM-SOLO-SETUP"} <= set(ruling.rules)
    assert ruling.data["start_dice"] == 8
    assert ask("setup", players=4, options={"short_game": True}).data["gold"] == [5, 5, 5, 5]
    assert ask("setup", players=5).legal == "no"


@pytest.mark.parametrize("short", [False, True])
@pytest.mark.parametrize(("players", "gold"), [(1, 0), (2, 0), (3, 1), (4, 2), (5, 2)])
def test_an_even_set_up_never_needs_more_gold_dice_than_there_are(players: int, gold: int, short: bool) -> None:
    """RP-VAR-EVEN with RP-VAR-SHORT: the two further dice of the short game come out of the bag."""
    options = {"even_setup": True, "short_game": short, "expansion": players == 5}
    ruling = ask("setup", players=players, options=options)
    data = ruling.data
    assert data["even_start"] == {"class_colours": 6, "gold": gold, "drawn": 2 * short}
    assert sum(data["even_start"].values()) == data["start_dice"]
    assert gold * players <= (DICE_EXPANSION if players == 5 else DICE_BASE)["gold"]
    text = next(step.text for step in ruling.steps if step.rule == "RP-VAR-EVEN")
    assert f"gold dice: {gold}" in text and f"from the bag: {2 * short}" in text


def test_only_the_even_set_up_hands_dice_out() -> None:
    assert "even_start" not in ask("setup", players=4).data


@pytest.mark.parametrize(
    ("classes", "expansion", "reason"),
    [
        (["cleric", "paladin"], False, "white"),
        (["cleric", "cleric"], False, "white"),
        (["cleric", "rogue", "wizard"], False, "classes: 3"),
        (["cleric", "knight"], False, "Knight"),
        (["warrior", "knight"], True, "red"),
    ],
)
def test_classes_that_cannot_be_together(classes: list[str], expansion: bool, reason: str) -> None:
    ruling = ask("setup", players=2, classes=classes, options={"expansion": expansion})
    assert ruling.legal == "no"
    assert reason in ruling.verdict and ruling.rules[0] == "RP-SETUP-CLASS"


def test_every_reason_against_the_classes_is_told() -> None:
    ruling = ask("setup", players=1, classes=["cleric", "crusader"])
    assert ruling.verdict.count(";") == 2


@pytest.mark.parametrize(
    ("classes", "expansion"), [([], False), (["cleric"], False), (["cleric", "rogue"], False), (["priest"], True)]
)
def test_classes_that_can(classes: list[str], expansion: bool) -> None:
    assert ask("setup", players=2, classes=classes, options={"expansion": expansion}).legal == "yes"


@pytest.mark.parametrize(("players", "expansion"), [(2, False), (1, True)])
def test_random_market_cards_form_the_discard_pile(players: int, expansion: bool) -> None:
    """RP-SETUP-MARKET, MM-SOLO-SETUP: only the cards with names leave the game."""
    ruling = ask("setup", players=players, options={"expansion": expansion})
    rule = "MM-SOLO-SETUP" if expansion else "RP-SETUP-MARKET"
    text = next(step.text for step in ruling.steps if step.rule == rule)
    assert "to the discard pile" in text and "taken out" not in text


@pytest.mark.parametrize("rule", ["RP-SETUP-MARKET", "MM-SOLO-SETUP", "RP-VAR-MIXED"])
@pytest.mark.parametrize(("lang", "pile"), [("en", "discard pile"), ("el", "ξεσκαρταρισμέν"), ("pl", "odrzucon")])
def test_the_rules_say_where_the_random_cards_go(rule: str, lang: str, pile: str) -> None:
    assert pile in GAME.rulebook[rule].text[lang]


@pytest.mark.parametrize(
    ("roll", "minions", "removes"), [([5, 6], 2, []), ([4, 5], 1, [4]), ([6, 1], 1, [1]), ([2, 3], 0, [2, 3])]
)
def test_every_five_or_six_of_the_rival_moves_a_minion(roll: list[int], minions: int, removes: list[int]) -> None:
    ruling = ask("rival", expansion=True, initiative=3, roll=roll)
    assert (ruling.data["minions_under_deck"], ruling.data["removes"]) == (minions, removes)
    assert sum("minion" in step.text for step in ruling.steps) == minions


def test_the_rival_of_the_base_game_moves_no_minion() -> None:
    assert ask("rival", initiative=3, roll=[6]).data["minions_under_deck"] == 0


FOUR = ["green 6", "red 1", "gold 4", "purple 6"]


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        ({"roll": ["red 9", "red 1", "gold 4"]}, "RP-ROLL"),
        ({"roll": ["boost 2", "red 1", "gold 4"]}, "MM-BOOST"),
        ({"roll": FOUR, "taken": {"Ann": 5}}, "RP-SETUP-INITIATIVE"),
        ({"roll": FOUR, "taken": {"Ann": 0}}, "RP-SETUP-INITIATIVE"),
        ({"taken": {"Ann": 7}}, "RP-SETUP-INITIATIVE"),
        ({"roll": FOUR, "taken": {"Ann": 1, "Ben": 2, "Cleo": 3, "Dan": 4}}, "RP-DICE"),
        ({"roll": FOUR, "taken": {"Ann": 1, "Ben": 2, "Cleo": 3, "Dan": 4, "Eve": 4}}, "RP-DICE"),
        ({"taken": {name: card for card, name in enumerate("ABCDEF", 1)}}, "RP-DICE"),
    ],
)
def test_initiative_that_cannot_be(asked: dict[str, Any], rule: str) -> None:
    ruling = ask("initiative", **asked)
    assert ruling.legal == "no" and rule in ruling.rules


def test_initiative_that_can() -> None:
    assert ask("initiative", roll=FOUR, taken={"Ann": 4, "Ben": 1}).legal == "yes"
    assert ask("initiative", roll=["boost 8", *FOUR]).legal == "yes"
    assert ask("initiative", taken={name: card for card, name in enumerate("BCDEF", 2)}).legal == "yes"


@pytest.mark.parametrize(
    ("asked", "dice", "rule"),
    [
        ({}, 1, None),
        ({"adventure_dice": 2, "mercenaries_for_xp": 1, "mercenaries_for_gold": 2}, 6, None),
        ({"mercenaries_for_gold": 3}, 4, "MM-MERCENARY"),  # 15 gold
        ({"mercenaries_for_xp": 3}, 4, "MM-XP-SPEND"),
        ({"mercenaries_for_gold": 1, "charisma_used": 1}, 2, "MM-MERCENARY"),  # the discount is the hunt's
        ({"adventure_dice": 25}, 26, "MM-COMBAT-DICE"),
    ],
)
def test_the_pool_of_the_final_battle(asked: dict[str, Any], dice: int, rule: str | None) -> None:
    ruling = ask("pool", player={"name": "Iga", "xp": 7, "gold": 11, "charisma": 2}, **asked)
    assert ruling.data["dice"] == dice
    assert ruling.legal is legal_if(rule is None)
    if rule:
        assert rule in ruling.rules


def test_after_the_roll_nobody_is_hired() -> None:
    fought = {"name": "Iga", "xp": 7, "gold": 11, "battle": {"dice": [3]}}
    assert ask("pool", player=fought, mercenaries_for_xp=1).legal == "no"
    before = ask("pool", player={"name": "Iga", "xp": 7, "gold": 11}, mercenaries_for_xp=1, mercenaries_for_gold=1)
    assert (before.data["xp_paid"], before.data["gold_paid"]) == (3, 5)
    assert before.data["after"] == {"xp": 4, "gold": 6}
    assert before.data["more"] == {"for_xp": 1, "for_gold": 1}

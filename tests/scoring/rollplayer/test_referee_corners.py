"""Disputes of the expansion, and corners of the rules where an unknown value must not become an answer."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.rollplayer import GAME
from tests.scoring.rollplayer.asking import CATALOGUE, ann, ask

ADVENTURE = {"options": {"expansion": True}, "monster": "kraken", "adventures": {"location": "black_sea"}}
BLACK_SEA = {"counts": "attribute intelligence", "who": "at least", "limit": 14, "dice": 2, "xp": 0, "solo": "none"}


def rewards(card: dict[str, Any], *players: dict[str, Any]) -> Any:
    owner = CATALOGUE.with_owner({("black_sea", field): value for field, value in card.items()})
    question = GAME.question("adventures")
    table = {**ADVENTURE, "players": [{"tokens": ["location"], **player} for player in players]}
    return question.answer(question.ask.model_validate({"state": table}), owner).data["rewards"]


CLEVER = ann(race="human", rows={"intelligence": ["red 5", "red 5", "red 4"]})
SIMPLE = ann(race="human", rows={"intelligence": ["red 5"]})


@pytest.mark.parametrize(
    ("card", "player", "dice"),
    [
        ({}, CLEVER, 2),
        ({}, SIMPLE, 0),  # without a 1P mark the card's own condition still stands
        ({"solo": "at most", "solo_limit": 13}, CLEVER, 0),  # the 1P mark comes on top of it
        ({"solo": "at least", "solo_limit": 14}, CLEVER, 2),
        ({"who": "most", "solo": "at most", "solo_limit": 5}, SIMPLE, 2),
        ({"who": "everyone"}, SIMPLE, 2),
    ],
)
def test_alone_an_adventure_asks_for_its_condition_and_the_mark(
    card: dict[str, Any], player: dict[str, Any], dice: int
) -> None:
    assert rewards({**BLACK_SEA, **card}, player)["Ann"]["dice"] == dice


def test_what_an_adventure_pays_is_never_zero_because_it_is_unknown() -> None:
    no_reward_known = {field: value for field, value in BLACK_SEA.items() if field not in ("dice", "xp")}
    assert rewards(no_reward_known, CLEVER, {"name": "Ben"})["Ann"] == {"dice": None, "xp": None}
    nameless = ann(rows={"intelligence": ["red 5"]})
    assert rewards(BLACK_SEA, nameless, {"name": "Ben"})["Ann"] == {"dice": None, "xp": 0}
    fewest = {**BLACK_SEA, "who": "fewest"}
    assert rewards(fewest, nameless, {"name": "Ben", "race": "human"})["Ben"] == {"dice": None, "xp": 0}


def test_a_weakness_that_cannot_be_counted_is_not_zero() -> None:
    owner = CATALOGUE.with_owner({("goblin", "weakness"): "dice class colour"})
    question = GAME.question("hunt")
    asked = {"player": ann(rows={"strength": ["red 4"]}), "minion": "goblin", "roll": [3, 4]}
    assert question.answer(question.ask.model_validate(asked), owner).data["dice"] is None
    asked["player"]["hero_class"] = "warrior"
    assert question.answer(question.ask.model_validate(asked), owner).data["dice"] == 2


def test_honor_and_wounds_do_nothing_in_a_hunt() -> None:
    plain = ask("odds", dice=2, minion="kobold").data["odds"]
    assert ask("odds", dice=2, minion="kobold", honor=3, wounds=1).data["odds"] == plain
    assert (
        ask("odds", dice=2, monster="dragon", honor=3).data["odds"]
        != ask("odds", dice=2, monster="dragon").data["odds"]
    )


def test_a_battle_waits_for_an_unknown_ability_and_for_the_roll() -> None:
    table = {"monster": "demon", "options": {"expansion": True}}
    rolled, waiting = ann(battle={"dice": [6, 6]}), {"name": "Ben", "battle": {"mercenaries": 2}}
    unknown = ask("battle", state={**table, "players": [rolled, waiting]})
    assert unknown.data["results"] == {"Ann": {"final": None, "stars": None, "slayer": None}}
    assert unknown.missing and "waits" in unknown.verdict
    told = ask("battle", state={**table, "players": [ann(battle={"dice": [6, 6], "adjust": -2}), waiting]})
    assert told.data["results"] == {"Ann": {"final": 10, "stars": 0, "slayer": False}}


def test_a_die_that_cannot_be_is_not_placed() -> None:
    assert ask("placing", player=ann(), die="gold 9", row="strength").legal == "no"


def test_only_own_weapons_free_hands() -> None:
    bought = {"player": ann(gold=9, cards=["longsword"]), "card": "longbow", "price": 3}
    assert ask("buy", **bought, drop=["quarterstaff"]).legal == "no"
    assert ask("buy", **bought, drop=["longsword"]).legal == "yes"


def test_the_knight_may_use_the_ability_for_armor_from_the_deck() -> None:
    bought = {"card": "chain_helm", "source": "deck top", "price": 4}
    knight = ask("buy", player=ann(gold=9, hero_class="knight", cards=["open_lock"]), **bought)
    assert "MM-IRONCLAD" in knight.rules
    assert "MM-IRONCLAD" not in ask("buy", player=ann(gold=9, hero_class="bard", cards=["open_lock"]), **bought).rules


@pytest.mark.parametrize(("hero_class", "rule"), [("bard", "RP-CHARMING"), ("knight", "RP-MARKET")])
def test_nobody_buys_and_discards_for_gold(hero_class: str, rule: str) -> None:
    ruling = ask("discard", player=ann(hero_class=hero_class), cards_bought=1)
    assert ruling.legal == "no" and rule in ruling.rules


def test_with_open_adventures_a_trophy_brings_no_token() -> None:
    hunt = {"player": ann(rows={"dexterity": ["red 1"]}), "minion": "kobold", "roll": [6, 4]}
    assert ask("hunt", **hunt).data["token"] == "location"
    opened = ask("hunt", **hunt, open_adventures=True)
    assert opened.data["trophy"] and "token" not in opened.data and "MM-VAR-OPEN" in opened.rules


def test_a_reroll_against_an_unnamed_monster_warns_of_the_chimera() -> None:
    bought = {"player": ann(xp=6), "buy": "reroll", "moment": "battle after the roll"}
    assert ask("experience", **bought).data["price"] == 1
    assert "MM-CHIMERA" in ask("experience", **bought).rules
    assert "MM-CHIMERA" not in ask("experience", **bought, monster="dragon").rules

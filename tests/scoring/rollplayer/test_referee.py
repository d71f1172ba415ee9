"""Disputes: every reason at once, every answer with its rule."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.rollplayer import GAME
from scoring.rollplayer.pieces import ATTRIBUTES
from scoring.rollplayer.score import score
from scoring.rollplayer.state import State
from scoring.sheet import legal_if
from tests.scoring.rollplayer.asking import CATALOGUE, ann, ask


@pytest.mark.parametrize("question", GAME.questions, ids=lambda question: question.id)
def test_every_example_is_answered(question: Any) -> None:
    ruling = ask(question.id, **question.example)
    assert ruling.steps and ruling.rules


ONE_IN_EVERY_OTHER_ROW = {row: ["red 2"] for row in ("dexterity", "constitution", "intelligence", "charisma")}
SHEET = ann(rows={"strength": ["red 4", "boost 7"], "wisdom": ["gold 1"], **ONE_IN_EVERY_OTHER_ROW}, marker=[0, 1])


@pytest.mark.parametrize(
    ("asked", "allowed", "rule"),
    [
        ({"action": "strength", "die": {"row": "strength", "place": 1}, "to": 3}, True, "RP-STR"),
        ({"action": "strength", "die": {"row": "strength", "place": 1}, "to": 6}, False, "RP-STR"),
        ({"action": "strength", "die": {"row": "wisdom", "place": 2}}, False, "RP-STR"),
        (
            {"action": "dexterity", "die": {"row": "strength", "place": 1}, "other": {"row": "wisdom", "place": 2}},
            False,
            "RP-DEX",
        ),
        (
            {"action": "dexterity", "die": {"row": "strength", "place": 1}, "other": {"row": "strength", "place": 1}},
            False,
            "RP-DEX",
        ),
        (
            {"action": "dexterity", "die": {"row": "strength", "place": 1}, "other": {"row": "wisdom", "place": 1}},
            True,
            "RP-DEX",
        ),
        ({"action": "constitution", "die": {"row": "strength", "place": 2}, "to": 8}, True, "RP-CON"),
        ({"action": "constitution", "die": {"row": "strength", "place": 1}, "to": 6}, False, "RP-CON"),
        ({"action": "constitution", "die": {"row": "wisdom", "place": 1}, "to": 0}, False, "RP-CON"),
        ({"action": "intelligence", "die": {"row": "wisdom", "place": 1}, "to": 5}, True, "RP-INT"),
        ({"action": "intelligence", "die": {"row": "wisdom", "place": 1}, "to": 7}, False, "RP-INT"),
        ({"action": "wisdom", "step": "good"}, False, "RP-WIS"),
        ({"action": "wisdom", "step": "evil"}, True, "RP-WIS"),
        ({"action": "wisdom", "die": {"row": "wisdom", "place": 1}}, False, "RP-WIS"),
        ({"action": "charisma"}, True, "RP-CHA"),
        ({"action": "charisma", "already_acted": True}, False, "RP-ACTION"),
        ({"action": "charisma", "during": "setup"}, False, "RP-SETUP-DICE"),
        ({"action": "charisma", "paid_by": "xp"}, False, "MM-XP-ACTION"),
    ],
)
def test_attribute_actions(asked: dict[str, Any], allowed: bool, rule: str) -> None:
    ruling = ask("action", player=SHEET, **asked)
    assert ruling.legal is legal_if(allowed)
    assert rule in ruling.rules


def test_a_reroll_may_be_refused() -> None:
    ruling = ask("action", player=SHEET, action="intelligence", die={"row": "wisdom", "place": 1}, to=5)
    assert ruling.data["may_keep"] == [1, 5]


def test_flipping_a_boost_die_is_asked_and_then_remembered_both_ways() -> None:
    asked = {"player": SHEET, "action": "strength", "die": {"row": "strength", "place": 2}}
    assert [one.field for one in ask("action", **asked).missing] == ["opposite_7"]
    question = GAME.question("action")
    owner = CATALOGUE.with_owner({("boost_die", "opposite_4"): 7})
    assert question.answer(question.ask.model_validate(asked), owner).data["to"] == 4


def test_all_ways_of_an_action_are_listed() -> None:
    ruling = ask("action", player=SHEET, action="constitution")
    texts = [way["text"] for way in ruling.data["ways"]]
    assert len(texts) == 13 and "turn boost 7 (Strength 2) to 8" in texts
    assert ask("action", player=ann(), action="dexterity").legal == "no"


@pytest.mark.parametrize("action", ATTRIBUTES)
def test_an_action_follows_a_die_in_its_own_row(action: str) -> None:
    """RP-ACTION: with no die in the row none can have been placed there; experience needs none."""
    rows = {row: ["red 3", "blue 4"] for row in ATTRIBUTES if row != action}
    asked = {"action": action, "step": "evil"} if action == "wisdom" else {"action": action}
    refused = ask("action", player=ann(rows=rows), **asked)
    assert refused.legal == "no" and "RP-ACTION" in refused.rules
    assert ask("action", player=ann(rows={**rows, action: ["gold 2"]}), **asked).legal == "yes"
    assert ask("action", player=ann(rows=rows, xp=5), **asked, paid_by="xp").legal == "yes"


def test_a_full_row_takes_no_die() -> None:
    full = ann(rows={"wisdom": ["red 1", "red 2", "red 3"]})
    ruling = ask("placing", player=full, die="gold 2", row="wisdom")
    assert ruling.legal == "no" and "RP-PLACE" in ruling.rules


@pytest.mark.parametrize(
    ("player", "skill", "arrow", "allowed"),
    [
        (ann(cards=["climb"]), "climb", "good", True),
        (ann(cards=["climb"], marker=[0, 1]), "climb", "good", False),
        (ann(cards=["climb"], marker=[0, 1]), "climb", "none", True),
        (ann(cards=["climb"], exhausted=["climb"]), "climb", "good", False),
        (ann(), "climb", "good", False),
        (ann(cards=["longbow"]), "longbow", "good", False),
    ],
)
def test_skills(player: dict[str, Any], skill: str, arrow: str, allowed: bool) -> None:
    assert ask("skill", player=player, skill=skill, arrow=arrow).legal is legal_if(allowed)


def test_hunt_costs_and_the_fourth_trophy() -> None:
    hunter = ann(
        gold=12, xp=5, charisma=1, tokens=["location", "obstacle", "attack"], rows={"dexterity": ["red 1", "red 2"]}
    )
    ruling = ask(
        "hunt",
        player=hunter,
        minion="kobold",
        skipped=1,
        mercenaries_for_gold=1,
        mercenaries_for_xp=1,
        charisma_used=1,
        rerolls=2,
        roll=[1, 1, 2, 2, 4],
    )
    data = ruling.data
    assert ruling.legal == "yes"
    assert (data["dice"], data["gold_paid"], data["xp_paid"], data["total"]) == (5, 3 + 5 - 1, 3 + 2, 10)
    assert data["extra_xp"] == 1 and "token" not in data
    assert data["after"] == {"xp": 0 + 3 + 1, "gold": 5, "charisma": 0, "honor": 1, "wounds": 0}


def test_a_hunt_lists_every_reason_against_it() -> None:
    ruling = ask("hunt", player=ann(), minion="kobold", mercenaries_for_xp=1, charisma_used=1, roll=[1, 7])
    assert {"MM-XP-SPEND", "MM-MERCENARY", "RP-CHA", "MM-COMBAT-DICE"} <= set(ruling.rules)
    assert ruling.verdict.count(";") >= 3


def test_a_minion_that_escapes_and_one_nobody_knows() -> None:
    low = ask("hunt", player=ann(), minion="kobold", roll=[3])
    assert low.data["trophy"] is False and "under the deck" in low.steps[-1].text
    unknown = ask("hunt", player=ann(), minion="goblin", weakness_dice=1, roll=[5, 6])
    assert unknown.data["trophy"] is True
    assert [one.field for one in unknown.missing] == ["rewards"]


@pytest.mark.parametrize(
    ("buy", "moment", "allowed"),
    [
        ("reroll", "hunt after the roll", True),
        ("reroll", "hunt before the roll", False),
        ("heal", "character building", True),
        ("heal", "hunt before the roll", True),
        ("heal", "hunt after the roll", True),
        ("heal", "battle before the roll", False),
        ("heal", "battle after the roll", False),
        ("mercenary", "battle before the roll", True),
        ("mercenary", "battle after the roll", False),
        ("action", "character building", True),
        ("action", "hunt before the roll", True),
        ("action", "hunt after the roll", True),
        ("action", "battle before the roll", False),
        ("action", "battle after the roll", False),
    ],
)
def test_when_experience_may_be_spent(buy: str, moment: str, allowed: bool) -> None:
    assert ask("experience", player=ann(xp=5, wounds=1), buy=buy, moment=moment).legal is legal_if(allowed)


def test_experience_must_be_there() -> None:
    ruling = ask("experience", player=ann(xp=5, wounds=1), buy="heal", moment="character building", times=3)
    assert ruling.legal == "no" and len(ruling.steps) == 3


def test_adventures_only_with_the_token() -> None:
    question = GAME.question("adventures")
    owner = CATALOGUE.with_owner({("maelstrom", "who"): "fewest"})
    players = [
        ann(tokens=["location", "obstacle"], cards=["chain_helm"]),
        {"name": "Ben", "tokens": ["location", "obstacle"]},
        {"name": "Cleo"},
    ]
    state = {"players": players, "monster": "kraken", "adventures": {"obstacle": "maelstrom"}}
    rewards = question.answer(question.ask.model_validate({"state": state}), owner).data["rewards"]
    assert [rewards[name]["dice"] for name in ("Ann", "Ben", "Cleo")] == [0, 2, 0]
    asked = ask("adventures", state=state)
    assert [(one.item, one.field) for one in asked.missing] == [("maelstrom", "who")]


def test_the_solo_hero_dies_below_the_strength() -> None:
    state = GAME.sample("solo").model_dump(mode="json")
    state["players"][0]["battle"]["dice"] = [1, 1, 1, 1]
    assert ask("battle", state=state).data["lost"] is True
    result = score(State.model_validate(state), CATALOGUE)
    assert result.extra["defeated"] is True
    assert result.standing.winners == ()
    assert result.standing.places[0].decided_by == "MM-SOLO-DEFEAT"

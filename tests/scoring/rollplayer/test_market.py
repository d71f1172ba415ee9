"""Purchases: who may buy what, from where, for how much."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.rollplayer import GAME
from scoring.sheet import legal_if
from tests.scoring.rollplayer.asking import CATALOGUE, ann, ask


@pytest.mark.parametrize(
    ("asked", "allowed", "rule"),
    [
        ({"player": ann(gold=5), "card": "reckless"}, False, "RP-BUY"),
        ({"player": ann(gold=6), "card": "reckless"}, True, "RP-TRAIT-BUY"),
        ({"player": ann(gold=5), "card": "reckless", "charisma_used": 1}, False, "RP-CHA"),
        ({"player": ann(gold=6), "card": "reckless", "cards_bought": 1}, False, "RP-BUY"),
        ({"player": ann(gold=6, hero_class="bard"), "card": "reckless", "cards_bought": 1}, True, "RP-BUY"),
        ({"player": ann(gold=6, hero_class="bard"), "card": "reckless", "cards_bought": 2}, False, "RP-CHARMING"),
        ({"player": ann(gold=6), "card": "reckless", "source": "deck top"}, False, "RP-OPEN-LOCK"),
        ({"player": ann(gold=6, cards=["open_lock"]), "card": "reckless", "source": "deck top"}, True, "RP-OPEN-LOCK"),
        (
            {
                "player": ann(gold=9, charisma=1, cards=["open_lock"]),
                "card": "reckless",
                "source": "deck top",
                "charisma_used": 1,
            },
            False,
            "RP-OPEN-LOCK",
        ),
        (
            {
                "player": ann(gold=9, cards=["move_silently"], exhausted=["move_silently"]),
                "card": "reckless",
                "source": "discard pile",
            },
            False,
            "RP-SKILL-USE",
        ),
        ({"player": ann(gold=9, cards=["longbow", "wand"]), "card": "sling", "price": 3}, False, "RP-WEAPON-LIMIT"),
        ({"player": ann(gold=9, cards=["longbow", "wand"]), "card": "backpack", "price": 3}, True, "RP-WEAPON-LIMIT"),
        ({"player": ann(gold=9), "card": "levitate", "price": 3}, True, "MM-SCROLL"),
        ({"player": ann(gold=9), "card": "chain_helm", "price": 3}, True, "RP-NO-LIMIT"),
        ({"player": ann(gold=9, cards=["chain_helm"]), "card": "chain_helm", "price": 3}, False, "RP-BUY"),
    ],
)
def test_purchases(asked: dict[str, Any], allowed: bool, rule: str) -> None:
    ruling = ask("buy", **asked)
    assert ruling.legal is legal_if(allowed)
    assert rule in ruling.rules


@pytest.mark.parametrize("source", ["market", "discard pile", "deck top"])
@pytest.mark.parametrize(
    ("hero_class", "bought", "allowed", "rule"),
    [
        ("rogue", 0, True, "RP-BUY"),
        ("rogue", 1, False, "RP-BUY"),
        ("bard", 1, True, "RP-BUY"),
        ("bard", 2, False, "RP-CHARMING"),
    ],
)
def test_one_purchase_wherever_the_card_lies(
    source: str, hero_class: str, bought: int, allowed: bool, rule: str
) -> None:
    buyer = ann(gold=9, hero_class=hero_class, cards=["move_silently", "open_lock"])
    ruling = ask("buy", player=buyer, card="reckless", source=source, cards_bought=bought)
    assert ruling.legal is legal_if(allowed) and rule in ruling.rules


@pytest.mark.parametrize("rule", ["RP-MOVE-SILENTLY", "RP-OPEN-LOCK"])
def test_that_a_skill_buys_the_one_card_is_told_as_our_reading(rule: str) -> None:
    note = GAME.rulebook[rule].note
    assert note is not None and "our reading" in note["en"]


def test_the_heavy_crossbow_saves_a_coin_but_not_with_open_lock() -> None:
    buyer = ann(gold=9, cards=["heavy_crossbow", "open_lock", "move_silently"])
    assert ask("buy", player=buyer, card="reckless").data["pays"] == 5
    assert ask("buy", player=buyer, card="reckless", source="discard pile").data["pays"] == 5
    assert ask("buy", player=buyer, card="reckless", source="deck top").data["pays"] == 6


def test_an_unknown_price_is_asked_for_and_a_known_one_is_not() -> None:
    asked = {"player": ann(gold=9), "card": "chain_helm"}
    assert [(one.item, one.field) for one in ask("buy", **asked).missing] == [("chain_helm", "cost")]
    assert ask("buy", **asked, price=4).missing == ()


def test_a_trait_may_be_bought_although_its_arrow_cannot_move() -> None:
    question = GAME.question("buy")
    owner = CATALOGUE.with_owner({("reckless", "arrow"): "chaotic"})
    for marker, after in (([1, 1], [1, 2]), ([1, 2], [1, 2])):
        asked = {"player": ann(gold=6, marker=marker), "card": "reckless"}
        ruling = question.answer(question.ask.model_validate(asked), owner)
        assert (ruling.legal, ruling.data["marker"]) == ("yes", after)


def test_charisma_lowers_no_price_with_open_lock() -> None:
    """Refused, and the price told is the one that would be paid."""
    buyer = ann(gold=9, charisma=1, cards=["heavy_crossbow", "open_lock"])
    ruling = ask("buy", player=buyer, card="reckless", source="deck top", charisma_used=1)
    data = ruling.data
    assert (ruling.legal, data["discount"], data["pays"], data["gold_left"]) == ("no", 0, 6, 3)

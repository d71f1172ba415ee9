"""The book's own examples, each with the rule that settles it."""

from __future__ import annotations

import pytest

from scoring.dwar7s.score import score
from tests.scoring.dwar7s.anything import SHIPPED, card, ruling, stack, table


@pytest.mark.parametrize("plan", [["card"] * 3, ["dwarf"] * 3, ["card", "dwarf", "dwarf"]])
def test_three_actions_in_any_mix(plan):
    """D7-ACT-1, DW-ACTIONS."""
    answer = ruling("actions", table(), plan=plan)
    assert answer.data["actions"] == 3
    assert answer.legal == "yes"
    castle_is_laid = table(stack(0, 0, card("blue castle")), stack(1, 0, card("red frost_giant")))
    assert ruling("actions", castle_is_laid, plan=[*plan, "move"]).legal == "no"


@pytest.mark.parametrize(("kind", "need"), [("ruby_mine", 3), ("emerald_mine", 2)])
def test_dwarves_a_mine_needs(kind, need):
    """D7-NEED-1 and -2, DW-NEED."""
    assert ruling("card", table(stack(0, 0, card(f"red {kind}"))), at=[0, 0]).data["need"] == need


def test_surplus_dwarves_stay():
    """D7-EXEC-1, DW-SURPLUS: three dwarves on a card that needs two."""
    (fired,) = ruling("execute", table(stack(0, 0, card("red tavern"), blue=3))).data["fired"]
    assert (fired["returned"], fired["stay"]) == (2, 1)


def test_no_diamonds_left():
    """D7-EXEC-2, DW-SUPPLY-EMPTY: red executes the diamond mine and gains nothing."""
    state = table(stack(0, 0, card("blue diamond_mine"), red=2), active=1, supply={"diamond": 0, "gold": 4})
    answer = ruling("execute", state)
    (fired,) = answer.data["fired"]
    assert fired["returned"] == 2
    assert fired["gems"] == {}
    assert {"DW-SUPPLY-EMPTY", "DW-FAILED"} <= set(answer.rules)
    assert answer.data["after"]["table"][0]["dwarves"] == {}


def test_a_dragon_in_the_same_kingdom_stops_the_ruby_mine():
    """D7-EXEC-3, DW-DRAGON: blue's three dwarves go home without the ruby."""
    mine, dragon = stack(0, 0, card("red ruby_mine"), blue=3), stack(1, 0, card("red fire_dragon"))
    answer = ruling("execute", table(mine, dragon))
    (fired,) = answer.data["fired"]
    assert (fired["returned"], fired["gems"]) == (3, {})
    assert "DW-DRAGON" in answer.rules
    behind_a_wall = stack(1, 0, card("red fire_dragon", "l"))
    assert ruling("execute", table(mine, behind_a_wall)).data["fired"][0]["gems"] == {"ruby": 1}


def test_dwarves_go_home_before_the_effect():
    """D7-EXEC-4, DW-EXECUTE: diamond, trade, ogre and dig each begin with the dwarves going home."""
    state = table(
        stack(0, 0, card("red diamond_mine"), blue=2),
        stack(1, 0, card("red general_store"), blue=3),
        stack(2, 0, card("red tavern"), blue=2),
        stack(3, 0, card("red castle"), blue=2),
        stack(4, 0, card("red emerald_mine"), card("blue emerald_mine")),
    )
    answer = ruling("execute", state)
    steps = [step.rule for step in answer.steps]
    effects = ["DW-MINES", "DW-STORE", "DW-TAVERN", "DW-DIG"]
    assert steps == [rule for effect in effects for rule in ("DW-EXECUTE", effect)]
    assert len(answer.data["fired"]) == 4


def test_only_gems_and_ogres_are_discarded():
    """D7-HAND-1, DW-DISCARD: kingdom cards may never be thrown away."""
    players = [
        {"name": "Ann", "colour": "blue", "gems": {"ruby": 1}, "ogres": {"thief": 1}},
        {"name": "Ben", "colour": "red"},
    ]
    answer = ruling("hand", table(players=players))
    assert answer.data["hand"] == 11
    assert answer.data["discard"] == 2
    assert answer.data["may_discard"] == {"gems": {"ruby": 1}, "ogres": {"thief": 1}}
    assert "DW-DISCARD" in answer.rules


def test_one_dwarf_of_an_opponent_blocks_a_monster():
    """D7-BLOCK-1, DW-BLOCK: five places, an opponent's dwarf on one of them."""
    state = table(stack(0, 0, card("red fire_dragon", slots=5), blue=4, red=1))
    answer = ruling("card", state, at=[0, 0])
    assert answer.data["able"] == {"Ann": False, "Ben": False}
    assert "DW-BLOCK" in answer.rules
    assert "ogre card" in answer.steps[-1].text
    assert ruling("execute", state).data["fired"] == []


def test_a_trade_at_the_general_store():
    """D7-TRADE-1, DW-STORE: three dwarves, one goal for its gems, gems back to the supply, three open again."""
    players = [{"name": "Ann", "colour": "blue", "gems": {"ruby": 2, "gold": 1}}, {"name": "Ben", "colour": "red"}]
    goals = [
        {"cost": {"ruby": 2}, "points": 6},
        {"cost": {"gold": 2}, "points": 3},
        {"cost": {"emerald": 1}, "points": 1},
    ]
    state = table(stack(0, 0, card("red general_store"), blue=3), players=players, open_goals=goals)
    answer = ruling("trade", state)
    assert answer.data["payable"] == [0]
    assert "DW-STORE-REFILL" in answer.rules
    assert ruling("execute", state).data["fired"][0]["trades"] == 1


@pytest.mark.parametrize(("trades", "shown"), [(2, True), (3, False)])
def test_three_goals_end_the_game(trades, shown):
    """D7-END-1 and -2, DW-END."""
    ann = {"name": "Ann", "colour": "blue", "trades": [{"points": 1}] * trades, "shown": shown, "secret": "king"}
    answer = ruling("end", table(players=[ann, {"name": "Ben", "colour": "red"}], phase="execution"))
    assert answer.data["triggered"] is True
    assert answer.data["still_to_play"] == ["Ann", "Ben"]


def test_monsters_are_worth_three_each_and_are_no_goals():
    """D7-MON-1, DW-SCORE-MONSTERS and DW-MONSTER-NOT-GOAL."""
    ann = {"name": "Ann", "colour": "blue", "killed": ["red fire_dragon", "red frost_giant"]}
    state = table(players=[ann, {"name": "Ben", "colour": "red"}])
    (award,) = [a for a in score(state, SHIPPED).sheets[0].awards if a.rule == "DW-SCORE-MONSTERS"]
    assert (award.points, award.arithmetic) == (6, "2 × 3 = 6")
    answer = ruling("end", state)
    assert answer.data["goals"]["Ann"] == 0
    assert "DW-MONSTER-NOT-GOAL" in answer.rules


def test_no_castle_no_kingdom():
    """D7-KING-1, DW-NO-CASTLE."""
    state = table(stack(0, 0, card("blue tavern", points=5)))
    assert [a.points for a in score(state, SHIPPED).sheets[0].awards if a.rule == "DW-SCORE-KINGDOM"] == [0]
    assert ruling("kingdom", state).rules == ("DW-NO-CASTLE",)


def test_two_castles_in_one_kingdom():
    """D7-KING-2, DW-SHARED: both owners score all of it, the other's castle too."""
    state = table(stack(0, 0, card("blue castle", points=2)), stack(1, 0, card("red castle", points=3)))
    assert [sheet.total for sheet in score(state, SHIPPED).sheets] == [5, 5]


def test_an_imaginary_dwarf_walks_from_the_castle():
    """D7-KING-3, DW-KINGDOM: round the wall it reaches the card, and the way is told."""
    state = table(
        stack(0, 0, card("blue castle", "r")),
        stack(1, 0, card("red tavern")),
        stack(0, 1, card("red ruby_mine")),
        stack(1, 1, card("red gold_mine")),
        stack(2, 0, card("red castle", "l")),
    )
    assert ruling("kingdom", state).data["cards"] == [[0, 0], [1, 0], [0, 1], [1, 1]]
    assert ruling("kingdom", state, at=[1, 0]).data["way"] == [[0, 0], [0, 1], [1, 1], [1, 0]]
    outside = ruling("kingdom", state, at=[2, 0])
    assert outside.data["belongs"] is False
    assert "wall at its left" in outside.steps[0].text


def test_tie_breaks():
    """D7-TIE-1, DW-TIE-KINGDOM then DW-TIE-DWARVES."""
    larger = table(
        stack(0, 0, card("blue castle", "r", points=1)),
        stack(-1, 0, card("blue tavern", points=1)),
        stack(1, 0, card("red castle", points=2)),
    )
    standing = score(larger, SHIPPED).standing
    assert [(p.player, p.rank, p.decided_by) for p in standing.places] == [
        ("Ann", 1, None),
        ("Ben", 2, "DW-TIE-KINGDOM"),
    ]
    more_dwarves = table(stack(0, 0, card("blue castle"), red=1), stack(1, 0, card("red castle")))
    standing = score(more_dwarves, SHIPPED).standing
    assert [(p.player, p.decided_by) for p in standing.places] == [("Ben", None), ("Ann", "DW-TIE-DWARVES")]
    equal = table(stack(0, 0, card("blue castle"), red=1, blue=1), stack(1, 0, card("red castle")))
    assert score(equal, SHIPPED).standing.leaders == ("Ann", "Ben")

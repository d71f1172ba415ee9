"""Executed cards: mines, taverns, dragons, trades, and when they are executed at all."""

from __future__ import annotations

import pytest

from scoring.dwar7s import GAME
from scoring.dwar7s.state import Phase, Table
from tests.scoring.dwar7s.anything import SHIPPED, card, players, ruling, stack, table


@pytest.mark.parametrize(
    ("kind", "count", "gems"),
    [("emerald_mine", 2, {"emerald": 1}), ("diamond_mine", 2, {"diamond": 1}), ("ruby_mine", 3, {"ruby": 1})],
)
def test_mines_pay(kind, count, gems):
    answer = ruling("execute", table(stack(0, 0, card(f"red {kind}"), blue=count)))
    assert answer.data["fired"][0]["gems"] == gems
    assert answer.data["after"]["players"][0]["gems"] == gems


def test_the_gold_mine_pays_two_once_its_need_is_told():
    mine = stack(0, 0, card("red gold_mine"), blue=3)
    answer = ruling("execute", table(mine))
    assert answer.data["fired"] == []
    assert [(m.item, m.field) for m in answer.missing] == [("gold_mine", "need")]
    told = {"gold_mine": {"need": 3}}
    assert ruling("execute", table(mine, printed=told)).data["fired"][0]["gems"] == {"gold": 2}
    one_left = table(mine, printed=told, supply={"gold": 1})
    assert ruling("execute", one_left).data["fired"][0]["gems"] == {"gold": 1}


def test_two_mines_share_the_last_gem_of_the_pile():
    state = table(
        stack(0, 0, card("red emerald_mine"), blue=2),
        stack(1, 0, card("blue emerald_mine"), blue=2),
        supply={"emerald": 1},
    )
    answer = ruling("execute", state)
    assert [fired["gems"] for fired in answer.data["fired"]] == [{"emerald": 1}, {}]
    assert answer.data["after"]["supply"] == {"emerald": 0}


def test_dwarves_of_different_colours_do_not_add_up():
    answer = ruling("execute", table(stack(0, 0, card("red ruby_mine"), blue=2, red=1)))
    assert answer.data["fired"] == []
    assert "DW-SAME-COLOUR" in answer.rules


def test_only_the_active_player_executes():
    state = table(stack(0, 0, card("red tavern"), red=2))
    assert ruling("execute", state).data["fired"] == []
    his_turn = state.model_copy(update={"active": 1})
    assert ruling("execute", his_turn).data["fired"][0]["ogres"] == 1
    not_yet = ruling("execute", state, player=1)
    assert not_yet.verdict == "No. It is not Ben's turn."
    assert not_yet.data["fired"] == []
    assert not_yet.data["after"] == state.model_dump(mode="json")


WORKING = table(
    stack(0, 0, card("red castle"), blue=2, red=2),
    stack(1, 0, card("red general_store", slots=6), blue=3, red=3),
    stack(2, 0, card("blue tavern"), card("red tavern")),
    players=players({"gems": {"ruby": 1}}, {"gems": {"ruby": 1}}),
    open_goals=[{"cost": {"ruby": 1}, "points": 2}] * 3,
)


@pytest.mark.parametrize("question", ["execute", "trade", "dig"])
def test_cards_are_executed_in_the_own_execution_phase(question):
    assert not ruling(question, WORKING).verdict.startswith("No")
    assert not ruling(question, WORKING.model_copy(update={"phase": Phase.EXECUTION})).verdict.startswith("No")
    another = ruling(question, WORKING, player=1)
    assert another.verdict.startswith("No. It is not Ben's turn.")
    assert another.legal == "no"
    for phase in (Phase.DISCARD, Phase.COUNTING):
        late = ruling(question, WORKING.model_copy(update={"phase": phase}))
        assert late.verdict.startswith("No. The execution phase of this turn is over.")
        assert late.legal == "no"


SURPLUS = table(stack(0, 0, card("red tavern"), blue=4), stack(1, 0, card("blue emerald_mine"), blue=2))


@pytest.mark.parametrize("order", ["at_once", "player_chooses"])
def test_a_card_executed_in_this_turn_is_not_executed_again(order):
    options = {"surplus": "stay", "execution_order": order}
    told = table(*SURPLUS.table, executed=[{"x": 0, "y": 0, "returned": {"blue": 2}}], options=options)
    answer = ruling("execute", told)
    assert [fired["at"] for fired in answer.data["fired"]] == [[1, 0]]
    assert "red Tavern at 0,0 was executed in this turn already." in [step.text for step in answer.steps]


def test_after_the_execution_nothing_is_executed_a_second_time():
    answer = ruling("execute", SURPLUS)
    assert len(answer.data["fired"]) == 2
    after = Table.model_validate(answer.data["after"])
    assert [(done.x, done.y, dict(done.returned)) for done in after.executed] == [
        (0, 0, {"blue": 2}),
        (1, 0, {"blue": 2}),
    ]
    assert after.table[0].dwarves == {"blue": 2}, "enough for another execution, but not in this turn"
    assert ruling("execute", after).data["fired"] == []
    assert GAME.problems(after, SHIPPED) == GAME.problems(SURPLUS, SHIPPED)


def test_a_surplus_that_fires_again_may_execute_a_card_once_more():
    options = {"surplus": "fire_again"}
    told = table(*SURPLUS.table, executed=[{"x": 0, "y": 0, "returned": {"blue": 2}}], options=options)
    assert [fired["times"] for fired in ruling("execute", told).data["fired"]] == [2, 1]


def test_ogres_that_players_hold_cannot_be_drawn():
    taverns = (stack(0, 0, card("red tavern"), blue=2), stack(1, 0, card("blue tavern"), blue=2))

    def drawn(ann, ben, **more):
        state = table(*taverns, players=players({"ogres": ann}, {"ogres": ben}), **more)
        return ruling("execute", state)

    none_left = drawn({"hidden": 6}, {"hidden": 7})
    assert [fired["ogres"] for fired in none_left.data["fired"]] == [0, 0]
    assert [fired["returned"] for fired in none_left.data["fired"]] == [2, 2]
    assert {"DW-OGRE-DECK", "DW-FAILED"} <= set(none_left.rules)
    assert none_left.data["after"]["players"][0]["ogres"] == {"hidden": 6}
    for order in ("at_once", "player_chooses"):
        one_left = drawn({"hidden": 5}, {"thief": 7}, options={"execution_order": order})
        assert [fired["ogres"] for fired in one_left.data["fired"]] == [1, 0], order


def test_the_last_ogre_is_not_drawn_twice_by_a_surplus():
    state = table(
        stack(0, 0, card("red tavern"), blue=4),
        players=players({"ogres": {"hidden": 12}}),
        options={"surplus": "fire_again"},
    )
    answer = ruling("execute", state)
    assert answer.data["fired"][0]["ogres"] == 1
    assert "DW-OGRE-DECK" in answer.rules


def test_gems_that_players_hold_cannot_be_mined():
    mine = stack(0, 0, card("red ruby_mine"), blue=3)

    def mined(**more):
        answer = ruling("execute", table(mine, **more))
        return answer.data["fired"][0]["gems"], set(answer.rules)

    one_ruby = {"printed": {"ruby": {"cards": 1}}}
    gems, rules = mined(players=players({}, {"gems": {"ruby": 1}}), **one_ruby)
    assert gems == {}
    assert {"DW-SUPPLY-EMPTY", "DW-FAILED"} <= rules
    assert mined(**one_ruby)[0] == {"ruby": 1}
    assert mined(players=players({}, {"gems": {"gold": 34}}))[0] == {}, "no gem card of any kind is left"
    assert mined(supply={"gold": 2})[0] == {"ruby": 1}, "a pile that is not told is not empty"


def test_two_mines_share_the_last_gem_that_nobody_holds():
    state = table(
        stack(0, 0, card("red emerald_mine"), blue=2),
        stack(1, 0, card("blue emerald_mine"), blue=2),
        players=players({"gems": {"emerald": 4}}),
        printed={"emerald": {"cards": 5}},
    )
    assert [fired["gems"] for fired in ruling("execute", state).data["fired"]] == [{"emerald": 1}, {}]


def test_a_killed_monster_leaves_the_table():
    state = table(
        stack(0, 0, card("red fire_dragon", slots=6), blue=5, red=1), players=players({"supply": 2}, {"supply": 6})
    )
    answer = ruling("execute", state)
    after = answer.data["after"]
    assert after["table"] == []
    assert after["players"][0]["killed"] == [{"kind": "fire_dragon", "colour": "red"}]
    assert [player["supply"] for player in after["players"]] == [7, 7]
    assert answer.data["fired"][0]["points"] == 3


def test_order_of_execution_is_a_choice():
    """Blue kills the dragon and works its mine in one turn."""
    stacks = (stack(0, 0, card("red emerald_mine"), blue=2), stack(1, 0, card("red fire_dragon"), blue=5))

    def gems(state, **ask):
        fired = ruling("execute", state, **ask).data["fired"]
        return next(one["gems"] for one in fired if one["kind"] == "emerald_mine")

    assert gems(table(*stacks)) == {}
    chosen = table(*stacks, options={"execution_order": "player_chooses"})
    assert gems(chosen) == {"emerald": 1}
    assert gems(chosen, order=[[0, 0], [1, 0]]) == {}


def test_surplus_may_fire_again_where_the_table_plays_it_so():
    state = table(stack(0, 0, card("red emerald_mine", slots=6), blue=5), options={"surplus": "fire_again"})
    (fired,) = ruling("execute", state).data["fired"]
    assert (fired["times"], fired["returned"], fired["stay"], fired["gems"]) == (2, 4, 1, {"emerald": 2})


def test_a_dragon_without_a_castle_is_a_choice():
    stacks = (stack(0, 0, card("red emerald_mine"), blue=2), stack(1, 0, card("red fire_dragon")))
    assert ruling("execute", table(*stacks)).data["fired"][0]["gems"] == {}
    narrow = {"dragon_scope": "castle_kingdom"}
    assert ruling("execute", table(*stacks, options=narrow)).data["fired"][0]["gems"] == {"emerald": 1}
    with_castle = (*stacks, stack(0, 1, card("red castle")))
    assert ruling("execute", table(*with_castle, options=narrow)).data["fired"][0]["gems"] == {}


def test_a_dragon_behind_unknown_walls_leaves_the_mine_open():
    answer = ruling("execute", table(stack(0, 0, card("red emerald_mine"), blue=2), stack(1, 0, "red fire_dragon")))
    assert answer.data["fired"][0]["gems"] is None
    assert [(m.item, m.field) for m in answer.missing] == [("fire_dragon", "walls")]


def test_a_trade_that_cannot_be_paid_or_made():
    goals = [{"cost": {"ruby": 2}, "points": 6}, {"id": "trade_2"}]
    poor = table(stack(0, 0, card("red general_store"), blue=3), open_goals=goals[:1] * 3)
    assert "2 Ruby" in ruling("trade", poor).verdict
    assert ruling("trade", poor).legal == "no"
    nobody = table(players=players({"gems": {"ruby": 2}}), open_goals=goals[:1])
    assert "3 dwarves" in ruling("trade", nobody).verdict
    unknown = table(stack(0, 0, card("red general_store"), blue=3), open_goals=goals)
    assert [(m.item, m.field) for m in ruling("trade", unknown).missing] == [("trade_2", "cost")]


STORE = stack(0, 0, card("red general_store"), blue=3)
TOO_DEAR = {"cost": {"ruby": 2}, "points": 6}


@pytest.mark.parametrize(
    ("goals", "says"),
    [
        ([{"points": 5}], "open goal 1: its cost is not known."),
        ([TOO_DEAR, TOO_DEAR, {"points": 5}], "open goal 3: its cost is not known."),
        ([], "Open trade goals that are not told: 3."),
        ([TOO_DEAR], "Open trade goals that are not told: 2."),
    ],
)
def test_a_trade_goal_that_is_not_told_may_be_payable(goals, says):
    answer = ruling("trade", table(STORE, open_goals=goals))
    assert answer.legal == "open"
    assert answer.verdict.startswith("It cannot be told yet.")
    assert says in answer.verdict
    executed = ruling("execute", table(STORE, open_goals=goals)).steps[-1].text
    assert "Open trade goals whose cost is not known:" in executed


def test_no_more_goals_lie_open_than_there_are():
    all_but_one = players({"trades": [{"points": 1}] * 5}, {"trades": [{"points": 1}] * 4})
    assert ruling("trade", table(STORE, players=all_but_one, open_goals=[TOO_DEAR])).legal == "no"
    assert ruling("trade", table(STORE, players=all_but_one)).legal == "open"

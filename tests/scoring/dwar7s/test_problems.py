"""Every thing that cannot be at a table, each pointed out by its rule."""

from __future__ import annotations

import pytest

from scoring.dwar7s import GAME
from scoring.dwar7s.state import Table
from tests.scoring.dwar7s.anything import SHIPPED, card, known, stack, table


def rules(state, catalogue=SHIPPED):
    return {problem.rule for problem in GAME.problems(state, catalogue)}


def player(name="Ann", colour="blue", **more):
    return {"name": name, "colour": colour, **more}


BEN = player("Ben", "red")
CASTLE = stack(0, 0, card("blue castle", slots=4))


def test_a_table_in_order_has_no_problem():
    assert GAME.problems(table(CASTLE, stack(1, 0, card("red tavern"), red=2)), SHIPPED) == []


@pytest.mark.parametrize(
    ("state", "rule", "says"),
    [
        (table(players=[player()]), "DW-BOX", "2 to 4"),
        (table(players=[player(), player("Ann", "red")]), "DW-BOX", "called Ann"),
        (table(players=[player(), player("Ben", "blue")]), "DW-SETUP-CARDS", "have the colour blue"),
        (table(active=2), "DW-TURN", "no seat 2"),
        (table(stack(0, 0, card("green castle"))), "DW-SETUP-CARDS", "Nobody plays green"),
        (table(stack(0, 0, card("blue castle"), green=1)), "DW-SETUP-DWARVES", "Nobody plays green"),
        (table(CASTLE, stack(1, 0, card("blue castle"))), "DW-SETUP-CARDS", "2 cards Castle of blue; its set has 1"),
        (table(players=[player(hand=["castle"] * 10), BEN]), "DW-SETUP-CARDS", "10 blue kingdom cards"),
        (table(stack(0, 0, card("blue castle"), blue=8)), "DW-SETUP-DWARVES", "8, not 7"),
        (
            table(stack(0, 0, card("blue castle"), blue=2), players=[player(supply=3), BEN]),
            "DW-SETUP-DWARVES",
            "5, not 7",
        ),
        (table(stack(0, 0, card("blue castle", slots=4), blue=3, red=2)), "DW-SLOTS", "5 dwarves"),
        (table(CASTLE, stack(0, 0, card("red castle"))), "DW-PLACE-CARD", "Two stacks"),
        (table(CASTLE, stack(2, 0, card("red tavern"))), "DW-PLACE-CARD", "touches no other part"),
        (table(CASTLE, stack(1, 1, card("red tavern"))), "DW-PLACE-CARD", "touches no other part"),
        (table(stack(0, 0, card("blue castle"), card("red tavern"))), "DW-STACK-FORBIDDEN", "on Castle"),
        (table(stack(0, 0, card("red tavern"), card("blue castle"))), "DW-STACK", "no stacking symbol"),
        (table(stack(0, 0, card("red fire_dragon"), card("blue tavern"))), "DW-STACK-FORBIDDEN", "on Fire dragon"),
        (
            table(players=[player(gems={"ruby": 30}), player("Ben", "red", gems={"gold": 5})], active=0),
            "DW-SETUP-GEMS",
            "35",
        ),
        (
            table(players=[player(gems={"ruby": 3}), BEN], supply={"emerald": 9, "diamond": 9, "gold": 9, "ruby": 2}),
            "DW-SETUP-GEMS",
            "32 gem cards; the box has 34",
        ),
        (table(players=[player(ogres={"thief": 14}), BEN]), "DW-SETUP-OGRES", "14"),
        (
            table(players=[player(killed=["green fire_dragon"]), BEN]),
            "DW-SETUP-CARDS",
            "Nobody plays green, but a green monster was killed",
        ),
        (
            table(players=[player(killed=["red fire_dragon"] * 2), BEN]),
            "DW-SETUP-CARDS",
            "2 cards Fire dragon of red; its set has 1",
        ),
        (table(players=[player(hand=[]), BEN]), "DW-DISCARD", "Only 0 of the 9 blue kingdom cards"),
        (
            table(CASTLE, players=[player(hand=["tavern"], killed=["blue frost_giant"]), BEN]),
            "DW-DISCARD",
            "Only 3 of the 9 blue kingdom cards",
        ),
        (
            table(players=[player(secret="king"), player("Ben", "red", secret="king")]),
            "DW-SETUP-GOALS",
            "secret goal King",
        ),
        (table(players=[player(shown=True), BEN]), "DW-SECRET-GOALS", "tell which"),
        (table(open_goals=[{}] * 4), "DW-SETUP-GOALS", "4 trade goals"),
        (table(players=[player(trades=[{"id": "trade_1"}] * 2), BEN]), "DW-BOX", "twice"),
        (table(players=[player(trades=[{"id": "trade_11"}]), BEN]), "DW-BOX", "no trade goal 'trade_11'"),
        (table(players=[player(trades=[{}]), BEN]), "DW-SCORE-TRADE", "needs its points"),
        (table(players=[player(trades=[{"points": 1}] * 11), BEN]), "DW-BOX", "11 trade goals"),
        (table(players=[player(), player("Ben", "red", gems={"ruby": 1})]), "DW-HAND-LIMIT", "Ben holds 10"),
        (table(players=[player(gems={"ruby": 1}), BEN], phase="counting"), "DW-HAND-LIMIT", "Ann holds 10"),
        (table(actions_used=4), "DW-ACTIONS", "took 4 actions; 3"),
        (
            table(CASTLE, executed=[{"x": 0, "y": 0, "returned": {"blue": 1, "red": 1}}]),
            "DW-SAME-COLOUR",
            "several colours",
        ),
        (table(CASTLE, executed=[{"x": 0, "y": 0, "returned": {"red": 2}}]), "DW-SAME-COLOUR", "Only blue"),
        (table(CASTLE, executed=[{"x": 0, "y": 0, "returned": {"blue": 3}}]), "DW-SURPLUS", "2 dwarves home"),
        (table(printed={"castle": {"points": "many"}}), "DW-CARD-FACE", "points"),
        (table(printed={"dungeon": {"points": 1}}), "DW-CARD-FACE", "no item 'dungeon'"),
        (table(stack(0, 0, card("red ruby_mine", need=2))), "DW-CARD-FACE", "catalogue says 3"),
    ],
)
def test_each_problem_is_named(state, rule, says):
    found = [problem for problem in GAME.problems(state, SHIPPED) if problem.rule == rule and says in problem.message]
    assert found, GAME.problems(state, SHIPPED)


def test_all_problems_come_at_once():
    state = table(
        stack(0, 0, card("blue castle", slots=1), blue=8), stack(3, 3, card("green tavern")), active=7, actions_used=9
    )
    assert {"DW-SETUP-DWARVES", "DW-SLOTS", "DW-PLACE-CARD", "DW-SETUP-CARDS", "DW-TURN"} <= rules(state)


def test_problems_that_need_a_printed_value_wait_for_it():
    two_kinds = table(stack(0, 0, card("red tavern"), card("blue general_store")))
    assert rules(two_kinds) == set()
    assert rules(two_kinds, known(tavern={"same_symbol": "none"})) == {"DW-STACK"}
    assert rules(two_kinds, known(tavern={"same_symbol": "general_store"})) == set()
    gems = table(players=[player(gems={"ruby": 5}), BEN])
    assert rules(gems) == set()
    assert rules(gems, known(ruby={"cards": 4})) == {"DW-SETUP-GEMS"}


def test_cards_vanish_only_where_hand_and_layout_are_told():
    players = [player(hand=["tavern"]), BEN]
    assert rules(Table.model_validate({"players": players})) == set(), "the layout was left out"
    assert rules(table(CASTLE)) == set(), "the hand was left out"
    rest = ["emerald_mine", "diamond_mine", "gold_mine", "ruby_mine", "tavern", "general_store"]
    slain = player("Ben", "red", killed=["blue fire_dragon", "blue frost_giant"])
    assert rules(table(CASTLE, players=[player(hand=rest), slain])) == set()


def test_gems_vanish_only_where_the_piles_are_told():
    players = [player(gems={"ruby": 3}), BEN]
    assert rules(table(players=players, supply={"emerald": 9, "ruby": 2})) == set(), "two piles are not told"
    full = {"emerald": 9, "diamond": 9, "gold": 11, "ruby": 2}
    assert rules(table(players=players, supply=full)) == set()
    assert rules(table(players=players, supply={"ruby": 2}), known(ruby={"cards": 6})) == {"DW-SETUP-GEMS"}
    assert rules(table(players=players, supply={"ruby": 2}), known(ruby={"cards": 5})) == set()
    assert rules(table(players=players, supply={"gold": 2}), known(ruby={"cards": 6})) == set()


def test_a_monster_killed_twice_is_pointed_at():
    slayer = player("Ben", "red", killed=["blue fire_dragon"])
    state = table(CASTLE, stack(1, 0, card("blue fire_dragon")), players=[player(), slayer])
    (problem,) = GAME.problems(state, SHIPPED)
    assert problem.where == ("/table/1/cards/0", "/players/1/killed/0")


def test_an_owner_whose_set_differs_can_say_so():
    state = table(CASTLE, stack(1, 0, card("blue tavern")), stack(2, 0, card("blue tavern")))
    assert rules(state) == {"DW-SETUP-CARDS"}
    assert rules(state, known(tavern={"copies": 2}, general_store={"copies": 0})) == set()


def test_a_killed_monster_may_leave_a_gap():
    apart = (CASTLE, stack(2, 0, card("red tavern")))
    assert rules(table(*apart)) == {"DW-PLACE-CARD"}
    slayer = player(killed=["red fire_dragon"])
    assert rules(table(*apart, players=[slayer, BEN])) == set()
    too_far = (CASTLE, stack(3, 0, card("red tavern")))
    assert rules(table(*too_far, players=[slayer, BEN])) == {"DW-PLACE-CARD"}


def test_the_active_player_may_hold_more_than_nine_until_the_discard():
    assert rules(table(players=[player(gems={"ruby": 3}), BEN])) == set()


def test_first_edition_castles_may_cover_castles():
    state = table(stack(0, 0, card("blue castle"), card("red castle")))
    assert rules(state) == {"DW-STACK-FORBIDDEN"}
    assert (
        rules(table(stack(0, 0, card("blue castle"), card("red castle")), options={"castle_on_castle": True})) == set()
    )


def test_pointers_lead_to_the_pieces():
    (problem,) = GAME.problems(table(CASTLE, stack(2, 0, card("red tavern"))), SHIPPED)
    assert problem.where == ("/table/1",)


def test_walls_that_do_not_fit_the_catalogue_point_to_a_misread_turn():
    seen = stack(0, 0, {"kind": "tavern", "colour": "red", "turn": 1, "walls": ["right"]})
    assert rules(table(seen), known(tavern={"walls": "top"})) == set()
    assert rules(table(seen), known(tavern={"walls": "left"})) == {"DW-CARD-FACE"}


def test_a_giant_let_in_by_the_last_action_does_not_take_back_the_ones_before():
    giant = (stack(0, 0, card("blue castle")), stack(1, 0, card("blue frost_giant")))
    assert rules(table(*giant, actions_used=4)) == {"DW-ACTIONS"}, "it was there all the time"
    assert rules(table(*giant, actions_used=4, placed_now=["frost_giant"])) == set()
    assert rules(table(*giant, actions_used=5, placed_now=["frost_giant"])) == {"DW-ACTIONS"}


def test_a_card_that_changes_no_kingdom_excuses_no_fourth_action():
    giant = (stack(0, 0, card("blue castle")), stack(1, 0, card("red frost_giant")))
    aside = (*giant, stack(0, 1, card("blue tavern")))
    assert rules(table(*aside, actions_used=4, placed_now=["tavern"])) == {"DW-ACTIONS"}
    opened = (giant[0], stack(2, 0, card("red frost_giant")), stack(1, 0, card("red tavern", "r"), card("blue tavern")))
    assert rules(table(*opened, actions_used=4, placed_now=["tavern"])) == set(), "it was opened by the last action"


def test_a_card_typed_with_too_many_words_is_refused():
    with pytest.raises(ValueError, match="'blue castle 1 2' is not a card"):
        table(stack(0, 0, "blue castle 1 2"))

"""Where walls or other printed values are not told yet, the referee says what depends on them and asks."""

from __future__ import annotations

import random

from scoring.dwar7s import GAME
from scoring.dwar7s.bench import full_table, invented_catalogue
from scoring.dwar7s.pieces import Kind
from tests.scoring.dwar7s.anything import SHIPPED, TWO, card, known, ruling, stack, table

UNTOLD = table(
    stack(0, 0, card("blue castle"), blue=2), stack(1, 0, "red tavern"), stack(2, 0, card("red castle", "l"))
)


def asked(answer):
    return {(missing.item, missing.field) for missing in answer.missing}


def test_a_kingdom_names_the_cards_that_perhaps_belong():
    answer = ruling("kingdom", UNTOLD)
    assert answer.data["cards"] == [[0, 0]]
    assert answer.data["depends"] == [[1, 0]]
    assert answer.data["points"] is None
    assert asked(answer) == {("tavern", "walls"), ("tavern", "points")}


def test_whether_one_card_belongs_depends_on_its_walls():
    answer = ruling("kingdom", UNTOLD, at=[1, 0])
    assert answer.data["belongs"] is None
    assert asked(answer) == {("tavern", "walls")}
    assert ruling("kingdom", UNTOLD, at=[2, 0]).data["belongs"] is False, "its own wall keeps it out in any case"
    assert ruling("kingdom", UNTOLD, at=[7, 7]).legal == "no"


def test_shared_kingdoms_are_named():
    answer = ruling("kingdom", table(stack(0, 0, card("blue castle")), stack(1, 0, card("red castle"))))
    assert answer.data["shared_with"] == ["red"]
    assert "DW-SHARED" in answer.rules


def test_a_monster_behind_unknown_walls_leaves_digging_open():
    state = table(
        stack(0, 0, card("blue castle"), blue=2),
        stack(0, 1, card("red ruby_mine"), card("blue ruby_mine")),
        stack(1, 0, "red fire_dragon"),
    )
    answer = ruling("dig", state)
    assert answer.data["targets"] == []
    assert answer.data["depends"] == [[0, 1]]
    assert answer.legal == "open"
    assert asked(answer) == {("fire_dragon", "walls")}


def test_nothing_is_stacked_so_nothing_is_dug():
    answer = ruling("dig", table(stack(0, 0, card("blue castle"), blue=2)))
    assert answer.legal == "no"
    assert "no stack" in answer.verdict
    odd = table(stack(0, 0, card("blue castle"), blue=2), stack(1, 0, card("red tavern"), card("red fire_dragon")))
    assert "DW-DIG-LIMITS" in ruling("dig", odd).rules


def test_a_dragon_whose_castle_is_behind_unknown_walls():
    state = table(
        stack(0, 0, card("red emerald_mine"), blue=2),
        stack(1, 0, card("red fire_dragon")),
        stack(0, 1, "red castle"),
        options={"dragon_scope": "castle_kingdom"},
    )
    answer = ruling("execute", state)
    assert answer.data["fired"][0]["gems"] is None
    assert asked(answer) == {("castle", "walls")}


def test_who_can_still_execute_a_card():
    able = ruling("card", table(stack(0, 0, card("red ruby_mine"), blue=3)), at=[0, 0])
    assert able.data["able"]["Ann"] is True
    spent = [{"name": "Ann", "colour": "blue", "supply": 2}, {"name": "Ben", "colour": "red"}]
    assert (
        ruling("card", table(stack(0, 0, card("red ruby_mine")), players=spent), at=[0, 0]).data["able"]["Ann"] is False
    )
    gold = ruling("card", table(stack(0, 0, card("red gold_mine"))), at=[0, 0])
    assert gold.data["able"]["Ann"] is None
    assert asked(gold) == {("gold_mine", "need"), ("gold_mine", "slots")}
    assert ruling("card", table(), at=[0, 0]).legal == "no"


def test_moves_that_lead_nowhere():
    state = table(
        stack(0, 0, card("blue castle", "r"), blue=1), stack(1, 0, card("red tavern")), stack(5, 5, "red castle")
    )
    assert "already" in ruling("move", state, start=[0, 0], to=[0, 0]).verdict
    assert "no card at 9,9" in ruling("move", state, start=[0, 0], to=[9, 9]).verdict
    assert "No way" in ruling("move", state, start=[0, 0], to=[5, 5]).verdict
    assert ruling("move", state, start=[0, 0], player=1).legal == "no"


def test_a_dwarf_is_placed():
    answer = ruling("place-dwarf", table(stack(0, 0, card("red tavern"))), at=[0, 0])
    assert answer.legal == "yes"


def test_ogre_cards_are_counted_once_their_copies_are_told():
    state = table(players=[{"name": "Ann", "colour": "blue", "ogres": {"crown": 3}}, {"name": "Ben", "colour": "red"}])
    assert GAME.problems(state, SHIPPED) == []
    (problem,) = GAME.problems(state, known(crown={"copies": 2}))
    assert problem.rule == "DW-SETUP-OGRES"


def test_the_measured_tables_are_full_and_certain():
    chance = random.Random(1)
    catalogue = invented_catalogue(chance)
    state = full_table(chance)
    assert len(state.table) == 36
    assert sum(one.top.kind is Kind.CASTLE for one in state.table) == 4
    assert all(sheet.total is not None for sheet in GAME.score(state, catalogue).sheets)
    assert {problem.rule for problem in GAME.problems(state, catalogue)} <= {"DW-SETUP-DWARVES"}


def test_panic_asks_for_the_walls_that_stand_in_its_way():
    ann = {"name": "Ann", "colour": "blue", "ogres": {"panic": 1}}
    state = table(stack(0, 0, card("blue castle"), blue=1), stack(1, 0, "red tavern"), players=[ann, TWO[1]])
    assert asked(ruling("ogre", state)) == {("tavern", "walls")}
    full = table(
        stack(0, 0, card("blue castle"), blue=1), stack(1, 0, card("red tavern"), red=2), players=[ann, TWO[1]]
    )
    assert asked(ruling("ogre", full)) == {("tavern", "slots")}

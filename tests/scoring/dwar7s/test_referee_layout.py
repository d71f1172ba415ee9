"""Placing cards and dwarves, moving, digging."""

from __future__ import annotations

import pytest

from tests.scoring.dwar7s.anything import card, ruling, stack, table

HAND = [{"name": "Ann", "colour": "blue"}, {"name": "Ben", "colour": "red"}]


def test_the_first_card_may_go_anywhere():
    answer = ruling("place-card", table(), card="castle", at=[5, -7])
    assert answer.legal == "yes"
    assert "DW-FIRST-CARD" in answer.rules


def test_every_free_spot_beside_a_card_is_legal():
    answer = ruling("place-card", table(stack(0, 0, card("red castle", "trbl"))), card="castle")
    assert answer.data["beside"] == [[-1, 0], [0, -1], [0, 1], [1, 0]]
    assert answer.data["stacks"] == []
    far = ruling("place-card", table(stack(0, 0, card("red castle"))), card="castle", at=[1, 1])
    assert far.legal == "no"
    assert far.rules == ("DW-PLACE-CARD",)


def test_stacking_needs_the_same_symbol_and_nothing_in_the_way():
    state = table(
        stack(0, 0, card("red tavern")),
        stack(1, 0, card("red castle")),
        stack(2, 0, card("red fire_dragon")),
        stack(3, 0, card("red ruby_mine")),
    )
    assert ruling("place-card", state, card="tavern").data["stacks"] == [[0, 0]]
    assert ruling("place-card", state, card="tavern", at=[0, 0]).legal == "yes"
    for spot in ([1, 0], [2, 0]):
        assert ruling("place-card", state, card="tavern", at=spot).rules == ("DW-STACK-FORBIDDEN",)
    assert ruling("place-card", state, card="fire_dragon", at=[0, 0]).rules == ("DW-STACK",)
    guarded = table(stack(0, 0, card("red tavern"), red=1))
    assert ruling("place-card", guarded, card="tavern", at=[0, 0]).rules == ("DW-STACK-FORBIDDEN",)


def test_an_unknown_symbol_is_asked_for():
    state = table(stack(3, 0, card("red ruby_mine")))
    answer = ruling("place-card", state, card="gold_mine", at=[3, 0])
    assert answer.legal == "open"
    assert [(m.item, m.field) for m in answer.missing] == [("gold_mine", "same_symbol")]
    told = state.model_copy(update={"printed": {"ruby_mine": {"same_symbol": ("gold_mine",)}}})
    assert ruling("place-card", told, card="gold_mine", at=[3, 0]).legal == "yes"
    alone = state.model_copy(update={"printed": {"ruby_mine": {"same_symbol": ()}}})
    assert ruling("place-card", alone, card="gold_mine", at=[3, 0]).legal == "no"


def test_every_reason_against_a_placement_is_listed():
    state = table(stack(0, 0, card("blue castle")), active=1, phase="discard", actions_used=3)
    answer = ruling("place-card", state, player=0, card="castle", at=[0, 0])
    assert answer.legal == "no"
    assert set(answer.rules) == {"DW-TURN", "DW-PLACE-CARD", "DW-STACK-FORBIDDEN"}
    for words in ("not Ann's turn", "phase of this turn is over", "no Castle in hand", "stacked on Castle"):
        assert words in answer.verdict


def test_dwarves_go_on_any_card_with_a_free_place():
    state = table(
        stack(0, 0, card("red castle", "trbl", slots=1)),
        stack(1, 0, card("red tavern", slots=2), red=2),
        stack(2, 0, card("red ruby_mine"), red=3),
    )
    answer = ruling("place-dwarf", state)
    assert answer.data["free"] == [[0, 0]]
    assert answer.data["depends"] == [[2, 0]], "more than the needed three may or may not fit"
    assert [(m.item, m.field) for m in answer.missing] == [("ruby_mine", "slots")]
    assert ruling("place-dwarf", state, at=[1, 0]).rules == ("DW-SLOTS",)
    assert ruling("place-dwarf", state, at=[2, 0]).legal == "open"
    assert ruling("place-dwarf", state, at=[9, 9]).legal == "no"


def test_seven_dwarves_are_all():
    state = table(stack(0, 0, card("red castle", slots=9), blue=7))
    assert ruling("place-dwarf", state, at=[0, 0]).rules == ("DW-PLACE-DWARF",)


MAZE = table(
    stack(0, 0, card("blue castle", "r", slots=4), blue=1),
    stack(1, 0, card("red tavern", slots=3)),
    stack(0, 1, card("red ruby_mine", slots=3)),
    stack(1, 1, card("red gold_mine", slots=2)),
    stack(0, -1, card("red general_store", slots=1), red=1),
)


def test_a_move_goes_one_card_far_not_through_walls_or_onto_full_cards():
    assert ruling("move", MAZE, start=[0, 0]).data["to"] == [[0, 1]]
    walled = ruling("move", MAZE, start=[0, 0], to=[1, 0])
    assert walled.rules == ("DW-MOVE-WALLS",)
    assert "Castle at 0,0 has a wall at its right" in walled.verdict
    full = ruling("move", MAZE, start=[0, 0], to=[0, -1])
    assert full.rules == ("DW-MOVE-FULL",)
    far = ruling("move", MAZE, start=[0, 0], to=[1, 1])
    assert far.legal == "no"
    assert far.data["way"] == [[0, 0], [0, 1], [1, 1]]
    assert ruling("move", MAZE, start=[0, 0], to=[0, 1]).legal == "yes"


def test_with_long_moves_a_dwarf_walks_round_the_wall_but_not_over_full_cards():
    long = MAZE.model_copy(update={"options": MAZE.options.model_copy(update={"move_range": "any_path"})})
    assert ruling("move", long, start=[0, 0]).data["to"] == [[1, 0], [0, 1], [1, 1]]
    assert ruling("move", long, start=[0, 0], to=[1, 0]).legal == "yes"
    crowded = table(
        stack(0, 0, card("blue castle"), blue=1),
        stack(1, 0, card("red tavern", slots=2), red=2),
        stack(2, 0, card("red gold_mine", slots=2)),
        options={"move_range": "any_path"},
    )
    assert ruling("move", crowded, start=[0, 0], to=[2, 0]).legal == "no"


def test_only_own_dwarves_move():
    state = table(stack(0, 0, card("blue castle"), red=1), stack(1, 0, card("red tavern")))
    answer = ruling("move", state, start=[0, 0], to=[1, 0])
    assert answer.rules == ("DW-BLOCK",)
    assert ruling("move", state, start=[5, 5]).legal == "no"


def test_a_move_over_unknown_walls_asks_for_them():
    state = table(stack(0, 0, card("blue castle"), blue=1), stack(1, 0, "red tavern"))
    answer = ruling("move", state, start=[0, 0], to=[1, 0])
    assert answer.legal == "open"
    assert [(m.item, m.field) for m in answer.missing] == [("tavern", "walls")]


def dig_table(**more):
    return table(
        stack(0, 0, card("blue castle", "l"), blue=2),
        stack(1, 0, card("red tavern"), card("blue tavern")),
        stack(2, 0, card("red gold_mine"), card("blue gold_mine"), red=1),
        stack(3, 0, card("red ruby_mine")),
        stack(-1, 0, card("red castle", "r"), blue=2),
        stack(-2, 0, card("red frost_giant", "l")),
        **more,
    )


def test_digging_takes_stacks_without_dwarves():
    answer = ruling("dig", dig_table())
    assert answer.data["targets"] == [[1, 0]]
    assert "DW-DIG-LIMITS" in answer.rules
    assert ruling("dig", dig_table(), castle=[3, 0]).legal == "no"


def test_digging_needs_two_dwarves_on_a_castle():
    alone = table(stack(0, 0, card("blue castle"), blue=1), stack(1, 0, card("red tavern"), card("blue tavern")))
    answer = ruling("dig", alone)
    assert answer.legal == "no" and answer.data == {"targets": [[1, 0]], "depends": []}
    assert answer.rules == ("DW-DIG",)


@pytest.mark.parametrize(
    ("reading", "castle", "banned"),
    [
        ("own_kingdom", [0, 0], False),
        ("own_kingdom", [-1, 0], False),
        ("castle_kingdom", [0, 0], False),
        ("castle_kingdom", [-1, 0], True),
        ("target_kingdom", [-1, 0], False),
    ],
)
def test_where_a_monster_forbids_digging_is_a_choice(reading, castle, banned):
    """The giant sits in red's kingdom, with red's castle; blue digs a stack of blue's kingdom."""
    answer = ruling("dig", dig_table(options={"dig_ban": reading}), castle=castle)
    assert (answer.data["targets"] == []) is banned
    assert ("DW-DIG-MONSTERS" in answer.rules) is banned


def test_a_monster_in_the_own_kingdom_forbids_digging():
    state = table(
        stack(0, 0, card("blue castle"), blue=2),
        stack(1, 0, card("red tavern"), card("blue tavern")),
        stack(0, 1, card("red fire_dragon")),
    )
    for reading in ("own_kingdom", "castle_kingdom", "target_kingdom"):
        answer = ruling(
            "dig", state.model_copy(update={"options": state.options.model_copy(update={"dig_ban": reading})})
        )
        assert answer.data["targets"] == []
        assert "DW-DIG-MONSTERS" in answer.rules
    (fired,) = ruling("execute", state).data["fired"]
    assert (fired["returned"], fired["dig"]) == (2, [])


def test_laying_a_card_tells_what_it_does_to_the_kingdoms():
    """A tavern with a printed wall joins blue's castle, or not, by how it is turned."""
    printed = {"tavern": {"walls": ["top"], "points": 2}}
    state = table(stack(0, 0, card("blue castle")), stack(2, 0, card("red castle")), printed=printed)
    joined = ruling("place-card", state, card="tavern", at=[1, 0], turn=0)
    assert joined.data["kingdoms"]["Ann"] == {"size": 3, "points": 4, "certain": True}
    assert "cards 1 to 3, points 1 to 4" in joined.steps[2].text
    walled = ruling("place-card", state, card="tavern", at=[1, 0], turn=3)
    assert walled.data["kingdoms"]["Ann"]["size"] == 1
    assert walled.data["kingdoms"]["Ben"]["size"] == 2


def test_digging_tells_what_it_does_to_the_kingdoms():
    state = table(
        stack(0, 0, card("blue castle"), blue=2),
        stack(1, 0, card("red tavern", points=5), card("blue tavern", "l", points=1)),
    )
    answer = ruling("dig", state)
    assert answer.data["kingdoms"][0]["Ann"] == {"size": 2, "points": 6, "certain": True}
    assert any("cards 1 to 2" in step.text for step in answer.steps)

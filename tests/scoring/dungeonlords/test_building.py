"""The book's examples and the publisher's answers about the building year."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.dungeonlords.building.actions import BOARD
from scoring.dungeonlords.building.rounds import first_players
from scoring.sheet import legal_if

STRAIGHT = {"name": "Ann", "imps": 5}


@pytest.mark.parametrize(
    ("squares", "rules"),
    [
        (["B1", "A1"], []),
        (["A1", "B1"], ["DL-DIG"]),
        (["D1", "D2"], ["DL-NO-2X2"]),
        (["F1"], ["DL-DIG"]),
        (["C2"], ["DL-DIG"]),
        (["nowhere"], ["DL-DIG"]),
    ],
)
def test_digging(ask: Any, squares: list[str], rules: list[str]) -> None:
    ruling = ask("dig", lord=STRAIGHT, squares=squares, space="II")
    assert ruling.legal is legal_if(not rules)
    assert not rules or list(ruling.rules) == rules


def test_digging_needs_an_imp_each_and_a_supervisor_on_the_third_space(ask: Any) -> None:
    lord = {"name": "Ann", "imps": 3, "busy_imps": 1}
    assert ask("dig", lord=lord, squares=["B1", "D1"], space="I").legal == "yes"
    refused = ask("dig", lord=lord, squares=["B1", "D1"], space="III")
    assert refused.rules == ("DL-SUPERVISOR",)
    assert ask("dig", lord=lord, squares=["B1", "D1", "C4"], space="I").legal == "no"


def test_digging_lists_every_open_square(ask: Any) -> None:
    assert ask("dig", lord=STRAIGHT).data["squares"] == ["B1", "D1", "B2", "D2", "B3", "D3", "C4"]


def test_mining_is_one_imp_per_unconquered_tunnel(ask: Any) -> None:
    lord = {"name": "Ann", "imps": 6, "dungeon": ["C1!", "C2:mint", "C3", "C4"]}
    assert ask("mine", lord=lord, imps=2, space="I").data["gold"] == 2
    assert ask("mine", lord=lord, imps=3, space="II").rules == ("DL-MINE",)
    assert ask("mine", lord=lord, imps=1, space="III").data["most"] == 2


@pytest.mark.parametrize(
    ("room", "square", "rule"),
    [
        ("hatchery", "C2", None),
        ("hatchery", "C3", "DL-ROOM-ZONE"),
        ("mint", "C3", None),
        ("workshop", "C2", "DL-ROOM-ZONE"),
        ("training_room", "C3", None),
        ("hatchery", "B1", "DL-BUILD-ROOM"),
        ("hatchery", "D1", "DL-ROOMS-APART"),
        ("hatchery", "C1", "DL-BUILD-ROOM"),
        ("ballroom", "C2", "DL-BUILD-ROOM"),
    ],
)
def test_building_a_room(ask: Any, room: str, square: str, rule: str | None) -> None:
    lord = {"name": "Ann", "gold": 1, "dungeon": ["C1!", "C2", "C3", "D1", "E1:souvenir_shop"]}
    ruling = ask("build-room", lord=lord, room=room, square=square, year=2)
    assert ruling.legal is legal_if(rule is None)
    assert rule is None or rule in ruling.rules


def test_every_space_of_the_board_is_known() -> None:
    assert all(set(spaces) == {"I", "II", "III"} for spaces in BOARD.values())
    assert BOARD["get_food"]["III"] == ({"evil": 2}, {"food": 3, "gold": 1})
    assert BOARD["build_room"]["I"] == ({}, {"room": 1})


def test_hiring_adds_the_monsters_cost_the_space_and_the_first_order_fee(ask: Any) -> None:
    lord = {"name": "Ann", "food": 2, "gold": 1, "evil": 4}
    ruling = ask("action", lord=lord, order="hire_monster", space="III", monster="witch", first_order=True)
    assert ruling.data["cost"] == {"food": 2, "evil": 1, "gold": 1}
    assert ruling.legal == "yes"
    first_game = ask(
        "action", lord=lord, order="hire_monster", monster="witch", first_order=True, options={"full_game": False}
    )
    assert "gold" not in first_game.data["cost"]


def test_evil_cannot_be_paid_past_the_top_but_only_in_the_full_game(ask: Any) -> None:
    lord = {"name": "Ann", "evil": 13}
    assert ask("action", lord=lord, order="get_food", space="III").legal == "no"
    assert ask("action", lord=lord, order="get_food", space="II").legal == "yes"
    easy = ask("action", lord=lord, order="get_food", space="III", options={"full_game": False})
    assert easy.legal == "yes"


def test_ghost_cannot_be_fed_to_the_demon(ask: Any) -> None:
    lord = {"name": "Ann", "monsters": ["ghost"]}
    ruling = ask("action", lord=lord, order="hire_monster", monster="demon", year=2)
    assert ruling.legal == "no"
    assert "DL-MONSTER-DEMON" in ruling.rules


def test_buying_traps_in_year_two(ask: Any) -> None:
    assert "DL-BUY-TRAPS-YEAR2" in ask("action", lord=STRAIGHT, order="buy_traps", space="II", year=2).rules


def test_fourth_minion_finds_no_space(ask: Any, game: Any) -> None:
    ruling = ask("orders", **game.question("orders").example)
    assert ruling.data["stranded"] == [["Nikos", "mine_gold"]]


def test_dummies_block_space_two_with_three_players(ask: Any) -> None:
    players = [{"name": name, "orders": ["mine_gold"]} for name in "ABC"]
    ruling = ask("orders", players=players, dummies=[["mine_gold", "get_food", "dig_tunnels"]])
    assert ruling.data["spaces"]["mine_gold"] == {"II": "dummy 1", "I": "A", "III": "B"}
    assert ruling.data["stranded"] == [["C", "mine_gold"]]


def test_dummies_with_two_players(ask: Any) -> None:
    dummies = [["get_food", "mine_gold", "buy_traps"], ["get_food", "build_room", "buy_traps"]]
    ruling = ask("orders", players=[{"name": "A", "orders": []}, {"name": "B", "orders": []}], dummies=dummies)
    assert ruling.data["spaces"]["get_food"] == {"II": "dummy 1", "III": "dummy 2"}
    assert ruling.data["spaces"]["buy_traps"] == {"I": "dummy 1", "II": "dummy 2"}


def test_hiring_first_without_gold_leaves_the_space_free(ask: Any) -> None:
    players = [
        {"name": "A", "orders": ["hire_monster"], "gold": 0},
        {"name": "B", "orders": ["hire_monster"], "gold": 1},
    ]
    ruling = ask("orders", players=players)
    assert ruling.data["stranded"] == [["A", "hire_monster"]]
    assert ruling.data["spaces"]["hire_monster"] == {"I": "B"}


def test_unavailable_orders_cannot_be_played(ask: Any) -> None:
    player = {"name": "A", "orders": ["get_food", "get_food"], "unavailable": ["get_food", "mine_gold"]}
    assert len(ask("orders", players=[player]).data["reasons"]) == 2


def test_taking_orders_back(ask: Any, game: Any) -> None:
    options = ask("orders-back", **game.question("orders-back").example).data["options"]
    assert options == [
        {"takes_back": "mine_gold", "unavailable": ["buy_traps", "build_room"]},
        {"takes_back": "build_room", "unavailable": ["mine_gold", "buy_traps"]},
    ]


@pytest.mark.parametrize(("tiles", "due"), [(3, 2), (4, 2), (5, 3), (10, 5)])
def test_taxes_round_up(ask: Any, tiles: int, due: int) -> None:
    squares = ["C1", "C2", "C3", "C4!", "B1", "A1", "A2", "E1", "D1", "E2"][:tiles]
    ruling = ask("taxes", lord={"name": "Ann", "gold": 1, "dungeon": squares})
    assert ruling.data["due"] == due
    assert ruling.data["options"][-1] == {"pay": 1, "letters": due - 1, "points": -3 * (due - 1)}


@pytest.mark.parametrize(
    ("keep", "pay", "evil", "paladin"),
    [
        (["goblin", "witch", "vampire"], {"food": 2, "evil": 3}, 9, True),
        (["goblin", "vampire"], {"food": 1, "evil": 2}, 9, True),
        (["goblin", "witch"], {"food": 2, "evil": 1}, 8, False),
    ],
    ids=["pay all", "drop the witch", "drop the vampire"],
)
def test_pay_day_and_the_paladin(ask: Any, keep: list[str], pay: dict[str, int], evil: int, paladin: bool) -> None:
    lord = {"name": "Ann", "evil": 6, "food": 2, "monsters": ["goblin", "witch", "vampire"]}
    (option,) = ask("pay-day", lord=lord, keep=keep).data["options"]
    assert (option["pay"], option["evil_after"], option["paladin"]) == (pay, evil, paladin)


def test_pay_day_at_the_top_of_the_evilometer(ask: Any) -> None:
    lord = {"name": "Ann", "evil": 12, "food": 1, "monsters": ["witch", "vampire"]}
    options = ask("pay-day", lord=lord).data["options"]
    assert [option["keep"] for option in options if len(option["keep"]) == 2] == []
    vampire = next(option for option in options if option["keep"] == ["vampire"])
    assert vampire["evil_after"] == 14


def test_a_monster_fed_on_pay_day_is_not_paid(ask: Any) -> None:
    lord = {"name": "Ann", "evil": 4, "monsters": ["demon", "troll"]}
    options = ask("pay-day", lord=lord).data["options"]
    fed = next(option for option in options if option["fed"] == ["troll"])
    assert (fed["pay"], fed["evil_after"]) == ({"evil": 1}, 5)


def test_double_production_in_year_two(ask: Any) -> None:
    lord = {"name": "Ann", "imps": 6, "dungeon": ["C1", "C2:hatchery", "C3"]}
    assert ask("production", lord=lord, year=2).data["options"][0]["made"] == {"food": 2}
    assert ask("production", lord={**lord, "imps": 3}, year=2).data["options"][0]["made"] == {"food": 1}
    assert ask("production", lord=lord, year=1).data["options"][0]["made"] == {"food": 1}


MAGIC = ["C1", "C2:magic_room", "C3", "D3", "E3", "E2:hatchery"]


@pytest.mark.parametrize(
    ("imps", "food", "uses", "legal"),
    [
        (4, 1, ["magic_room", "hatchery"], True),
        (4, 0, ["magic_room", "hatchery"], False),
        (5, 0, ["hatchery", "magic_room"], True),
        (5, 0, ["magic_room", "hatchery"], False),
    ],
)
def test_magic_room_chain(ask: Any, imps: int, food: int, uses: list[str], legal: bool) -> None:
    lord = {"name": "Ann", "imps": imps, "food": food, "dungeon": MAGIC}
    assert ask("production", lord=lord, uses=uses).legal is legal_if(legal)


def test_magic_room_twice_in_year_two(ask: Any) -> None:
    lord = {"name": "Ann", "imps": 3, "food": 2, "dungeon": ["C1", "C2:magic_room", "C3"]}
    assert ask("production", lord=lord, year=2, uses=["magic_room", "magic_room"]).legal == "yes"


def test_trolls_work_in_rooms_but_busy_imps_do_not(ask: Any) -> None:
    lord = {"name": "Ann", "imps": 4, "busy_imps": 2, "trolls": 1, "dungeon": ["C1", "C2:hatchery", "C3"]}
    assert ask("production", lord=lord).data["workers"] == 3


def test_adventurers_go_from_the_nicest_to_the_most_evil(ask: Any) -> None:
    lords = [{"name": name, "evil": evil} for name, evil in (("A", 5), ("B", 4), ("C", 5), ("D", 9))]
    drawn = ["priest_4", "fighter_1", "thief_3", "wizard_2"]
    pairs = ask("adventurers", lords=lords, adventurers=drawn).data["assigned"]
    assert [(pair["lord"], pair["adventurer"]) for pair in pairs] == [
        ("B", "fighter_1"),
        ("A", "thief_3"),
        ("C", "wizard_2"),
        ("D", "priest_4"),
    ]


def test_the_extra_counter_is_nicer_than_the_players(ask: Any, game: Any) -> None:
    pairs = ask("adventurers", **game.question("adventurers").example).data["assigned"]
    assert [pair["lord"] for pair in pairs] == ["Marek", None, "Eleni"]


def test_equal_adventurers_are_redrawn(ask: Any) -> None:
    assert ask("adventurer-line", drawn=["thief_2", "priest_3", "wizard_2"]).data == {"redraw": "wizard_2"}


def test_marching_order(ask: Any) -> None:
    arrivals = ["thief_1", "fighter_1", "paladin_1", "fighter_2"]
    assert ask("marching-order", arrivals=arrivals).data["line"] == ["paladin_1", "fighter_2", "fighter_1", "thief_1"]


def test_paladin_goes_to_the_later_of_two_newly_most_evil(ask: Any) -> None:
    lords = [{"name": "A", "evil": 9}, {"name": "B", "evil": 9}, {"name": "C", "evil": 10}]
    assert ask("paladin", lords=lords, holder="C", moves=[{"name": "C", "change": -2}]).data["holder"] == "B"


def test_paladin_stays_when_the_lord_drops_again(ask: Any) -> None:
    lords = [{"name": "A", "evil": 8}, {"name": "B", "evil": 4}]
    moves = [{"name": "A", "change": 1}, {"name": "A", "change": -2}]
    assert ask("paladin", lords=lords, moves=moves).data["holder"] == "A"


def test_a_tie_does_not_move_the_paladin(ask: Any) -> None:
    lords = [{"name": "A", "evil": 9}, {"name": "B", "evil": 8}]
    assert ask("paladin", lords=lords, holder="A", moves=[{"name": "B", "change": 1}]).data["holder"] == "A"


@pytest.mark.parametrize(("players", "autumn", "second"), [("ABCD", "D", "C"), ("ABC", "A", "B"), ("AB", "B", "B")])
def test_first_player(players: str, autumn: str, second: str) -> None:
    starts = first_players(tuple(players))
    assert (starts["1 autumn"], starts["2 winter"]) == (autumn, second)


def test_second_year(ask: Any) -> None:
    table = {
        "year": 1,
        "season": "battle",
        "first_player": 1,
        "dummy_evil": 6,
        "players": [
            {"name": "A", "evil": 9, "monsters": ["troll:down"], "party": ["thief_1"]},
            {"name": "B", "evil": 9},
        ],
    }
    ruling = ask("second-year", table=table)
    assert ruling.data["paladin"] == "A"
    assert ruling.data["table"]["dummy_evil"] == 4
    assert ruling.data["table"]["first_player"] == 1


@pytest.mark.parametrize(("year", "legal"), [(1, False), (2, True)])
def test_gold_backed_monsters_are_hired_in_year_two(ask: Any, year: int, legal: bool) -> None:
    lord = {"name": "Ann", "gold": 3, "traps": ["pendulum"]}
    ruling = ask("action", lord=lord, order="hire_monster", monster="golem", year=year)
    assert ruling.legal is legal_if(legal)
    assert ("DL-YEAR2" in ruling.rules) is not legal


@pytest.mark.parametrize(("full_game", "kept"), [(True, []), (False, ["vampire"])])
def test_evil_limits_wages_only_in_the_full_game(ask: Any, full_game: bool, kept: list[str]) -> None:
    lord = {"name": "Ann", "evil": 14, "monsters": ["vampire"]}
    best = ask("pay-day", lord=lord, options={"full_game": full_game}).data["options"][0]
    assert (best["keep"], best["evil_after"]) == (kept, 14)

"""What the referee refuses before he answers: names that nothing has, and boards that no game can have."""

from __future__ import annotations

from typing import Any

import pytest

ANN = {"name": "Ann"}
TABLE = {"year": 1, "season": "battle", "players": [{"name": "Ann", "party": ["thief_1"]}, {"name": "Bob"}]}
PLAN = {"lord": {"name": "Ann", "party": ["thief_1", "priest_1"], "monsters": ["troll"], "traps": ["pendulum"]}}


@pytest.mark.parametrize(
    ("question", "asked", "nearest"),
    [
        ("pay-day", {"lord": {"name": "Ann", "monsters": ["trol"]}}, "troll"),
        ("pay-day", {"lord": {"name": "Ann", "monsters": ["troll"], "food": 9}, "keep": ["trol"]}, "troll"),
        ("production", {"lord": {"name": "Ann", "monsters": ["gobblin"]}}, "goblin"),
        ("taxes", {"lord": {"name": "Ann", "dungeon": ["C1", "C2:hachery", "C3"]}}, "hatchery"),
        ("dig", {"lord": {"name": "Ann", "traps": ["pendulm"]}}, "pendulum"),
        ("mine", {"lord": {"name": "Ann", "prisoners": ["theif_1"]}}, "thief_1"),
        ("next-tile", {"lord": {"name": "Ann", "party": ["theif_1"]}}, "thief_1"),
        ("defence", {"lord": {"name": "Ann", "party": ["thief_1"]}, "cards": ["firebal"]}, "fireball"),
        ("defence", {"lord": {"name": "Ann", "party": ["thief_1"]}, "paladin": "paladin1"}, "paladin_1"),
        ("action", {"lord": ANN, "order": "hire_monster", "monster": "trol"}, "troll"),
        ("action", {"lord": ANN, "order": "build_room", "room": "hachery"}, "hatchery"),
        ("build-room", {"lord": {"name": "Ann", "gold": 1}, "room": "hachery"}, "hatchery"),
        ("production", {"lord": {"name": "Ann", "dungeon": ["C1", "C2:mint"]}, "uses": ["mnt"]}, "mint"),
        ("battle-round", {"table": TABLE, "plans": {"Anne": {}}}, "Ann"),
        ("battle-round", {"table": {**TABLE, "players": [{"name": "Ann", "monsters": ["trol"]}, ANN]}}, "troll"),
        ("paladin", {"lords": [{"name": "Ann", "evil": 9}, {"name": "Bob", "evil": 4}], "holder": "Bobb"}, "Bob"),
        (
            "paladin",
            {"lords": [{"name": "Ann", "evil": 9}, {"name": "Bob", "evil": 4}], "moves": [{"name": "An", "change": 1}]},
            "Ann",
        ),
        ("adventurer-line", {"drawn": ["theif_1"]}, "thief_1"),
        ("marching-order", {"arrivals": ["figter_1"]}, "fighter_1"),
        (
            "adventurers",
            {"lords": [{"name": "Ann", "evil": 9}, {"name": "Bob", "evil": 4}], "adventurers": ["preist_1", "thief_1"]},
            "priest_1",
        ),
        ("battle", {**PLAN, "plans": [{"attacks": ["trol"]}]}, "troll"),
        ("battle", {**PLAN, "plans": [{"traps": ["pendulm"]}]}, "pendulum"),
        ("battle", {**PLAN, "plans": [{"pay": ["trol"]}]}, "troll"),
        ("battle", {**PLAN, "plans": [{"traps_paid": ["pendulm"]}]}, "pendulum"),
        ("battle", {**PLAN, "plans": [{"chosen": "trol"}]}, "troll"),
        (
            "battle",
            {
                "lord": {"name": "Ann", "party": ["thief_1", "priest_1"], "monsters": ["ghost"]},
                "plans": [{"attacks": ["ghost@preist_1"]}],
            },
            "priest_1",
        ),
        (
            "battle",
            {
                "lord": {"name": "Ann", "party": ["thief_1", "priest_1"], "traps": ["poisoned_dart"]},
                "plans": [{"traps": ["poisoned_dart@preist_1"]}],
            },
            "priest_1",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_unknown_name_is_refused_with_the_nearest(ask: Any, question: str, asked: Any, nearest: str) -> None:
    ruling = ask(question, **asked)
    assert ruling.legal == "no"
    assert any(f"Did you mean '{nearest}'" in step.text for step in ruling.steps), ruling
    assert f"Did you mean '{nearest}'" in ruling.verdict


@pytest.mark.parametrize(
    ("question", "asked", "why"),
    [
        ("defence", {"lord": {"name": "Ann", "party": ["paladin_1", "paladin_1"]}}, "Paladin I is there 2 times"),
        ("battle", {"lord": {"name": "Ann", "party": ["paladin_1", "paladin_2"]}}, "paladin"),
        ("battle", {"lord": {"name": "Ann", "party": ["paladin_1"]}, "paladin": "paladin_1"}, "paladin"),
        (
            "battle",
            {
                "lord": {"name": "Ann", "party": ["paladin_1"]},
                "rivals": [{"name": "Bob", "evil": 9, "has_paladin": True}],
            },
            "paladin",
        ),
        ("marching-order", {"arrivals": ["paladin_1", "paladin_2"]}, "paladin"),
        ("adventurer-line", {"drawn": ["paladin_1", "thief_1"]}, "paladin"),
        ("next-tile", {"lord": {"name": "Ann", "party": ["thief_1", "thief_1"]}}, "2 times"),
        (
            "battle-round",
            {"table": {**TABLE, "players": [{"name": n, "party": ["paladin_1"]} for n in ("Ann", "Bob")]}},
            "2 times",
        ),
        ("defence", {"lord": {"name": "Ann", "party": ["fighter_1", "thief_8"]}}, "year 2"),
        ("defence", {"lord": {"name": "Ann", "party": ["fighter_1"]}, "year": 2}, "year 1"),
        ("battle", {"lord": {"name": "Ann", "party": ["fighter_1"]}, "cards": ["blind_rage"]}, "year 2"),
        ("battle", {"lord": {"name": "Ann", "party": ["fighter_1"], "monsters": ["demon"]}}, "year two"),
        ("battle", {"lord": {"name": "Ann", "party": ["fighter_1"], "dungeon": ["C1:labyrinth"]}}, "year two"),
        ("marching-order", {"arrivals": ["fighter_1", "thief_8"]}, "one year"),
        ("adventurer-line", {"drawn": ["fighter_1", "thief_8"]}, "one year"),
        (
            "adventurers",
            {"lords": [{"name": "Ann", "evil": 9}, {"name": "Bob", "evil": 4}], "adventurers": ["priest_1", "thief_8"]},
            "one year",
        ),
        (
            "adventurers",
            {"lords": [{"name": "Ann", "evil": 9}, {"name": "Ann", "evil": 4}], "adventurers": ["thief_1", "thief_2"]},
            "Two players are called Ann",
        ),
        ("paladin", {"lords": [{"name": "Ann", "evil": 9}, {"name": "Ann", "evil": 4}]}, "Two players are called Ann"),
        (
            "orders-back",
            {"unavailable": ["get_food", "get_food"], "played": ["mine_gold", "buy_traps", "build_room"]},
            "twice",
        ),
        (
            "orders-back",
            {"unavailable": ["get_food", "dig_tunnels"], "played": ["mine_gold", "mine_gold", "build_room"]},
            "twice",
        ),
        (
            "orders-back",
            {"unavailable": ["get_food", "dig_tunnels"], "played": ["get_food", "mine_gold", "build_room"]},
            "unavailable",
        ),
        (
            "orders-back",
            {
                "unavailable": ["get_food", "dig_tunnels"],
                "played": ["buy_traps", "mine_gold", "build_room"],
                "unused": ["hire_monster"],
            },
            "not played",
        ),
        (
            "orders",
            {
                "players": [{"name": "Ann", "orders": ["get_food", "mine_gold", "buy_traps"]}],
                "dummies": [["get_food", "get_food", "mine_gold"]],
            },
            "twice",
        ),
        (
            "orders",
            {
                "players": [
                    {
                        "name": "Ann",
                        "orders": ["get_food", "mine_gold", "buy_traps"],
                        "unavailable": ["hire_monster", "hire_monster"],
                    }
                ]
            },
            "two different",
        ),
        (
            "build-room",
            {
                "lord": {"name": "Ann", "gold": 1, "dungeon": ["C1", "C2", "C3", "C4:chapel"]},
                "room": "chapel",
                "year": 2,
            },
            "box has one",
        ),
        (
            "action",
            {
                "lord": {"name": "Ann", "gold": 1, "dungeon": ["C1", "C2", "C3", "C4:chapel"]},
                "order": "build_room",
                "room": "chapel",
                "year": 2,
            },
            "box has one",
        ),
        ("taxes", {"lord": {"name": "Ann", "dungeon": ["C1", "C2:chapel", "C3", "C4:chapel"]}}, "box has one"),
        ("second-year", {"table": {**TABLE, "year": 2}}, "second year"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_is_refused(ask: Any, question: str, asked: Any, why: str) -> None:
    ruling = ask(question, **asked)
    assert ruling.legal == "no"
    assert why in ruling.verdict or any(why in step.text for step in ruling.steps), ruling


def test_everything_that_is_wrong_is_told_at_once(ask: Any) -> None:
    lord = {"name": "Ann", "monsters": ["trol"], "traps": ["pendulm"], "party": ["theif_1"]}
    assert len(ask("defence", lord=lord).data["reasons"]) == 3


def test_names_in_other_languages_help_to_find_the_nearest(ask: Any) -> None:
    assert "'troll'" in ask("pay-day", lord={"name": "Ann", "monsters": ["Τρολ"]}).verdict

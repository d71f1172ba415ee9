"""Everything that can be wrong with a table is named, all at once."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.catalogue import Catalogue
from scoring.dungeonlords import GAME
from scoring.dungeonlords.state import Table


def company(lord: dict[str, Any], table: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Equally many adventurers for the other two before the battle."""
    if table.get("season", "end") in ("battle", "end"):
        return [], []
    first = 1 if table.get("year") == 1 else 5
    count = sum(not hero.startswith(("paladin", "illusion")) for hero in lord.get("party", ()))
    return [f"wizard_{first + n}" for n in range(count)], [f"priest_{first + n}" for n in range(count)]


def rules(catalogue: Catalogue, lord: dict[str, Any] | None = None, **table: Any) -> list[str]:
    ann = {"name": "Ann", **(lord or {})}
    bob, eve = ({"name": name, "party": party} for name, party in zip(("Bob", "Eve"), company(ann, table), strict=True))
    players = table.pop("players", [ann, bob, eve])
    state = Table.model_validate({"players": players, **table})
    return [problem.rule for problem in GAME.problems(state, catalogue)]


@pytest.mark.parametrize(
    ("lord", "table", "rule"),
    [
        ({"dungeon": ["C1", "C2", "C3", "F9"]}, {}, "DL-DIG"),
        ({"dungeon": ["C1", "C2", "C3", "C3"]}, {}, "DL-DIG"),
        ({"dungeon": ["C1", "C2", "C3", "A1"]}, {}, "DL-DIG"),
        ({"dungeon": ["C1", "C2"]}, {}, "DL-SETUP-DUNGEON"),
        ({"dungeon": ["C1", "C2", "C3", "D1", "D2"]}, {}, "DL-NO-2X2"),
        ({"dungeon": ["C1", "C2:hatchery", "C3:mint"]}, {}, "DL-ROOMS-APART"),
        ({"dungeon": ["C1", "C2", "C3:hatchery"]}, {}, "DL-ROOM-ZONE"),
        ({"dungeon": ["C1", "C2:ballroom", "C3"]}, {}, "DL-BUILD-ROOM"),
        ({"dungeon": ["C1", "C2:chapel", "C3"]}, {"year": 1, "season": "autumn"}, "DL-YEAR2"),
        ({"dungeon": ["C1!", "C2", "C3"]}, {"year": 1, "season": "summer"}, "DL-BATTLE-ROUNDS"),
        ({"dungeon": ["C1", "C2!", "C3"]}, {"year": 1, "season": "battle"}, "DL-NEAREST-TILE"),
        ({"dungeon": ["C1", "C2!", "C3!"]}, {}, "DL-NEAREST-TILE"),
        ({"dungeon": ["C1!", "C2", "C3!"]}, {"season": "winter"}, "DL-NEAREST-TILE"),
        ({"dungeon": ["C1!", "C2", "C3", "D1", "E1!"]}, {}, "DL-NEAREST-TILE"),
        ({"monsters": ["unicorn"]}, {}, "DL-HIRE"),
        ({"monsters": ["slime:down"]}, {}, "DL-MONSTERS-WAKE"),
        ({"monsters": ["troll"]}, {}, "DL-TROLL"),
        ({"imps": 1, "busy_imps": 2}, {}, "DL-IMP-ONE-JOB"),
        ({"traps": ["banana"]}, {}, "DL-BUY-TRAPS"),
        ({"evil": 15}, {}, "DL-EVILOMETER"),
        ({"letters": 5}, {}, "DL-TAXES"),
        ({"letters": 1}, {"year": 1, "season": "winter"}, "DL-TAXES"),
        ({"letters": 3}, {"season": "winter"}, "DL-TAXES"),
        ({"unavailable": ["get_food"]}, {"season": "spring"}, "DL-ORDERS-CHOOSE"),
        ({"prisoners": ["nobody"]}, {}, "DL-ADVENTURERS"),
        ({"party": ["fighter_1"]}, {"season": "spring"}, "DL-ADVENTURERS"),
        ({"party": ["fighter_5", "fighter_6"]}, {"season": "spring"}, "DL-ADVENTURERS"),
        ({"party": ["fighter_5"]}, {}, "DL-BATTLE-END"),
        ({"prisoners": ["fighter_1"]}, {"year": 1, "season": "winter"}, "DL-PRISON"),
        ({"prisoners": ["paladin_1"]}, {"year": 1, "season": "summer"}, "DL-PRISON"),
        ({"prisoners": ["thief_5"]}, {"season": "spring"}, "DL-PRISON"),
        ({"prisoners": ["thief_1", "thief_2", "thief_3", "thief_4"]}, {}, "DL-PRISON"),
        (
            {"party": ["thief_1", "thief_2", "thief_3"], "prisoners": ["wizard_1"]},
            {"year": 1, "season": "battle"},
            "DL-PRISON",
        ),
        ({"party": ["thief_5", "fighter_5"]}, {"season": "autumn"}, "DL-MARCH"),
        ({"party": ["thief_5", "paladin_2"], "evil": 9}, {"season": "autumn"}, "DL-PALADIN"),
        ({"party": ["thief_5:1"]}, {"season": "autumn"}, "DL-DAMAGE"),
        ({"party": ["thief_5:4"]}, {"season": "battle"}, "DL-DAMAGE"),
        ({"party": ["thief_5:5+1"]}, {"season": "battle"}, "DL-DAMAGE"),
        ({"party": ["illusion"]}, {"season": "autumn"}, "DL-SPELL-ILLUSION"),
        ({"party": ["fighter_1:0+1"]}, {"year": 1, "season": "battle"}, "DL-SPELL-CREATE-FOOD"),
        ({"monsters": ["golem"] * 3}, {}, "DL-COMPONENTS"),
        ({"monsters": ["golem"]}, {"year": 1, "season": "autumn"}, "DL-COMPONENTS"),
        ({"traps": ["?"] * 28}, {}, "DL-COMPONENTS"),
        ({"evil": 9}, {"season": "summer"}, "DL-PALADIN"),
        ({}, {"first_player": 3}, "DL-FIRST-PLAYER"),
        ({}, {"year": 1, "season": "end"}, "DL-GOAL"),
        ({}, {"dummy_evil": 4}, "DL-2P-COUNTER"),
        ({}, {"players": [{"name": "Ann"}]}, "DL-PLAYERS"),
        ({}, {"players": [{"name": "Ann"}, {"name": "Ann"}]}, "DL-PLAYERS"),
        ({}, {"players": [{"name": "Ann"}, {"name": "Bob"}], "dummy_evil": 15}, "DL-2P-COUNTER"),
    ],
)
def test_each_problem_is_found_alone(
    catalogue: Catalogue, lord: dict[str, Any], table: dict[str, Any], rule: str
) -> None:
    assert set(rules(catalogue, lord, **table)) == {rule}


def test_what_spells_leave_in_the_line_of_a_second_year_battle_is_fine(catalogue: Catalogue) -> None:
    lord = {"party": ["illusion", "fighter_5", "thief_5:4+1", "priest_5"]}
    assert rules(catalogue, lord, season="battle") == []


@pytest.mark.parametrize(
    ("lord", "table"),
    [
        ({"prisoners": ["thief_1", "thief_2", "thief_3", "paladin_1", "thief_5", "thief_6", "thief_7"]}, {}),
        ({"party": ["thief_7"], "prisoners": ["thief_1", "thief_2", "thief_5", "thief_6"]}, {"season": "battle"}),
        ({"dungeon": ["C1!", "C2!", "C3!", "D1"]}, {}),
        ({"dungeon": ["C1!", "C2!", "C3", "D1", "E1!"]}, {}),
        ({"letters": 2}, {"season": "winter"}),
        ({"letters": 4}, {"season": "spring"}),
    ],
)
def test_what_can_have_happened_is_no_problem(
    catalogue: Catalogue, lord: dict[str, Any], table: dict[str, Any]
) -> None:
    assert rules(catalogue, lord, **table) == []


def test_the_same_room_twice_and_the_same_adventurer_twice(catalogue: Catalogue) -> None:
    dungeon = ["C1", "C2:hatchery", "C3"]
    players = [{"name": name, "dungeon": dungeon, "prisoners": ["thief_1"]} for name in ("Ann", "Bob")]
    assert rules(catalogue, players=players) == ["DL-COMPONENTS", "DL-ADVENTURERS"]


def test_paladin_before_the_wrong_dungeon(catalogue: Catalogue) -> None:
    players = [{"name": "Ann", "evil": 9, "party": ["paladin_2"]}, {"name": "Bob", "evil": 10}]
    assert rules(catalogue, players=players, season="winter") == ["DL-PALADIN-MOVES"]


def test_the_other_reading_leaves_the_paladin_where_he_is(catalogue: Catalogue) -> None:
    players = [{"name": "Ann", "evil": 9}, {"name": "Bob", "evil": 8, "party": ["paladin_1"]}]
    table = {"players": players, "year": 1, "season": "summer"}
    assert rules(catalogue, **table) == ["DL-PALADIN-MOVES"]
    assert rules(catalogue, **table, options={"paladin_joins": "above"}) == []


def test_all_problems_at_once(catalogue: Catalogue) -> None:
    lord = {"dungeon": ["C1", "C2", "C3", "D1", "D2"], "evil": 20, "busy_imps": 9, "traps": ["banana"], "letters": 20}
    found = rules(catalogue, lord)
    assert {"DL-NO-2X2", "DL-EVILOMETER", "DL-IMP-ONE-JOB", "DL-BUY-TRAPS", "DL-TAXES"} == set(found)


@pytest.mark.parametrize("season", ["spring", "summer", "autumn"])
def test_parties_are_equally_long_before_the_battle(catalogue: Catalogue, season: str) -> None:
    players = [{"name": "Ann", "party": ["thief_5"]}, {"name": "Bob"}]
    state = Table.model_validate({"players": players, "season": season})
    found = [problem for problem in GAME.problems(state, catalogue) if "equally many" in problem.message]
    assert [problem.where for problem in found] == [("/players/0/party", "/players/1/party")]
    assert "Ann 1, Bob 0" in found[0].message


def test_a_paladin_and_the_battle_make_parties_unequal(catalogue: Catalogue) -> None:
    ann = {"name": "Ann", "evil": 9, "party": ["paladin_2", "thief_5"]}
    for season, other in (("summer", ["thief_6"]), ("battle", [])):
        state = Table.model_validate({"players": [ann, {"name": "Bob", "party": other}], "season": season})
        assert not [problem for problem in GAME.problems(state, catalogue) if "equally many" in problem.message]


@pytest.mark.parametrize(("pendulums", "wrong"), [(3, False), (4, True), (9, True)])
def test_more_cards_of_one_trap_than_the_deck_has(catalogue: Catalogue, pendulums: int, wrong: bool) -> None:
    lords = [{"name": "Ann", "traps": ["pendulum"] * 2}, {"name": "Ben", "traps": ["pendulum"] * (pendulums - 2)}]
    table = Table.model_validate({"players": lords})
    found = [problem for problem in GAME.problems(table, catalogue) if problem.where[0].startswith("/players/0/traps")]
    assert len(found) == wrong
    for problem in found:
        assert problem.message.startswith(f"Pendulum is there {pendulums} times; the deck has 3.")
    many = catalogue.with_owner({("pendulum", "copies"): 9})
    assert not any("Pendulum" in problem.message for problem in GAME.problems(table, many))

"""The paladin, special traps, illegal plans and the end of a battle."""

from __future__ import annotations

from typing import Any

import pytest


def damage(ruling: Any) -> list[int]:
    return [member["damage"] for member in ruling.data["state"]["party"]]


def test_an_illegal_plan_gets_every_reason(battle: Any) -> None:
    plan = [{"tile": "C2", "traps": ["fire_wall", "poisoned_meal"], "attacks": ["slime", "troll", "vampire"]}]
    ruling = battle("fighter_4 thief_4", "slime troll:down", "poisoned_meal", plan)
    assert ruling.legal == "no"
    assert len(ruling.data["reasons"]) == 7
    assert {"DL-NEAREST-TILE", "DL-MONSTERS-TIRE", "DL-PLANNING", "DL-BATTLE-TUNNEL", "DL-TRAP-COST"} == set(
        ruling.rules
    )


@pytest.mark.parametrize(
    ("attack", "rule"),
    [
        ("vampire@priest_1", "DL-MONSTER-VAMPIRE"),
        ("ghost@fighter_1", "DL-MONSTER-GHOST"),
        ("troll:B", "DL-MONSTER-TROLL"),
        ("goblin:B", "DL-MONSTER-GOBLIN"),
        ("vampire", "DL-MONSTER-VAMPIRE"),
        ("vampire@wizard_1", "DL-MONSTER-VAMPIRE"),
    ],
)
def test_forbidden_attacks(battle: Any, attack: str, rule: str) -> None:
    ruling = battle("fighter_1 priest_1 thief_1", "vampire ghost troll goblin", "", [{"attacks": [attack]}])
    assert ruling.legal == "no"
    assert ruling.rules == (rule,)


def test_one_trap_one_monster_but_any_number_of_ghosts_in_a_tunnel(battle: Any) -> None:
    plan = [{"attacks": ["ghost@thief_4", "ghost@thief_4", "troll"]}]
    assert battle("fighter_4 thief_4", "ghost ghost troll", "", plan).legal == "yes"


def test_monster_that_finds_no_target_ends_face_down_but_not_the_vampire(battle: Any) -> None:
    assert battle("priest_1", "ghost", "", [{"attacks": ["ghost"]}]).data["state"]["down"] == ["ghost"]
    assert battle("priest_1", "vampire", "", [{"attacks": ["vampire"]}]).data["state"]["ready"] == ["vampire"]


def test_slime_holding_is_no_attack(battle: Any) -> None:
    ruling = battle("fighter_1:1 priest_1", "slime", "", [{"attacks": ["slime:B"]}])
    assert damage(ruling) == [1, 0]
    assert ruling.data["conquered"] == 0


def test_dragon_stops_the_paladins_healing_too(battle: Any) -> None:
    ruling = battle("paladin_2 priest_5", "dragon", "", [{"attacks": ["dragon"]}], year=2, cards=[0])
    assert damage(ruling) == [2, 2]


def test_poisoned_dart_works_at_the_end_even_if_prevented(battle: Any) -> None:
    ruling = battle("fighter_4 thief_4", "", "poisoned_dart", [{"traps": ["poisoned_dart@thief_4"]}])
    assert damage(ruling) == [2, 2]
    assert ruling.steps[-1].rule == "DL-TRAP-POISONED-DART"


def test_anti_magic_dart(battle: Any) -> None:
    plan = [{"traps": ["anti_magic_dart@wizard_4"]}]
    stopped = battle("fighter_4 wizard_4", "", "anti_magic_dart", plan, cards=["detect_evil"])
    assert stopped.data["state"]["evil"] == 3
    plan = [{"traps": ["anti_magic_dart@paladin_1"], "attacks": ["troll"]}]
    healed = battle("paladin_1 fighter_4", "troll", "anti_magic_dart", plan, cards=["fireball"])
    assert "DL-HEAL" in healed.rules


@pytest.mark.parametrize(
    ("options", "expected"), [({}, [0]), ({"lone_pendulum": "first"}, [3])], ids=["nobody", "first"]
)
def test_pendulum_against_a_lone_adventurer(battle: Any, options: dict[str, str], expected: list[int]) -> None:
    plan = [{"traps": ["pendulum"]}]
    assert damage(battle("fighter_4", "", "pendulum", plan, cards=[0], options=options)) == expected


def test_pendulum_hits_behind_the_paladin(battle: Any) -> None:
    plan = [{"traps": ["pendulum"]}]
    assert damage(battle("paladin_1 fighter_4", "", "pendulum", plan, cards=[0])) == [0, 1]


def test_labyrinth_takes_two_traps_without_gold_and_leftover_icons_only(battle: Any) -> None:
    plan = [{"traps": ["trap_door", "rolling_stone"]}]
    dungeon = ["C1:labyrinth", "C2", "C3"]
    options = {"year_two_traps": "same"}
    ruling = battle(
        "fighter_8 thief_5", "", "trap_door rolling_stone", plan, year=2, dungeon=dungeon, cards=[1], options=options
    )
    assert damage(ruling) == [3, 0]


def test_year_two_trap_values_are_asked_for(battle: Any) -> None:
    ruling = battle("fighter_8", "", "rolling_stone", [{"traps": ["rolling_stone"]}], year=2)
    assert {value.field for value in ruling.missing} == {"cost_2", "damage_2"}
    assert ruling.legal == "open"


def test_paladin_rides_away_with_his_damage_when_a_conquest_lowers_evil(battle: Any) -> None:
    rivals = [{"name": "Bob", "evil": 9}]
    ruling = battle("paladin_1 fighter_4", "", "", [{}], evil=9, rivals=rivals, cards=[1])
    assert [member["id"] for member in ruling.data["state"]["party"]] == ["fighter_4"]
    assert "takes 1 damage along" in ruling.steps[-1].text


def test_whole_table_fights_in_turn_order_with_one_paladin(game: Any, ask: Any) -> None:
    ruling = ask("battle-round", **game.question("battle-round").example)
    lords = {lord["name"]: lord for lord in ruling.data["players"]}
    assert [hero["id"] for hero in lords["Marek"]["party"]] == ["paladin_1", "priest_1", "wizard_1", "thief_2"]
    assert lords["Marek"]["party"][0]["damage"] == 2
    assert lords["Eleni"]["evil"] == 8


def test_without_an_unconquered_tile_a_prisoner_goes_free_the_paladin_last(battle: Any) -> None:
    dungeon = ["C1!", "C2!", "C3!"]
    ruling = battle("fighter_8", "", "", [{}], year=2, dungeon=dungeon, prisoners=["paladin_1", "thief_1"])
    assert ruling.data["state"]["prison"] == ["paladin_1"]
    assert ruling.rules == ("DL-NO-TILE",)


def test_survivors_leave_after_the_fourth_round(battle: Any) -> None:
    ruling = battle("fighter_4", "", "", [{}], round=4, cards=[1])
    assert ruling.data["over"] is True
    assert ruling.data["state"]["party"] == []


def test_healing_option_asks_for_damage(battle: Any) -> None:
    plan = [{"attacks": ["goblin"]}]
    card = {"id": "magic_shield", "fatigue": 0, "amount": 3}
    by_list = battle("fighter_4 priest_4:1 wizard_4", "goblin", "", plan, cards=[card])
    by_training = battle(
        "fighter_4 priest_4:1 wizard_4", "goblin", "", plan, cards=[card], options={"heal_after": "damage"}
    )
    assert (damage(by_list), damage(by_training)) == ([0, 0, 0], [0, 1, 0])


def test_impossible_battles_are_refused_with_a_sentence(battle: Any) -> None:
    ruling = battle("fighter_99 fighter_1:7", "unicorn", "", [{}])
    assert ruling.legal == "no"
    assert len(ruling.data["reasons"]) == 3


def test_a_trap_of_unknown_value_is_in_the_store_all_the_same(battle: Any) -> None:
    ruling = battle("fighter_8", "", "pendulum ?", [{}], year=2)
    assert ruling.data["state"]["traps"] == ["?", "pendulum"]


def test_an_unseen_trap_cannot_be_played(battle: Any) -> None:
    ruling = battle("fighter_4", "", "?", [{"traps": ["?"]}])
    assert ruling.legal == "no"
    assert ruling.rules == ("DL-PLANNING",)


@pytest.mark.parametrize(
    ("second", "expected"), [("wizard_8", [3, 3]), ("fighter_8", [6, 0])], ids=["one each", "both on the same"]
)
def test_every_poisoned_dart_in_the_labyrinth_works(battle: Any, second: str, expected: list[int]) -> None:
    plan = [{"traps": ["poisoned_dart@fighter_8", f"poisoned_dart@{second}"]}]
    ruling = battle(
        "fighter_8 wizard_8",
        "",
        "poisoned_dart poisoned_dart",
        plan,
        year=2,
        dungeon=["C1:labyrinth", "C2", "C3"],
        cards=[0],
        options={"year_two_traps": "same"},
    )
    assert damage(ruling) == expected

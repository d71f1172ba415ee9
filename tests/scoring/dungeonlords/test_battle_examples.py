"""The book's worked examples of battles, step by step."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.sheet import Ruling

BOARD_1, BOARD_2 = "fighter_1 fighter_2 priest_1", "fighter_3 thief_3 thief_2"
BOARD_3, BOARD_4 = "fighter_4 priest_3 thief_4", "priest_2 thief_1 priest_4"


def after(ruling: Ruling, rule: str) -> dict[str, Any]:
    """The state after the last step that cites this rule."""
    states = [step.state for step in ruling.steps if step.rule == rule and step.state]
    assert states, f"no step cites {rule}: {[step.rule for step in ruling.steps]}"
    return dict(states[-1])


def damage(state: dict[str, Any]) -> list[int]:
    return [member["damage"] for member in state["party"]]


@pytest.mark.parametrize(
    ("party", "trap", "dealt", "prevented"),
    [
        pytest.param(BOARD_1, "fire_wall", [1, 1, 2], 0, id="DL-TRAP-1 no thief"),
        pytest.param(BOARD_1, "rolling_stone", [0, 0], 0, id="DL-TRAP-2 lethal"),
        pytest.param(BOARD_3, "rolling_stone", [1, 0, 0], 2, id="DL-TRAP-3 front first"),
        pytest.param(BOARD_3, "fire_wall", [0, 0, 2], 2, id="DL-TRAP-4 others before himself"),
        pytest.param(BOARD_2, "pendulum", [0, 0, 0], 3, id="DL-TRAP-5 thieves add up"),
        pytest.param(BOARD_2, "trap_door", [0, 0, 0], 2, id="DL-TRAP-6 all prevented"),
    ],
)
def test_six_trap_examples(battle: Any, party: str, trap: str, dealt: list[int], prevented: int) -> None:
    ruling = battle(party, "", trap, [{"traps": [trap]}])
    assert damage(after(ruling, "DL-DAMAGE")) == dealt
    thief = [step for step in ruling.steps if step.rule == "DL-THIEF"]
    assert len(thief) == bool(prevented)
    assert not prevented or f"prevent {prevented} " in thief[0].text


def test_lethal_trap_imprisons_and_the_card_is_gone(battle: Any) -> None:
    state = after(battle(BOARD_1, "", "rolling_stone", [{"traps": ["rolling_stone"]}]), "DL-DAMAGE")
    assert state["prison"] == ["fighter_1"]
    assert state["traps"] == []


def test_special_effect_survives_full_prevention(battle: Any) -> None:
    ruling = battle(BOARD_2, "", "trap_door", [{"traps": ["trap_door"]}])
    assert "DL-TRAP-SPECIAL" in ruling.rules
    assert ruling.data["conquered"] == 0
    assert damage(after(ruling, "DL-SKIP-CONQUER")) == [0, 0, 0]


def test_spare_damage_of_a_basic_attack_is_lost(battle: Any) -> None:
    state = after(battle("fighter_1:2 thief_1", "witch", "", [{"attacks": ["witch"]}]), "DL-MONSTER-WITCH")
    assert state["prison"] == ["fighter_1"]
    assert damage(state) == [0]


@pytest.mark.parametrize(
    ("target", "prison", "left"),
    [("fighter_1", ["fighter_1"], [0, 0]), ("thief_1", ["thief_1"], [0, 0]), ("fighter_4", [], [0, 3, 0])],
)
def test_attack_any(battle: Any, target: str, prison: list[str], left: list[int]) -> None:
    plan = [{"attacks": [f"vampire@{target}"]}]
    state = after(battle("fighter_1 fighter_4 thief_1", "vampire", "", plan), "DL-MONSTER-VAMPIRE")
    assert state["prison"] == prison
    assert damage(state) == left


def test_attack_all(battle: Any) -> None:
    state = after(battle("fighter_1:2 thief_1 priest_1", "slime", "", [{"attacks": ["slime"]}]), "DL-MONSTER-SLIME")
    assert state["prison"] == ["fighter_1"]
    assert damage(state) == [1, 1]


def test_healing_takes_one_damage_off_per_heart(battle: Any) -> None:
    state = after(battle("fighter_2 priest_1", "troll", "", [{"attacks": ["troll"]}]), "DL-HEAL")
    assert damage(state) == [2, 0]


def test_healing_never_revives(battle: Any) -> None:
    ruling = battle("fighter_1 priest_1 thief_1", "vampire", "", [{"attacks": ["vampire@thief_1"]}])
    state = after(ruling, "DL-HEAL")
    assert state["prison"] == ["thief_1"]
    assert damage(state) == [0, 0]


def test_healing_can_exceed_the_attack(battle: Any) -> None:
    ruling = battle("priest_2 thief_1:1 priest_4:2", "goblin", "", [{"attacks": ["goblin"]}])
    assert damage(after(ruling, "DL-MONSTER-GOBLIN")) == [2, 1, 2]
    assert damage(after(ruling, "DL-HEAL")) == [0, 0, 1]


def test_first_board_simple_solution(battle: Any) -> None:
    plans = [{"traps": ["rolling_stone"], "attacks": ["troll:B"]}, {"attacks": ["goblin"]}]
    ruling = battle(BOARD_1, "troll goblin", "rolling_stone", plans, food=1)
    assert (ruling.data["conquered"], ruling.data["imprisoned"]) == (1, 3)
    assert ruling.data["state"]["food"] == 0


def test_first_board_second_round_without_an_attack(battle: Any) -> None:
    plans = [{"traps": ["rolling_stone"], "attacks": ["troll:B"]}, {}]
    ruling = battle(BOARD_1, "troll goblin", "rolling_stone", plans, food=1)
    assert (ruling.data["conquered"], ruling.data["imprisoned"]) == (1, 3)
    assert after(ruling, "DL-BATTLE-END")["ready"] == ["goblin"]


def test_first_board_keeping_the_food(battle: Any) -> None:
    plans = [{"traps": ["rolling_stone"], "attacks": ["troll"]}, {"attacks": ["goblin"]}]
    ruling = battle(BOARD_1, "troll goblin", "rolling_stone", plans, food=1)
    assert (ruling.data["conquered"], ruling.data["imprisoned"]) == (1, 3)
    assert ruling.data["state"]["food"] == 1


def test_first_board_fought_in_a_room(battle: Any) -> None:
    plan = [{"traps": ["rolling_stone"], "attacks": ["troll:B", "goblin"]}]
    dungeon = ["C1:mint", "C2", "C3"]
    ruling = battle(BOARD_1, "troll goblin", "rolling_stone", plan, food=1, gold=1, dungeon=dungeon)
    assert (ruling.data["conquered"], ruling.data["imprisoned"]) == (0, 3)
    assert (ruling.data["state"]["food"], ruling.data["state"]["gold"]) == (0, 0)
    assert "DL-TRAP-IN-ROOM" in ruling.rules


def test_second_board(battle: Any) -> None:
    reduced = battle(BOARD_2, "witch ghost", "poisoned_meal", [{"traps": ["poisoned_meal"]}], food=1)
    assert damage(after(reduced, "DL-DAMAGE")) == [1, 0, 0]
    plans = [{"attacks": ["ghost@thief_3", "witch"]}, {"traps": ["poisoned_meal"]}]
    ruling = battle(BOARD_2, "witch ghost", "poisoned_meal", plans, food=1)
    assert (ruling.data["conquered"], ruling.data["imprisoned"]) == (1, 3)
    assert damage(after(ruling, "DL-DAMAGE")) == [1]


def test_the_ghost_must_go_before_the_witch(battle: Any) -> None:
    ruling = battle(BOARD_2, "witch ghost", "", [{"attacks": ["witch", "ghost@thief_3"]}])
    assert ruling.legal == "no"
    assert ruling.rules == ("DL-MONSTER-GHOST",)


def test_third_board(battle: Any) -> None:
    plans = [
        {"traps": ["cursed_ring"], "attacks": ["vampire:B@thief_4"]},
        {"attacks": ["vampire:B@thief_4"]},
        {"traps": ["pendulum"], "attacks": ["vampire@fighter_4"]},
    ]
    first = battle(BOARD_3, "vampire", "cursed_ring pendulum", plans[:1], gold=1)
    assert damage(after(first, "DL-DAMAGE")) == [0, 0, 1]
    assert damage(after(first, "DL-HEAL")) == [0, 0, 2]
    assert first.data["state"]["ready"] == ["vampire"]
    assert first.data["conquered"] == 0
    ruling = battle(BOARD_3, "vampire", "cursed_ring pendulum", plans, gold=1)
    assert (ruling.data["conquered"], ruling.data["imprisoned"]) == (1, 3)
    assert ruling.data["state"]["down"] == ["vampire"]


def test_fourth_board(battle: Any) -> None:
    plans = [{"traps": ["fire_wall"]}, {"traps": ["anti_magic_dart@priest_2"], "attacks": ["slime"]}]
    first = battle(BOARD_4, "slime", "fire_wall anti_magic_dart", plans[:1])
    assert damage(after(first, "DL-DAMAGE")) == [0, 1, 2]
    assert damage(first.data["state"]) == [2, 1, 2]
    ruling = battle(BOARD_4, "slime", "fire_wall anti_magic_dart", plans)
    assert (ruling.data["conquered"], ruling.data["imprisoned"]) == (1, 3)
    assert "DL-HEAL-SKIPPED" in ruling.rules


@pytest.mark.parametrize("board", [1, 2, 3, 4])
def test_solver_holds_every_practice_board_with_one_tile_lost(ask: Any, board: int) -> None:
    ruling = ask("training", board=board)
    assert (ruling.data["conquered"], ruling.data["imprisoned"]) == (1, 3)
    assert ruling.steps[-1].rule == "DL-BATTLE-END"


@pytest.mark.parametrize(
    ("room", "attack", "expected"),
    [
        ("training_room", "troll", 4),
        ("training_room", "troll:B", 5),
        ("training_room", "goblin", 3),
        ("dark_room", "vampire@1", 4),
        ("dark_room", "vampire:B@1", 3),
        ("dark_room", "witch", 5),
        ("dark_room", "witch:B@1,1", 4),
        ("mint", "witch:B@1,1", 2),
    ],
)
def test_battle_rooms(battle: Any, room: str, attack: str, expected: int) -> None:
    monster = attack.partition("@")[0].partition(":")[0]
    ruling = battle(
        "fighter_8", monster, "", [{"attacks": [attack]}], year=2, food=1, dungeon=[f"C1:{room}", "C2", "C3"]
    )
    assert damage(after(ruling, f"DL-MONSTER-{monster.upper()}")) == [expected]


def test_goblin_strikes_again_with_two_in_the_training_room(battle: Any) -> None:
    dungeon = ["C1:training_room", "C2", "C3"]
    ruling = battle("fighter_5:2 fighter_6", "goblin", "", [{"attacks": ["goblin"]}], year=2, dungeon=dungeon)
    assert damage(after(ruling, "DL-MONSTER-GOBLIN")) == [2]


def test_choosing_the_tile(ask: Any) -> None:
    def tiles(*dungeon: str) -> list[str]:
        found: list[str] = ask("next-tile", lord={"name": "Ann", "dungeon": dungeon}).data["tiles"]
        return found

    assert tiles("C1", "D1", "C2:mint", "C3") == ["C1"]
    assert sorted(tiles("C1!", "D1", "C2:mint", "C3")) == ["C2", "D1"]
    assert tiles("C1!", "D1!", "C2:mint", "C3") == ["C2"]
    assert tiles("C1!", "D1!", "C2!", "C3!") == []

"""Imps at work: what digging, mining and the Tool Shed give a lord with these imps, tunnels and squares."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.sheet import legal_if


@pytest.mark.parametrize("order", ["dig_tunnels", "mine_gold"])
@pytest.mark.parametrize(
    ("space", "free", "rule"),
    [("I", 0, "DL-IMP-ONE-JOB"), ("III", 0, "DL-SUPERVISOR"), ("III", 1, "DL-SUPERVISOR")],
)
def test_an_order_without_a_free_imp_is_not_carried_out(ask: Any, order: str, space: str, free: int, rule: str) -> None:
    lord = {"name": "Ann", "imps": 3, "busy_imps": 3 - free}
    ruling = ask("action", lord=lord, order=order, space=space)
    assert ruling.legal == "no"
    assert {rule, "DL-ORDER-UNUSED"} <= set(ruling.rules)


@pytest.mark.parametrize(
    ("order", "imps", "gain"),
    [
        ("mine_gold", 9, {"gold": 3}),
        ("mine_gold", 3, {"gold": 2}),
        ("dig_tunnels", 9, {"tunnel": 4}),
        ("dig_tunnels", 3, {"tunnel": 2}),
    ],
)
def test_an_order_gives_no_more_than_imps_and_tunnels_allow(
    ask: Any, order: str, imps: int, gain: dict[str, int]
) -> None:
    ruling = ask("action", lord={"name": "Ann", "imps": imps}, order=order, space="III")
    assert ruling.legal == "yes"
    assert ruling.data["gain"] == gain


def test_gold_is_not_mined_where_every_tunnel_is_conquered(ask: Any) -> None:
    lord = {"name": "Ann", "dungeon": ["C1!", "C2!", "C3!"]}
    ruling = ask("action", lord=lord, order="mine_gold")
    assert ruling.legal == "no"
    assert "DL-MINE" in ruling.rules


ONE_SQUARE_LEFT = [
    *("A1", "A2:tool_shed", "A4", "B2", "B4", "C1", "C2", "C3"),
    *("C4", "D1", "D3", "E1", "E2", "E3", "E4"),
]
"""Here one more tunnel fits, and none after it."""


def test_the_board_limits_how_much_is_dug(ask: Any) -> None:
    lord = {"name": "Ann", "imps": 5, "dungeon": ONE_SQUARE_LEFT}
    assert ask("action", lord=lord, order="dig_tunnels", space="II").data["gain"] == {"tunnel": 1}
    (last,) = ask("dig", lord=lord).data["squares"]
    full = {**lord, "dungeon": [*ONE_SQUARE_LEFT, last]}
    refused = ask("action", lord=full, order="dig_tunnels", space="II")
    assert refused.legal == "no"
    assert "DL-DIG" in refused.rules


def test_the_tool_shed_digs_no_more_than_there_is_room_for(ask: Any) -> None:
    lord = {"name": "Ann", "imps": 4, "dungeon": ONE_SQUARE_LEFT}
    assert ask("production", lord=lord, year=2).data["options"] == [{"uses": ["tool_shed"], "made": {"tunnel": 1}}]
    twice = ask("production", lord=lord, year=2, uses=["tool_shed", "tool_shed"])
    assert twice.legal == "no"
    wide = {"name": "Ann", "imps": 4, "dungeon": ["C1", "C2", "C3", "D1:tool_shed"]}
    assert ask("production", lord=wide, year=2).data["options"][0]["made"] == {"tunnel": 2}


@pytest.mark.parametrize(
    ("lord", "rule"),
    [
        ({"imps": 5}, "DL-ROOM-TOOL-SHED"),
        ({"imps": 5, "dungeon": ["C1", "C2", "C3", "D1:tool_shed!"]}, "DL-ROOM-TOOL-SHED"),
        ({"imps": 1, "dungeon": ["C1", "C2", "C3", "D1:tool_shed"]}, "DL-PRODUCTION"),
        ({"imps": 2, "dungeon": ["C1", "C2", "C3", "D1:tool_shed"]}, None),
        ({"imps": 1, "trolls": 1, "dungeon": ["C1", "C2", "C3", "D1:tool_shed"]}, None),
    ],
)
def test_digging_by_the_tool_shed_takes_the_room_and_its_workers(ask: Any, lord: dict[str, Any], rule: str) -> None:
    ruling = ask("dig", lord={"name": "Ann", **lord}, squares=["B1"], tool_shed=True)
    assert ruling.legal is legal_if(rule is None)
    assert rule is None or ruling.rules == (rule,)
    assert ruling.data["imps"] == 2

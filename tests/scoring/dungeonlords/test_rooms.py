"""Two questions about building a room give one answer."""

from __future__ import annotations

from typing import Any

import pytest

FULL = ["C1", "C2:hatchery", "C3"]
"""Every tunnel touches the room."""


@pytest.mark.parametrize(
    ("lord", "room", "square", "space", "year"),
    [
        ({"gold": 1}, "hatchery", None, "II", 1),
        ({"gold": 1}, "hatchery", "C2", "II", 1),
        ({"gold": 1}, "hatchery", "C3", "II", 1),
        ({"gold": 1}, "hatchery", "A4", "II", 1),
        ({"gold": 1}, "hatchery", "nowhere", "II", 1),
        ({"gold": 0}, "hatchery", None, "II", 1),
        ({"gold": 0}, "hatchery", None, "I", 1),
        ({"gold": 0}, "hatchery", None, "III", 1),
        ({"gold": 1, "dungeon": FULL}, "mint", None, "II", 1),
        ({"gold": 1, "dungeon": FULL}, "hatchery", "C1", "II", 1),
        ({"gold": 1, "dungeon": ["C1!", "C2!", "C3!"]}, "mint", None, "II", 1),
        ({"gold": 1}, "chapel", None, "II", 1),
        ({"gold": 1}, "chapel", None, "II", 2),
        ({"gold": 1}, "ballroom", None, "II", 2),
    ],
)
def test_action_agrees_with_build_room(
    ask: Any, lord: dict[str, Any], room: str, square: str | None, space: str, year: int
) -> None:
    told = {"lord": {"name": "Ann", **lord}, "room": room, "square": square, "space": space, "year": year}
    one, other = ask("build-room", **told), ask("action", order="build_room", **told)
    assert one.legal is other.legal
    assert one.data["reasons"] == other.data["reasons"]
    assert set(one.rules if one.legal == "no" else ()) <= set(other.rules)


def test_without_a_room_there_must_be_some_place_for_one(ask: Any) -> None:
    lord = {"name": "Ann", "gold": 1}
    assert ask("action", lord=lord, order="build_room", space="II").legal == "yes"
    refused = ask("action", lord={**lord, "dungeon": FULL}, order="build_room", space="II")
    assert refused.legal == "no" and "DL-ORDER-UNUSED" in refused.rules

"""What a rendered table counts as: taps until it is right, and wrong dice that nobody is asked about."""

from __future__ import annotations

from typing import Any

from models.evaluate_rendered import _corrections, _rows_told
from vision.reading import Box, Reading
from vision.tables.rollplayer.questions import EMPTY_ROWS
from vision.tables.table import Seen, TableReading

TRUTH: dict[str, Any] = {
    "players": [{"rows": {"strength": [None] * 3, "dexterity": ["red 1", "blue 2", None], "wisdom": ["gold 3"]}}]
}


def reading(places: dict[str, str], *left_open: str) -> TableReading:
    placed = [Seen(Reading(code, 0.99), Box(0, 0, 9, 9), f"rows/{place}") for place, code in places.items()]
    return TableReading("rollplayer", tuple(placed), left_open=left_open)


ROW_TOO_HIGH = {"strength/0": "red 1", "strength/1": "blue 2", "intelligence/0": "gold 3"}


def test_rows_that_are_asked_about_are_put_right_by_one_tap() -> None:
    told, moved = _rows_told(reading(ROW_TOO_HIGH, EMPTY_ROWS), TRUTH)
    assert moved
    assert _corrections("rollplayer", told, TRUTH) == 0


def test_rows_that_are_not_asked_about_stay_wrong() -> None:
    told, moved = _rows_told(reading(ROW_TOO_HIGH), TRUTH)
    assert not moved
    assert _corrections("rollplayer", told, TRUTH) == 6


def test_a_wrong_a_missed_and_an_invented_die_are_a_tap_each() -> None:
    seen = reading({"dexterity/0": "red 2", "wisdom/0": "gold 3", "charisma/0": "red 1"}, EMPTY_ROWS)
    told, moved = _rows_told(seen, TRUTH)
    assert not moved
    assert _corrections("rollplayer", told, TRUTH) == 3


def test_a_trove_needs_as_many_taps_as_dice_differ() -> None:
    truth = {"players": [{"rounds": [{"dice": ["T1", "T1", "Kp"]}]}]}
    assert _corrections("diceminer", reading({"a/0": "T1", "b/0": "Kp", "c/0": "Kp"}), truth) == 1
    assert _corrections("diceminer", reading({"a/0": "T1"}), truth) == 2

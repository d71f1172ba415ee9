"""A camera over cards: told when they rest, hands change nothing, and what came and went is told."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from vision.live import Shot
from vision.reading import Box, Reading
from vision.tables.table import Seen, TableReading
from vision.tablewatch import TableSettled, TableWatcher

TABLE = np.full((240, 320, 3), 90, np.uint8)


def reading(*codes: str) -> TableReading:
    placed = [Seen(Reading(code, 0.9), Box(60 * n, 0, 60 * n + 50, 50), f"table/{n},0") for n, code in enumerate(codes)]
    return TableReading("dwar7s", tuple(placed))


def told(readings: list[TableReading], frames: list[np.ndarray], apart: float = 4.0) -> list[TableSettled | None]:
    """What a watcher tells of these frames; every frame that it reads gives the next reading."""
    answers: Iterator[TableReading] = iter(readings)
    watcher = TableWatcher(lambda _: next(answers), frames=2)
    return [watcher.see(Shot(n, n * apart, pixels)) for n, pixels in enumerate(frames)]


def hand(where: int) -> np.ndarray:
    frame = TABLE.copy()
    frame[60:180, where : where + 80] = (200, 160, 130)
    return frame


def test_a_table_is_told_once_it_rests_and_then_what_changed() -> None:
    before, after = reading("red tavern 0"), reading("red tavern 0", "blue castle 1")
    settled = [one for one in told([before, before, before, after, after], [TABLE] * 5) if one]
    assert [one.came for one in settled] == [
        (("table/0,0", "red tavern 0"),),
        (("table/1,0", "blue castle 1"),),
    ]
    assert settled[1].gone == ()


def test_a_card_that_is_turned_went_and_came() -> None:
    one, other = reading("red tavern 0"), reading("red tavern 1")
    last = told([one, one, other, other], [TABLE] * 4)[-1]
    assert last is not None
    assert (last.came, last.gone) == ((("table/0,0", "red tavern 1"),), (("table/0,0", "red tavern 0"),))


def test_hands_in_the_picture_change_nothing() -> None:
    """What moves is not read at all: there is no reading for these frames."""
    full = reading("red tavern 0")
    answers = told([full, full], [TABLE, TABLE, hand(0), hand(90), hand(180)], apart=0.2)
    assert [one is not None for one in answers] == [False, True, False, False, False]


def test_a_covered_table_is_not_told_as_empty() -> None:
    full = reading("red tavern 0")
    assert told([full, full, reading(), reading()], [TABLE] * 4)[2:] == [None, None]

"""Counters beside a Roll Player sheet, and dice that only a closer look shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.scenes import View, filled, seen_die
from vision.photo import Frame, Picture
from vision.reading import Box, DieReading
from vision.tables import sheetdice
from vision.tables.rollplayer import counters
from vision.tables.table import Hints
from vision.things import Kind, Thing

GOLD, BLUE = (205, 165, 40), (40, 60, 190)
DICE = [seen_die(box) for box in View().boxes(np.array(filled([3] * 6), dtype=float))]
SIDE = float(np.median([die.box.width for die in DICE]))
FIRST = DICE[0].box


def disc_at(number: int, sure: float, kind: Kind = Kind.TOKEN, size: float = 1.1) -> Thing:
    """A small thing above the sheet."""
    x, y, half = FIRST.left + 1.5 * SIDE * number, FIRST.top - 2 * SIDE, size * SIDE / 2
    corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    return Thing(kind, corners, sure)


def table_with(things: Sequence[tuple[Thing, tuple[int, int, int]]]) -> Frame:
    """A grey table with discs of these colours."""
    pixels = np.full((1400, 1400, 3), 128, np.uint8)
    for thing, colour in things:
        x, y = thing.centre
        cv2.circle(pixels, (round(x), round(y)), round(min(thing.size) / 2), colour, -1, cv2.LINE_AA)
    return Frame(pixels)


def told(monkeypatch: pytest.MonkeyPatch, things: Sequence[tuple[Thing, tuple[int, int, int]]]) -> tuple[str, ...]:
    """What is counted where a closer look sees these things, and gold is taught."""
    monkeypatch.setattr(counters, "find_counters", lambda *_: [thing for thing, _ in things])
    gold = np.full((96, 96, 3), 128, np.uint8)
    cv2.circle(gold, (48, 48), 47, GOLD, -1, cv2.LINE_AA)
    hints = Hints(picture_of={"gold_token": gold}.get)
    return counters.counted(table_with(things), [], [], DICE, hints)


def test_counters_are_named_by_what_was_taught(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = [(disc_at(0, 0.9), GOLD), (disc_at(1, 0.8), GOLD), (disc_at(2, 0.7), BLUE)]
    assert told(monkeypatch, seen) == ("gold 2", "tokens 1")


def test_a_doubtful_counter_counts_where_a_plain_one_looks_like_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(monkeypatch, [(disc_at(0, 0.9), GOLD), (disc_at(1, 0.15), GOLD)]) == ("gold 2",)
    assert told(monkeypatch, [(disc_at(1, 0.15), GOLD), (disc_at(2, 0.15), BLUE)]) == ()


def test_cubes_are_smaller_than_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    small, large = disc_at(0, 0.8, Kind.CUBE, 0.6), disc_at(1, 0.8, Kind.CUBE, 1.3)
    assert told(monkeypatch, [(small, BLUE), (large, BLUE)]) == ("cubes 1",)


def test_cubes_are_of_one_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is less than half as sure and looks otherwise is print."""
    green, print_ = disc_at(0, 0.9, Kind.CUBE, 0.6), disc_at(1, 0.34, Kind.CUBE, 0.6)
    assert told(monkeypatch, [(green, BLUE), (print_, GOLD)]) == ("cubes 1",)
    assert told(monkeypatch, [(green, BLUE), (print_, BLUE)]) == ("cubes 2",)


def test_a_token_that_only_one_of_two_looks_sees_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = disc_at(0, 0.65)
    sides: list[float] = []

    def closely(picture: Picture, window: Box, side: float) -> list[Thing]:
        sides.append(side)
        return [seen] if side < SIDE else []

    monkeypatch.setattr(counters, "find_counters", closely)
    assert counters.counted(table_with([(seen, GOLD)]), [], [], DICE, Hints()) == ("tokens 1",)
    assert max(sides) == pytest.approx(SIDE)


def test_a_die_of_the_sheet_is_no_counter(monkeypatch: pytest.MonkeyPatch) -> None:
    box = DICE[4].box
    corners = ((box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom))
    assert told(monkeypatch, [(Thing(Kind.TOKEN, corners, 0.9), GOLD)]) == ()


def test_dice_that_only_a_closer_look_shows_are_added(monkeypatch: pytest.MonkeyPatch) -> None:
    """The closer look is at a part of the photo, enlarged: what it sees lies elsewhere in the photo."""
    seen, missed = DICE[:-1], DICE[-1]
    frames: list[Picture] = []

    def closely(picture: Picture, doubtful: bool) -> list[DieReading]:
        frames.append(picture)
        middle = np.median([die.box.centre for die in seen], axis=0)
        corner = np.maximum(middle - sheetdice.AROUND * SIDE, 0)
        grown = picture.width / (min(middle[0] + sheetdice.AROUND * SIDE, 1400) - corner[0])
        edges = (np.array(missed.box) - np.tile(corner, 2)) * grown
        return [replace(missed, box=Box(*edges.tolist()))]

    monkeypatch.setattr(sheetdice, "read_dice", closely)
    photo = Frame(np.full((1400, 1400, 3), 128, np.uint8))
    found = sheetdice.seen_closely(photo, seen, 18)
    assert found[:-1] == seen
    assert found[-1].box.centre == pytest.approx(missed.box.centre, abs=2.0)
    assert sheetdice.seen_closely(photo, DICE, 18) == DICE
    assert len(frames) == 1


@pytest.mark.parametrize("doubtful", [False, True])
def test_where_a_die_lies_does_not_hang_on_which_look_is_believed(
    monkeypatch: pytest.MonkeyPatch, doubtful: bool
) -> None:
    """A die that is doubted on one side only, a browser or a server, lies in the same place on both."""
    first = replace(DICE[4], doubtful=True, found=0.6)
    nudged = Box(*(edge + 4 for edge in first.box))
    monkeypatch.setattr(sheetdice, "_within", lambda *_: [replace(first, doubtful=doubtful, found=0.6, box=nudged)])
    photo = Frame(np.full((1400, 1400, 3), 128, np.uint8))
    seen = [*DICE[:4], first, *DICE[5:]]
    (die,) = [one for one in sheetdice.seen_closely(photo, seen, 18) if one.found == 0.6]
    assert die.doubtful == doubtful
    assert die.box == pytest.approx(tuple(edge + 2 for edge in first.box))

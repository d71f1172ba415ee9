"""Empty places printed on a sheet: where rows begin and end, and where surely no die lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.scenes import View, filled, seen_die
from vision.lattice import Cell
from vision.palette import Colour
from vision.photo import Frame
from vision.reading import Box, DieReading
from vision.tables import printed
from vision.tables.rollplayer import rows
from vision.tables.rollplayer.rows import laid_in_rows, on_the_sheet
from vision.tables.slots import printed_sheet, slots_around
from vision.tables.table import Hints

SHAPE = (6, 3)
PLACES = filled([3] * 6)
FEW = [(1, 0), (2, 0), (2, 1), (3, 0), (4, 0), (4, 1)]
INK, PAPER = (60, 60, 60), (200, 190, 170)


@pytest.fixture(params=[75.0, 50.0], ids=["from above", "from a chair"])
def view(request: pytest.FixtureRequest) -> View:
    return View(request.param)


def places(view: View) -> dict[Cell, Box]:
    return dict(zip(PLACES, view.boxes(np.array(PLACES, dtype=float)), strict=True))


def sheet(view: View, dice: Sequence[Cell], mark: Sequence[Cell] = (), rows: int = 6) -> Frame:
    """A sheet with a square in every place of so many rows, covered by a die on some, coloured on those with a mark."""
    table = np.full((2000, 2000, 3), PAPER, np.uint8)
    for cell, box in places(view).items():
        if cell[0] >= rows:
            continue
        left, top, right, bottom = (round(edge) for edge in box)
        if cell in mark:
            cv2.rectangle(table, (left, top), (right, bottom), (150, 20, 20), -1)
        cv2.rectangle(table, (left, top), (right, bottom), INK, 5)
        if cell in dice:
            cv2.rectangle(table, (left, top), (right, bottom), (20, 40, 160), -1)
            cv2.circle(table, ((left + right) // 2, (top + bottom) // 2), (right - left) // 8, (240, 240, 240), -1)
    return Frame(table)


def dice_at(view: View, cells: Sequence[Cell]) -> list[DieReading]:
    return [seen_die(places(view)[cell], "1", Colour.BLUE) for cell in cells]


def test_every_empty_place_is_seen_and_none_below_a_die(view: View) -> None:
    boxes = [places(view)[cell] for cell in FEW]
    slots = slots_around(sheet(view, FEW), boxes)
    assert len(slots) == len(PLACES) - len(FEW)
    assert all(slot.plain for slot in slots)


def test_print_tells_the_rows_before_the_first_die_and_after_the_last(view: View) -> None:
    told = printed_sheet(sheet(view, FEW), [places(view)[cell] for cell in FEW], SHAPE, "far")
    assert told is not None
    assert sorted(told.way.cells.values()) == FEW
    assert told.empty == set(PLACES) - set(FEW)


def test_a_place_that_shows_something_is_not_called_empty(view: View) -> None:
    """What nobody took for a die may be one: mirrored lamps hide its pips."""
    told = printed_sheet(sheet(view, FEW, mark=[(3, 1)]), [places(view)[cell] for cell in FEW], SHAPE, "far")
    assert told is not None
    assert told.empty == set(PLACES) - set(FEW) - {(3, 1)}


def test_a_bare_table_tells_nothing(view: View) -> None:
    boxes = [places(view)[cell] for cell in FEW]
    assert printed_sheet(Frame(np.full((2000, 2000, 3), PAPER, np.uint8)), boxes, SHAPE, "far") is None


def test_a_sheet_of_which_the_last_row_is_not_seen_tells_no_rows(view: View) -> None:
    boxes = [places(view)[cell] for cell in FEW]
    assert printed_sheet(sheet(view, FEW, rows=5), boxes, SHAPE, "far") is None


def test_print_is_not_looked_for_with_a_part_of_opencv(monkeypatch: pytest.MonkeyPatch, view: View) -> None:
    monkeypatch.setattr(printed, "looked_for", False)
    monkeypatch.setattr(cv2, "findContours", None)
    assert printed_sheet(sheet(view, FEW), [places(view)[cell] for cell in FEW], SHAPE, "far") is None


def test_circles_and_lines_of_words_are_no_places(view: View) -> None:
    table = np.full((2000, 2000, 3), PAPER, np.uint8)
    for box in places(view).values():
        middle = tuple(round(edge) for edge in box.centre)
        cv2.circle(table, middle, round(box.width / 2), INK, 5)
        cv2.putText(table, "one of many", (middle[0], middle[1] + 60), cv2.FONT_HERSHEY_SIMPLEX, 0.8, INK, 2)
    assert printed_sheet(Frame(table), [places(view)[cell] for cell in FEW], SHAPE, "far") is None


def test_a_sheet_of_other_rows_is_not_believed(view: View) -> None:
    """Dice beside printed squares that do not go on under them."""
    dice = [places(view)[cell] for cell in FEW]
    away = [replace_left(box, 0.55 * box.width) for box in dice]
    assert printed_sheet(sheet(view, []), away, SHAPE, "far") is None


def replace_left(box: Box, by: float) -> Box:
    return box._replace(left=box.left + by, right=box.right + by)


def test_rows_are_known_and_nothing_is_put_on_an_empty_place(monkeypatch: pytest.MonkeyPatch, view: View) -> None:
    monkeypatch.setattr(rows, "overlooked", lambda *known: {})
    phantom = replace(dice_at(view, [(4, 2)])[0], doubtful=True, found=0.1, confidence=0.1, form=0.75)
    sure, picture = dice_at(view, FEW), sheet(view, FEW)
    laid = laid_in_rows(sure, [*sure, phantom], Hints(picture=picture), lambda boxes: [])
    there = on_the_sheet(laid, [*sure, phantom], picture, lambda boxes: [])
    assert sorted(there) == FEW
    assert not laid.leaves_rows_open(there)
    bare = Frame(np.full((2000, 2000, 3), PAPER, np.uint8))
    by_dice = laid_in_rows(sure, [*sure, phantom], Hints(picture=bare), None)
    assert by_dice.leaves_rows_open(FEW)


def test_a_likely_die_is_not_taken_for_an_empty_place(view: View) -> None:
    """The top of a die of the colour of the paper is a square like the print."""
    maybe = replace(dice_at(view, [(4, 2)])[0], doubtful=True, found=0.7)
    sure, picture = dice_at(view, FEW), sheet(view, FEW)
    laid = laid_in_rows(sure, [*sure, maybe], Hints(picture=picture), None)
    assert sorted(on_the_sheet(laid, [*sure, maybe], picture, None)) == [*FEW, (4, 2)]


@pytest.mark.parametrize("before", [0, 2])
def test_a_person_knows_better_which_rows_are_empty(view: View, before: int) -> None:
    sure = dice_at(view, FEW)
    laid = laid_in_rows(sure, sure, Hints(picture=sheet(view, FEW), empty_rows=before), None)
    assert min(row for row, _ in laid.way.cells.values()) == before

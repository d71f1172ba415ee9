"""Dice of a sheet whose faces cannot be read: told by their form, by rows that go on, by what print looks like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.scenes import View, filled, seen_die
from vision.lattice import Cell, Lattice, fit_lattice
from vision.palette import Colour
from vision.photo import Frame
from vision.reading import UNSURE, Box, DieReading
from vision.tables.box import identify
from vision.tables.printed import unlike_empty
from vision.tables.rollplayer import read as rollplayer
from vision.tables.rollplayer import rows
from vision.tables.sheet import likely_beyond
from vision.tables.table import Hints

SHAPE = (6, 3)
VIEW = View(75)
PLACES = filled([3] * 6)
BOXES = dict(zip(PLACES, VIEW.boxes(np.array(PLACES, dtype=float)), strict=True))
MIRRORED = (99.0, 0.0, 0.0)


def lattice_of(cells: Sequence[Cell]) -> Lattice:
    lattice = fit_lattice([BOXES[cell].centre for cell in cells], *SHAPE)
    assert lattice is not None
    return lattice


def sheet_with(dice: Sequence[Cell]) -> Frame:
    """A printed sheet seen from above: an outline in every place, a turned die with pips over some."""
    table = np.full((2000, 2000, 3), 150, np.uint8)
    for cell, box in BOXES.items():
        left, top, right, bottom = (round(edge) for edge in box)
        cv2.rectangle(table, (left, top), (right, bottom), (230, 230, 230), 6)
        if cell in dice:
            middle, side = np.array([left + right, top + bottom]) / 2, float(right - left)
            die = cv2.boxPoints((tuple(map(float, middle)), (1.2 * side, 1.2 * side), 30.0))
            cv2.fillConvexPoly(table, die.astype(np.int32), (40, 20, 60))
            for shift in (-0.25, 0.0, 0.25):
                at = (middle + shift * side).astype(int).tolist()
                cv2.circle(table, at, round(0.12 * side), (240, 240, 240), -1)
    return Frame(table)


def unread(cell: Cell, form: float = 0.75) -> DieReading:
    return replace(seen_die(BOXES[cell], "5", Colour.PURPLE), doubtful=True, found=0.1, confidence=0.1, form=form)


def read_from(picture: Frame, seen: Sequence[Cell], doubtful: Sequence[DieReading]) -> dict[str | None, float]:
    """The places of the sheet and how sure each is, where the reader sees nothing in free places."""
    sure = [seen_die(BOXES[cell], "4", Colour.BLUE) for cell in seen]
    reading = rollplayer.of_dice([*sure, *doubtful], Hints("far", picture=picture, cards=False))
    return {piece.place: piece.piece.confidence for piece in reading.placed}


@pytest.fixture(autouse=True)
def a_blind_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks at places change nothing: what was seen stays, free places show nothing."""
    monkeypatch.setattr(rollplayer, "seen_whole", lambda dice, look: list(dice))
    monkeypatch.setattr(rows, "overlooked", lambda *known: {})
    monkeypatch.setattr(rows, "rows_beyond", lambda *known: {})
    monkeypatch.setattr(rows, "empty_rows_before", lambda *known: 0)


def test_a_place_with_a_die_looks_like_no_empty_one() -> None:
    seen = [cell for cell in PLACES if cell[1] < 2]
    free = [cell for cell in PLACES if cell not in seen]
    unlike = unlike_empty(sheet_with([*seen, (2, 2)]), lattice_of(seen), free, SHAPE)
    assert unlike.pop((2, 2)) > 0.5 > max(unlike.values())


def test_grain_makes_no_die_of_an_empty_place() -> None:
    """Noise of a dim photo is as strong as the print, and is the same in no two places."""
    seen = [cell for cell in PLACES if cell[1] < 2]
    free = [cell for cell in PLACES if cell not in seen]
    plain = sheet_with([*seen, (2, 2)]).pixels(2000)
    grain = cv2.resize(np.random.default_rng(1).normal(0, 25, (500, 500)), (2000, 2000))[..., None]
    unlike = unlike_empty(Frame((plain + grain).clip(0, 255).astype(np.uint8)), lattice_of(seen), free, SHAPE)
    assert unlike.pop((2, 2)) > 0.5 > max(unlike.values())


def test_without_another_free_place_nothing_speaks_against_a_die() -> None:
    seen = PLACES[:-1]
    assert unlike_empty(sheet_with(PLACES), lattice_of(seen), PLACES[-1:], SHAPE) == {PLACES[-1]: 1.0}


@pytest.mark.parametrize("there", [True, False])
def test_the_form_of_a_die_counts_where_print_looks_otherwise(there: bool) -> None:
    seen = [cell for cell in PLACES if cell[1] < 2]
    placed = read_from(sheet_with([*seen, *([(2, 2)] if there else [])]), seen, [unread((2, 2))])
    assert ("rows/constitution/2" in placed) is there
    assert not there or placed["rows/constitution/2"] < UNSURE  # its face is a guess, so it is asked about


def test_what_hardly_has_the_form_of_a_die_is_none() -> None:
    seen = [cell for cell in PLACES if cell[1] < 2]
    assert "rows/constitution/2" not in read_from(sheet_with([*seen, (2, 2)]), seen, [unread((2, 2), form=0.5)])


def test_a_likely_die_keeps_few_rows_from_slipping_together() -> None:
    """Of a low photo with one die in most rows a die is only likely: without it those around it would be neighbours."""
    cells = [(0, 0), (1, 0), (1, 1), (2, 0), (3, 0), (4, 0), (5, 0), (5, 1)]
    middles = [(220, 156), (222, 188), (276, 185), (234, 235), (238, 278), (243, 336), (251, 398), (318, 386)]
    dice = [seen_die(Box(x - 22, y - 24, x + 22, y + 24), "4", Colour.BLUE) for x, y in middles]
    dice[3] = replace(dice[3], doubtful=True, found=0.4, confidence=0.4)
    placed = rollplayer.of_dice(dice, Hints("far", cards=False)).placed
    assert {piece.place for piece in placed} == {rollplayer.place_of(cell) for cell in cells}


@pytest.mark.parametrize("row", [0, 5])
def test_likely_dice_in_the_first_or_last_row_are_rows_of_the_sheet(row: int) -> None:
    seen = [cell for cell in PLACES if cell[0] != row]
    likely = [replace(unread((row, column)), found=0.8) for column in (0, 1)]
    boxes = [BOXES[cell] for cell in seen]
    assert likely_beyond(lattice_of(seen), boxes, likely, SHAPE) == likely
    placed = read_from(sheet_with(PLACES), seen, likely)
    assert len(placed) == 17 and {f"rows/{('strength', 'charisma')[row > 0]}/{n}" for n in (0, 1)} <= set(placed)


def test_a_full_sheet_has_no_further_rows() -> None:
    beyond = replace(unread((5, 0)), box=Box(0, 0, 9, 9), found=0.9)
    assert likely_beyond(lattice_of(PLACES), list(BOXES.values()), [beyond], SHAPE) == []


def test_a_mirrored_lamp_says_nothing_of_other_dice() -> None:
    """Two purple dice that mirror a lamp are as white as a white one, which stays white."""
    purple = replace(seen_die(Box(0, 0, 9, 9), "4", Colour.PURPLE), body=MIRRORED)
    white = replace(seen_die(Box(0, 0, 9, 9), "1", Colour.WHITE, colours=[(Colour.YELLOW, 0.15)]), body=MIRRORED)
    judged = identify([purple, purple, white], rollplayer.box(expansion=False))
    assert [one.piece.value.kind for one in judged] == ["purple", "purple", "white"]

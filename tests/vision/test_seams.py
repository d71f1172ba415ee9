"""Edges on a seam of the table are moved to where the card begins; edges of cards stay."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.photo import Frame
from vision.quads import as_corners
from vision.seams import off_seams
from vision.teaching import laid_out
from vision.things import Kind, Thing

CARD = np.array([[300, 200], [560, 208], [552, 470], [292, 462]], dtype=np.float64)
BRIGHT, DARK, SEAM = (225, 205, 100), (140, 120, 45), 500


def planks() -> np.ndarray:
    """A dark plank with a dark card, and a bright plank below it."""
    table = np.full((800, 900, 3), DARK, dtype=np.uint8)
    table[SEAM:] = BRIGHT
    return table


def with_card(table: np.ndarray, colour: tuple[int, int, int] = (70, 75, 60)) -> Frame:
    cv2.fillConvexPoly(table, (CARD * 16).round().astype(np.int32), colour, cv2.LINE_AA, 4)
    return Frame(cv2.GaussianBlur(table, (0, 0), 1.0))


def lower_edge_at(*heights: float) -> np.ndarray:
    quad = CARD.copy()
    quad[2, 1], quad[3, 1] = heights
    return quad


def off(found: np.ndarray) -> float:
    return float(np.abs(found - CARD).max())


@pytest.mark.parametrize("turn", range(4))
def test_an_edge_on_a_seam_is_moved_to_the_card(turn: int) -> None:
    wrong = lower_edge_at(SEAM, SEAM)
    found = np.roll(off_seams(with_card(planks()), np.roll(wrong, turn, axis=0)), -turn, axis=0)
    assert off(wrong) > 35
    assert off(found) < 8


def test_a_card_that_was_cut_out_well_stays_as_it_is() -> None:
    assert (off_seams(with_card(planks()), CARD) == CARD).all()


def test_a_rim_of_the_tables_colour_is_the_cards() -> None:
    """No line goes on beyond the card, so its edge was seen for itself."""
    rimmed = with_card(np.full((800, 900, 3), DARK, dtype=np.uint8))
    wide = lower_edge_at(SEAM, SEAM)
    assert (off_seams(rimmed, wide) == wide).all()


def test_a_card_that_looks_like_the_table_is_not_cut() -> None:
    alike = with_card(planks(), DARK)
    wide = lower_edge_at(SEAM, SEAM)
    assert (off_seams(alike, wide) == wide).all()


def test_a_lesson_is_cut_out_without_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Thing(Kind.CARD, as_corners(lower_edge_at(SEAM, SEAM)), 0.9)
    monkeypatch.setattr("vision.teaching.find_things", lambda photo, **how: [wrong])
    monkeypatch.setattr("vision.teaching.things_by_outline", lambda photo: [])
    (lesson,) = laid_out(with_card(planks()))
    assert off(np.array(lesson.corners)) < 8

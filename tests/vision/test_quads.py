"""Corners in order, overlaps, and what lies between four corners set upright."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.cards import straighten
from vision.photo import Frame
from vision.quads import in_order, is_convex, overlap
from vision.things import Kind, Thing

CORNERS = np.array([[110, 60], [320, 90], [300, 380], [80, 340]], dtype=np.float64)


def table_with_card(corners: np.ndarray) -> np.ndarray:
    """A dark table with one card: red, green, blue and white quarters, clockwise from the first corner."""
    card = np.zeros((200, 140, 3), dtype=np.uint8)
    card[:100, :70], card[:100, 70:], card[100:, 70:], card[100:, :70] = (
        (200, 30, 30),
        (30, 200, 30),
        (30, 30, 200),
        240,
    )
    matrix = cv2.getPerspectiveTransform(
        np.array([[0, 0], [140, 0], [140, 200], [0, 200]], np.float32), corners.astype(np.float32)
    )
    table = np.full((480, 400, 3), 12, dtype=np.uint8)
    return cv2.warpPerspective(card, matrix, (400, 480), dst=table, borderMode=cv2.BORDER_TRANSPARENT)


@pytest.mark.parametrize("shift", range(4))
@pytest.mark.parametrize("turn", [1, -1])
def test_corners_start_upper_left_and_run_clockwise(shift: int, turn: int) -> None:
    assert np.array_equal(in_order(np.roll(CORNERS, shift, axis=0)[::turn]), CORNERS)


def test_bent_inwards_is_not_convex() -> None:
    assert is_convex(CORNERS)
    dented = CORNERS.copy()
    dented[2] = 150, 150
    assert not is_convex(dented)


def test_overlap_is_one_with_itself_and_zero_apart() -> None:
    assert overlap(CORNERS, CORNERS) == pytest.approx(1)
    assert overlap(CORNERS, CORNERS + 1000) == 0


def test_straightened_card_shows_its_quarters() -> None:
    flat = straighten(table_with_card(CORNERS), CORNERS, (70, 100))
    assert flat.shape == (100, 70, 3)
    quarters = [flat[25, 17], flat[25, 52], flat[75, 52], flat[75, 17]]
    expected = [(200, 30, 30), (30, 200, 30), (30, 30, 200), (240, 240, 240)]
    assert np.abs(np.array(quarters, int) - expected).max() < 12


def test_straightening_keeps_the_pixels_there_are() -> None:
    flat = straighten(Frame(table_with_card(CORNERS)), CORNERS)
    assert flat.shape[1] == pytest.approx(217, abs=6)
    assert flat.shape[0] == pytest.approx(287, abs=6)


def test_straightening_beyond_the_border_stays_a_picture() -> None:
    assert straighten(table_with_card(CORNERS), CORNERS + 350, (20, 30)).shape == (30, 20, 3)
    assert straighten(table_with_card(CORNERS), CORNERS + 5000, (20, 30)).shape == (30, 20, 3)


def test_the_middle_of_a_leaning_thing_is_where_its_diagonals_cross() -> None:
    thing = Thing(Kind.TILE, ((0, 0), (10, 0), (8, 4), (2, 4)), 1.0)
    assert thing.centre == pytest.approx((5, 2.5))
    assert thing.box == (0, 0, 10, 4)

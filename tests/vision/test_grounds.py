"""Empty places of a rack are left out; a dark tile, or a plain card on another table, is not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.grounds import without_empty_places
from vision.photo import Frame
from vision.seen import Seen

CREAM, BLACK, MARBLE = (225, 215, 195), (25, 25, 28), (205, 205, 210)
TILE = 0


def place(column: int) -> np.ndarray:
    left = 60 + 90 * column
    return np.array([[left, 100], [left + 80, 100], [left + 80, 210], [left, 210]], dtype=np.float64)


def rack(table: tuple[int, int, int] = BLACK) -> np.ndarray:
    """Four tiles with numbers in a rack on a pale table, and a place left free."""
    picture = np.full((320, 560, 3), MARBLE, np.uint8)
    cv2.rectangle(picture, (40, 80), (520, 240), table, -1)
    for column in range(4):
        left, top = (int(edge) for edge in place(column)[0])
        cv2.rectangle(picture, (left, top), (left + 80, top + 110), CREAM, -1)
        cv2.putText(picture, str(column + 3), (left + 20, top + 75), cv2.FONT_HERSHEY_SIMPLEX, 2, (200, 30, 30), 6)
    return picture


def told(picture: np.ndarray, doubt: float, tiles: int = 4) -> int:
    quads = np.array([place(column) for column in [*range(tiles), 4]])
    confidence = np.array([*(0.95, 0.94, 0.96, 0.9)[:tiles], doubt])
    count = tiles + 1
    seen = Seen(quads, confidence, np.full(count, TILE), np.full(count, 80.0), np.ones(count))
    return len(without_empty_places(Frame(picture), seen, np.array([TILE])))


@pytest.mark.parametrize(("doubt", "left"), [(0.6, 4), (0.75, 4), (0.9, 5)])
def test_an_empty_place_is_left_out_unless_the_network_is_sure(doubt: float, left: int) -> None:
    assert told(rack(), doubt) == left


@pytest.mark.parametrize(("tiles", "left"), [(1, 2), (2, 2), (3, 3)])
def test_two_tiles_of_one_ground_tell_an_empty_place_but_not_one_alone(tiles: int, left: int) -> None:
    assert told(rack(), 0.6, tiles) == left


def test_a_tile_like_the_others_stays_however_unsure() -> None:
    picture = rack()
    left, top = (int(edge) for edge in place(4)[0])
    cv2.rectangle(picture, (left, top), (left + 80, top + 110), CREAM, -1)
    assert told(picture, 0.5) == 5


def test_a_dark_tile_with_print_stays() -> None:
    picture = rack()
    left, top = (int(edge) for edge in place(4)[0])
    cv2.putText(picture, "8", (left + 15, top + 80), cv2.FONT_HERSHEY_SIMPLEX, 2.4, CREAM, 10)
    assert told(picture, 0.5) == 5


def test_a_plain_dark_back_on_a_pale_table_stays() -> None:
    picture = rack(table=MARBLE)
    left, top = (int(edge) for edge in place(4)[0])
    cv2.rectangle(picture, (left, top), (left + 80, top + 110), BLACK, -1)
    assert told(picture, 0.5) == 5

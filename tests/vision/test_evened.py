"""Cards that seem a strip narrower than the others get it back at the edge beyond which a line is seen."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.evened import evened
from vision.photo import Frame

TABLE, WALL, INSIDE = (120, 118, 115), (132, 130, 128), (40, 160, 60)
UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float64)
STRIP = 0.05
CELLS = [(column, row) for row in range(3) for column in range(4)]
# Left, top, right and bottom strips of these cards are printed in the colour of the table.
WALLED = {1: (0, 0, 1, 0), 4: (1, 0, 0, 0), 6: (0, 1, 0, 0), 9: (1, 0, 1, 0), 11: (0, 0, 0, 1)}


def seen(places: np.ndarray) -> np.ndarray:
    """Places of the table through a camera that leans."""
    matrix = np.array([[170, 30, 120], [-10, 150, 130], [0.01, 0.07, 1]])
    return np.asarray(cv2.perspectiveTransform(places.reshape(1, -1, 2), matrix)[0].reshape(places.shape))


def cards(wide: float = 1.0) -> np.ndarray:
    rng = np.random.default_rng(3)
    return np.array([UNIT * (wide, 1.0) + np.array(cell) * 1.25 + rng.normal(0, 0.03, 2) for cell in CELLS])


def without_strips(flat: np.ndarray, wide: float = 1.0) -> np.ndarray:
    cut = flat.copy()
    for row, (left, top, right, bottom) in WALLED.items():
        cut[row, [0, 3], 0] += STRIP * wide * left
        cut[row, [1, 2], 0] -= STRIP * wide * right
        cut[row, [0, 1], 1] += STRIP * top
        cut[row, [2, 3], 1] -= STRIP * bottom
    return cut


def photo_of(whole: np.ndarray, inner: np.ndarray) -> Frame:
    picture = np.full((760, 1040, 3), TABLE, dtype=np.uint8)
    for colour, quads in ((WALL, whole), (INSIDE, inner)):
        for quad in quads:
            cv2.fillConvexPoly(picture, (seen(quad) * 16).round().astype(np.int32), colour, cv2.LINE_AA, 4)
    return Frame(picture)


@pytest.mark.parametrize("wide", [1.0, 0.7])
@pytest.mark.parametrize("turn", [0, 1])
def test_a_strip_that_was_cut_off_comes_back_where_it_was(wide: float, turn: int) -> None:
    whole = cards(wide)
    cut = without_strips(whole, wide)
    quads = np.roll(np.array([seen(quad) for quad in cut]), turn, axis=1)
    found = np.roll(np.array(evened(photo_of(whole, cut), quads)), -turn, axis=1)
    true = np.array([seen(quad) for quad in whole])
    assert np.abs(np.roll(quads, -turn, axis=1) - true).max() > 4
    assert np.abs(found - true).max() < 2


def test_a_card_of_another_size_stays_as_it_is() -> None:
    """Nothing is seen beyond its edges."""
    cut = without_strips(cards())
    quads = np.array([seen(quad) for quad in cut])
    assert np.array_equal(evened(photo_of(cut, cut), quads), quads)


def test_few_cards_tell_nothing_about_each_other() -> None:
    cut = without_strips(cards())[:4]
    quads = np.array([seen(quad) for quad in cut])
    assert np.array_equal(evened(photo_of(cards(), cut), quads), quads)
    assert evened(photo_of(cards(), cut), np.zeros((0, 4, 2))) == []

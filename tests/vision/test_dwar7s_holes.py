"""A hole in a layout of Dwar7s Fall is no card, however plainly its neighbours frame it."""

from __future__ import annotations

import numpy as np
import pytest

from vision.freegrid import FreeGrid, free_grid
from vision.photo import Frame
from vision.tables.dwar7s.holes import no_cards

SIDE, GAP, EDGE = 100, 3, 220
# A ring of eight cards around a place in the middle.
CELLS = [(column, row) for row in range(3) for column in range(3)]
MIDDLE = CELLS.index((1, 1))


def corners_of(cell: tuple[int, int]) -> np.ndarray:
    left, top = (EDGE + place * (SIDE + GAP) for place in cell)
    return np.array([[left, top], [left + SIDE, top], [left + SIDE, top + SIDE], [left, top + SIDE]], dtype=float)


def table_with(cards: list[tuple[int, int]]) -> np.ndarray:
    """A grainy brown table, darker to the right, with printed cards on it."""
    rng = np.random.default_rng(5)
    shade = np.linspace(1.1, 0.8, 760)[None, :, None]
    picture = np.array([150, 110, 80]) * shade + rng.normal(0, 6, (760, 760, 1))
    for cell in cards:
        left, top = corners_of(cell)[0].astype(int)
        picture[top : top + SIDE, left : left + SIDE] = (190, 40, 40)
        picture[top + 10 : top + SIDE - 10, left + 10 : left + SIDE - 10] = rng.uniform(40, 160, (80, 80, 3))
    return np.clip(picture, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def grid() -> FreeGrid:
    found = free_grid(np.array([corners_of(cell) for cell in CELLS]))
    assert found is not None
    return found


def sure(middle: float) -> list[float]:
    return [middle if row == MIDDLE else 0.95 for row in range(len(CELLS))]


def test_the_table_between_cards_is_a_hole(grid: FreeGrid) -> None:
    picture = Frame(table_with([cell for cell in CELLS if cell != (1, 1)]))
    assert no_cards(picture, grid, sure(0.6)) == {MIDDLE}
    assert (1, 1) not in grid.without({MIDDLE}).cells.values()


def test_a_doubtful_card_stays_and_so_does_what_is_sure(grid: FreeGrid) -> None:
    assert no_cards(Frame(table_with(CELLS)), grid, sure(0.6)) == set()
    assert no_cards(Frame(table_with([cell for cell in CELLS if cell != (1, 1)])), grid, sure(0.9)) == set()


def test_a_doubtful_card_that_touches_no_other_is_none() -> None:
    cells = [(0, 0), (1, 0), (0, 1), (2, 2)]
    form = free_grid(np.array([corners_of(cell) for cell in cells]))
    assert form is not None and len(form.cells) == 4
    picture = Frame(table_with(cells))
    assert no_cards(picture, form, [0.9, 0.7, 0.7, 0.6]) == {3}
    assert no_cards(picture, form, [0.9, 0.7, 0.7, 0.9]) == set()


def test_a_form_without_its_first_column_is_counted_from_0() -> None:
    found = free_grid(np.array([corners_of(cell) for cell in [(0, 0), (1, 0), (2, 0)]]))
    assert found is not None
    assert sorted(found.without({0}).cells.values()) == [(0, 0), (1, 0)]

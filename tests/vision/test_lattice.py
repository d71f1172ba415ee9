"""Points of leaning photos sorted into rows and columns."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.scenes import View, filled
from vision.lattice import Lattice, fit_lattice

VIEWS = st.builds(
    View,
    elevation=st.floats(25, 90),
    around=st.floats(-22, 22),
    roll=st.sampled_from([-90, 0, 90, 180]).flatmap(lambda turn: st.floats(turn - 8, turn + 8)),
    distance=st.floats(9, 20),
    row_step=st.floats(1.0, 1.5),
)


def seen(view: View, cells: list[tuple[int, int]], jitter: float = 0, seed: int = 0) -> np.ndarray:
    off = np.random.default_rng(seed).uniform(-jitter, jitter, (len(cells), 2))
    return np.array([box.centre for box in view.boxes(np.array(cells) + off)])


def same(lattice: Lattice | None, cells: list[tuple[int, int]]) -> bool:
    """Whether the cells are the true ones, seen from one of the four sides."""
    truth = dict(enumerate(cells))
    return lattice is not None and any(lattice.turned(quarters).cells == truth for quarters in range(4))


@settings(max_examples=12, deadline=None, derandomize=True)
@given(view=VIEWS, seed=st.integers(0, 999), jitter=st.floats(0, 0.12))
def test_full_sheets_from_any_side(view: View, seed: int, jitter: float) -> None:
    cells = filled([3] * 6)
    assert same(fit_lattice(seen(view, cells, jitter, seed), 6, 3), cells)


@settings(max_examples=12, deadline=None, derandomize=True)
@given(view=VIEWS, seed=st.integers(0, 999), counts=st.lists(st.integers(2, 3), min_size=6, max_size=6))
def test_rows_with_places_left_free(view: View, seed: int, counts: list[int]) -> None:
    cells = filled(counts)
    assert same(fit_lattice(seen(view, cells, 0.06, seed), 6, 3), cells)


def test_sheets_in_any_state_of_play() -> None:
    """Over many random cameras and fillings with at least a die a row, nearly all are sorted right."""
    chance = np.random.default_rng(11)
    right = 0
    for number in range(25):
        view = View(chance.uniform(28, 90), chance.uniform(-25, 25), chance.uniform(-8, 8), chance.uniform(9, 18))
        cells = filled([int(count) for count in chance.integers(1, 4, 6)])
        right += same(fit_lattice(seen(view, cells, 0.08, number), 6, 3), cells)
    assert right >= 23


def test_low_cameras_squeeze_the_rows_of_half_filled_sheets() -> None:
    """Seen from 25 to 42 degrees rows crowd together and grow towards the camera; nine of ten are still sorted."""
    chance = np.random.default_rng(1)
    right = 0
    for number in range(40):
        roll = chance.choice([-90, 0, 90, 180]) + chance.uniform(-8, 8)
        view = View(
            chance.uniform(25, 42), chance.uniform(-22, 22), roll, chance.uniform(9, 20), chance.uniform(1, 1.5)
        )
        cells = filled([int(count) for count in chance.integers(1, 4, 6)])
        right += same(fit_lattice(seen(view, cells, 0.08, number), 6, 3), cells)
    assert right >= 36


def test_a_die_beside_the_sheet_is_left_out() -> None:
    cells = filled([3, 3, 2, 3, 3, 1])
    points = seen(View(50, 10), [*cells, (2, 5), (7, -2)])  # type: ignore[list-item]
    lattice = fit_lattice(points, 6, 3)
    assert lattice is not None
    assert set(lattice.cells) == set(range(len(cells)))


def test_a_row_without_dice_is_skipped_not_closed() -> None:
    cells = filled([3, 3, 0, 3, 2, 3])
    assert same(fit_lattice(seen(View(70), cells), 6, 3), cells)


@pytest.mark.parametrize(("points", "count"), [([], 0), ([(5, 5)], 1), ([(0, 0), (50, 2)], 2)])
def test_few_points(points: list[tuple[float, float]], count: int) -> None:
    lattice = fit_lattice(points, 6, 3)
    assert len(lattice.cells if lattice else {}) == count


def test_one_line_of_points() -> None:
    lattice = fit_lattice([(0, 0), (50, 2), (101, 3)], 6, 3)
    assert lattice is not None
    assert lattice.cells == {0: (0, 0), 1: (0, 1), 2: (0, 2)}


@given(st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 2000)), max_size=9))
@settings(max_examples=12, deadline=None, derandomize=True)
def test_scattered_points_never_break_it(points: list[tuple[int, int]]) -> None:
    lattice = fit_lattice(points, 6, 3)
    if lattice is None:
        assert not points
    else:
        cells = list(lattice.cells.values())
        assert len(set(cells)) == len(cells)
        assert sorted(lattice.span) <= [6, 6]


def test_places_of_cells_lie_on_the_points() -> None:
    cells = filled([3] * 6)
    points = seen(View(45, 12), cells)
    lattice = fit_lattice(points, 6, 3)
    assert lattice is not None
    for quarters in range(4):
        turned = lattice.turned(quarters)
        for point, (row, column) in turned.cells.items():
            assert turned.place(row, column) == pytest.approx(tuple(points[point]), abs=12)

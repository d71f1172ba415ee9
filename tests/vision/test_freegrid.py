"""Cards side by side in a free form, seen in perspective, turned, with gaps and with one card missed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.freegrid import free_grid

FORM = [(0, 0), (1, 0), (2, 0), (1, 1), (1, 2), (2, 2), (3, 2), (0, 2), (4, 2), (4, 1)]


def seen(cells: list[tuple[int, int]], tilt: float, turn: float, gap: float, seed: int = 0) -> np.ndarray:
    """Cards of one unit on a table, through a camera that leans by `tilt` degrees and is turned by `turn`."""
    rng = np.random.default_rng(seed)
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float64)
    corners = np.array([square + np.array(cell) * (1 + gap) + rng.normal(0, 0.01, 2) for cell in cells])
    flat = corners.reshape(-1, 2) - corners.reshape(-1, 2).mean(axis=0)
    angle, lean = np.radians(turn), np.radians(tilt)
    flat = flat @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    depth = 1 - flat[:, 1] * np.sin(lean) / 9
    photo = np.column_stack([flat[:, 0] / depth, flat[:, 1] * np.cos(lean) / depth]) * 120 + 600
    return photo.reshape(-1, 4, 2)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(tilt=st.floats(0, 55), turn=st.floats(-35, 35), gap=st.sampled_from([0.0, 0.02, 0.06]), seed=st.integers(0, 99))
def test_the_form_is_found(tilt: float, turn: float, gap: float, seed: int) -> None:
    order = np.random.default_rng(seed).permutation(len(FORM))
    quads = seen(FORM, tilt, turn, gap, seed)[order]
    grid = free_grid(np.array([np.roll(quad, seed % 4, axis=0) for quad in quads]))
    assert grid is not None
    assert grid.cells == {n: FORM[order[n]] for n in range(len(FORM))}


@pytest.mark.parametrize("missed", [cell for cell in FORM if cell != (1, 0)])
def test_one_missed_card_does_not_move_the_others(missed: tuple[int, int]) -> None:
    left = [cell for cell in FORM if cell != missed]
    grid = free_grid(seen(left, 40, 10, 0.03))
    assert grid is not None
    assert grid.cells == dict(enumerate(left))


def test_corners_start_at_the_upper_left_of_the_grid() -> None:
    grid = free_grid(seen(FORM, 30, 20, 0.03))
    assert grid is not None
    for quad in grid.corners.values():
        assert quad[1][0] > quad[0][0] and quad[2][1] > quad[1][1]


@pytest.mark.parametrize("amiss", [0, 4, 9])
def test_a_card_whose_corners_were_seen_wrongly_lies_where_the_others_say(amiss: int) -> None:
    true = seen(FORM, 40, 10, 0.03)
    quads = true.copy()
    quads[amiss, 2:] += (0, 0.18 * np.ptp(true[amiss][:, 1]))
    grid = free_grid(quads)
    assert grid is not None
    side = float(np.ptp(true[amiss][:, 0]))
    assert np.abs(grid.corners[amiss] - true[amiss]).max() < 0.05 * side < np.abs(quads[amiss] - true[amiss]).max()
    for other in set(range(len(FORM))) - {amiss}:
        assert np.array_equal(grid.corners[other], true[other]), "a hand lays cards a little crooked, and so they stay"


@pytest.mark.parametrize("along", [(0, 1, 3, 2), (1, 0, 2, 3), (0, 3, 1, 2)])
def test_a_card_whose_edge_was_cut_off_with_the_table_is_as_wide_as_the_others(
    along: tuple[int, int, int, int],
) -> None:
    """Its wall is as grey as the table: a strip lacks that is too narrow for a card that was seen wrongly."""
    true = seen(FORM, 30, 10, 0.03)
    quads = true.copy()
    begin, end = [along[0], along[2]], [along[1], along[3]]
    quads[3, begin] += 0.05 * (true[3, end] - true[3, begin])
    grid = free_grid(quads)
    assert grid is not None
    side = float(np.ptp(true[3][:, 0]))
    assert np.abs(quads[3] - true[3]).max() > 0.03 * side
    assert np.abs(grid.corners[3] - true[3]).max() < 0.025 * side


def test_a_skewed_card_is_not_widened() -> None:
    """What was seen wrongly at one edge is no narrower at the others; a wider look gave it a wrong name."""
    quads = seen(FORM, 30, 10, 0.03)
    right, down = quads[3, 1] - quads[3, 0], quads[3, 3] - quads[3, 0]
    quads[3, [0, 1]] += 0.05 * down
    quads[3, 3] -= 0.04 * right
    grid = free_grid(quads)
    assert grid is not None
    assert np.array_equal(grid.corners[3], quads[3])


def test_what_lies_apart_is_left_alone() -> None:
    quads = seen(FORM, 20, 0, 0.03)
    small = seen([(0, 0)], 0, 0, 0.0) * 0.4 + 900
    grid = free_grid(np.concatenate([quads, small]))
    assert grid is not None
    assert len(FORM) not in grid.cells


def test_nothing_is_no_grid_and_one_card_is_one() -> None:
    assert free_grid(np.zeros((0, 4, 2))) is None
    alone = free_grid(seen([(5, 5)], 30, 10, 0.0))
    assert alone is not None and alone.cells == {0: (0, 0)}


def test_what_lies_another_way_round_is_no_neighbour() -> None:
    """A square thing of the same size beside the cards, turned by an eighth, is something else."""
    quads = seen(FORM, 0, 0, 0.02)
    middle = quads[4].mean(axis=0)
    turned = np.array([[0, -1], [1, 0], [0, 1], [-1, 0]]) * np.ptp(quads[4][:, 0]) * np.sqrt(0.5) + middle
    quads[4] = turned
    grid = free_grid(quads)
    assert grid is not None and 4 not in grid.cells and len(grid.cells) == len(FORM) - 1


def test_a_card_seen_too_large_does_not_push_the_next_one_out() -> None:
    """One outline reaches over half of its neighbour: most cards say where that neighbour lies."""
    form = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (1, 3), (2, 3), (3, 3)]
    quads = seen(form, 45, 5, 0.0)
    quads[1, :2] += 0.35 * (quads[0, :2] - quads[0, 3:1:-1])
    grid = free_grid(quads)
    assert grid is not None and grid.cells == dict(enumerate(form))

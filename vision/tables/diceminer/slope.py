"""The grid of a mountain in a photo: dice on their corners that touch, in rows that lie half a die aside each other.

A die tells how far its neighbours in the row are, for they touch: with a second one of the same row that is the row's
way. How low the camera stands, and how fast rows grow smaller, is tried; the grid that explains most dice wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Lattice
from vision.reading import Box, DieReading
from vision.tables.diceminer.places import Place

Map = NDArray[np.float64]
ASKEW = 0.5  # how much a row may rise on its way across the photo
LIES_NEXT = (0.9, 1.2)  # the way to the next die of the row, in widths of a die
HEIGHTS = (0.45, 0.55, 0.65, 0.75, 0.85, 0.95, 1.05)  # of a die's upper side, in its widths
SHRINKING = (0.0, 0.02, 0.04, 0.06, 0.08)  # by which share the rows grow smaller upwards
NEAR = 0.22  # places by which a die may lie off its own, along the row, and rows
DOUBTFUL = 0.4  # what a doubtful die counts beside a sure one
ENOUGH_TO_BEND = 7  # with fewer dice the grid is not fitted once more
# From steps down to the left and to the right to (places along the row, rows upwards).
_STEPS = np.array([[-0.5, 0.5, 0.0], [-1.0, -1.0, 0.0], [0.0, 0.0, 1.0]])


def peak(box: Box) -> tuple[float, float]:
    """The upper corner of a die that stands on its corner: it is seen whatever lies before the die's sides."""
    return (box.left + box.right) / 2, box.top


def slopes(dice: Sequence[DieReading], most: int) -> list[Lattice]:
    """Grids on which these dice may lie, the best of each height of the camera, the likeliest first.

    Cells are steps down to the left and down to the right from a peak.
    """
    points = np.array([peak(die.box) for die in dice], np.float64).reshape(-1, 2)
    weights = np.array([DOUBTFUL if die.doubtful else 1.0 for die in dice])
    best: dict[float, tuple[float, Map]] = {}
    for height, way in _suggested(dice, points):
        off, cells = _fallen(points, way)
        worth = float((weights * np.clip(1 - off, 0, None))[list(_distinct(cells, off, most))].sum())
        if height not in best or worth > best[height][0]:
            best[height] = worth, way
    found = [_settled(points, way, most) for _, way in sorted(best.values(), key=lambda one: -one[0])]
    return [lattice for lattice in found if lattice is not None]


def _suggested(dice: Sequence[DieReading], points: Map) -> Iterator[tuple[float, Map]]:
    """Maps from (place along the row, row upwards, 1) to the photo, with the height that each supposes."""
    sure = [number for number, die in enumerate(dice) if not die.doubtful]
    middle = points[sure].mean(axis=0) if sure else points.mean(axis=0)
    for one, other in combinations(sure, 2):
        way = points[other] - points[one]
        if abs(way[1]) > ASKEW * abs(way[0]):
            continue
        wide = (dice[one].box.width + dice[other].box.width) / 2
        apart = float(np.hypot(*way))
        for count in range(max(1, round(apart / wide) - 1), round(apart / wide) + 2):
            step = way / count * np.sign(way[0])
            length = apart / count
            if not LIES_NEXT[0] < length / wide < LIES_NEXT[1]:
                continue
            up = np.array([step[1], -step[0]]) / 2
            foot = points[one] + step * float((middle - points[one]) @ step) / length**2
            for height, shrinking in product(HEIGHTS, SHRINKING):
                rows = shrinking * foot + height * up
                yield height, np.column_stack([[*step, 0.0], [*rows, shrinking], [*points[one], 1.0]])


def _fallen(points: Map, way: Map) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """How far each point lies off its place, 1 being as far as it may, and its (half places along the row, rows)."""
    back = np.column_stack([points, np.ones(len(points))]) @ np.linalg.pinv(way).T
    along, up = back[:, 0] / back[:, 2], back[:, 1] / back[:, 2]
    row = np.round(up)
    half = np.round(2 * along - row) // 2 * 2 + row  # places of every second row lie half a place aside
    near = np.where(abs(2 * along - half) <= 1, half, half + 2)
    off = np.hypot(along - near / 2, up - row) / NEAR
    return off, np.column_stack([near, row]).astype(np.int64)


def _distinct(cells: NDArray[np.int64], off: NDArray[np.float64], most: int) -> Iterator[int]:
    """The points that lie on their places, the nearest on each, within so many rows."""
    taken: set[tuple[int, int]] = set()
    near = [int(number) for number in np.argsort(off) if off[number] < 1]
    rows = sorted({int(cells[number][1]) for number in near})
    windows = [{row for row in rows if first <= row < first + most} for first in rows]
    kept = max(windows, key=lambda some: sum(int(cells[number][1]) in some for number in near), default=set())
    for number in near:
        cell = (int(cells[number][0]), int(cells[number][1]))
        if cell not in taken and cell[1] in kept:
            taken.add(cell)
            yield number


def _settled(points: Map, way: Map, most: int) -> Lattice | None:
    """The grid fitted once more to the dice on it, in steps down from its peak."""
    for _ in range(2):
        off, cells = _fallen(points, way)
        kept = list(_distinct(cells, off, most))
        if len(kept) < ENOUGH_TO_BEND or len({int(cells[one][1]) for one in kept}) < 3:
            break
        there = np.column_stack([cells[kept, 0] / 2, cells[kept, 1]])
        bent = np.asarray(cv2.findHomography(there, points[kept])[0], np.float64)
        if bent.shape != (3, 3) or not _alike(bent, way, there):
            break
        way = bent
    off, cells = _fallen(points, way)
    kept = list(_distinct(cells, off, most))
    if not kept:
        return None
    placed = {number: _steps_down(int(cells[number][0]), int(cells[number][1])) for number in kept}
    left, right = (min(cell[axis] for cell in placed.values()) for axis in (0, 1))
    back = np.array([[1.0, 0.0, left], [0.0, 1.0, right], [0.0, 0.0, 1.0]])
    moved = {number: (cell[0] - left, cell[1] - right) for number, cell in placed.items()}
    return Lattice(moved, way @ _STEPS @ back, float(off[kept].mean()) * NEAR)


def _alike(bent: Map, way: Map, there: Map) -> bool:
    """Whether a fit moves no die by more than a third of a place: few dice bend a map far."""
    flat = np.column_stack([there, np.ones(len(there))])
    one, other = (flat @ some.T for some in (bent, way))
    moved = np.hypot(*(one[:, :2] / one[:, 2:] - other[:, :2] / other[:, 2:]).T)
    return bool(moved.max() < np.hypot(*way[:2, 0]) / 3)


def _steps_down(half: int, row: int) -> Place:
    """
    >>> _steps_down(1, -1), _steps_down(0, -2)
    ((0, 1), (1, 1))
    """
    return (-row - half) // 2, (-row + half) // 2

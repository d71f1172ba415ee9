"""Lattices that the middles of tiles span by themselves: how each tile was outlined does not matter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from scoring.dungeonlords.pieces import COLUMNS, ROWS

Cells = dict[int, tuple[int, int]]  # of each tile its column and row
Point = tuple[float, float]
Points = NDArray[np.float64]

NEIGHBOURS = 4  # nearest tiles that may be the next ones in a row or a column
BENT = 0.6  # how far from a right angle rows and columns may be seen: the cosine between them
UNEVEN = 2.2  # how much longer one step may be seen than the other
OFF = 0.2  # steps by which a tile may lie off its place
LONGEST = max(ROWS, COLUMNS)
LEAST = 4  # tiles of a lattice


def spanned(centres: Sequence[Point]) -> list[Cells]:
    """The lattices of at least four tiles, those with most of them first."""
    points = np.array(centres, dtype=np.float64).reshape(-1, 2)
    found: dict[frozenset[int], Cells] = {}
    for seed in range(len(points)):
        for across, down in _neighbours(points, seed):
            if any(_has(cells, seed, across, down) for cells in found.values()):
                continue  # it would grow into the same lattice once more
            cells = _grown(points, seed, across, down)
            if len(cells) >= LEAST:
                found.setdefault(frozenset(cells), cells)
    return sorted(found.values(), key=len, reverse=True)


def _has(cells: Cells, seed: int, across: int, down: int) -> bool:
    """Whether in this lattice two tiles are the neighbours of a third one, a quarter apart."""
    if not {seed, across, down} <= cells.keys():
        return False
    (x, y), one, other = cells[seed], cells[across], cells[down]
    to_one, to_other = (one[0] - x, one[1] - y), (other[0] - x, other[1] - y)
    return abs(to_one[0]) + abs(to_one[1]) == 1 and to_other == (-to_one[1], to_one[0])


def _neighbours(points: Points, seed: int) -> Iterator[tuple[int, int]]:
    """Pairs of tiles near one that may be its neighbours to the right and below."""
    near = np.argsort(np.hypot(*(points - points[seed]).T))[1 : NEIGHBOURS + 1]
    for across, down in permutations(near.tolist(), 2):
        a, b = points[across] - points[seed], points[down] - points[seed]
        long, other = float(np.hypot(*a)), float(np.hypot(*b))
        turned = a[0] * b[1] - a[1] * b[0]
        if turned > 0 and abs(a @ b) <= BENT * long * other and 1 / UNEVEN < long / max(other, 1e-9) < UNEVEN:
            yield across, down


def _grown(points: Points, seed: int, across: int, down: int) -> Cells:
    """Tile after tile that lies where those found so far say, the nearest first."""
    cells: Cells = {seed: (0, 0), across: (1, 0), down: (0, 1)}
    while (found := _next(points, cells)) is not None:
        cells[found[0]] = found[1]
    return cells


def _next(points: Points, cells: Cells) -> tuple[int, tuple[int, int]] | None:
    """The tile that lies best in a free cell beside the others."""
    rows = list(cells)
    flat = np.column_stack([np.array([cells[row] for row in rows], np.float64), np.ones(len(rows))])
    level = np.linalg.lstsq(flat, points[rows], rcond=None)[0]
    places = (points - level[2]) @ np.linalg.pinv(level[:2])
    off = np.hypot(*(places - places.round()).T)
    off[rows] = np.inf
    for row in np.argsort(off):
        if off[row] > OFF:
            return None
        cell = (int(places[row, 0].round()), int(places[row, 1].round()))
        if _fits(cell, cells):
            return int(row), cell
    return None


def _fits(cell: tuple[int, int], cells: Cells) -> bool:
    """Whether a cell is free, next to one that is filled, and not too far from any of them for one site."""
    beside = any(abs(cell[0] - x) + abs(cell[1] - y) == 1 for x, y in cells.values())
    wide, high = (max(abs(cell[axis] - one[axis]) for one in cells.values()) + 1 for axis in (0, 1))
    return cell not in cells.values() and beside and max(wide, high) <= LONGEST

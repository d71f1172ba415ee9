"""Points of a leaning photo sorted into the rows and columns of a printed grid.

The grid is seen in perspective, pieces are missing or lie beside their places, and other pieces lie around it.
Neighbouring points suggest the two steps of the grid; from there it is grown step by step, fitted by a
homography, and the grid that explains most points with the least bending wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import gcd

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Points = NDArray[np.float64]
Cell = tuple[int, int]

# A piece may lie this far from where it belongs, in steps of the grid.
REACH = 0.42
# With fewer points a homography bends to the noise; an affine map does not.
ENOUGH_TO_BEND = 8
NEIGHBOURS = 5
# Two steps of a grid stand roughly upright on each other, seen from any height that shows the pieces.
LEAST_ANGLE = 35.0
# A grid that explains everything this well needs no better one.
GOOD_ERROR = 0.1
GOOD_SKEW = 0.35
# In perspective steps grow towards the camera: how far a step's growth is expected to go on in the next one.
LEANS = (0.0, 1.0)
MOST_GROWTH = 1.33
WALK = ((0, 1), (0, -1), (1, 0), (-1, 0), (0, 2), (0, -2), (2, 0), (-2, 0))
MOST_SUGGESTIONS = 80
# A camera low above the table halves what lies towards it; each way to undo that, and how much it undoes.
_SQUEEZES = [
    (np.array(way), float(np.log(max(way))))
    for way in ((1.0, 1.0), *((1.0, by) for by in (1.3, 1.7, 2.2)), *((by, 1.0) for by in (1.3, 1.7, 2.2)))
]
_UNSQUEEZING = 0.15


@dataclass(frozen=True)
class Lattice:
    """Which point lies in which cell (row, column), and where each cell is in the photo.

    Row and column numbers start at 0. Columns run a quarter turn from rows as in reading (down, then right),
    never mirrored; which way is up is not known yet, see `turned`.
    """

    cells: dict[int, Cell]
    to_photo: Points
    error: float

    @property
    def span(self) -> tuple[int, int]:
        """How many rows and columns the points take up."""
        rows, columns = zip(*self.cells.values(), strict=True)
        return max(rows) + 1, max(columns) + 1

    def place(self, row: float, column: float) -> tuple[float, float]:
        """Where in the photo the middle of a cell is."""
        x, y, w = self.to_photo @ np.array([row, column, 1.0])
        return float(x / w), float(y / w)

    def cell_at(self, x: float, y: float, reach: float) -> Cell | None:
        """The cell whose middle is within `reach` steps of a place in the photo."""
        row, column, w = np.linalg.pinv(self.to_photo) @ np.array([x, y, 1.0])
        if abs(w) < 1e-9 or np.hypot(row / w - round(row / w), column / w - round(column / w)) > reach:
            return None
        return round(row / w), round(column / w)

    def closeness(self, row: float) -> float:
        """How large a cell looks at a row: the side of a square of the same area, in pixels."""
        middle = (self.span[1] - 1) / 2
        here = np.array(self.place(row, middle))
        down = np.array(self.place(row + 0.5, middle)) - here
        across = np.array(self.place(row, middle + 0.5)) - here
        return 2 * float(np.sqrt(abs(_cross(down, across))))

    def moved(self, rows: int) -> Lattice:
        """The same grid with so many empty rows before its first one."""
        back = np.array([[1.0, 0.0, -float(rows)], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
        cells = {point: (row + rows, column) for point, (row, column) in self.cells.items()}
        return Lattice(cells, self.to_photo @ back, self.error)

    def turned(self, quarters: int) -> Lattice:
        """The same grid with the first row at another side: each quarter turns the reader to the left.

        >>> grid = Lattice({7: (0, 0), 8: (1, 0), 9: (2, 1)}, np.eye(3), 0.0)
        >>> grid.turned(2).cells
        {7: (2, 1), 8: (1, 1), 9: (0, 0)}
        """
        turned = self
        for _ in range(quarters % 4):
            last = turned.span[1] - 1
            cells = {point: (last - column, row) for point, (row, column) in turned.cells.items()}
            back = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, float(last)], [0.0, 0.0, 1.0]])
            turned = Lattice(cells, turned.to_photo @ back, turned.error)
        return turned


def fit_lattice(points: ArrayLike, rows: int, columns: int) -> Lattice | None:
    """The grid of at most `rows` x `columns` (or turned) that explains most of the points; None without points."""
    places = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    best: tuple[float, Lattice] | None = None
    starts = islice(_suggestions(places), MOST_SUGGESTIONS)
    for (seed, across, down), lean in ((start, lean) for start in starts for lean in LEANS):
        cells = _grow(places, seed, across, down, lean)
        lattice = _settle(places, cells, (seed, across, down), rows, columns)
        skew = _skew(lattice)
        worth = len(lattice.cells) - 4 * lattice.error - 1.5 * skew
        if best is None or worth > best[0]:
            best = worth, lattice
        complete = len(lattice.cells) in (len(places), rows * columns)
        if complete and lattice.error < GOOD_ERROR and (skew < GOOD_SKEW or len(lattice.cells) == rows * columns):
            break
    return best[1] if best else None


def _suggestions(places: Points) -> Iterator[tuple[int, Points, Points]]:
    """Starting points with two steps to neighbours, from the middle of the photo outwards."""
    if not len(places):
        return
    yield 0, np.array([1.0, 0.0]), np.array([0.0, 1.0])  # all there is, when points are alone or coincide
    for seed in np.argsort(np.hypot(*(places - np.median(places, axis=0)).T)):
        offsets = places - places[seed]
        far = np.hypot(*offsets.T)
        nearest = [int(near) for near in np.argsort(far) if far[near] > 0][:NEIGHBOURS]
        pairs = [(one, two) for one in nearest for two in nearest if one != two]
        for one, two in pairs:
            across, down = offsets[one], offsets[two]
            if abs(across[1]) <= abs(across[0]) + 1e-9 and _angle(across, down) >= LEAST_ANGLE:
                yield int(seed), *_righted(across, down)
        for near in nearest[:2]:  # all points may lie in one line
            yield int(seed), *_righted(offsets[near], _quarter(offsets[near]))


def _righted(across: Points, down: Points) -> tuple[Points, Points]:
    """The two steps so that columns run to the right when rows run down: a grid is never mirrored."""
    across = across if across[0] >= 0 else -across
    return across, down if _cross(across, down) > 0 else -down


def _grow(places: Points, seed: int, across: Points, down: Points, lean: float) -> dict[int, Cell]:
    """Walk from point to point; steps are measured anew on the way, so that perspective is followed."""
    cells: dict[int, Cell] = {seed: (0, 0)}
    taken = {(0, 0)}
    steps = {seed: (across, down)}
    free = np.ones(len(places), dtype=bool)
    free[seed] = False
    queue = [seed]
    while queue and free.any():
        point = queue.pop(0)
        for rows, columns in WALK:
            across, down = steps[point]
            cell = (cells[point][0] + rows, cells[point][1] + columns)
            off = np.square(places - (places[point] + rows * down + columns * across)).sum(axis=1)
            near = int(np.where(free, off, np.inf).argmin())
            reach = REACH**2 * min(float(across @ across), float(down @ down))
            if cell in taken or not free[near] or off[near] > reach:
                continue
            measured = (places[near] - places[point]) / (rows + columns)
            usual = down if rows else across
            longer = np.sqrt((measured @ measured) / max(float(usual @ usual), 1e-9))
            on = np.clip(longer, 1 / MOST_GROWTH, MOST_GROWTH) ** lean
            mean = (usual + measured) / 2
            steps[near] = (across * on, mean * on) if rows else (mean * on, down * on)
            cells[near] = cell
            taken.add(cell)
            free[near] = False
            queue.append(near)
    return cells


def _settle(
    places: Points, cells: dict[int, Cell], start: tuple[int, Points, Points], rows: int, columns: int
) -> Lattice:
    """Fit a map to the grown grid, give every point the cell it falls into, and repeat until nothing moves."""
    to_photo = _fit(places, cells, start)
    for _ in range(4):
        found = _fallen(places, to_photo)
        if len(found) < len(cells) or found == cells:
            break
        cells, to_photo = found, _fit(places, found, start)
    cells, to_photo = _without_empty_lines(cells, to_photo)
    cells = _window(cells, rows, columns)
    first_row = min(row for row, _ in cells.values())
    first_column = min(column for _, column in cells.values())
    shift = np.array([[1, 0, first_row], [0, 1, first_column], [0, 0, 1]], dtype=np.float64)
    moved = {point: (row - first_row, column - first_column) for point, (row, column) in sorted(cells.items())}
    to_photo = to_photo @ shift
    return Lattice(moved, to_photo, _error(places, moved, to_photo))


def _fit(places: Points, cells: dict[int, Cell], start: tuple[int, Points, Points]) -> Points:
    """The map from (row, column, 1) to the photo: a homography where the points allow it, else affine."""
    grid = np.array(list(cells.values()), dtype=np.float64)
    seen = places[list(cells)]
    if len(cells) >= ENOUGH_TO_BEND and min(np.ptp(grid, axis=0)) >= 1:
        bent = np.asarray(cv2.findHomography(grid, seen)[0], dtype=np.float64)
        if bent.shape == (3, 3) and _keeps_sides(bent, grid):
            return bent
    flat = np.column_stack([grid, np.ones(len(grid))])
    if np.linalg.matrix_rank(flat) == 3:
        return np.vstack([np.linalg.lstsq(flat, seen, rcond=None)[0].T, [0, 0, 1]])
    seed, across, down = start
    return np.vstack([np.column_stack([down, across, places[seed]]), [0, 0, 1]])


def _keeps_sides(bent: Points, grid: Points) -> bool:
    """Whether the whole grid lies before the camera: no cell is mapped through infinity."""
    depth = grid @ bent[2, :2] + bent[2, 2]
    return bool(np.all(depth > 0.05) or np.all(depth < -0.05))


def _fallen(places: Points, to_photo: Points) -> dict[int, Cell]:
    """The cell that each point falls into; the nearest keeps it, points between cells have none."""
    back = np.column_stack([places, np.ones(len(places))]) @ np.linalg.pinv(to_photo).T
    with np.errstate(divide="ignore", invalid="ignore"):
        exact = back[:, :2] / back[:, 2:]
    exact = np.nan_to_num(exact, nan=1e6, posinf=1e6, neginf=-1e6).clip(-1e6, 1e6)
    nearest = np.round(exact)
    off = np.hypot(*(exact - nearest).T)
    cells: dict[int, Cell] = {}
    for point in np.argsort(off):
        cell = (int(nearest[point][0]), int(nearest[point][1]))
        if off[point] <= REACH and cell not in cells.values():
            cells[int(point)] = cell
    return cells


def _without_empty_lines(cells: dict[int, Cell], to_photo: Points) -> tuple[dict[int, Cell], Points]:
    """When every second row or column is empty, the step was taken half as long as it is."""
    steps = [max(gcd(*(cell[axis] - base for cell in cells.values())), 1) for axis, base in _bases(cells)]
    (_, row), (_, column) = _bases(cells)
    thinned = {point: ((r - row) // steps[0], (c - column) // steps[1]) for point, (r, c) in cells.items()}
    back = np.array([[steps[0], 0, row], [0, steps[1], column], [0, 0, 1]], dtype=np.float64)
    return thinned, to_photo @ back


def _bases(cells: dict[int, Cell]) -> tuple[tuple[int, int], tuple[int, int]]:
    """The lowest row and column in use, each with its axis."""
    return (0, min(row for row, _ in cells.values())), (1, min(column for _, column in cells.values()))


def _window(cells: dict[int, Cell], rows: int, columns: int) -> dict[int, Cell]:
    """The part of the cells that a grid of that size, upright or turned, can hold most of."""
    best: dict[int, Cell] = {}
    for high, wide in ((rows, columns), (columns, rows)):
        for top in {row for row, _ in cells.values()}:
            for left in {column for _, column in cells.values()}:
                inside = {
                    point: (row, column)
                    for point, (row, column) in cells.items()
                    if 0 <= row - top < high and 0 <= column - left < wide
                }
                best = max(best, inside, key=len)
    return best


def _error(places: Points, cells: dict[int, Cell], to_photo: Points) -> float:
    """Mean distance of the points from their cells, in steps of the grid."""
    back = np.column_stack([places[list(cells)], np.ones(len(cells))]) @ np.linalg.pinv(to_photo).T
    with np.errstate(divide="ignore", invalid="ignore"):
        off = back[:, :2] / back[:, 2:] - np.array(list(cells.values()))
    return float(np.nan_to_num(np.hypot(*off.T), nan=1.0, posinf=1.0).mean())


def _skew(lattice: Lattice) -> float:
    """How unlike a printed grid it looks in its middle: slanted, or much longer one way than the other.

    A low camera squeezes the table, along the photo's height or, held sideways, its width; squeezing is forgiven
    as far as it would explain the slant.
    """
    rows, columns = ((span - 1) / 2 for span in lattice.span)
    middle = np.array(lattice.place(rows, columns))
    down = np.array(lattice.place(rows + 0.5, columns)) - middle
    across = np.array(lattice.place(rows, columns + 0.5)) - middle
    return min(_oddness(across * squeeze, down * squeeze) + _UNSQUEEZING * cost for squeeze, cost in _SQUEEZES)


def _oddness(across: Points, down: Points) -> float:
    longer, shorter = sorted((np.hypot(*across), np.hypot(*down)), reverse=True)
    slant = float(np.cos(np.radians(_angle(across, down))))
    return slant + 0.5 * float(np.log(max(longer, 1e-9) / max(shorter, 1e-9)))


def _angle(one: Points, two: Points) -> float:
    """The angle between two lines in degrees, at most 90."""
    cosine = abs(float(one @ two)) / max(float(np.hypot(*one) * np.hypot(*two)), 1e-9)
    return float(np.degrees(np.arccos(min(cosine, 1.0))))


def _cross(one: Points, two: Points) -> float:
    return float(one[0] * two[1] - one[1] * two[0])


def _quarter(step: Points) -> Points:
    return np.array([-step[1], step[0]])

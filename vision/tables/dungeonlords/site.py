"""Where the building site of a dungeon may lie in a photo: from the board's outline, or from tiles that touch.

Every guess is a homography from the site, measured in cells from its upper left corner, to the photo. What the cells
look like then decides between them (`cells`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.dungeonlords.pieces import COLUMNS, ROWS
from vision.lattice import fit_lattice
from vision.tables.dungeonlords.pulled import pulled_to
from vision.tables.dungeonlords.spanned import Cells, spanned
from vision.things import Corners, Form, Kind, Thing

Map = NDArray[np.float64]
Points = NDArray[np.float64]

# The building site as shares of the board's width and height.
GRID_LEFT, GRID_TOP, GRID_RIGHT, GRID_BOTTOM = 0.009, 0.388, 0.487, 0.984
BOARD_PROPORTION = 1.565
# Parts of a board that look like boards themselves (left, top, right, bottom in shares): all of it, the site, the half
# that is the landscape and the site.
PARTS = ((0.0, 0.0, 1.0, 1.0), (GRID_LEFT, GRID_TOP, GRID_RIGHT, GRID_BOTTOM), (0.0, 0.0, 0.495, 1.0))
# Cells of a tile's side; crosses are at times seen as the square between their arms' corners.
TILES = (0.955, 0.8)
# Tiles of one site: their steps differ by no more than perspective explains, and fall where they are expected.
MOST_STEP_CHANGE = 0.2
REACH = 0.3
OFF = 0.2  # cells by which a tile may lie off its place in the whole lattice
# A site is never so narrow that a cell of it cannot be looked at.
LEAST_CELL = 12.0
MOST_LATTICES = 3
# With fewer tiles a homography would bend to the noise, and with fewer still their centres span no plane.
ENOUGH_TO_BEND, ENOUGH_TO_SPAN = 6, 4


@dataclass(frozen=True)
class Guess:
    """One place where the site may be; `outside` counts tiles of the same lattice that it leaves out."""

    to_photo: Map
    source: Literal["board", "pulled", "tiles", "taught"]
    outside: int = 0

    def at(self, column: float, row: float) -> tuple[float, float]:
        """A point of the site in the photo."""
        x, y, w = self.to_photo @ np.array([column, row, 1.0])
        return float(x / w), float(y / w)

    def cell(self, column: int, row: int) -> Corners:
        """The corners of a cell in the photo, clockwise from its own upper left one."""
        right, below = column + 1, row + 1
        return self.at(column, row), self.at(right, row), self.at(right, below), self.at(column, below)

    def upside_down(self) -> Guess:
        """The same squares with the entrance at the other end."""
        return replace(self, to_photo=self.to_photo @ _window(0, 0, 2))

    @property
    def board(self) -> Corners:
        """The corners of the whole board in the photo, by its proportions."""
        wide, high = COLUMNS / (GRID_RIGHT - GRID_LEFT), ROWS / (GRID_BOTTOM - GRID_TOP)
        left, top = -GRID_LEFT * wide, -GRID_TOP * high
        return (
            self.at(left, top),
            self.at(left + wide, top),
            self.at(left + wide, top + high),
            self.at(left, top + high),
        )

    @property
    def sound(self) -> bool:
        """Whether the whole site lies before the camera and is large enough to look at."""
        corners = np.array([[0, 0, 1], [COLUMNS, 0, 1], [COLUMNS, ROWS, 1], [0, ROWS, 1]], float) @ self.to_photo.T
        if not (np.all(corners[:, 2] > 1e-6) or np.all(corners[:, 2] < -1e-6)):
            return False
        seen = (corners[:, :2] / corners[:, 2:]).astype(np.float32)
        area = cv2.contourArea(seen)
        return bool(cv2.isContourConvex(seen.reshape(-1, 1, 2))) and area > COLUMNS * ROWS * LEAST_CELL**2


def guesses(things: Sequence[Thing], boards: Sequence[tuple[Map, float, float]] = ()) -> Iterator[Guess]:
    """Every place worth looking at; boards that were found by their print come with their width and height."""
    tiles = [thing for thing in things if thing.kind is Kind.TILE and thing.form in (Form.RECTANGLE, Form.CROSS)]
    by_outline = [guess for guess in _from_boards(things) if guess.sound]
    pulled = [
        Guess(to_photo, "pulled") for guess in by_outline if (to_photo := pulled_to(guess.to_photo, tiles)) is not None
    ]
    found = [*(of_print(*board) for board in boards), *by_outline, *pulled, *_from_tiles(tiles)]
    yield from (guess for guess in found if guess.sound)


def of_print(to_photo: Map, width: float, height: float) -> Guess:
    """The site of a taught board whose pixels this map leads to the photo."""
    across, down = (GRID_RIGHT - GRID_LEFT) * width / COLUMNS, (GRID_BOTTOM - GRID_TOP) * height / ROWS
    to_board = np.array([[across, 0, GRID_LEFT * width], [0, down, GRID_TOP * height], [0, 0, 1]])
    return Guess(to_photo @ to_board, "taught")


def _from_boards(things: Sequence[Thing]) -> Iterator[Guess]:
    for thing in things:
        if thing.kind is not Kind.BOARD:
            continue
        for part in PARTS:
            for turn in range(4):
                yield Guess(_site_of(np.roll(np.array(thing.corners), -turn, axis=0), part), "board")


def _site_of(quad: Points, part: tuple[float, float, float, float]) -> Map:
    """The site of a board of which this part lies between four corners."""
    wide, high = COLUMNS / (GRID_RIGHT - GRID_LEFT), ROWS / (GRID_BOTTOM - GRID_TOP)
    left, right = ((share - GRID_LEFT) * wide for share in (part[0], part[2]))
    top, bottom = ((share - GRID_TOP) * high for share in (part[1], part[3]))
    flat = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(flat, quad.astype(np.float32)), dtype=np.float64)


def _from_tiles(tiles: Sequence[Thing]) -> Iterator[Guess]:
    """All ways to lay the site over tiles that make one lattice: every turn, every shift that keeps them inside.

    Half a turn leads to the same squares: whoever looks at them turns what was seen.
    """
    for cells, tile in _lattices(tiles):
        to_photo = _fitted(tiles, cells, tile)
        places = np.array(list(cells.values()))
        low, high = places.min(axis=0), places.max(axis=0)
        for turn in (0, 1):
            wide, tall = (COLUMNS, ROWS) if turn == 0 else (ROWS, COLUMNS)
            for left in _shifts(int(low[0]), int(high[0]), wide):
                for top in _shifts(int(low[1]), int(high[1]), tall):
                    inside = (places >= (left, top)).all(axis=1) & (places < (left + wide, top + tall)).all(axis=1)
                    yield Guess(to_photo @ _window(left, top, turn), "tiles", int((~inside).sum()))


def _shifts(low: int, high: int, length: int) -> range:
    """Where a window may begin so that it holds as much as it can."""
    first, last = high - length + 1, low
    return range(min(first, last), max(first, last) + 1)


def _window(left: int, top: int, turn: int) -> Map:
    """From the site to the lattice: its corner, and how often it is turned to the right by a quarter."""
    turned = {
        0: [[1, 0, left], [0, 1, top]],
        1: [[0, -1, left + ROWS], [1, 0, top]],
        2: [[-1, 0, left + COLUMNS], [0, -1, top + ROWS]],
        3: [[0, 1, left], [-1, 0, top + COLUMNS]],
    }[turn]
    return np.array([*turned, [0, 0, 1]], dtype=np.float64)


def _lattices(tiles: Sequence[Thing]) -> list[tuple[Cells, float]]:
    """Groups of tiles that touch in rows and columns, the largest first, with the cells that a tile's side takes.

    Places printed in a row look like tiles, too, and there may be more of them.
    """
    groups: dict[frozenset[tuple[int, tuple[int, int]]], tuple[Cells, float]] = {}
    for tile, seed in product(TILES, range(len(tiles))):
        group = _consistent(tiles, _grown(tiles, seed, tile), tile)
        if len(group) > 1:
            groups.setdefault(frozenset(_from_nought(group).items()), (group, tile))
    large = sorted(groups.values(), key=lambda one: len(one[0]), reverse=True)[:MOST_LATTICES]
    by_centres = fit_lattice([tile.centre for tile in tiles], ROWS, COLUMNS) if len(tiles) >= ENOUGH_TO_BEND else None
    if by_centres is not None:
        large.append(({number: (column, row) for number, (row, column) in by_centres.cells.items()}, TILES[0]))
    return large + [(cells, TILES[0]) for cells in spanned([tile.centre for tile in tiles])[:MOST_LATTICES]]


def _from_nought(cells: Cells) -> Cells:
    """The same lattice counted from its first column and row."""
    left, top = (min(cell[axis] for cell in cells.values()) for axis in (0, 1))
    return {number: (column - left, row - top) for number, (column, row) in cells.items()}


def _grown(tiles: Sequence[Thing], seed: int, tile: float) -> Cells:
    """Walk from tile to tile; each tile's own edges tell where the next one would be."""
    centres = np.array([one.centre for one in tiles])
    steps = [_steps(one, tile) for one in tiles]
    cells, queue = {seed: (0, 0)}, [seed]
    while queue:
        here = queue.pop(0)
        across, down = steps[here]
        inverse = np.linalg.pinv(np.column_stack([across, down]))
        for there in range(len(tiles)):
            offset = inverse @ (centres[there] - centres[here])
            whole = offset.round()
            if there in cells or not 1 <= np.abs(whole).sum() <= 2:
                continue
            off = float(np.hypot(*(offset - whole)))
            cell = (cells[here][0] + int(whole[0]), cells[here][1] + int(whole[1]))
            if off <= REACH and cell not in cells.values() and _alike(steps[here], steps[there]):
                cells[there] = cell
                queue.append(there)
    return cells


def _consistent(tiles: Sequence[Thing], cells: Cells, tile: float) -> Cells:
    """Those that lie where the lattice of most of them says: print beside the site may have been taken along."""
    if len(cells) < ENOUGH_TO_BEND:
        return cells
    to_photo = _fitted(tiles, cells, tile)
    kept = {}
    for number, (column, row) in cells.items():
        x, y, w = to_photo @ np.array([column + 0.5, row + 0.5, 1.0])
        step = float(np.hypot(*_steps(tiles[number], tile)[0]))
        if np.hypot(*(np.array([x, y]) / w - tiles[number].centre)) <= OFF * step:
            kept[number] = (column, row)
    return kept


def _steps(thing: Thing, tile: float) -> tuple[Points, Points]:
    """From a tile to its right and its lower neighbour."""
    a, b, c, d = (np.array(corner) for corner in thing.corners)
    return (b - a + c - d) / 2 / tile, (d - a + c - b) / 2 / tile


def _alike(one: tuple[Points, Points], other: tuple[Points, Points]) -> bool:
    return all(
        float(np.hypot(*(mine - theirs))) <= MOST_STEP_CHANGE * float(np.hypot(*mine))
        for mine, theirs in zip(one, other, strict=True)
    )


def _fitted(tiles: Sequence[Thing], cells: Cells, tile: float) -> Map:
    """The lattice in the photo: by the centres of its tiles where there are enough, else by their corners, unbent."""
    flat = np.array(list(cells.values()), np.float64) + 0.5
    seen = np.array([tiles[number].centre for number in cells], np.float64)
    spread = float(np.ptp(flat, axis=0).min())
    if len(cells) >= ENOUGH_TO_BEND and spread >= 1:
        step = float(np.hypot(*_steps(tiles[next(iter(cells))], tile)[0]))
        bent, _ = cv2.findHomography(flat, seen, cv2.RANSAC, 0.2 * step)
        if bent is not None:
            return np.asarray(bent, dtype=np.float64)
    if len(cells) < ENOUGH_TO_SPAN or spread < 1:
        half = tile / 2
        flat = np.array([(column + 0.5 + x, row + 0.5 + y) for column, row in cells.values() for x, y in _around(half)])
        seen = np.array([corner for number in cells for corner in tiles[number].corners], np.float64)
    level = np.linalg.lstsq(np.column_stack([flat, np.ones(len(flat))]), seen, rcond=None)[0].T
    return np.vstack([level, [0, 0, 1]])


def _around(half: float) -> tuple[tuple[float, float], ...]:
    return (-half, -half), (half, -half), (half, half), (-half, half)

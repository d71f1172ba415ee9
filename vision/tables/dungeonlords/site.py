"""Where the building site of a dungeon may lie in a photo: from the board's outline, or from tiles that touch.

Every guess is a homography from the site, measured in cells from its upper left corner, to the photo. What the cells
look like then decides between them (`cells`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.dungeonlords.pieces import COLUMNS, ROWS
from vision.photo import Pixels
from vision.tables.dungeonlords.hanging import fits, lattices
from vision.tables.dungeonlords.pulled import pulled_to
from vision.things import Corners, Form, Kind, Thing

Map = NDArray[np.float64]
Points = NDArray[np.float64]

# The building site as shares of the board's width and height.
GRID_LEFT, GRID_TOP, GRID_RIGHT, GRID_BOTTOM = 0.009, 0.388, 0.487, 0.984
BOARD_PROPORTION = 1.565
# Parts of a board that look like boards themselves (left, top, right, bottom in shares): all of it, the site, the half
# that is the landscape and the site.
PARTS = ((0.0, 0.0, 1.0, 1.0), (GRID_LEFT, GRID_TOP, GRID_RIGHT, GRID_BOTTOM), (0.0, 0.0, 0.495, 1.0))
# A site is never so narrow that a cell of it cannot be looked at.
LEAST_CELL = 12.0
# So many crosses tell how large a tile is; perspective makes the nearest so many times larger (area) than usual.
ENOUGH_CROSSES, AS_LARGE = 4, (0.4, 2.5)


@dataclass(frozen=True)
class Guess:
    """One place where the site may be; `outside` counts tiles of the same lattice that it leaves out.

    `empty` shows the site without tiles, where the owner taught its board.
    """

    to_photo: Map
    source: Literal["board", "pulled", "tiles", "taught"]
    outside: int = 0
    empty: Pixels | None = field(default=None, compare=False)

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


def guesses(things: Sequence[Thing], boards: Sequence[tuple[Map, Pixels]] = ()) -> Iterator[Guess]:
    """Every place worth looking at; boards that were found by their print come with their own pictures."""
    tiles = _likely_tiles([thing for thing in things if may_be_tile(thing)])
    by_outline = [guess for guess in _from_boards(things) if guess.sound]
    pulled = [
        Guess(to_photo, "pulled") for guess in by_outline if (to_photo := pulled_to(guess.to_photo, tiles)) is not None
    ]
    found = [*(of_print(*board) for board in boards), *by_outline, *pulled, *_from_tiles(tiles)]
    yield from (guess for guess in found if guess.sound)


def may_be_tile(thing: Thing) -> bool:
    """Whether this may be a tile: one full of print is easily taken for a card, a plain cross for a token."""
    return thing.kind in (Kind.TILE, Kind.CARD, Kind.TOKEN)


def is_cross(thing: Thing) -> bool:
    """Whether this was told as a cross."""
    return thing.kind is Kind.TILE and thing.form is Form.CROSS


def _likely_tiles(tiles: Sequence[Thing]) -> list[Thing]:
    """Crosses and what is about as large as they are, where enough of them were told; else all that may be tiles."""
    crosses = [_area(tile) for tile in tiles if is_cross(tile)]
    if len(crosses) < ENOUGH_CROSSES:
        return list(tiles)
    low, high = (times * float(np.median(crosses)) for times in AS_LARGE)
    return [tile for tile in tiles if low < _area(tile) < high]


def _area(tile: Thing) -> float:
    return abs(float(cv2.contourArea(np.array(tile.corners, np.float32))))


def of_print(to_photo: Map, board: Pixels) -> Guess:
    """The site of a taught board whose pixels this map leads to the photo."""
    height, width = board.shape[:2]
    across, down = (GRID_RIGHT - GRID_LEFT) * width / COLUMNS, (GRID_BOTTOM - GRID_TOP) * height / ROWS
    to_board = np.array([[across, 0, GRID_LEFT * width], [0, down, GRID_TOP * height], [0, 0, 1]])
    left, right = round(GRID_LEFT * width), round(GRID_RIGHT * width)
    top, bottom = round(GRID_TOP * height), round(GRID_BOTTOM * height)
    return Guess(to_photo @ to_board, "taught", empty=board[top:bottom, left:right])


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
    for cells, tile in lattices(tiles):
        places, maps = np.array(list(cells.values())), fits(tiles, cells, tile)
        low, high = places.min(axis=0), places.max(axis=0)
        for turn in (0, 1):
            wide, tall = (COLUMNS, ROWS) if turn == 0 else (ROWS, COLUMNS)
            for left in _shifts(int(low[0]), int(high[0]), wide):
                for top in _shifts(int(low[1]), int(high[1]), tall):
                    inside = (places >= (left, top)).all(axis=1) & (places < (left + wide, top + tall)).all(axis=1)
                    for to_photo in maps:
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

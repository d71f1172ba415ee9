"""Cards around a dungeon: the site tells how large a cell is, so monsters and adventurers have a known size.

A card whose outline was not seen well is laid anew: of all places nearby where a card of its size could lie, the one
on whose edges colours change most.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.dungeonlords.pieces import COLUMNS, ROWS
from vision.photo import Picture, Pixels, growth
from vision.tables.dungeonlords.places import MONSTERS, PRISONERS
from vision.tables.dungeonlords.site import BOARD_PROPORTION, GRID_LEFT, GRID_RIGHT, GRID_TOP, Guess
from vision.things import Corners, Kind, Thing

Plane = NDArray[np.float32]
Size = tuple[float, float]

# Width and height in cells.
SIZES = {PRISONERS: (0.65, 1.14), MONSTERS: (1.1, 1.75)}
PALADIN: Size = (0.8, 1.46)
WIDE = 5 / (GRID_RIGHT - GRID_LEFT)  # the board in cells
HIGH = WIDE / BOARD_PROPORTION
# The prison and the lair as shares of the board: left, top, right, bottom.
PRISON, LAIR = (0.5, 0.61, 0.99, 0.82), (0.74, 0.0, 1.0, 0.38)
NEARLY = 1.4  # how many times too large or too small a card may be seen
CUT = 1.06  # how many times longer than it was seen a card is at least of which a part was not seen
PIXELS = 56  # of a cell when edges are looked for
REACH = 0.24  # cells by which a card may lie elsewhere than it was seen
ANGLES = np.radians((-6, -3, 0, 3, 6))
PLENTY = 40.0  # a change of colour beyond this is no better evidence
HOLD = 0.12  # how much of it a card must gain to be moved by as far as it may


@dataclass(frozen=True)
class Around:
    """A thing beside the site that is as large as a card: what it may be, and its corners, mended."""

    field: str
    corners: Corners
    seen: Corners
    at_home: bool  # whether it lies where such cards belong
    doubted: bool = False  # whether only a name tells that it is there


def cards_around(picture: Picture, guess: Guess, things: Sequence[Thing], on_board: bool) -> Iterator[Around]:
    """The cards among the things; those on the site are none."""
    pixels = picture.pixels(LOOK)
    to_pixels = np.diag(np.append(1 / growth(pixels, picture)[:2], 1.0)) @ guess.to_photo
    back = np.asarray(np.linalg.inv(guess.to_photo), dtype=np.float64)
    for thing in things:
        if thing.kind not in (Kind.CARD, Kind.TILE):
            continue
        flat = through(back, np.array(thing.corners, np.float64))
        middle = flat.mean(axis=0)
        if 0 <= middle[0] <= COLUMNS and 0 <= middle[1] <= ROWS:
            continue
        for field, size in (*SIZES.items(), (PRISONERS, PALADIN)):
            lying = _as_large(flat, size)
            if lying is not None:
                moved = _moved(pixels, to_pixels, lying, size)
                corners = through(guess.to_photo, moved)
                yield Around(field, _corners(corners), thing.corners, on_board and _at_home(field, middle))
                break


def cards_along(guess: Guess, quads: NDArray[np.float64]) -> float:
    """How the cards around a site lie: from 1, all of them along its columns, to -1, across; 0 where there are none.

    Somebody who lays a dungeon before him lays his cards the same way, and nearly all of them are higher than wide.
    """
    if not len(quads):
        return 0.0
    flat = through(np.asarray(np.linalg.inv(guess.to_photo), np.float64), quads).reshape(-1, 4, 2)
    one = (flat[:, 1] - flat[:, 0] + flat[:, 2] - flat[:, 3]) / 2
    other = (flat[:, 3] - flat[:, 0] + flat[:, 2] - flat[:, 1]) / 2
    across, down = np.hypot(*one.T), np.hypot(*other.T)
    lengths = np.sort(np.column_stack([across, down]), axis=1)
    large = np.zeros(len(flat), dtype=bool)
    for size in SIZES.values():
        large |= ((lengths / size < NEARLY) & (lengths / size > 1 / NEARLY)).all(axis=1)
    middle = flat.mean(axis=1)
    around = large & ~((middle >= 0) & (middle <= (COLUMNS, ROWS))).all(axis=1)
    turned = abs(one[:, 0]) + abs(other[:, 1]) < abs(one[:, 1]) + abs(other[:, 0])
    along = np.where(turned, -1, 1) * np.sign(down - across)
    return float(along[around].mean()) if around.any() else 0.0


def stretched(card: Around, guess: Guess) -> tuple[Corners, ...]:
    """A card of which only a part was seen, made as long as its breadth says: to its top, and to its bottom.

    A line printed across a card is easily taken for its edge.
    """
    back = np.asarray(np.linalg.inv(guess.to_photo), dtype=np.float64)
    flat = through(back, np.array(card.seen, np.float64))
    for wide, high in (size for field, size in (*SIZES.items(), (PRISONERS, PALADIN)) if field == card.field):
        upright = _as_large(flat, (wide, high))
        if upright is None:
            continue
        longer = high / wide * _long(upright, 0) / _long(upright, 1)
        if CUT < longer < NEARLY:
            top, bottom = upright[:2], upright[3:1:-1]
            up, down = bottom + longer * (top - bottom), top + longer * (bottom - top)
            ways = (np.vstack([up, bottom[::-1]]), np.vstack([top, down[::-1]]))
            return tuple(_corners(through(guess.to_photo, way)) for way in ways)
    return ()


LOOK = 1600  # pixels of the longer side in which edges are looked for


def _as_large(flat: NDArray[np.float64], size: Size) -> NDArray[np.float64] | None:
    """The corners from the one where a portrait card begins, if it is about this large."""
    upright = max((np.roll(flat, turn, axis=0) for turn in range(4)), key=lambda one: float(one[3][1] - one[0][1]))
    for one in (upright, np.roll(upright, 1, axis=0)):
        wide = (np.hypot(*(one[1] - one[0])) + np.hypot(*(one[2] - one[3]))) / 2
        high = (np.hypot(*(one[3] - one[0])) + np.hypot(*(one[2] - one[1]))) / 2
        if all(1 / NEARLY < seen / true < NEARLY for seen, true in zip((wide, high), size, strict=True)):
            return np.asarray(one)
    return None


def _moved(
    pixels: Pixels, to_pixels: NDArray[np.float64], flat: NDArray[np.float64], size: Size
) -> NDArray[np.float64]:
    """A card of the right size where its four edges are seen best."""
    middle = flat.mean(axis=0)
    down = (flat[3] - flat[0] + flat[2] - flat[1]) / 2
    seen_angle = float(np.arctan2(-down[0], down[1]))
    reach = np.array([REACH + abs(size[0] - _long(flat, 0)), REACH + abs(size[1] - _long(flat, 1))])

    def placed(angle: float) -> tuple[float, float, float]:
        around = patch_of(pixels, to_pixels, middle, angle, np.array(size) / 2 + reach)
        return _best_place(_changes(around), size, reach)

    angle = seen_angle + _between(ANGLES, [placed(float(seen_angle + angle))[0] for angle in ANGLES])
    _, across, below = placed(angle)
    half = np.array(size) / 2
    corners = half * [(-1, -1), (1, -1), (1, 1), (-1, 1)] + np.array((across, below))
    return np.asarray(corners @ _turn(angle).T + middle, dtype=np.float64)


def _between(ways: NDArray[np.number], scores: Sequence[float] | NDArray[np.floating]) -> float:
    """The best way, between those that were tried: two that are as good as each other must not be a matter of chance.

    >>> round(_between(np.array([0.0, 1.0, 2.0]), [0.5, 0.8, 0.8]), 3)
    1.5
    """
    best = int(np.argmax(scores))
    if not 0 < best < len(scores) - 1:
        return float(ways[best])
    before, here, after = (float(score) for score in scores[best - 1 : best + 2])
    return float(ways[best] + (ways[1] - ways[0]) * (before - after) / (2 * (before - 2 * here + after) or -1e-9))


def _long(flat: NDArray[np.float64], axis: int) -> float:
    one, other = ((flat[1] - flat[0], flat[2] - flat[3]), (flat[3] - flat[0], flat[2] - flat[1]))[axis]
    return float(np.hypot(*one) + np.hypot(*other)) / 2


def _turn(angle: float) -> NDArray[np.float64]:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def patch_of(
    pixels: Pixels, to_pixels: NDArray[np.float64], middle: NDArray[np.float64], angle: float, half: NDArray[np.float64]
) -> Plane:
    """What lies around a place of the plane, seen from above and turned."""
    wide, high = (round(2 * side * PIXELS) for side in half)
    place = np.eye(3)
    place[:2, :2], place[:2, 2] = _turn(angle), middle
    scale = np.array([[1 / PIXELS, 0, -half[0]], [0, 1 / PIXELS, -half[1]], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(
        pixels, to_pixels @ place @ scale, (wide, high), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return cv2.GaussianBlur(flat, (0, 0), 1.0).astype(np.float32)


def _changes(flat: Plane) -> tuple[Plane, Plane]:
    """How much colours change to the right, and downwards."""
    ways = (cv2.Sobel(flat, cv2.CV_32F, x, y, ksize=3, scale=1 / 4) for x, y in ((1, 0), (0, 1)))
    across, down = (np.minimum(np.linalg.norm(way, axis=2), PLENTY).astype(np.float32) for way in ways)
    return across, down


def _best_place(changes: tuple[Plane, Plane], size: Size, reach: NDArray[np.float64]) -> tuple[float, float, float]:
    """How well the best place for a card fits, and how far it is from the middle, in cells."""
    score = _edges(changes, size) / (4 * PLENTY)
    rows, columns = score.shape
    y, x = np.mgrid[0:rows, 0:columns]
    off = np.hypot((x - columns / 2) / (reach[0] * PIXELS), (y - rows / 2) / (reach[1] * PIXELS))
    score = score - HOLD * off**2
    row, column = np.unravel_index(int(score.argmax()), score.shape)
    across, below = _between(np.arange(columns), score[row]), _between(np.arange(rows), score[:, column])
    return float(score.max()), (across - columns / 2) / PIXELS, (below - rows / 2) / PIXELS


def edges_of_cards(flat: Plane, size: Size) -> Plane:
    """How plain the four edges of a card of this size are whose upper left corner is at each pixel, from 0 to 1."""
    return np.asarray(_edges(_changes(flat), size) / (4 * PLENTY), np.float32)


def laid_at(
    pixels: Pixels,
    to_pixels: NDArray[np.float64],
    guess: Guess,
    middle: NDArray[np.float64],
    size: Size,
    angle: float = 0.0,
) -> Corners:
    """The corners in the photo of a card of this size near a place of the site, where its edges are plainest."""
    flat = np.array(size) / 2 * [(-1, -1), (1, -1), (1, 1), (-1, 1)] @ _turn(angle).T + middle
    return _corners(through(guess.to_photo, _moved(pixels, to_pixels, flat, size)))


def _edges(changes: tuple[Plane, Plane], size: Size) -> Plane:
    """The sum of the mean changes along the four edges of a card that begins at each pixel."""
    wide, high = (round(side * PIXELS) for side in size)
    across, down = changes
    # the mean change along an edge that begins at each pixel
    left = cv2.boxFilter(across, -1, (1, high), anchor=(0, 0), borderType=cv2.BORDER_REPLICATE)
    top = cv2.boxFilter(down, -1, (wide, 1), anchor=(0, 0), borderType=cv2.BORDER_REPLICATE)
    rows, columns = across.shape[0] - high, across.shape[1] - wide
    return np.asarray(
        left[:rows, :columns]
        + left[:rows, wide : wide + columns]
        + top[:rows, :columns]
        + top[high : high + rows, :columns],
        np.float32,
    )


def _at_home(field: str, middle: NDArray[np.float64]) -> bool:
    """Prisoners lie in the prison; monsters in the lair or beside the board."""
    x, y = (middle[0] + GRID_LEFT * WIDE) / WIDE, (middle[1] + GRID_TOP * HIGH) / HIGH
    left, top, right, bottom = PRISON if field == PRISONERS else LAIR
    inside = left <= x <= right and top <= y <= bottom
    return inside or (field == MONSTERS and not (0 <= x <= 1 and 0 <= y <= 1))


def through(matrix: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(cv2.perspectiveTransform(points.reshape(1, -1, 2), matrix)[0], dtype=np.float64)


def _corners(points: NDArray[np.float64]) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d

"""Where a taught board or sheet lies in a photo: its own print gives its place, whatever covers part of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Frame, Picture, Pixels, growth
from vision.quads import is_convex

_SIFT: Any = getattr(cv2, "SIFT_create")  # noqa: B009  # OpenCV's type hints do not know it
Homography = NDArray[np.float64]
Places = NDArray[np.float32]

LOOK = 1400  # pixels of the longer side in which a photo is looked at,
TAUGHT_LOOK = 1000  # and a taught board
FEATURES = 2500
PLAINLY = 0.78  # of the distance of the second best: a match is plain when the best is nearer than this
OFF = 4.0  # pixels that a matched place may be off
LEAST = 14  # matched places that agree
# Then places are matched anew that look alike (of 1) and lie so near to where the first map leads: few stand out from
# all others, and a map by few leans on where these happen to be.
ALIKE, NEAR = 0.8, (24.0, 8.0)
LEAST_SPREAD = 0.12  # share of the board over which they must be spread


@dataclass(frozen=True)
class BoardPrint:
    """What is printed on a taught board: places in its picture, and what each looks like."""

    width: int
    height: int
    places: NDArray[np.float32]
    looks: NDArray[np.float32]


def board_print(picture: Pixels) -> BoardPrint:
    """The features of a taught board's straightened picture, found once."""
    places, looks = _features(picture, TAUGHT_LOOK)
    return BoardPrint(picture.shape[1], picture.shape[0], places, looks)


def register_board(picture: Picture | Pixels, taught_board: BoardPrint | Pixels) -> Homography | None:
    """How places of the taught board (its pixels) become places of the photo; None when it is not to be seen."""
    board = board_print(taught_board) if isinstance(taught_board, np.ndarray) else taught_board
    photo = Frame(picture) if isinstance(picture, np.ndarray) else picture
    pixels = photo.pixels(LOOK)
    places, looks = _features(pixels, LOOK)
    if min(len(looks), len(board.looks)) < LEAST:
        return None
    pairs = _matches(board.looks, looks)
    found, agreeing = _map_of(board.places, places, pairs)
    for near in NEAR:
        if found is None or len(agreeing) < LEAST:
            return None
        pairs = _matches_near(board, places, looks, found, near)
        found, agreeing = _map_of(board.places, places, pairs)
    if found is None or not _credible(found, agreeing, board):
        return None
    grown = growth(pixels, photo)[:2]
    scaled = np.diag([*grown, 1.0]) @ found
    return np.asarray(scaled / scaled[2, 2], dtype=np.float64)


def _features(picture: Pixels, side: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Places (in pixels of the picture) with their looks; the longer side is looked at in `side` pixels."""
    scale = min(1.0, side / max(picture.shape[:2]))
    small: Any = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else picture
    spots, looks = _SIFT(FEATURES).detectAndCompute(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), None)
    if looks is None:
        return np.zeros((0, 2), np.float32), np.zeros((0, 128), np.float32)
    looks = np.sqrt(looks / np.maximum(looks.sum(axis=1, keepdims=True), 1e-6))  # differences of rare parts count more
    return np.array([spot.pt for spot in spots], np.float32) / np.float32(scale), looks.astype(np.float32)


def _map_of(there: Places, here: Places, pairs: NDArray[np.int64]) -> tuple[Homography | None, Places]:
    """The map with which most pairs of places agree, and those of the board that do."""
    if len(pairs) < LEAST:
        return None, there[:0]
    start, end = there[pairs[:, 0]], here[pairs[:, 1]]
    found: Any
    found, agree = cv2.findHomography(start, end, cv2.USAC_MAGSAC, OFF, maxIters=5000, confidence=0.999)
    return found, there[:0] if found is None else start[agree.ravel() > 0]


def _matches_near(
    board: BoardPrint, places: Places, looks: Places, found: Homography, near: float
) -> NDArray[np.int64]:
    """Pairs that are each other's likest within reach of where a map leads."""
    aims = cv2.perspectiveTransform(board.places[None].astype(np.float64), found)[0].astype(np.float32)
    apart = np.hypot(*(aims[:, None, axis] - places[:, axis] for axis in (0, 1)))  # all with all: of half the memory
    there, here = np.nonzero(apart < near)
    likeness = np.full(apart.shape, -1.0, np.float32)
    likeness[there, here] = (board.looks[there] * looks[here]).sum(axis=1)
    best, rows = likeness.argmax(axis=1), np.arange(len(aims))
    alike = (likeness[rows, best] >= ALIKE) & (likeness.argmax(axis=0)[best] == rows)
    return np.stack([rows[alike], best[alike]], axis=1)


def _matches(one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.int64]:
    """Pairs of rows that are plainly each other's nearest."""
    likeness = one @ other.T
    best = likeness.argmax(axis=1)
    rows = np.arange(len(one))
    first = likeness[rows, best]
    likeness_without = likeness.copy()
    likeness_without[rows, best] = -1
    second = likeness_without.max(axis=1)
    near, next_near = np.sqrt(np.maximum(0, 2 - 2 * first)), np.sqrt(np.maximum(0, 2 - 2 * second))
    plain = (near < PLAINLY * next_near) & (likeness.argmax(axis=0)[best] == rows)
    return np.stack([rows[plain], best[plain]], axis=1)


def _credible(found: Homography, agreeing: NDArray[np.float32], board: BoardPrint) -> bool:
    """Whether enough places agree, spread over the board, and it stays a board: convex and not mirrored."""
    if len(agreeing) < LEAST:
        return False
    hull = cv2.contourArea(cv2.convexHull(agreeing))
    if hull < LEAST_SPREAD * board.width * board.height:
        return False
    outline = np.array([[[0, 0], [board.width, 0], [board.width, board.height], [0, board.height]]], np.float64)
    seen = cv2.perspectiveTransform(outline, found)[0]
    return bool(np.isfinite(seen).all()) and is_convex(seen)

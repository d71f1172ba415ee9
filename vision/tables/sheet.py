"""Which way round a printed sheet lies in a photo."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.lattice import Lattice
from vision.reading import Box

SIDES = {"top": (0.0, -1.0), "bottom": (0.0, 1.0), "left": (-1.0, 0.0), "right": (1.0, 0.0)}
FAR = "far"
# Dice fill a row from the left: a gap before a die speaks against a way round, but a die may be overlooked.
GAP = 0.8
# Dice and places a fifth larger at one end outweigh that the top of a photo is mostly the far end.
NEARNESS = 6.0
# Below this difference two ways round are as good as each other.
UNDECIDED = 0.3


def upright(lattice: Lattice, boxes: Sequence[Box], shape: tuple[int, int], first_row: str) -> tuple[Lattice, bool]:
    """The sheet turned so that its first row is where it was said to be, and whether that was certain.

    `shape` is the sheet's rows and columns; `first_row` a side of the photo, or "far" from the camera.
    """
    ways = [lattice.turned(quarters) for quarters in range(4)]
    scores = [_fit(way, boxes, shape, first_row) for way in ways]
    order = np.argsort(scores)[::-1]
    certain = scores[order[0]] - scores[order[1]] > UNDECIDED
    return ways[order[0]], bool(certain)


def _fit(way: Lattice, boxes: Sequence[Box], shape: tuple[int, int], first_row: str) -> float:
    """How well a way round agrees with the size of the sheet, with rows filled from the left, and the camera."""
    beyond = sum(max(span - most, 0) for span, most in zip(way.span, shape, strict=True))
    score = -10.0 * beyond - GAP * gaps(way)
    ahead = _direction(way)
    if first_row in SIDES:
        return score + 5.0 * float(ahead @ np.array(SIDES[first_row]))
    return score + float(ahead @ np.array(SIDES["top"])) + NEARNESS * _shrinking(way, boxes)


def gaps(way: Lattice) -> int:
    """Empty places to the left of a die in its row."""
    filled = set(way.cells.values())
    return sum((row, before) not in filled for row, column in filled for before in range(column))


def _direction(way: Lattice) -> np.ndarray:
    """The direction in the photo from the last row to the first, of length 1."""
    rows, columns = way.span
    middle = (columns - 1) / 2
    first, last = np.array(way.place(-0.5, middle)), np.array(way.place(rows - 0.5, middle))
    step = first - last
    return np.asarray(step / max(float(np.hypot(*step)), 1e-9))


def _shrinking(way: Lattice, boxes: Sequence[Box]) -> float:
    """By how much dice and places look smaller at the first row than at the last (a logarithm, 0: not at all)."""
    rows = np.array([row for row, _ in way.cells.values()], dtype=float)
    if len(rows) < 4 or np.ptp(rows) == 0:
        return 0.0
    sizes = np.log([max(boxes[point].width * boxes[point].height, 1.0) ** 0.5 for point in way.cells])
    of_dice = float(np.polyfit(rows, sizes, 1)[0] * np.ptp(rows))
    of_places = np.log(max(way.closeness(way.span[0] - 1), 1e-9) / max(way.closeness(0), 1e-9))
    return (of_dice + float(np.clip(of_places, -1, 1))) / 2

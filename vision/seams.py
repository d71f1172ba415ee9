"""Edges that lie on a line of the table, such as a seam between planks, moved inwards to where the thing begins.

The finder's edges are drawn to whatever line is plainest nearby. A line of the table goes on beyond the thing, and what
lies between it and the thing looks like the table beside it.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Picture
from vision.quads import Quad, straighten

SIDE, AROUND = 128, 32  # pixels of the thing as it is looked at, and of the table around it
BESIDE = slice(4, 14)  # pixels from the thing's side in which the table beside it is looked at
NEXT = slice(2, 6)  # pixels from an edge: what lies on both sides of a line
ENDS = 8  # pixels at each end of an edge that say nothing: corners are rounded
DEEPEST = 20  # pixels that an edge is moved at most
LEAST = 3.0  # and at least, somewhere: less is no mistake
SEAM = 30.0  # how much colours (of 255) differ on both sides of a line of the table
UNLIKE = 28.0  # and how much a thing differs from the table beside it,
LASTING = 3  # so many pixels on end
MOST_BENT = 2.0  # pixels by which half of the places found are off a straight line: then it is no edge
SEEN = 0.6  # of an edge's places at which the thing begins within reach

Look = NDArray[np.float32]


def off_seams(picture: Picture, quad: Quad) -> Quad:
    """The quadrilateral without what of the table its edges took in; most often it stays as it is."""
    for turn in range(4):
        rolled = np.roll(quad, -turn, axis=0)
        begins = _begins(straighten(picture, _grown(rolled), (SIDE + 2 * AROUND,) * 2).astype(np.float32))
        if begins is not None:
            quad = np.roll(_from(rolled, *begins), turn, axis=0)
    return quad


def _begins(look: Look) -> tuple[float, float] | None:
    """How far below its upper edge a thing begins at the left and at the right end, as shares of its height.

    None where the edge is the thing's own.
    """
    tables = tuple(
        beside[:, AROUND - BESIDE.stop : AROUND - BESIDE.start].mean(axis=1) for beside in (look, look[:, ::-1])
    )
    if min(_step(table) for table in tables) < SEAM:
        return None
    columns = np.arange(ENDS, SIDE - ENDS)
    rows = slice(AROUND, AROUND + DEEPEST + LASTING)
    inside = look[rows, AROUND + ENDS : AROUND + SIDE - ENDS]
    table = np.where((columns < SIDE / 2)[None, :, None], tables[0][rows, None], tables[1][rows, None])
    unlike = np.sqrt(((inside - table) ** 2).sum(axis=2)) > UNLIKE
    lasting = np.all([unlike[n : n + DEEPEST] for n in range(LASTING)], axis=0)
    seen = lasting.any(axis=0)
    if seen.mean() < SEEN:
        return None
    return _straight(columns[seen], lasting.argmax(axis=0)[seen])


def _step(table: Look) -> float:
    """How much the table beside a thing changes at the height of its edge."""
    above, below = table[AROUND - NEXT.stop : AROUND - NEXT.start], table[AROUND + NEXT.start : AROUND + NEXT.stop]
    return float(np.hypot.reduce(above.mean(axis=0) - below.mean(axis=0)))


def _straight(columns: NDArray[np.intp], rows: NDArray[np.intp]) -> tuple[float, float] | None:
    """The straight line on which most places lie, at both ends."""
    kept = np.ones(len(rows), dtype=bool)
    for _ in range(3):
        slope, start = np.polyfit(columns[kept], rows[kept], 1)
        off = np.abs(rows - (start + slope * columns))
        kept = off <= max(float(np.median(off)) * 2, 1.0)
    ends = np.clip([start, start + slope * SIDE], 0, DEEPEST)
    if np.median(off) > MOST_BENT or ends.max() < LEAST:
        return None
    return float(ends[0]) / SIDE, float(ends[1]) / SIDE


def _grown(quad: Quad) -> Quad:
    share = AROUND / SIDE
    return _mapped(quad, [(-share, -share), (1 + share, -share), (1 + share, 1 + share), (-share, 1 + share)])


def _from(quad: Quad, left: float, right: float) -> Quad:
    """The quadrilateral without a strip at its first edge."""
    return _mapped(quad, [(0, left), (1, right), (1, 1), (0, 1)])


def _mapped(quad: Quad, places: list[tuple[float, float]]) -> Quad:
    """Places in shares of a thing's width and height, in the photo."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    matrix = cv2.getPerspectiveTransform(unit, quad.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(np.array([places], np.float64), matrix)[0], np.float64)

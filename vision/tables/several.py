"""Several players in one photo: what lies around each one's board or sheet is cut out and read by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Frame, Picture
from vision.reading import Box
from vision.tables.table import Hints, Seen, TableReading

Points = NDArray[np.float32]
SIDE = 320  # pixels of the small picture in which it is decided what is nearest to whom
ROOM = 0.02  # of the photo's longer side: so much beyond its own part is seen of each
MOST = 6  # players in one photo


def parted(
    picture: Picture, middles: Sequence[Points], hints: Hints, read: Callable[[Picture, Hints], TableReading]
) -> TableReading:
    """One reading for each of the middles, in the order of the photo: what lies nearest to it, and nothing else."""
    ordered = in_order(middles[:MOST])
    owners = _nearest(picture, ordered)
    pixels = picture.pixels()
    ground = np.median(pixels[::16, ::16].reshape(-1, 3), axis=0).astype(np.uint8)
    readings = []
    for number in np.unique(owners):  # what lies all within another's part has none of its own
        left, top, right, bottom = _frame_of(owners == number, pixels.shape[:2])
        part = np.ascontiguousarray(pixels[top:bottom, left:right])
        mine = cv2.resize((owners == number).astype(np.uint8), pixels.shape[1::-1])[top:bottom, left:right]
        part[mine == 0] = ground
        readings.append(_moved(read(Frame(part), replace(hints, alone=True)), left, top))
    shown = [reading for reading in readings if reading.placed]
    if len(shown) < 2:  # what looked like another player is none
        return read(picture, replace(hints, alone=True))
    return replace(shown[0], others=tuple(shown[1:]))


def separate(groups: Sequence[Points], gap: float) -> bool:
    """Whether at least so many pixels lie between any two groups of points."""
    hulls = [np.asarray(cv2.convexHull(points), np.float32) for points in groups]
    return all(_between(one, other) >= gap for number, one in enumerate(hulls) for other in hulls[number + 1 :])


def _between(one: Points, other: Points) -> float:
    """Pixels between two hulls; less than 0 where one reaches into the other."""
    pairs = [(one, point) for point in other[:, 0]] + [(other, point) for point in one[:, 0]]
    return min(-float(cv2.pointPolygonTest(hull, (float(x), float(y)), True)) for hull, (x, y) in pairs)


def inside(corners: Points, point: Points) -> bool:
    """Whether a point lies on what has these corners."""
    return cv2.pointPolygonTest(corners, (float(point[0]), float(point[1])), False) >= 0


def linked(boxes: Sequence[Box], gap: float) -> list[list[int]]:
    """Numbers of boxes that hang together: from each to the next there are less than `gap` pixels.

    >>> linked([Box(0, 0, 2, 2), Box(9, 0, 11, 2), Box(3, 0, 5, 2)], 2)
    [[0, 2], [1]]
    """
    groups: list[list[int]] = []
    for number, box in enumerate(boxes):
        near = [group for group in groups if any(_apart(box, boxes[other]) < gap for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append(sorted([number, *(other for group in near for other in group)]))
    return sorted(groups)


def _apart(one: Box, other: Box) -> float:
    across = max(one.left - other.right, other.left - one.right, 0.0)
    down = max(one.top - other.bottom, other.top - one.bottom, 0.0)
    return float(np.hypot(across, down))


def in_order(middles: Sequence[Points]) -> list[Points]:
    """From left to right, or from top to bottom where they lie rather one above the other.

    >>> low, high = np.array([[1, 9]], np.float32), np.array([[0, 1]], np.float32)
    >>> [float(one[0, 1]) for one in in_order([low, high])]
    [1.0, 9.0]
    """
    centres = np.array([points.mean(axis=0) for points in middles])
    axis = int(np.ptp(centres[:, 1]) > np.ptp(centres[:, 0]))
    return [middles[number] for number in np.argsort(centres[:, axis], kind="stable")]


def _nearest(picture: Picture, middles: Sequence[Points]) -> NDArray[np.intp]:
    """For every place of a small picture the number of the middle that is nearest to it."""
    scale = SIDE / max(picture.width, picture.height)
    shape = max(1, round(picture.height * scale)), max(1, round(picture.width * scale))
    away = []
    for points in middles:
        hull = cv2.convexHull((points * scale).astype(np.int32))
        free = np.ones(shape, np.uint8)
        cv2.fillConvexPoly(free, hull, 0)
        away.append(cv2.distanceTransform(free, cv2.DIST_L2, 5))
    return np.asarray(np.argmin(away, axis=0))


def _frame_of(mine: NDArray[np.bool_], shape: tuple[int, int]) -> tuple[int, int, int, int]:
    """The edges, in pixels of the photo, around a part of the small picture."""
    rows, columns = np.flatnonzero(mine.any(axis=1)), np.flatnonzero(mine.any(axis=0))
    room = ROOM * max(shape)
    scale = shape[0] / mine.shape[0], shape[1] / mine.shape[1]
    top, bottom = rows[0] * scale[0] - room, (rows[-1] + 1) * scale[0] + room
    left, right = columns[0] * scale[1] - room, (columns[-1] + 1) * scale[1] + room
    return max(0, int(left)), max(0, int(top)), min(shape[1], int(right)), min(shape[0], int(bottom))


def _moved(reading: TableReading, left: int, top: int) -> TableReading:
    """A reading of a part of a photo in pixels of the whole."""

    def shifted(box: Box) -> Box:
        return Box(box.left + left, box.top + top, box.right + left, box.bottom + top)

    def moved(seen: Seen) -> Seen:
        die = replace(seen.die, box=shifted(seen.die.box)) if seen.die else None
        piece = replace(seen.piece, where=tuple(shifted(box) for box in seen.piece.where))
        return replace(seen, piece=piece, box=shifted(seen.box), die=die)

    return replace(reading, placed=tuple(map(moved, reading.placed)), beside=tuple(map(moved, reading.beside)))

"""Things found in a picture, and how what several looks saw is put together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Boxes = NDArray[np.float32]

# A box that lies in another die's box to this part is a side face or a piece of that die.
INSIDE = 0.8
# Only a die whose longer side is this part of the photo's is taken from the look from far away.
LARGE = 0.25
# It is sure enough to be one.
LIKELY = 0.4
# Dice that close looks saw inside it are clearly smaller than it,
SMALLER = 0.6
# and when several of them are sure, or one that is larger than any pip of it, what they show decides between them and
# it: the clearest so many of them.
SEVERAL = 2
LARGEST_PIP = 0.42
# So many of them are enough to judge by.
MOST_JUDGED = 8
# Boxes that are less sure of a thing than the surest one say less of where it is, and nothing when they are so much
# less sure; those that overlap by the first of these speak of two things, by the second surely of one.
LESS_SURE = 0.25
ONE_THING = (0.6, 0.8)
# Of two boxes of a die one has less than this part of the other's area, and is at least so sure against it.
TIGHT = 0.6
ABOUT_AS_SURE = 0.85
# No die is seen so much longer than broad, where others are not: two that touch are, and each half of them shows a face
# this clearly. So many dice tell how long they are in this photo.
FEW = 4
LONG = 1.55
BOTH = 0.9
# How clearly each of some boxes shows a face, from 0 to 1.
Judge = Callable[[Boxes], NDArray[np.float32]]


@dataclass(frozen=True)
class Found:
    """Things found in a picture: a box (left, top, right, bottom), a confidence and a class for each."""

    boxes: Boxes
    confidence: NDArray[np.float32]
    kind: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.boxes)

    def only(self, rows: NDArray[np.bool_] | NDArray[np.intp]) -> Found:
        """Some of them, by mask or by row numbers."""
        return Found(self.boxes[rows], self.confidence[rows], self.kind[rows])

    @property
    def sides(self) -> NDArray[np.float32]:
        """The longer side of each box."""
        sides: NDArray[np.float32] = (self.boxes[:, 2:] - self.boxes[:, :2]).max(axis=1)
        return sides

    @classmethod
    def proposed(cls, raw: NDArray[np.float32]) -> Found:
        """All that a network proposes, with repeats: a column each, middle and sides, then how likely each class is."""
        middle, reach, classes = raw[:2], raw[2:4] / 2, raw[4:]
        return cls(np.concatenate([middle - reach, middle + reach]).T, classes.max(axis=0), classes.argmax(axis=0))

    @classmethod
    def together(cls, parts: list[Found]) -> Found:
        """Several looks put side by side."""
        return cls(
            np.concatenate([part.boxes for part in parts]),
            np.concatenate([part.confidence for part in parts]),
            np.concatenate([part.kind for part in parts]),
        )


def each_once(found: Found, iou: float) -> Found:
    """Every thing once, surest first: what repeats a surer box, or is a side face of it, is left out."""
    found = found.only(np.argsort(-found.confidence, kind="stable"))
    return found.only(~repeated(found.boxes, iou))


def repeated(boxes: Boxes, iou: float) -> NDArray[np.bool_]:
    """Which boxes, surest first, overlap a surer one too much or lie inside each other.

    >>> rows = [[0, 0, 100, 100], [4, 0, 102, 98], [10, 40, 60, 99], [120, 0, 200, 90]]
    >>> repeated(np.array(rows, dtype=np.float32), iou=0.5).tolist()
    [False, True, True, False]
    """
    gone = np.zeros(len(boxes), dtype=bool)
    areas = np.maximum(np.prod(boxes[:, 2:] - boxes[:, :2], axis=1), 1e-6)
    for row in range(len(boxes)):
        if gone[row]:
            continue
        later = np.arange(row + 1, len(boxes))
        low = np.maximum(boxes[later, :2], boxes[row, :2])
        high = np.minimum(boxes[later, 2:], boxes[row, 2:])
        shared = np.prod(np.clip(high - low, 0, None), axis=1)
        same = shared > iou * (areas[later] + areas[row] - shared)
        inside = shared > INSIDE * np.minimum(areas[later], areas[row])
        gone[later] |= same | inside
    return gone


def with_large(near: Found, far: Found, longest: float, judge: Judge) -> Found:
    """What close looks saw, and the large dice that only a look from far away sees whole.

    From near, the pips of a large die pass for dice; from far away, a pile of dice passes for one large die. Neither
    shows a face clearly: where dice lie in a large one, it and the surest of them are compared by that.
    """
    far = far.only((far.sides >= LARGE * longest) & (far.confidence >= LIKELY))
    own = _areas(near.boxes)
    kept, told = np.ones(len(near), dtype=bool), []
    for row, box in enumerate(far.boxes):
        within = (_shared(near.boxes, box) > INSIDE * own) & (near.sides < SMALLER * far.sides[row]) & kept
        sure = near.only(within & (near.confidence >= LIKELY))
        if len(sure) >= SEVERAL or (sure.sides > LARGEST_PIP * far.sides[row]).any():
            contested = np.concatenate([box[None], sure.boxes[:MOST_JUDGED]])
            sureness = judge(contested) * np.concatenate([far.confidence[row, None], sure.confidence[:MOST_JUDGED]])
            if np.sort(sureness[1:])[-SEVERAL:].mean() > sureness[0]:
                continue
        kept &= ~within
        told.append(row)
    return Found.together([near.only(kept), far.only(np.array(told, dtype=np.intp))])


def agreed(found: Found, proposed: Found) -> Found:
    """The same, each box the mean of those that were drawn around the thing.

    The surest box alone would be another one where two are equally sure and a last digit decides between them.
    """
    if len(proposed) <= len(found):
        return found
    low, high = ONE_THING
    alike = np.clip((overlaps(found.boxes[:, None], proposed.boxes) - low) / (high - low), 0, 1)
    sure = np.clip(1 - (found.confidence[:, None] - proposed.confidence) / LESS_SURE, 0, 1)
    weights = alike * sure * (found.kind[:, None] == proposed.kind)
    told = weights.sum(axis=1, keepdims=True)
    means = (weights @ proposed.boxes) / np.maximum(told, 1e-6)
    return Found(np.where(told > 0, means, found.boxes).astype(np.float32), found.confidence, found.kind)


def tightened(found: Found, looks: Found, judge: Judge) -> Found:
    """The same, with the smaller of two boxes of a die where it shows the face at least as clearly.

    A die and its shadow may be one box in the surest look and the die alone in another that is about as sure.
    """
    boxes, sure, own = found.boxes.copy(), found.confidence, _areas(looks.boxes)
    for row, (box, whole) in enumerate(zip(found.boxes, _areas(found.boxes), strict=True)):
        inner = (_shared(looks.boxes, box) > INSIDE * own) & (own < TIGHT * whole) & (looks.kind == found.kind[row])
        rivals = looks.only(inner & (looks.confidence > ABOUT_AS_SURE * sure[row]) & (own > LARGEST_PIP**2 * whole))
        if sure[row] >= LIKELY and len(rivals):
            best = rivals.boxes[int(rivals.confidence.argmax())]
            clear = judge(np.stack([box, best]))
            if clear[1] >= clear[0]:
                boxes[row] = best
    return Found(boxes, found.confidence, found.kind)


def parted(found: Found, judge: Judge) -> Found:
    """The same, two dice where a box is far longer than broad against the others and each half of it shows a face.

    Against the others, since in a photo that somebody squeezed all dice are long.
    """
    sure = found.confidence >= LIKELY
    if sure.sum() < FEW:
        return found
    sides = np.log(np.maximum(found.boxes[:, 2:] - found.boxes[:, :2], 1.0))
    shape = sides[:, 0] - sides[:, 1]
    away = shape - np.median(shape[sure])
    long = np.flatnonzero(sure & (np.abs(away) > np.log(LONG)))
    if not len(long):
        return found
    halves = np.concatenate([_halves(found.boxes[row], int(away[row] < 0)) for row in long]).reshape(-1, 2, 4)
    two = judge(halves.reshape(-1, 4)).reshape(-1, 2).min(axis=1) >= BOTH
    parts = found.only(np.repeat(long[two], 2))
    apart = Found(halves[two].reshape(-1, 4), parts.confidence, parts.kind)
    return Found.together([found.only(np.setdiff1d(np.arange(len(found)), long[two])), apart])


def _halves(box: Boxes, axis: int) -> Boxes:
    """Both halves of a box: left and right (0) or upper and lower (1).

    >>> _halves(np.array([0, 0, 10, 40], dtype=np.float32), 1).tolist()
    [[0.0, 0.0, 10.0, 20.0], [0.0, 20.0, 10.0, 40.0]]
    """
    halves = np.stack([box, box])
    halves[0, 2 + axis] = halves[1, axis] = (box[axis] + box[2 + axis]) / 2
    return halves


def overlaps(some: Boxes, others: Boxes) -> NDArray[np.float32]:
    """How far each box and its partner are the same: what they share of what they cover together.

    >>> rows = [[0, 0, 10, 10], [0, 0, 10, 5]], [[0, 0, 10, 10], [0, 0, 10, 10]]
    >>> overlaps(*np.array(rows, dtype=np.float32)).tolist()
    [1.0, 0.5]
    """
    low, high = np.maximum(some[..., :2], others[..., :2]), np.minimum(some[..., 2:], others[..., 2:])
    shared = np.prod(np.clip(high - low, 0, None), axis=-1)
    share: NDArray[np.float32] = shared / np.maximum(_areas(some) + _areas(others) - shared, 1e-6)
    return share


def _areas(boxes: Boxes) -> NDArray[np.float32]:
    areas: NDArray[np.float32] = np.prod(boxes[..., 2:] - boxes[..., :2], axis=-1)
    return areas


def _shared(boxes: Boxes, box: Boxes) -> NDArray[np.float32]:
    """The area that each box has in common with one."""
    low, high = np.maximum(boxes[:, :2], box[:2]), np.minimum(boxes[:, 2:], box[2:])
    shared: NDArray[np.float32] = np.prod(np.clip(high - low, 0, None), axis=-1)
    return shared

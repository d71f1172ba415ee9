"""What a look at a picture saw, and how several looks become one: every thing once, print left to what it is on."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.quads import Quads, in_order, overlap, shared_area, signed_areas

Mask = NDArray[np.bool_]
Rows = NDArray[np.intp]

# Two quadrilaterals that share this much are the same thing.
SAME = 0.45
# With this much in common their corners are averaged.
ALIKE = 0.75
# What lies in another thing to this part is print on it, or lies upon it.
INSIDE = 0.75
# A thing inside another one is at most so large beside it.
SMALLER = 0.7
# Many pieces that fill this much of something larger are real, and the larger thing was their outline.
FILLED = 0.6
MANY = 4
FILLED_BY_FEW = 0.8
# Otherwise they have to be so much surer than it.
SURER = 1.2
# So many pieces that lie by themselves tell how large a piece is here; a piece may be half or twice as large,
# and what is larger than this while those in it are usual is the outline of a row.
ALONE, TIMES, ROW = 4, 2.0, 1.7
HOLDS = 0.4
# A thing between two neighbours shares this much with each, and so much in all; the neighbours share next to nothing.
PART, COVERED, FREE = 0.2, 0.6, 0.12
HALF = 0.5
# What fills so little of its box leans: of two corners it is open which is the first, and a network answers in between.
LEANING = 0.58
# A look at the turned picture that shares this much with it, and is nearly as sure, saw the same thing better.
SEEN_AGAIN = 0.3
AS_SURE = 0.7
# unless it is so much smaller: that is print on it.
NOT_ITS_PRINT = 0.7


@dataclass(frozen=True)
class Seen:
    """Things seen in a picture: corners in its pixels, confidence, class, and how they were seen.

    `side` is the shorter side in that look, `fill` how much of its upright box the thing fills: half of it when it
    leans by an eighth of a turn.
    """

    quads: Quads
    confidence: NDArray[np.float64]
    kind: Rows
    side: NDArray[np.float64]
    fill: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.quads)

    def only(self, rows: Mask | Rows) -> Seen:
        """Some of them, by mask or by row numbers."""
        return Seen(self.quads[rows], self.confidence[rows], self.kind[rows], self.side[rows], self.fill[rows])

    @classmethod
    def together(cls, looks: list[Seen]) -> Seen:
        """Several looks put side by side."""
        return cls(
            np.concatenate([look.quads for look in looks]),
            np.concatenate([look.confidence for look in looks]),
            np.concatenate([look.kind for look in looks]),
            np.concatenate([look.side for look in looks]),
            np.concatenate([look.fill for look in looks]),
        )

    @property
    def areas(self) -> NDArray[np.float64]:
        """Areas in square pixels."""
        return np.abs(signed_areas(self.quads))

    @property
    def sides(self) -> NDArray[np.float64]:
        """The shorter side of each in pixels of the picture."""
        return shorter_sides(self.quads)

    @property
    def boxes(self) -> NDArray[np.float64]:
        """Left, top, right and bottom of each."""
        return np.concatenate([self.quads.min(axis=1), self.quads.max(axis=1)], axis=1)


def shorter_sides(quads: Quads) -> NDArray[np.float64]:
    """The shortest side of each quadrilateral."""
    return np.asarray(np.hypot(*(np.roll(quads, -1, axis=1) - quads).transpose(2, 0, 1)).min(axis=1))


def trust(side: NDArray[np.float64], best: tuple[float, float]) -> NDArray[np.float64]:
    """How far a look is to be trusted about things so large in it: fully between the two sizes.

    >>> trust(np.array([10.0, 50.0, 520.0]), (20, 260)).tolist()
    [0.5, 1.0, 0.5]
    """
    return np.minimum(1.0, np.minimum(side / best[0], best[1] / np.maximum(side, 1e-9)))


def each_once(seen: Seen, best: tuple[float, float]) -> Seen:
    """Every thing once, the most trusted first; its corners are the mean of all that saw it about as well."""
    weight = seen.confidence * trust(seen.side, best)
    order = np.argsort(-weight, kind="stable")
    seen, weight = seen.only(order), weight[order]
    boxes, gone = seen.boxes, np.zeros(len(seen), dtype=bool)
    quads, kept = [], []
    for row in range(len(seen)):
        if gone[row]:
            continue
        near = np.flatnonzero(~gone & _touching(boxes[row], boxes))
        near = near[near > row]
        shares = np.array([overlap(seen.quads[row], seen.quads[other]) for other in near], dtype=np.float64)
        gone[near[shares > SAME]] = True
        alike = np.concatenate([[row], near[shares > ALIKE]])
        quads.append(_mean_quad(seen.quads[alike], weight[alike]))
        kept.append(row)
    chosen = seen.only(np.array(kept, dtype=np.intp))
    return replace(chosen, quads=np.array(quads).reshape(-1, 4, 2))


def _mean_quad(quads: Quads, weight: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean of nearly equal quadrilaterals, each begun at the corner nearest to the first one's first."""
    first = quads[0]
    turned = []
    for quad in quads:
        offs = [np.abs(np.roll(quad, -turn, axis=0) - first).sum() for turn in range(4)]
        turned.append(np.roll(quad, -int(np.argmin(offs)), axis=0))
    shares = weight**2 / (weight**2).sum()
    return in_order((np.array(turned) * shares[:, None, None]).sum(axis=0))


def _touching(box: NDArray[np.float64], boxes: NDArray[np.float64]) -> Mask:
    apart = (boxes[:, 0] > box[2]) | (boxes[:, 1] > box[3]) | (boxes[:, 2] < box[0]) | (boxes[:, 3] < box[1])
    return np.asarray(~apart)


def leaning(seen: Seen) -> Mask:
    """Which of them lean so far that their corners are better looked for in a turned picture."""
    return np.asarray(seen.fill < LEANING)


def turned_instead(seen: Seen, turned: Seen) -> Seen:
    """What leans as the turned picture shows it, where it is upright; everything else as it was seen before."""
    gone, taken = np.zeros(len(seen), dtype=bool), np.zeros(len(turned), dtype=bool)
    boxes, areas = turned.boxes, turned.areas
    for row in np.flatnonzero(leaning(seen)):
        quad = seen.quads[row]
        near = np.flatnonzero(_touching(np.concatenate([quad.min(axis=0), quad.max(axis=0)]), boxes))
        upright = turned.fill[near] > seen.fill[row]
        sure = turned.confidence[near] > AS_SURE * seen.confidence[row]
        whole = areas[near] > NOT_ITS_PRINT * seen.areas[row]
        better = [other for other in near[upright & sure & whole] if overlap(quad, turned.quads[other]) > SEEN_AGAIN]
        gone[row] = bool(better)
        taken[better] = True
    return Seen.together([seen.only(~gone), turned.only(taken)])


def without_shifted(seen: Seen, pieces: Rows) -> Seen:
    """Leave out cards and tiles that lie half on one neighbour and half on the other: a row has no room for them.

    The least sure is asked first; it goes when others of about its size, which leave each other free, cover it.
    """
    gone = np.zeros(len(seen), dtype=bool)
    areas, boxes = seen.areas, seen.boxes
    piece = np.isin(seen.kind, pieces)
    for row in np.argsort(seen.confidence, kind="stable"):
        alike = (areas < 2 * areas[row]) & (areas > 0.5 * areas[row])
        near = np.flatnonzero(piece & ~gone & alike & _touching(boxes[row], boxes))
        if not piece[row] or len(near) < 3:
            continue
        shares = {int(n): shared_area(seen.quads[row], seen.quads[n]) / areas[row] for n in near if n != row}
        over = [n for n, share in shares.items() if share > PART]
        free = all(overlap(seen.quads[a], seen.quads[b]) < FREE for a in over for b in over if a < b)
        gone[row] = len(over) > 1 and free and sum(shares[n] for n in over) > COVERED
    return seen.only(~gone)


def inside_of(seen: Seen, width: float, height: float) -> Seen:
    """Those of which at least half is in the picture."""
    return seen.only(shares_inside(seen, width, height) >= HALF)


def shares_inside(seen: Seen, width: float, height: float) -> NDArray[np.float64]:
    """Which part of each is in the picture, if its corners are right."""
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float64)
    shared = np.array([shared_area(quad, frame) for quad in seen.quads], dtype=np.float64)
    return shared / np.maximum(seen.areas, 1e-9)


def insides(seen: Seen) -> list[tuple[int, int]]:
    """Pairs (inner, outer) where a smaller thing lies within a larger one."""
    areas, boxes = seen.areas, seen.boxes
    pairs = []
    for outer in range(len(seen)):
        smaller = _touching(boxes[outer], boxes) & (areas < SMALLER * areas[outer])
        pairs += [
            (int(inner), outer)
            for inner in np.flatnonzero(smaller)
            if shared_area(seen.quads[inner], seen.quads[outer]) > INSIDE * areas[inner]
        ]
    return pairs


def without_print(seen: Seen, pieces: Rows) -> Seen:
    """Leave out what is printed on a card or tile, and outlines that are only the sum of the pieces in them.

    `pieces` are the classes that nothing of their like lies upon: cards and tiles. Counters lie on anything.
    """
    gone = np.zeros(len(seen), dtype=bool)
    areas, weight = seen.areas, seen.confidence
    held: dict[int, list[int]] = {}
    for inner, outer in insides(seen):
        if seen.kind[inner] in pieces and seen.kind[outer] in pieces:
            held.setdefault(outer, []).append(inner)
    usual = _usual_area(seen, pieces, held)
    for outer, within in held.items():
        filled = areas[within].sum() / areas[outer]
        pieces_in_it = [inner for inner in within if usual / TIMES < areas[inner] < usual * TIMES]  # grain is none
        row = len(pieces_in_it) > 1 and areas[outer] > ROW * usual
        if row and areas[pieces_in_it].sum() > HOLDS * areas[outer]:
            gone[outer] = True
            continue
        many = filled > (FILLED if len(within) >= MANY else FILLED_BY_FEW)
        least = weight[outer] * (0.7 if many else SURER)
        if len(within) > 1 and filled > FILLED and weight[within].mean() > least:
            gone[outer] = True
        elif not gone[outer]:
            gone[within] = True
    return seen.only(~gone)


def _usual_area(seen: Seen, pieces: Rows, held: dict[int, list[int]]) -> float:
    """How large the pieces are that neither hold others nor are held; nothing fits when there are too few."""
    nested = {*held, *(inner for within in held.values() for inner in within)}
    alone = [row for row in range(len(seen)) if seen.kind[row] in pieces and row not in nested]
    return float(np.median(seen.areas[alone])) if len(alone) >= ALONE else np.inf

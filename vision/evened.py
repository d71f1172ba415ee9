"""Cards of one size on one table: those that seem a little narrower than the others are made as wide as these.

A printed edge in the colour of the table is cut off with it, so that a card ends at its next line. From how the sizes
of all cards differ it is told how the table leans; on it they are of one size, and what lacks a strip gets it back at
the edge beyond which another line is seen.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Picture
from vision.quads import Quad, Quads, straighten

ENOUGH = 5  # cards that tell how the table leans and how large they are
NARROW, NARROWEST = 0.025, 0.125  # of a side that is lost; what lacks more is another thing
TWICE = 0.08  # what lacks more may be lost at two edges
SAME, SUPPORT = 0.012, 0.15  # sides so near are of one length, and the longest that so many have is the full one
WIDEST = 0.2  # how much longer than most it may be
ROUNDS, FIRST_OFF, LAST_OFF, SHARPER = 30, 0.1, 0.01, 0.8  # in which sides off by more count less and less
SIDE, MARGIN = 160, 0.15  # pixels of a card as it is looked at, and so many sides of what is around
INNER = 0.1  # of an edge at each end says nothing: corners are rounded
PLENTY = 60.0  # change of colour beyond this is no better evidence
LINE = 2  # pixels by which a line may be off
SEEN = 4.0  # mean change of colour along a line that is one

Numbers = NDArray[np.float64]


def evened(picture: Picture, quads: Quads) -> list[Quad]:
    """The cards, each as wide and as high as they all are; as they were where they do not tell."""
    cards = [np.asarray(quad, dtype=np.float64) for quad in quads]
    if len(cards) < ENOUGH:
        return cards
    lengths = _lengths(_levelled(np.array([np.roll(quad, -_first(quad), axis=0) for quad in cards])))
    wide, high = (lengths[:, [n, n + 2]].mean(axis=1) for n in (0, 1))
    lost = np.column_stack([_lost(wide), _lost(high)])
    for row in np.flatnonzero(lost.any(axis=1)):
        cards[row] = _widened(picture, cards[row], lost[row])
    return cards


def _first(quad: Quad) -> int:
    """The corner from which the upper edge runs most to the right: all cards lie the same way, or nearly."""
    return int(np.argmax((np.roll(quad, -1, axis=0) - quad)[:, 0]))


def _levelled(quads: Quads) -> Quads:
    """The cards on the table seen from above, where most are of one size, with right angles."""
    size = float(np.median(_lengths(quads)))
    start = (quads - quads.reshape(-1, 2).mean(axis=0)) / size
    lean, off = np.array([1.0, 0.0, 1.0, 0.0, 0.0]), FIRST_OFF
    for _ in range(ROUNDS):
        odd = _oddness(start, lean)
        slopes = np.stack([(_oddness(start, lean + step) - odd) / 1e-5 for step in 1e-5 * np.eye(len(lean))], axis=1)
        weight = 1 / (1 + (odd / off) ** 2)
        lean = lean - np.linalg.lstsq(slopes * weight[:, None], odd * weight, rcond=None)[0]
        off = max(LAST_OFF, off * SHARPER)
    return _leaned(start, lean)


def _leaned(quads: Quads, lean: Numbers) -> Quads:
    wide, slant, high, right, down = lean
    matrix = np.array([[wide, slant, 0], [0, high, 0], [right, down, 1]])
    return np.asarray(cv2.perspectiveTransform(quads.reshape(1, -1, 2), matrix)[0].reshape(-1, 4, 2), np.float64)


def _oddness(quads: Quads, lean: Numbers) -> Numbers:
    """How far sides are from one, and corners from being right."""
    sides = _sides(_leaned(quads, lean))
    return np.concatenate([(np.hypot(*sides.T) - 1).ravel(), (sides * np.roll(sides, -1, axis=1)).sum(axis=2).ravel()])


def _sides(quads: Quads) -> Numbers:
    return np.asarray(np.roll(quads, -1, axis=1) - quads, np.float64)


def _lengths(quads: Quads) -> Numbers:
    return np.asarray(np.hypot(*np.moveaxis(_sides(quads), 2, 0)), np.float64)


def _lost(sides: Numbers) -> Numbers:
    """How much of each side lacks, as a share of what is left of it: nothing where that is little, or too much.

    >>> _lost(np.array([1.0, 0.95, 1.0, 0.7, 1.001])).round(3).tolist()
    [0.0, 0.053, 0.0, 0.0, 0.0]
    """
    near = [np.abs(sides / one - 1) < SAME for one in sides]
    usual = float(np.median(sides))
    full = [
        float(np.median(sides[same]))
        for one, same in zip(sides, near, strict=True)
        if same.sum() >= max(2, SUPPORT * len(sides)) and one < (1 + WIDEST) * usual
    ]
    lost = (max(full, default=0.0) - sides) / max(full, default=1.0)
    return np.where((lost > NARROW) & (lost < NARROWEST), lost / (1 - lost), 0.0)


def _widened(picture: Picture, quad: Quad, lost: Numbers) -> Quad:
    """A card with what is lost of its width and of its height, each where a line is seen beyond its edge."""
    turn = _first(quad)
    quad = np.roll(quad, -turn, axis=0)
    around = straighten(picture, _grown(quad, (MARGIN,) * 4), (round((1 + 2 * MARGIN) * SIDE),) * 2).astype(np.float32)
    left, right = _shares(_lines(around), lost[0])
    top, bottom = _shares(_lines(around.transpose(1, 0, 2)), lost[1])
    beyond = (left, top, right, bottom)
    return np.roll(_grown(quad, beyond) if any(beyond) else quad, turn, axis=0)


def _lines(around: NDArray[np.float32]) -> Numbers:
    """How plain a line is seen down a card at each place across it and beside it."""
    edge = round((MARGIN + INNER) * SIDE)
    rows = around[edge:-edge]
    change = np.minimum(np.sqrt(((rows[:, 2:] - rows[:, :-2]) ** 2).sum(axis=2)) / 2, PLENTY).mean(axis=0)
    lines = np.pad(change, 1 + LINE, mode="edge")
    return np.asarray(np.max([np.roll(lines, n) for n in range(-LINE, LINE + 1)], axis=0)[LINE:-LINE], np.float64)


def _shares(lines: Numbers, lost: float) -> tuple[float, float]:
    """How much is lost at the first edge and how much at the other: at one of them, or the same at both.

    Nothing where no line is seen: the card is of another size.
    """
    if not lost:
        return 0.0, 0.0
    ways = [(lost, 0.0), (0.0, lost), *([(lost / 2, lost / 2)] if lost > TWICE else [])]

    def seen(way: tuple[float, float]) -> float:
        places = [place for place, more in ((MARGIN - way[0], way[0]), (MARGIN + 1 + way[1], way[1])) if more]
        return min(float(lines[min(max(round(place * SIDE), 0), len(lines) - 1)]) for place in places)

    best = max(ways, key=seen)
    return best if seen(best) > SEEN else (0.0, 0.0)


def _grown(quad: Quad, beyond: tuple[float, float, float, float]) -> Quad:
    """The quadrilateral with so many sides more at the left, the top, the right and the bottom."""
    left, top, right, bottom = beyond
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    places = np.array([[[-left, -top], [1 + right, -top], [1 + right, 1 + bottom], [-left, 1 + bottom]]], np.float64)
    matrix = cv2.getPerspectiveTransform(unit, quad.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(places, matrix)[0], np.float64)

"""Corners mended at full resolution: a straight line fitted to every edge of a quadrilateral.

Across each edge the change of colour is measured along many short lines. Of all straight lines near the edge that
the network gave, the one that lies on most change wins, held a little by where the network saw it.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Picture, Pixels, growth
from vision.quads import Quad, Quads, in_order, is_convex

# How far from an edge it may really be, as a share of the thing's shorter side, and in how many steps to each side.
REACH = 0.1
STEPS = 16
# Across an edge it is measured at so many places; corners are often rounded, so not close to them.
PLACES = 28
INNER = (0.1, 0.9)
# The thing is shown so large that a step is about a pixel.
PIXELS = STEPS / REACH
# How far the network's own edges usually are off, in steps.
TRUST = 7.0
# Change of colour beyond this (of 255) is no better evidence.
PLENTY = 60.0
# Below this mean change along the best line there is no edge to be seen.
LEAST = 4.0


def mended(picture: Picture, quads: Quads) -> Quads:
    """The quadrilaterals with their edges moved onto the edges that can be seen in the photo."""
    if not len(quads):
        return quads
    better = quads.copy()
    shorter = np.array([_sides(quad).min() for quad in quads])
    levels = np.clip(np.floor(np.log2(np.maximum(shorter / PIXELS, 1.0))), 0, 6).astype(int)
    for level in np.unique(levels):
        side = round(max(picture.width, picture.height) / 2.0**level)
        pixels = picture.pixels(side)
        if max(pixels.shape[:2]) > 1.3 * side:
            pixels = np.asarray(cv2.resize(pixels, None, fx=0.5**level, fy=0.5**level, interpolation=cv2.INTER_AREA))
        factors = growth(pixels, picture)[:2].astype(np.float64)
        for row in np.flatnonzero(levels == level):
            better[row] = _mend(pixels, quads[row] / factors) * factors
    return better


def _mend(pixels: Pixels, quad: Quad) -> Quad:
    """One quadrilateral with better edges; unchanged where they cross anew in a strange way."""
    reach = REACH * float(_sides(quad).min())
    lines = [_fitted_line(pixels, quad[n], quad[(n + 1) % 4], reach) for n in range(4)]
    corners = np.array([_crossing(lines[n - 1], lines[n]) for n in range(4)])
    if not np.isfinite(corners).all() or np.abs(corners - quad).max() > 2.5 * reach or not is_convex(corners):
        return quad
    return in_order(corners)


def _fitted_line(pixels: Pixels, start: Quad, end: Quad, reach: float) -> tuple[Quad, Quad]:
    """Two points of the straight line near an edge on which colours change most."""
    along = end - start
    across = np.array([along[1], -along[0]]) / max(float(np.hypot(*along)), 1e-9)  # outwards
    offsets = np.arange(-STEPS - 1, STEPS + 2) * (reach / STEPS)
    places = np.linspace(*INNER, PLACES)
    points = (start + places[:, None] * along)[:, None] + offsets[None, :, None] * across
    change = _change(_sampled(pixels, points))
    first, last, strength = _best_line(change)
    if strength < LEAST:
        return start, end
    step = reach / STEPS
    begin = start + INNER[0] * along + (first - STEPS) * step * across
    finish = start + INNER[1] * along + (last - STEPS) * step * across
    return begin, finish


def _sampled(pixels: Pixels, points: NDArray[np.float64]) -> NDArray[np.float32]:
    """Colours at points between pixels; beyond the border the border goes on."""
    where = (points - 0.5).astype(np.float32)
    seen: Any = cv2.remap(pixels, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.float32)


def _change(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """How much the colour changes at each step outwards (places x 2 STEPS + 1), no more than plenty."""
    slope = (colours[:, 2:] - colours[:, :-2]) / 2
    change: NDArray[np.float32] = np.minimum(np.sqrt((slope**2).sum(axis=2)), PLENTY)
    return change


_WIDTH = 2 * STEPS + 1
_PRIOR = -((np.arange(_WIDTH) - STEPS) ** 2) / (2 * TRUST**2)
_SHARE = np.linspace(0, 1, PLACES)
# For every pair of offsets at the two ends: the offset at each place in between.
_ROUTE = np.arange(_WIDTH)[:, None, None] * (1 - _SHARE) + np.arange(_WIDTH)[None, :, None] * _SHARE
_LOW = np.minimum(_ROUTE.astype(np.int64), _WIDTH - 2)
_PART = (_ROUTE - _LOW).astype(np.float32)
_FLAT = _LOW + np.arange(PLACES) * _WIDTH


def _best_line(change: NDArray[np.float32]) -> tuple[float, float, float]:
    """Offsets of the best line at its two ends, and the mean change along it."""
    smooth = cv2.GaussianBlur(change, (3, 1), 0)
    flat = smooth.ravel()
    strength = (flat[_FLAT] * (1 - _PART) + flat[_FLAT + 1] * _PART).mean(axis=2)
    score = strength * np.exp(0.5 * (_PRIOR[:, None] + _PRIOR[None, :]))
    first, last = np.unravel_index(int(score.argmax()), score.shape)
    finer = _finer(score[:, last], int(first)), _finer(score[first], int(last))
    return (*finer, float(strength[first, last]))


def _finer(scores: NDArray[Any], best: int) -> float:
    """The peak between steps, by a parabola through its neighbours."""
    if best in (0, len(scores) - 1):
        return float(best)
    low, middle, high = (float(value) for value in scores[best - 1 : best + 2])
    bend = low - 2 * middle + high
    return best + (0.5 * (low - high) / bend if bend < -1e-9 else 0.0)


def _sides(quad: Quad) -> NDArray[np.float64]:
    return np.asarray(np.hypot(*(np.roll(quad, -1, axis=0) - quad).T))


def _crossing(one: tuple[Quad, Quad], other: tuple[Quad, Quad]) -> Quad:
    """Where two lines cross."""
    (a, b), (c, d) = one, other
    matrix = np.column_stack([b - a, c - d])
    if abs(np.linalg.det(matrix)) < 1e-9:
        return np.full(2, np.nan)
    share = np.linalg.solve(matrix, c - a)[0]
    return np.asarray(a + share * (b - a))

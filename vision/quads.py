"""Quadrilaterals in a photo: their order of corners, areas, overlaps, and what is inside of one set upright."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.photo import Frame, Picture, Pixels, growth
from vision.things import Corners

Quad = NDArray[np.float64]  # four corners, x and y
Quads = NDArray[np.float64]  # many of them

# A straightened picture is drawn from a copy of the photo in which the thing is at least this much as large.
ENOUGH = 1.0


def in_order(corners: ArrayLike) -> Quad:
    """The corners clockwise as seen, the upper-left-most first.

    >>> in_order([[0, 6], [4, 6], [4, 0], [0, 0]]).tolist()
    [[0.0, 0.0], [4.0, 0.0], [4.0, 6.0], [0.0, 6.0]]
    """
    quad = np.asarray(corners, dtype=np.float64)
    if signed_areas(quad[None])[0] < 0:
        quad = quad[::-1]
    return np.roll(quad, -int(np.argmin(quad.sum(axis=1))), axis=0)


def signed_areas(quads: Quads) -> NDArray[np.float64]:
    """Areas in square pixels; negative where corners run against the clock."""
    x, y = quads[..., 0], quads[..., 1]
    following = np.roll(np.arange(quads.shape[1]), -1)
    areas: NDArray[np.float64] = 0.5 * (x * y[:, following] - x[:, following] * y).sum(axis=1)
    return areas


def shared_area(one: Quad, other: Quad) -> float:
    """The area that two convex quadrilaterals share; most lie apart, which is seen at once."""
    if _apart(one, other):
        return 0.0
    area, _ = cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))
    return float(area)


def _apart(one: Quad, other: Quad) -> bool:
    (x, y), (u, v) = (zip(*quad.tolist(), strict=True) for quad in (one, other))
    return bool(max(x) < min(u) or max(u) < min(x) or max(y) < min(v) or max(v) < min(y))


def overlap(one: Quad, other: Quad) -> float:
    """Shared area over joint area, from 0 to 1.

    >>> square = np.array([[0, 0], [2, 0], [2, 2], [0, 2]], dtype=float)
    >>> round(overlap(square, square + [1, 0]), 3)
    0.333
    """
    if not (shared := shared_area(one, other)):
        return 0.0
    joint = float(np.abs(signed_areas(np.stack([one, other]))).sum()) - shared
    return shared / joint if joint > 0 else 0.0


def is_convex(quad: Quad) -> bool:
    """Whether the corners run clockwise around a convex quadrilateral."""
    sides = np.roll(quad, -1, axis=0) - quad
    turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
    return bool((turns > 0).all())


def as_corners(quad: Quad) -> Corners:
    """A quadrilateral as plain numbers."""
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return a, b, c, d


def straighten(picture: Picture | Pixels, corners: ArrayLike, size: tuple[int, int] | None = None) -> Pixels:
    """What lies between four corners, seen from straight above: RGB, `size` is (width, height).

    The first corner becomes the upper left one, and the picture keeps being turned as it lies in the photo. Without
    a size it gets as many pixels as the photo has. Corners are in pixels of the upright photo.
    """
    if isinstance(picture, np.ndarray):
        picture = Frame(picture)
    quad = np.asarray(corners, dtype=np.float64)
    sides = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T)
    seen = max(float(sides[[0, 2]].mean()), 1.0), max(float(sides[[1, 3]].mean()), 1.0)
    width, height = size or (max(8, round(seen[0])), max(8, round(seen[1])))
    reduction = min(1.0, ENOUGH * max(width / seen[0], height / seen[1]))
    pixels = picture.pixels(round(max(picture.width, picture.height) * reduction))
    return cut_out(pixels, quad / growth(pixels, picture)[:2], (width, height))


def cut_out(pixels: Pixels, quad: Quad, size: tuple[int, int]) -> Pixels:
    """A quadrilateral of these pixels as a rectangle of that size; what has to shrink much is smoothed first."""
    width, height = size
    sides = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T)
    shrink = min(sides[[0, 2]].max() / width, sides[[1, 3]].max() / height)
    left, top = np.floor(quad.min(axis=0)).astype(int).clip(0) - 2
    right, bottom = np.ceil(quad.max(axis=0)).astype(int) + 3
    left, top = max(left, 0), max(top, 0)
    part: Any = pixels[top:bottom, left:right]
    if not part.size:
        return np.zeros((height, width, 3), dtype=np.uint8)
    moved = quad - (left, top)
    if shrink > 2:
        before = part.shape[:2]
        part = cv2.resize(part, None, fx=2 / shrink, fy=2 / shrink, interpolation=cv2.INTER_AREA)
        moved = moved * (part.shape[1] / before[1], part.shape[0] / before[0])
    rectangle = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    # Corners lie on borders of pixels, OpenCV counts their middles.
    matrix = cv2.getPerspectiveTransform(moved.astype(np.float32) - 0.5, rectangle - 0.5)
    flat = cv2.warpPerspective(part, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, dtype=np.uint8)

"""Looks of a network that tells outlines instead of corners: a quadrilateral is fitted to every mask.

For comparison with `vision.looks`: what both see is put together, mended and judged alike.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finder import padded
from vision.looks import Looks
from vision.network import as_batch
from vision.photo import Pixels
from vision.quads import Quad, in_order, is_convex, signed_areas
from vision.seen import Seen, shorter_sides

MOST = 300  # masks of one look
SAME = 0.7  # boxes that overlap so much are the same thing: its surest mask tells its corners
INNER = 0.12  # of a side next to its corners, which masks round off
FEWEST = 6  # points of an outline tell a side


class OutlineLooks(Looks):
    """The same looks with corners from masks."""

    def _pass(self, pixels: Pixels) -> Seen:
        answers = self.network(as_batch([padded(pixels, self.settings.stride)]))
        raw, prototypes = (answers[name][0] for name in self.network.outputs)
        raw = raw[:, raw[4 : 4 + len(self.kinds)].max(axis=0) >= self.settings.propose]
        classes = raw[4 : 4 + len(self.kinds)]
        sure, kind = classes.max(axis=0, initial=0), classes.argmax(axis=0)
        sizes = raw[2:4].T
        corners = raw[:2].T - sizes / 2
        told = cv2.dnn.NMSBoxes(np.hstack([corners, sizes]).tolist(), sure.tolist(), self.settings.propose, SAME)
        rows = np.array(told, dtype=np.intp).ravel()[:MOST]
        boxes = np.hstack([corners, corners + sizes])
        coarse = pixels.shape[0] + (-pixels.shape[0] % self.settings.stride)
        scale = coarse / prototypes.shape[1]
        found = [(row, _quad_in(raw[4 + len(self.kinds) :, row], prototypes, boxes[row], scale)) for row in rows]
        kept = np.array([row for row, quad in found if quad is not None], dtype=np.intp)
        quads = np.array([quad for _, quad in found if quad is not None], dtype=np.float64).reshape(-1, 4, 2)
        fill = np.abs(signed_areas(quads)) / np.maximum(sizes[kept].prod(axis=1), 1.0)
        return Seen(quads, sure[kept].astype(np.float64), kind[kept], shorter_sides(quads), fill)


def _quad_in(weights: NDArray[Any], prototypes: NDArray[Any], box: NDArray[Any], scale: float) -> Quad | None:
    """The corners of what a mask covers within its box, in pixels of the look."""
    left, top = np.floor(box[:2] / scale).astype(int).clip(0)
    right, bottom = np.ceil(box[2:] / scale).astype(int)
    part = prototypes[:, top:bottom, left:right]
    if not part.size:
        return None
    mask = np.tensordot(weights, part, axes=1).astype(np.float32)
    fine = round(scale)
    large = cv2.resize(mask, None, fx=fine, fy=fine, interpolation=cv2.INTER_LINEAR)
    quad = quad_of(np.asarray(large > 0, dtype=np.uint8))
    return None if quad is None else quad * (scale / fine) + np.array([left, top]) * scale


def quad_of(mask: NDArray[np.uint8]) -> Quad | None:
    """Four corners of the largest patch of a mask: straight lines through the middles of its sides."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not outlines:
        return None
    outline = max(outlines, key=cv2.contourArea)
    if cv2.contourArea(outline) < 4:
        return None
    points = outline[:, 0].astype(np.float64) + 0.5  # OpenCV counts middles of pixels
    rough = in_order(_rough(outline) + 0.5)
    lines = [_line(points, start, end) for start, end in pairwise([*rough, rough[0]])]
    corners = np.array([_crossing(lines[n - 1], lines[n]) for n in range(4)])
    off = np.abs(corners - rough).max() if np.isfinite(corners).all() else np.inf
    quad = in_order(corners) if off < 0.3 * shorter_sides(rough[None])[0] else rough
    return quad if is_convex(quad) else None


def _rough(outline: NDArray[Any]) -> NDArray[np.float64]:
    hull = cv2.convexHull(outline)
    for share in (0.02, 0.035, 0.05, 0.08):
        corners = cv2.approxPolyDP(hull, share * cv2.arcLength(hull, True), True)
        if len(corners) == 4:
            return np.asarray(corners[:, 0], dtype=np.float64)
    return np.asarray(cv2.boxPoints(cv2.minAreaRect(hull)), dtype=np.float64)


def _line(points: NDArray[np.float64], start: Quad, end: Quad) -> tuple[NDArray[Any], NDArray[Any]]:
    """A point and the direction of the line along one side, fitted to the outline near it."""
    along = end - start
    length = max(float(np.hypot(*along)), 1e-9)
    place = (points - start) @ along / length**2
    off = np.abs((points - start) @ np.array([-along[1], along[0]])) / length
    near = points[(place > INNER) & (place < 1 - INNER) & (off < max(2.0, 0.08 * length))]
    if len(near) < FEWEST:
        return start, along / length
    x, y, u, v = cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()[[2, 3, 0, 1]]
    return np.array([x, y], dtype=np.float64), np.array([u, v], dtype=np.float64)


def _crossing(one: tuple[NDArray[Any], NDArray[Any]], other: tuple[NDArray[Any], NDArray[Any]]) -> NDArray[np.float64]:
    matrix = np.column_stack([one[1], -other[1]])
    if abs(np.linalg.det(matrix)) < 1e-6:
        return np.full(2, np.nan)
    return np.asarray(one[0] + np.linalg.solve(matrix, other[0] - one[0])[0] * one[1])

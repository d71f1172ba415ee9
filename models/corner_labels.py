"""Labels with corners: which things of a composed picture or a photo can be found in a training tile."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.composites import Quad, Scene

SEEN = 0.25  # a thing of which less than this shows is not taught,
INSIDE = 0.5  # nor one of which less than this is in the picture
LEAST_AREA = 60.0  # in square pixels


def labels_of(scene: Scene, names: list[str]) -> NDArray[np.float32]:
    """What can be found: class, box (4), corners (8), whether corners are known; boxes end at the border."""
    side = scene.canvas.shape[0]
    counts = np.bincount(scene.owner.ravel() + 1, minlength=len(scene.pieces) + 1)[1:]
    rows = []
    for number, (name, quad, area) in enumerate(scene.pieces):
        if not name:
            continue
        row = label(names.index(name), quad, side)
        covered = name != "board" and counts[number] < SEEN * area
        if row is not None and not covered:
            rows.append(row)
    return np.array(rows, np.float32).reshape(-1, 14)


def label(kind: int, quad: Quad, side: int) -> NDArray[np.float32] | None:
    """The label of a thing of which enough is in the picture."""
    frame = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    turned = quad if _area(quad) > 0 else quad[::-1]
    shared, clipped = cv2.intersectConvexConvex(turned.astype(np.float32), frame)
    whole = abs(_area(quad))
    if clipped is None or shared < INSIDE * whole or whole < LEAST_AREA:
        return None
    points = clipped[:, 0].clip(0, side)  # rounding may lead a hair beyond the border
    start = int(np.argmin(turned.sum(axis=1)))
    corners = np.roll(turned, -start, axis=0)
    return np.array([kind, *points.min(axis=0), *points.max(axis=0), *corners.ravel(), 1.0], np.float32)


def _area(quad: Quad) -> float:
    """Positive when the corners run clockwise."""
    x, y = quad.T
    return 0.5 * float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())

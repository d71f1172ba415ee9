"""What pieces stand on or lie in and what is none itself: racks with ledges, trays with slots."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.pieces import Face, Rng
from datasets.textures import clouds, mix, shade

WIDE = 420


def rack_face(rng: Rng, ledges: int, height: float) -> Face:
    """A rack seen from the front: `ledges` bands one above the other, `height` of its width, ridged or of wood."""
    high = max(24, int(WIDE * height))
    dark = rng.random() < 0.5
    base = shade((0, 1), (0.0, 0.4), (0.02, 0.3), rng) if dark else shade((0.04, 0.14), (0.2, 0.8), (0.3, 0.9), rng)
    grain = clouds(rng, int(rng.integers(2, 8)), 2, size=64)
    face = np.ascontiguousarray(cv2.resize(mix(grain, base * 0.85, np.minimum(base * 1.15, 255)), (WIDE, high)))
    ridges = int(rng.integers(0, 14))
    for ledge in range(ledges):
        top, low = high * ledge // ledges, high * (ledge + 1) // ledges
        for n in range(ridges):
            y = top + (low - top) * (n + 1) // (ridges + 1)
            cv2.line(face, (0, y), (WIDE, y), tuple(base * 0.7), 1)
        lip = max(2, int((low - top) * rng.uniform(0.03, 0.12)))
        cv2.rectangle(face, (0, low - lip), (WIDE, low), tuple(np.minimum(base * 1.4 + 12, 255)), -1)
        cv2.line(face, (0, low - lip), (WIDE, low - lip), tuple(base * 0.4), 2)
    return face


def tray_face(rng: Rng, columns: int, rows: int, ratio: float) -> Face:
    """A tray with slots in which cards or tiles may lie; `ratio` is the height of a slot over its width."""
    slot = max(24, WIDE // max(columns, 2))
    wide, high = slot * columns, max(20, int(slot * ratio)) * rows
    base = shade((0, 1), (0.0, 0.8), (0.05, 0.95), rng)
    face = np.empty((high, wide, 3), np.uint8)
    face[:] = np.minimum(base * rng.uniform(1.0, 1.3), 255)
    gap = int(rng.uniform(0.03, 0.12) * slot)
    floor = base * rng.uniform(0.3, 0.9)
    for row in range(rows):
        for column in range(columns):
            low = (slot * column + gap, high * row // rows + gap)
            up = (slot * (column + 1) - gap, high * (row + 1) // rows - gap)
            cv2.rectangle(face, low, up, tuple(floor), -1)
            cv2.line(face, low, (up[0], low[1]), tuple(floor * 0.5), max(1, gap // 2))
            cv2.line(face, low, (low[0], up[1]), tuple(floor * 0.6), max(1, gap // 2))
            cv2.line(face, (low[0], up[1]), up, tuple(np.minimum(floor * 1.5 + 20, 255)), 1)
    return face

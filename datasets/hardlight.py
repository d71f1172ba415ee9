"""Light as it is on real tables: half shadows with an edge, lamps mirrored in print, one lamp beside the table, dusk.

No training sees it: tables composed in it tell what strangers' photos will do.
"""

from __future__ import annotations

import cv2
import numpy as np

from datasets.pieces import Face, Rng

# Colours of lamps as gains of red, green and blue: candle, bulb, daylight, sky, an old tube.
LAMPS = ((1.25, 1.0, 0.62), (1.15, 1.0, 0.78), (1.0, 1.0, 1.0), (0.9, 1.0, 1.15), (0.95, 1.08, 0.92))


def lit_hard(canvas: Face, rng: Rng) -> Face:
    """The table in such light; several of them may come together."""
    high, wide = canvas.shape[:2]
    light = np.ones((high, wide), np.float32)
    if rng.random() < 0.6:
        light *= _beside(high, wide, rng)
    if rng.random() < 0.6:
        light *= _half_shadow(high, wide, rng)
    lamp = np.array(LAMPS[rng.integers(len(LAMPS))], np.float32)
    picture = canvas * light[..., None] * lamp * float(np.exp(rng.normal(-0.1, 0.22)))
    for _ in range(int(rng.integers(0, 4)) if rng.random() < 0.6 else 0):
        mirror = _mirror(high, wide, rng)[..., None]
        picture = picture + (255 - picture) * mirror
    return picture.clip(0, 255).astype(np.uint8)


def _beside(high: int, wide: int, rng: Rng) -> Face:
    """A lamp near one side: light falls with the square of the way."""
    x, y = np.meshgrid(np.linspace(0, 1, wide), np.linspace(0, 1, high))
    angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.9, 2.0)
    lamp = 0.5 + far * np.array([np.cos(angle), np.sin(angle)])
    way = (x - lamp[0]) ** 2 + (y - lamp[1]) ** 2 + 0.35
    return np.asarray(np.median(way) / way, np.float32).clip(0.35, 1.8)


def _half_shadow(high: int, wide: int, rng: Rng) -> Face:
    """Somebody stands between lamp and table: one part of it is darker, with an edge that may be sharp."""
    shadow = np.ones((high, wide), np.float32)
    middle = rng.uniform(0.2, 0.8, 2) * (wide, high)
    angle = rng.uniform(0, 2 * np.pi)
    along, off = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    reach = 2 * max(high, wide)
    points = [middle + along * reach, middle + along * reach + off * reach, middle + off * reach * 1.0 - along * reach]
    hull = np.array([*points, middle - along * reach], np.float32)
    cv2.fillConvexPoly(shadow, cv2.convexHull(hull).astype(np.int32), float(rng.uniform(0.5, 0.85)))
    return cv2.GaussianBlur(shadow, (0, 0), float(np.exp(rng.uniform(np.log(2), np.log(60)))))


def _mirror(high: int, wide: int, rng: Rng) -> Face:
    """A lamp or a window mirrored on print."""
    mask = np.zeros((high, wide), np.float32)
    centre = (rng.uniform(0.1, 0.9, 2) * (wide, high)).astype(int).tolist()
    axes = (rng.uniform(0.02, 0.09, 2) * max(high, wide)).astype(int).tolist()
    cv2.ellipse(mask, centre, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    soft = float(rng.uniform(0.2, 0.6)) * min(axes)
    return cv2.GaussianBlur(mask, (0, 0), soft + 1) * float(rng.uniform(0.3, 0.8))

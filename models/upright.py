"""What stands up from the table, put into a composed picture: figures, cubes, dice, and the fingers of a hand."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.layouts import Spot
from models.composites import Scene, darken
from models.light import Image, Rng


def stand(scene: Scene, name: str, silhouette: Image, spot: Spot, colour: NDArray[np.float64], rng: Rng) -> None:
    """Put up a figure: a silhouette of one colour, upright in the picture."""
    foot = scene.seen(np.array([[spot.x, spot.y]]))[0]
    unit = scene.scale_at(spot)
    wide, high = max(4, round(spot.width * unit)), max(5, round(spot.height * unit * rng.uniform(0.8, 1.2)))
    left, top = round(foot[0] - wide / 2), round(foot[1] - high)
    side = scene.canvas.shape[0]
    if left < 0 or top < 0 or left + wide >= side or top + high >= side:
        return
    ellipse = cv2.ellipse2Poly(foot.astype(int).tolist(), (wide // 2 + 1, max(2, wide // 5)), 0, 0, 360, 20)
    darken(scene, np.asarray(ellipse, np.float64) + scene.shade * 6 * unit, wide * 0.08 + 0.8, 0.55)
    mask = cv2.resize(silhouette, (wide, high), interpolation=cv2.INTER_AREA)
    light = np.linspace(rng.uniform(0.7, 1.1), rng.uniform(0.7, 1.1), wide)[None, :, None]
    part = scene.canvas[top : top + high, left : left + wide]
    share = mask[..., None] / 255.0
    part[:] = (part * (1 - share) + colour * light * share).clip(0, 255)
    scene.owner[top : top + high, left : left + wide][mask > 127] = len(scene.pieces)
    rows, columns = np.nonzero(mask > 60)
    if not len(rows):
        return
    x0, x1, y0, y1 = left + columns.min(), left + columns.max() + 1, top + rows.min(), top + rows.max() + 1
    quad = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], float)
    scene.pieces.append((name, quad, float((mask > 127).sum())))


def block(scene: Scene, name: str, spot: Spot, colour: NDArray[np.float64], rng: Rng, spots: int = 0) -> None:
    """Put down a cube; with `spots` it is a die, which is nothing to find here."""
    base = scene.seen(spot.corners)
    unit = scene.scale_at(spot)
    rise = np.array([0.0, -spot.width * unit * (0.25 + 0.75 * scene.lean())])
    top = base + rise
    side = scene.canvas.shape[0]
    if min(base.min(), top.min()) < 1 or max(base.max(), top.max()) > side - 2:
        return
    darken(scene, base + scene.shade * 5 * unit, 0.04 * unit + 0.8, 0.6)
    number = len(scene.pieces)
    middle = base.mean(axis=0)
    for n in range(4):
        a, b = base[n], base[(n + 1) % 4]
        if ((a + b) / 2 - middle)[1] > 0:
            wall = np.array([a, b, b + rise, a + rise]).astype(np.int32)
            cv2.fillConvexPoly(scene.canvas, wall, tuple(colour * rng.uniform(0.45, 0.85)), cv2.LINE_AA)
    cv2.fillConvexPoly(scene.canvas, top.astype(np.int32), tuple(np.minimum(colour * 1.05, 255)), cv2.LINE_AA)
    for spot_at in rng.uniform(0.25, 0.75, (spots, 2)):
        u, v = spot_at
        at = (top[0] * (1 - u) + top[1] * u) * (1 - v) + (top[3] * (1 - u) + top[2] * u) * v
        ink = 255.0 if colour.mean() < 120 else 20.0
        cv2.circle(
            scene.canvas, at.astype(int).tolist(), max(1, int(spot.width * unit * 0.09)), (ink,) * 3, -1, cv2.LINE_AA
        )
    hull = cv2.convexHull(np.vstack([base, top]).astype(np.float32))[:, 0]
    cv2.fillConvexPoly(scene.owner, hull.astype(np.int32), number)
    (x0, y0), (x1, y1) = hull.min(axis=0), hull.max(axis=0)
    quad = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], float)
    scene.pieces.append((name, quad, float(cv2.contourArea(hull))))


def fingers(scene: Scene, rng: Rng) -> None:
    """A hand that holds something or points: fingers that reach in from a border."""
    side = scene.canvas.shape[0]
    skin = np.array([rng.uniform(130, 240), rng.uniform(90, 190), rng.uniform(70, 160)])
    skin = np.sort(skin)[::-1] * rng.uniform(0.5, 1.0)
    angle = rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(angle), np.sin(angle)])
    tip = side / 2 + rng.uniform(-0.35, 0.35, 2) * side
    width = rng.uniform(0.03, 0.09) * side
    for n in range(int(rng.integers(1, 4))):
        across = np.array([-way[1], way[0]]) * n * width * 1.15
        end = tip + across - way * rng.uniform(0, 0.08) * side
        a, b = end.astype(int).tolist(), (end - way * side).astype(int).tolist()
        tone = tuple(skin * rng.uniform(0.85, 1.05))
        cv2.line(scene.canvas, a, b, tuple(skin * 0.6), int(width) + 2, cv2.LINE_AA)
        cv2.line(scene.canvas, a, b, tone, int(width), cv2.LINE_AA)
        cv2.line(scene.owner, a, b, -1, int(width))

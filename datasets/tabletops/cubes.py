"""Dice and counter cubes on composed tables: drawn faces on a cube that stands where the camera sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from datasets import faces, pigments
from datasets.faces import PipStyle
from datasets.layouts import Spot
from datasets.pieces import Face, Rng
from datasets.tabletops import Cube
from models.composites import Scene, darken

FINE = 3  # a cube is drawn so many times as large and averaged down
FACE = 96
CORNER = 0.12  # of its side is rounded off
CLEAR = (0.22, 0.6)  # opacity of a clear die: its faces, and their edges, where light is caught
EDGE = 0.08  # of a face's side


@dataclass(frozen=True)
class Maker:
    """How the dice of one copy look: how pips are set, and the body and ink of every colour."""

    style: PipStyle
    bodies: Mapping[str, tuple[np.ndarray, np.ndarray]]

    def die(self, kind: str, shown: str, others: tuple[str, str], spot: Spot, name: str, rng: Rng) -> Cube:
        """A die of one of its colours that shows a face, and two others on its sides."""
        drawn = [self._face(one, kind, rng) for one in (shown, *others)]
        return Cube("die", name, (drawn[0], drawn[1], drawn[2]), spot)

    def _face(self, name: str, kind: str, rng: Rng) -> Face:
        body, ink = self.bodies[kind]
        mask, _ = faces.face(name, self.style, rng, turned=bool(rng.random() < 0.5))
        share = cv2.resize(mask, (FACE, FACE), interpolation=cv2.INTER_AREA)[..., None]
        opaque = np.maximum(share, _clear_body()) if kind == "clear" else np.ones_like(share)
        face = np.concatenate([body * (1 - share) + ink * share, 255 * opaque], axis=2)
        return np.ascontiguousarray(np.rot90(face, int(rng.integers(4))).clip(0, 255).astype(np.uint8))


def _clear_body() -> np.ndarray:
    """How opaque a face of a clear die is."""
    inner, edge = CLEAR
    body = np.full((FACE, FACE, 1), edge)
    rim = round(EDGE * FACE)
    body[rim:-rim, rim:-rim] = inner
    return body


def maker_of(colours: tuple[str, ...], rng: Rng) -> Maker:
    """One maker's dice in these colours, each in its usual shade: white ink, black on light dice."""
    bodies = {}
    for colour in colours:
        rgb = pigments.draw_pigment(colour, rng, usual=True)
        ink = pigments.draw_pigment("black" if pigments.luminance(rgb) > 0.4 else "white", rng, usual=True)
        bodies[colour] = 255 * np.array(rgb), 255 * np.array(ink)
    drawn = faces.draw_style(rng)
    return Maker(PipStyle(drawn.radius, drawn.spread, drawn.two, drawn.three, drawn.six, drawn.straight), bodies)


def counter(name: str, colour: np.ndarray, spot: Spot, rng: Rng) -> Cube:
    """A plain wooden cube."""
    face = np.full((FACE, FACE, 4), 255, np.uint8)
    face[..., :3] = (colour + rng.normal(0, 2.5, (FACE, FACE, 1))).clip(0, 255)
    return Cube("cube", name, (face, face, face), spot)


def set_down(scene: Scene, cube: Cube, lens: np.ndarray, rng: Rng) -> None:
    """Put a cube down: its shadow, the sides that look at the camera, its upper face."""
    base, top = (_seen(lens, cube.spot.corners, height) for height in (0.0, cube.spot.width))
    points = np.vstack([base, top])
    low = np.floor(points.min(axis=0)).astype(int) - 2
    size = np.ceil(points.max(axis=0)).astype(int) + 3 - low
    side = scene.canvas.shape[0]
    if (low < 0).any() or (low + size >= side).any():
        return
    unit = scene.scale_at(cube.spot)
    darken(scene, np.vstack([base, base + scene.shade * 5 * unit]), 0.02 * unit + 0.8, float(rng.uniform(0.35, 0.7)))
    colour, share = _drawn(cube, base - low, top - low, (int(size[0]), int(size[1])), rng)
    part = scene.canvas[low[1] : low[1] + size[1], low[0] : low[0] + size[0]]
    opaque = share * colour[..., 3:] / 255
    part[:] = (part * (1 - opaque) + colour[..., :3] * opaque).clip(0, 255)
    scene.owner[low[1] : low[1] + size[1], low[0] : low[0] + size[0]][share[..., 0] > 0.5] = len(scene.pieces)
    (x0, y0), (x1, y1) = points.min(axis=0), points.max(axis=0)
    quad = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], float)
    scene.pieces.append((cube.kind, quad, float(share.sum())))


def _seen(lens: np.ndarray, corners: np.ndarray, height: float) -> np.ndarray:
    spots = np.column_stack([corners, np.full(len(corners), height), np.ones(len(corners))]) @ lens.T
    return np.asarray(spots[:, :2] / spots[:, 2:])


def _drawn(
    cube: Cube, base: np.ndarray, top: np.ndarray, size: tuple[int, int], rng: Rng
) -> tuple[np.ndarray, np.ndarray]:
    """Colours of a cube with their opacity, and how much of each pixel it covers."""
    large = (size[0] * FINE, size[1] * FINE)
    picture = np.zeros((large[1], large[0], 4), np.float32)
    hull = np.zeros((large[1], large[0]), np.float32)
    walls = [np.array([top[a], top[b], base[b], base[a]]) for a, b in ((0, 1), (1, 2), (2, 3), (3, 0))]
    shown = [wall for wall in walls if _faces_camera(wall)]
    for wall, face in zip(shown, cube.faces[1:], strict=False):
        _put(picture, hull, wall * FINE, _lit(face, rng.uniform(0.45, 0.85)))
    _put(picture, hull, top * FINE, _lit(cube.faces[0], rng.uniform(0.95, 1.05)))
    soft = max(1.0, CORNER * FINE * float(np.hypot(*(top[1] - top[0]))))
    rounded = np.minimum(hull, (cv2.GaussianBlur(hull, (0, 0), soft / 2) - 0.42) * soft)
    share = cv2.resize(rounded.clip(0, 1), size, interpolation=cv2.INTER_AREA)[..., None]
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA), share


def _lit(face: Face, light: float) -> np.ndarray:
    return np.asarray(face * np.array([light, light, light, 1.0]))


def _faces_camera(wall: np.ndarray) -> bool:
    """Whether the corners run the way they were drawn, which they do on the sides that are seen."""
    (ax, ay), (bx, by), (cx, cy), _ = wall
    return bool((bx - ax) * (cy - ay) - (by - ay) * (cx - ax) < 0)


def _put(picture: np.ndarray, hull: np.ndarray, corners: np.ndarray, face: np.ndarray) -> None:
    flat = np.array([[0, 0], [FACE, 0], [FACE, FACE], [0, FACE]], np.float32)
    matrix = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
    wide = (picture.shape[1], picture.shape[0])
    cv2.warpPerspective(face.astype(np.float32), matrix, wide, dst=picture, borderMode=cv2.BORDER_TRANSPARENT)
    cv2.fillConvexPoly(hull, np.round(corners).astype(np.int32), 1.0)

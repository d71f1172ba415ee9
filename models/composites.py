"""Tables with cards, tiles, boards and counters, put together while training: faces laid into a photographed plane."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.layouts import Spot
from models.light import Image, Rng

Quad = NDArray[np.float64]
ROUNDED = 0.06
ARM = 0.38  # width of a cross's arms in its side


@dataclass(frozen=True)
class Piece:
    """Something to lay on the table: its face, where, and how it stands up from it (in units of the table)."""

    name: str  # the class; empty for what is nothing to find
    face: Image
    spot: Spot
    form: str = "rectangle"
    thick: float = 0.0
    rounded: float = ROUNDED
    sleeve: bool = False
    glare: bool = False
    arm: float = ARM


@dataclass
class Scene:
    """A picture under construction: pixels, which piece shows at each, and what was laid down."""

    canvas: Image
    plane: NDArray[np.float64]  # from the table to the picture
    shade: NDArray[np.float64]  # where shadows fall, in units of the table
    owner: NDArray[np.int16]
    pieces: list[tuple[str, Quad, float]]  # class, corners, area of the outline in pixels

    @classmethod
    def on(cls, canvas: Image, plane: NDArray[np.float64], rng: Rng) -> Scene:
        angle = rng.uniform(0, 2 * np.pi)
        shade = np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(0.0, 0.05)
        return cls(canvas, plane, shade, np.full(canvas.shape[:2], -1, np.int16), [])

    def seen(self, corners: NDArray[np.float64]) -> Quad:
        """Points of the table in the picture."""
        flat = np.column_stack([corners, np.ones(len(corners))]) @ self.plane.T
        return np.asarray(flat[:, :2] / flat[:, 2:])

    def scale_at(self, spot: Spot) -> float:
        """Pixels of one unit at a place."""
        around = self.seen(np.array([[spot.x - 0.5, spot.y], [spot.x + 0.5, spot.y], [spot.x, spot.y]]))
        return float(np.hypot(*(around[1] - around[0])))

    def lean(self) -> float:
        """How far what stands up is seen from the side: 0 from straight above, 1 from the table's height."""
        steps = self.seen(np.array([[0, 0], [1, 0], [0, 1]], float))
        jacobian = np.column_stack([steps[1] - steps[0], steps[2] - steps[0]])
        big, small = np.linalg.svd(jacobian, compute_uv=False)
        return float(np.sqrt(max(0.0, 1 - (small / big) ** 2)))


def view(rng: Rng, side: int, unit: float) -> NDArray[np.float64]:
    """A camera above the table: `unit` pixels for one unit in the middle of the picture."""
    tilt = np.radians(rng.choice([rng.uniform(0, 12), rng.uniform(0, 40), rng.uniform(35, 58)], p=[0.35, 0.45, 0.2]))
    turn = rng.normal(0, 0.12) + rng.integers(4) * np.pi / 2 if rng.random() < 0.6 else rng.uniform(0, 2 * np.pi)
    cosine, sine = np.cos(turn), np.sin(turn)
    turned = np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]])
    depth = np.sin(tilt) * rng.uniform(0.3, 1.0) * unit / side
    lens = np.array([[1, 0, 0], [0, np.cos(tilt), 0], [0, -depth, 1]])
    middle = side / 2 + rng.normal(0, side * 0.04, 2)
    return np.array([[unit, 0, middle[0]], [0, unit, middle[1]], [0, 0, 1]]) @ lens @ turned


def outline(form: str, high: int, wide: int, rounded: float, arm: float = ARM) -> Image:
    """The mask of a face: 255 where it is cardboard."""
    mask = np.zeros((high, wide), np.uint8)
    if form == "disc":
        cv2.ellipse(mask, (wide // 2, high // 2), (wide // 2 - 1, high // 2 - 1), 0, 0, 360, 255, -1, cv2.LINE_AA)
    elif form == "hexagon":
        points = np.array([[0.25, 0], [0.75, 0], [1, 0.5], [0.75, 1], [0.25, 1], [0, 0.5]]) * (wide - 1, high - 1)
        cv2.fillConvexPoly(mask, points.round().astype(np.int32), 255, cv2.LINE_AA)
    elif form == "cross":
        low, high_end = (1 - arm) / 2, (1 + arm) / 2
        mask[:, round(wide * low) : round(wide * high_end)] = 255
        mask[round(high * low) : round(high * high_end)] = 255
    else:
        mask[:] = 255
        radius = int(rounded * min(high, wide))
        if radius > 1:
            mask[:radius, :radius] = mask[:radius, -radius:] = mask[-radius:, :radius] = mask[-radius:, -radius:] = 0
            for x in (radius, wide - 1 - radius):
                for y in (radius, high - 1 - radius):
                    cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return mask


def _bars(spot: Spot, arm: float) -> tuple[Quad, Quad]:
    """The two bars that make a cross."""
    upright, level = replace(spot, width=spot.width * arm), replace(spot, height=spot.height * arm)
    return upright.corners, level.corners


def lay(scene: Scene, piece: Piece, rng: Rng) -> None:
    """Put one flat piece down: its shadow, its edge of cardboard, its face."""
    quad = scene.seen(piece.spot.corners)
    side = scene.canvas.shape[0]
    low, high = quad.min(axis=0), quad.max(axis=0)
    if (high < 0).any() or (low > side).any() or (high - low).max() > 6 * side:
        return
    unit = scene.scale_at(piece.spot)
    shadow = rng.uniform(0.25, 0.75)
    for part in _bars(piece.spot, piece.arm) if piece.form == "cross" else (piece.spot.corners,):
        cast = scene.seen(part + scene.shade * (0.3 + 8 * piece.thick))
        darken(scene, np.vstack([scene.seen(part), cast]), 0.02 * unit + 0.8, shadow)
    rise = np.array([0.0, -piece.thick * unit * max(scene.lean(), 0.12)])
    number = len(scene.pieces)
    if piece.thick and piece.form == "rectangle":
        edge = piece.face[::16, ::16].reshape(-1, 3).mean(axis=0) * rng.uniform(0.5, 0.95)
        hull = cv2.convexHull(np.vstack([quad, quad + rise]).astype(np.float32)).astype(np.int32)
        cv2.fillConvexPoly(scene.canvas, hull, tuple(float(c) for c in edge), cv2.LINE_AA)
        cv2.fillConvexPoly(scene.owner, hull, -1)
    quad = quad + rise
    if piece.sleeve:
        _sleeve(scene.canvas, quad, rng)
    area = _draw_face(scene, piece, quad, number)
    if piece.glare:
        _glare(scene.canvas, quad, rng)
    scene.pieces.append((piece.name, quad, area))


def _draw_face(scene: Scene, piece: Piece, quad: Quad, number: int) -> float:
    """Warp the face into its corners; returns the area its outline would have uncovered, in pixels."""
    side = scene.canvas.shape[0]
    left, top = np.floor(quad.min(axis=0)).astype(int).clip(0, side - 1)
    right, bottom = np.ceil(quad.max(axis=0)).astype(int).clip(1, side)
    lengths = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T)
    face, shrink = (
        piece.face,
        max(lengths[[0, 2]].max() / piece.face.shape[1], lengths[[1, 3]].max() / piece.face.shape[0]),
    )
    if shrink < 0.7:
        face = cv2.resize(face, None, fx=max(shrink, 0.03), fy=max(shrink, 0.03), interpolation=cv2.INTER_AREA)
    high, wide = face.shape[:2]
    mask = outline(piece.form, high, wide, piece.rounded, piece.arm)
    rectangle = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(rectangle, (quad - (left, top)).astype(np.float32) - 0.5)
    size = (int(right - left), int(bottom - top))
    seen = cv2.warpPerspective(np.dstack([face, mask]), matrix, size, flags=cv2.INTER_LINEAR)
    part = scene.canvas[top:bottom, left:right]
    share = seen[..., 3:].astype(np.float32) / 255
    # what the warp blended with the black outside counts only as far as its mask
    part[:] = (part * (1 - share) + seen[..., :3] * np.sqrt(share)).clip(0, 255)
    scene.owner[top:bottom, left:right][seen[..., 3] > 127] = number
    x, y = quad.T
    whole = 0.5 * abs(float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum()))
    return whole * float(mask.mean()) / 255


def darken(scene: Scene, points: Quad, blur: float, strength: float) -> None:
    """A soft shadow."""
    side = scene.canvas.shape[0]
    margin = int(2 * blur) + 2
    left, top = (np.floor(points.min(axis=0)).astype(int) - margin).clip(0, side - 1)
    right, bottom = (np.ceil(points.max(axis=0)).astype(int) + margin).clip(1, side)
    mask = np.zeros((bottom - top, right - left), np.float32)
    hull = cv2.convexHull((points - (left, top)).astype(np.float32)).astype(np.int32)
    cv2.fillConvexPoly(mask, hull, strength, cv2.LINE_AA)
    mask = cv2.GaussianBlur(mask, (0, 0), max(blur, 0.4))
    part = scene.canvas[top:bottom, left:right]
    part[:] = part * (1 - mask[..., None])


def _sleeve(canvas: Image, quad: Quad, rng: Rng) -> None:
    """Clear plastic that is a little larger than its card."""
    middle = quad.mean(axis=0)
    larger = (middle + (quad - middle) * rng.uniform(1.02, 1.06)).astype(np.int32)
    over = canvas.copy()
    tone = float(rng.uniform(170, 250))
    cv2.fillConvexPoly(over, larger, (tone, tone, tone), cv2.LINE_AA)
    canvas[:] = cv2.addWeighted(canvas, 0.75, over, 0.25, 0)


def _glare(canvas: Image, quad: Quad, rng: Rng) -> None:
    """A lamp mirrored on a piece."""
    weights = rng.dirichlet([1.5] * 4)
    centre = (weights @ quad).astype(int)
    span = np.hypot(*(quad[2] - quad[0]))
    axes = (rng.uniform(0.08, 0.4, 2) * span).astype(int) + 1
    mask = np.zeros(canvas.shape[:2], np.float32)
    cv2.ellipse(mask, centre.tolist(), axes.tolist(), float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    mask = cv2.GaussianBlur(mask, (0, 0), 0.08 * span + 1) * rng.uniform(0.3, 0.95)
    area = np.zeros(canvas.shape[:2], np.uint8)
    cv2.fillConvexPoly(area, quad.astype(np.int32), 1)
    mask = (mask * area)[..., None]
    canvas[:] = canvas + (255 - canvas) * mask

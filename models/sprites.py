"""Dice without their table, cut out of real photos or rendered, to be laid on other tables."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.manifest import Die, read
from models.album import Print
from models.light import Image, Rng

Mask = NDArray[Any]  # from 0 to 1
Matrix = NDArray[Any]  # 2 x 3, an affine map
Labels = NDArray[np.float32]  # rows of class (0 die, 1 other polyhedron), x0, y0, x1, y1
LARGEST = 120  # pixels; a larger die is cut from a reduced photo
SMALLEST = 24
SKETCH = "sketch"  # the source of dice that were drawn, not rendered
CLEAREST = 0.5  # a clear die may show this much more of the table than it was rendered with


@dataclass(frozen=True)
class Sprite:
    """One die, or a few that touch: colour (RGB), how opaque each pixel is (0 to 1), labels in its pixels.

    A rendered sprite brings its shadow in `alpha`; `outline` is the bare dice. `lean` is the way in which its top is
    shifted against its bottom, in degrees to the right of up.
    """

    image: Image
    alpha: Mask
    outline: Mask
    dice: tuple[Die, ...]
    source: str
    angle: float | None = None
    lean: float = 0.0

    @property
    def size(self) -> float:
        """The longer side of the first die."""
        x0, y0, x1, y1 = self.dice[0].box
        return max(x1 - x0, y1 - y0)

    @property
    def shaded(self) -> bool:
        return self.alpha is not self.outline


def load_rendered(manifest: Path) -> list[Sprite]:
    """The sprites of one rendered set."""
    sprites = []
    for picture in read(manifest):
        pixels = cv2.imread(str(manifest.parent / picture.image), cv2.IMREAD_UNCHANGED)
        mask = cv2.imread(str(manifest.parent / picture.extra["mask"]), cv2.IMREAD_GRAYSCALE)
        if pixels is None or mask is None:
            continue
        image = cv2.cvtColor(pixels[..., :3], cv2.COLOR_BGR2RGB)
        alpha, outline = (part.astype(np.float32) / 255 for part in (pixels[..., 3], mask))
        sprites.append(Sprite(image, alpha, outline, picture.dice, picture.source, picture.angle))
    return sprites


def cut_outs(prints: list[Print], count: int, foot: float, rng: Rng) -> list[Sprite]:
    """Up to `count` dice of these photos whose outline can be told from the table; `foot` is their camera's."""
    places = [(page, n) for page in prints for n in range(len(page.dice)) if not page.polyhedra[n]]
    sprites: list[Sprite] = []
    for index in rng.permutation(len(places))[: count * 2]:
        page, n = places[index]
        sprite = cut_out(page, n, foot)
        if sprite is not None:
            sprites.append(sprite)
        if len(sprites) == count:
            break
    return sprites


def cut_out(page: Print, n: int, foot: float) -> Sprite | None:
    """The n-th die without its table, or None when no believable outline is found."""
    x0, y0, x1, y1 = page.boxes[n]
    side = max(x1 - x0, y1 - y0)
    pad = side * 0.2
    left, top = int(max(0, x0 - pad)), int(max(0, y0 - pad))
    patch = page.image[top : int(y1 + pad), left : int(x1 + pad)]
    if side < SMALLEST or min(patch.shape[:2]) < SMALLEST:
        return None
    scale = min(1.0, LARGEST / side)
    patch = cv2.resize(patch, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    inner = np.array([x0 - left, y0 - top, x1 - left, y1 - top]) * scale
    mask = _outline(patch, inner.astype(int))
    area = (inner[2] - inner[0]) * (inner[3] - inner[1])
    if not 0.45 * area < mask.sum() < 1.02 * area:
        return None
    outline = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 0.8)
    a, b, c, d = inner.tolist()
    die = replace(page.dice[n], box=(a, b, c, d))
    return Sprite(np.ascontiguousarray(patch), outline, outline, (die,), page.source, lean=page.lean(n, foot))


def _outline(patch: Image, box: NDArray[np.int64]) -> Mask:
    x0, y0, x1, y1 = np.maximum(box, 1)
    marks: Mask = np.full(patch.shape[:2], cv2.GC_BGD, np.uint8)
    marks[y0:y1, x0:x1] = cv2.GC_PR_FGD
    centre = (int((x0 + x1) / 2), int((y0 + y1) / 2))
    half = (max(1, int((x1 - x0) * 0.3)), max(1, int((y1 - y0) * 0.3)))
    cv2.ellipse(marks, centre, half, 0, 0, 360, cv2.GC_FGD, -1)
    cv2.grabCut(patch, marks, (0, 0, 1, 1), np.zeros((1, 65)), np.zeros((1, 65)), 2, cv2.GC_INIT_WITH_MASK)
    mask: Mask = ((marks == cv2.GC_FGD) | (marks == cv2.GC_PR_FGD)).astype(np.uint8)
    # holes are pips that look like the table
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    whole = np.zeros_like(mask)
    biggest = max(contours, key=cv2.contourArea)
    cv2.drawContours(whole, [cv2.convexHull(biggest)], -1, 1, -1)
    return whole


def paste(
    canvas: Image, sprite: Sprite, centre: tuple[float, float], size: float, rng: Rng, turn: float = 180.0
) -> Labels:
    """Lay a sprite with its first die at `centre`, at most `turn` degrees from upright; returns its labels."""
    if len(sprite.dice) > 1:
        angle = float(rng.integers(4)) * 90 if turn > 90 else 0.0  # quarter turns keep several boxes exact
    else:
        angle = float(rng.uniform(-turn, turn)) + sprite.lean
    x0, y0, x1, y1 = sprite.dice[0].box
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    matrix: Matrix = cv2.getRotationMatrix2D(middle, angle, size / sprite.size)
    matrix[:, 2] += np.array(centre) - middle
    _blend(canvas, sprite, matrix, size, rng)
    boxes = [_box_after(sprite, n, matrix) for n in range(len(sprite.dice))]
    classes = [float(die.kind == "polyhedron") for die in sprite.dice]
    return np.column_stack([classes, np.array(boxes)]).astype(np.float32)


def _blend(canvas: Image, sprite: Sprite, matrix: Matrix, size: float, rng: Rng) -> None:
    """Draw the turned sprite; only the part of the canvas that it can touch is worked on."""
    height, width = sprite.alpha.shape
    corners = np.array([[0, 0, 1], [width, 0, 1], [0, height, 1], [width, height, 1]]) @ matrix.T
    left, top = np.maximum(corners.min(axis=0) - size * 0.4, 0).astype(int)
    right, bottom = np.clip(corners.max(axis=0) + size * 0.4, 0, canvas.shape[1::-1]).astype(int)
    part = canvas[top:bottom, left:right]
    if not part.size:
        return
    shifted = matrix.copy()
    shifted[:, 2] -= (left, top)
    shape = (int(right - left), int(bottom - top))
    image = cv2.warpAffine(sprite.image, shifted, shape, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    alpha = cv2.warpAffine(sprite.alpha, shifted, shape)
    if sprite.dice[0].colour == "clear" and sprite.source != SKETCH:  # a sketch is as clear as it was drawn
        alpha = alpha * rng.uniform(CLEAREST, 1)
    if not sprite.shaded:
        _cast_shadow(part, alpha, size, rng)
    part[:] = part + (image - part) * alpha[..., None]


def _box_after(sprite: Sprite, n: int, matrix: Matrix) -> list[float]:
    """The box of one die of the turned sprite; a lone die's comes from its outline."""
    if len(sprite.dice) == 1:
        contours, _ = cv2.findContours(
            (sprite.outline > 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
        )
        points = np.vstack([contour.reshape(-1, 2) for contour in contours]) + 0.5
    else:
        x0, y0, x1, y1 = sprite.dice[n].box
        points = np.array([[x0, y0], [x1, y0], [x0, y1], [x1, y1]])
    moved = points @ matrix[:, :2].T + matrix[:, 2]
    return [*moved.min(axis=0).tolist(), *moved.max(axis=0).tolist()]


def _cast_shadow(canvas: Image, alpha: Mask, size: float, rng: Rng) -> None:
    shift = np.array([[1, 0, rng.normal(0, 0.12) * size], [0, 1, rng.normal(0, 0.12) * size]])
    shadow = cv2.warpAffine(alpha, shift, canvas.shape[1::-1])
    shadow = cv2.GaussianBlur(shadow, (0, 0), float(max(1.0, size * rng.uniform(0.02, 0.12))))
    canvas[:] = canvas * (1 - shadow[..., None] * rng.uniform(0.1, 0.75))

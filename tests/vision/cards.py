"""Cards that are drawn here, and photos of them: no publisher's picture is needed to test how cards are known."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

Pixels = np.ndarray
WIDTH, HEIGHT = 240, 336
FONT = ImageFont.load_default(34)


def card(seed: int, number: int = 3, title: str = "") -> Pixels:
    """A card with a painted field, a title and a number in its corner; the seed decides everything else."""
    rng = np.random.default_rng(seed)
    ground = tuple(int(part) for part in rng.integers(150, 256, 3))
    picture = Image.new("RGB", (WIDTH, HEIGHT), ground)
    pen = ImageDraw.Draw(picture)
    pen.rectangle((20, 70, 220, 230), fill=tuple(int(part) for part in rng.integers(0, 256, 3)))
    for _ in range(9):
        x, y, size = rng.integers(20, 180), rng.integers(70, 190), rng.integers(15, 45)
        colour = tuple(int(part) for part in rng.integers(0, 256, 3))
        shape = pen.ellipse if rng.random() < 0.5 else pen.rectangle
        shape((int(x), int(y), int(x + size), int(y + size)), fill=colour)
    pen.text((14, 12), title, font=FONT, fill=(20, 20, 20))
    pen.ellipse((178, 262, 232, 316), fill=(40, 40, 60))
    pen.text((195, 268), str(number), font=FONT, fill=(250, 250, 250))
    return np.asarray(picture)


def seen(face: Pixels, seed: int = 0, turn: int = 0, shade: bool = False, off: float = 0.012) -> Pixels:
    """The card as cut out of a photo: other light, corners a little off, turned by quarters, half in the shade."""
    rng = np.random.default_rng(seed)
    height, width = face.shape[:2]
    lit = cv2.GaussianBlur(face, (0, 0), 1.0).astype(np.float32) * rng.uniform(0.75, 1.1) * rng.uniform(0.94, 1.06, 3)
    if shade:
        lit[:, : width // 2] *= 0.55
    noisy = np.clip(lit + rng.normal(0, 4, face.shape), 0, 255).astype(np.uint8)
    corners = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    moved = corners + rng.normal(0, off, (4, 2)).astype(np.float32) * width
    flat = cv2.warpPerspective(
        noisy, cv2.getPerspectiveTransform(moved, corners), (width, height), borderValue=(90, 70, 50)
    )
    return np.ascontiguousarray(np.rot90(flat, turn))


def table(faces: list[Pixels], columns: int = 3, gap: int = 60, seed: int = 0) -> Pixels:
    """Cards laid out in rows on a dark table."""
    rows = -(-len(faces) // columns)
    canvas = np.zeros((rows * (HEIGHT + gap) + gap, columns * (WIDTH + gap) + gap, 3), np.uint8)
    canvas[:] = (46, 60, 52)
    for place, face in enumerate(faces):
        y, x = gap + place // columns * (HEIGHT + gap), gap + place % columns * (WIDTH + gap)
        canvas[y : y + HEIGHT, x : x + WIDTH] = face
    noise = np.random.default_rng(seed).normal(0, 3, canvas.shape)
    return np.clip(canvas + noise, 0, 255).astype(np.uint8)


def save(picture: Pixels, path: Path) -> Path:
    """A picture as a photo on disk."""
    Image.fromarray(picture).save(path, "JPEG", quality=92)
    return path

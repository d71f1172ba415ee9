"""Tables without dice, drawn: wood, cloth, carpet, boards, score pads, dominoes. What is printed is no die."""

from __future__ import annotations

import cv2
import numpy as np

from datasets import prints, textures
from models.album import Print
from models.light import Image, Rng

SIDE = 640
PRINTS = (prints.board, prints.newspaper, prints.card, prints.pad, prints.domino)
WHOLE = (prints.board, prints.newspaper, prints.pad)


def tables(count: int, seed: int) -> list[Print]:
    """Many tables, some of them bare, some with printed things on them."""
    rng = np.random.default_rng([seed, 77])
    return [Print(_table(rng), "drawn", (), np.zeros((0, 4), np.float32)) for _ in range(count)]


def _table(rng: Rng) -> Image:
    draw = rng.random()
    if draw < 0.12:
        image = WHOLE[rng.integers(len(WHOLE))](rng)
    elif draw < 0.3:
        image = motifs(rng)
    else:
        _, image = textures.draw_surface(rng)
    image = np.ascontiguousarray(cv2.resize(image, (SIDE, SIDE), interpolation=cv2.INTER_AREA))
    if draw > 0.65:
        for _ in range(int(rng.integers(1, 6))):
            _put(image, PRINTS[rng.integers(len(PRINTS))](rng), rng)
    return image


def _put(table: Image, sheet: Image, rng: Rng) -> None:
    """Lay a printed thing on a table, turned anyhow."""
    height, width = sheet.shape[:2]
    scale = rng.uniform(60, 320) / max(height, width)
    sheet = cv2.resize(sheet, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    height, width = sheet.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), float(rng.uniform(0, 360)), 1.0)
    matrix[:, 2] = matrix[:, 2] + rng.uniform(0, SIDE, 2) - (width / 2, height / 2)
    cv2.warpAffine(sheet, matrix, (SIDE, SIDE), dst=table, borderMode=cv2.BORDER_TRANSPARENT)


def motifs(rng: Rng) -> Image:
    """Cloth or wallpaper on which one small figure of strokes and dots repeats."""
    ground = rng.integers(0, 256, 3)
    ink = np.clip(ground + rng.choice([-1, 1]) * rng.integers(40, 200, 3), 0, 255)
    step = int(rng.integers(24, 110))
    figure = np.empty((step, step, 3), np.uint8)
    figure[:] = ground
    colour = tuple(int(part) for part in ink)
    for _ in range(int(rng.integers(2, 9))):
        a, b = rng.integers(0, step, 2).tolist(), rng.integers(0, step, 2).tolist()
        shape = rng.integers(3)
        if shape == 0:
            cv2.circle(figure, a, int(step * rng.uniform(0.03, 0.14)) + 1, colour, -1, cv2.LINE_AA)
        elif shape == 1:
            cv2.line(figure, a, b, colour, int(rng.integers(1, 4)), cv2.LINE_AA)
        else:
            axes = (rng.uniform(0.04, 0.2, 2) * step).astype(int) + 1
            cv2.ellipse(figure, a, axes.tolist(), float(rng.uniform(0, 180)), 0, 360, colour, -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        figure = (
            np.maximum(figure, figure[:, ::-1]) if ink.mean() > ground.mean() else np.minimum(figure, figure[:, ::-1])
        )
    times = SIDE // step + 1
    cloth = np.tile(figure, (times, times, 1))[:SIDE, :SIDE]
    weave = rng.normal(1, 0.04, (SIDE, SIDE, 1))
    return np.clip(cloth * weave, 0, 255).astype(np.uint8)

"""Photos seen from so near that one die fills a good part of the frame, cut from photos taken farther away."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from datasets.manifest import Box, Picture
from models.light import Image, Rng

SIDE = 960  # pixels of the longer side of a close-up
WHOLE = 0.5  # a die of which less is in the frame is neither right nor wrong to find
SHAPES = (4 / 3, 1.0, 3 / 4)


def close_up(picture: Picture, pixels: Image, share: float, rng: Rng) -> tuple[Image, Picture] | None:
    """A part of a photo in which one of its dice is as high as this share of the frame; None if it has no die."""
    dice = [die for die in picture.dice if die.kind != "polyhedron"]
    if not dice:
        return None
    left, top, right, bottom = dice[rng.integers(len(dice))].box
    reach = max(right - left, bottom - top)
    high = reach / share
    wide = high * float(rng.choice(SHAPES))
    # the die is whole, wherever in the frame it lies
    x = left - rng.uniform(0, max(wide - (right - left), 0))
    y = top - rng.uniform(0, max(high - (bottom - top), 0))
    scale = SIDE / max(wide, high)
    matrix = np.array([[scale, 0, -x * scale], [0, scale, -y * scale]])
    size = (round(wide * scale), round(high * scale))
    seen = cv2.warpAffine(pixels, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT_101)
    moved = [replace(die, box=_moved(die.box, (x, y), scale, size)) for die in picture.dice]
    kept = [_shown(old.box, new.box, scale) for old, new in zip(picture.dice, moved, strict=True)]
    whole = tuple(die for die, part in zip(moved, kept, strict=True) if part >= WHOLE)
    cut = tuple(die.box for die, part in zip(moved, kept, strict=True) if 0 < part < WHOLE)
    ignore = (*cut, *(_moved(box, (x, y), scale, size) for box in picture.ignore))
    return seen, replace(picture, width=size[0], height=size[1], dice=whole, ignore=ignore, look_alikes=())


def _moved(box: Box, corner: tuple[float, float], scale: float, size: tuple[int, int]) -> Box:
    """A box in the close-up, cut to its frame."""
    edges = (np.array(box).reshape(2, 2) - corner) * scale
    low, high = np.clip(edges, 0, size)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def _shown(before: Box, after: Box, scale: float) -> float:
    """Which part of a box is left in the frame."""
    return _area(after) / max(_area(before) * scale**2, 1e-9)


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])

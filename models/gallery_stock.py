"""What designs for the gallery's training and tests are made of, apart from each other."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import cv2
import numpy as np

from datasets.art import SURFACES, Split, decks, fonts, icons
from datasets.designs import Stuff
from datasets.pictures import read_rgb
from datasets.plain_shapes import plain_shapes
from datasets.textures import clouds, mix

PICTURE = 320  # longest side of a picture to paint with
PICTURES = 250
COLLAGES = 250


def stuff(art: Path, photos: Path, split: Split, seed: int) -> Stuff:
    """Icons, fonts, decks and pictures of the training part, or those held apart for tests."""
    rng = np.random.default_rng(seed)
    _, masks = icons(split, art)
    plain = plain_shapes(rng) if split == "train" else masks[:0]
    families: list[Literal["cards", "tiles"]] = ["cards", "tiles"] if split == "train" else ["cards"]
    drawings = [path for family in families for deck in decks(family, split, art).values() for path in deck]
    faces = [face for face in map(_on_white, drawings) if face.size]  # some parts of a drawing are see-through
    files = [path for name in SURFACES[split] for path in sorted((photos / "dice").rglob(f"{name}/**/*.jp*g"))]
    chosen = rng.permutation(len(files))[:PICTURES]
    pictures = [_small(read_rgb(files[index])) for index in chosen]
    pictures += [_collage(masks, rng) for _ in range(COLLAGES)]
    found = fonts(split, art / "fonts") or fonts(split)
    return Stuff(np.concatenate([masks, plain]), pictures, faces, found, len(plain))


def _collage(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A painting of sorts: icons in many colours, sizes and turns on clouds of two colours."""
    first, second = rng.uniform(0, 255, (2, 3))
    canvas = mix(clouds(rng, 3, 3, size=PICTURE), first, second)
    for _ in range(int(rng.integers(5, 30))):
        side = int(np.exp(rng.uniform(np.log(20), np.log(200))))
        turn = cv2.getRotationMatrix2D((48, 48), rng.uniform(0, 360), 1)
        mask = cv2.resize(cv2.warpAffine(masks[rng.integers(len(masks))], turn, (96, 96)), (side, side))
        x, y = rng.integers(0, PICTURE - side, 2)
        share = mask[..., None].astype(np.float32) / 255 * rng.uniform(0.5, 1)
        part = canvas[y : y + side, x : x + side]
        part[:] = part * (1 - share) + rng.uniform(0, 255, 3) * share
    return canvas


def _small(picture: np.ndarray) -> np.ndarray:
    scale = PICTURE / max(picture.shape[:2])
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def _on_white(path: Path) -> np.ndarray:
    """A face of a deck without what is see-through around it; what is see-through inside is white."""
    picture = np.asarray(cv2.imread(str(path), cv2.IMREAD_UNCHANGED))
    if picture.shape[2] == 3:
        return np.ascontiguousarray(picture[..., ::-1])
    x, y, width, height = cv2.boundingRect((picture[..., 3] > 128).astype(np.uint8))
    picture = picture[y : y + height, x : x + width]
    alpha = picture[..., 3:].astype(np.float32) / 255
    return (picture[..., 2::-1] * alpha + 255 * (1 - alpha)).astype(np.uint8)

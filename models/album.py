"""Labelled pictures held in memory, ready to be cut from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.cards import CORRECTED
from datasets.manifest import Die, Picture, read
from models.light import Image
from models.settings import Data
from vision.lamp import Lamp
from vision.reader import foot_of, outward

UNSEEN = 0.25  # a die of which less than this shows is neither taught nor missed

FOCUS = 0.9  # of a usual camera, in longer sides of its pictures


@dataclass(frozen=True)
class Print:
    """One picture in memory: pixels (RGB), dice, and their boxes in these pixels; `look_alikes` are no dice."""

    image: Image
    source: str
    dice: tuple[Die, ...]
    boxes: NDArray[np.float32]
    angle: float | None = None
    look_alikes: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 4), np.float32))

    def lean(self, n: int, foot: float) -> float:
        """Which way the top of a die is shifted against its bottom, in degrees to the right of up.

        Where nobody knows how the camera was held, its foot is so many longer sides below the middle of the picture.
        """
        height, width = self.image.shape[:2]
        below = foot if self.angle is None else FOCUS / np.tan(np.deg2rad(self.angle))
        return outward(self.boxes[n], foot_of(width, height, below))

    @property
    def polyhedra(self) -> NDArray[np.bool_]:
        return np.array([die.kind == "polyhedron" for die in self.dice], bool)


def pixels_of(path: Path) -> Image:
    """A picture file as RGB."""
    pixels = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if pixels is None:
        raise FileNotFoundError(path)
    return cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB)


def load(picture: Picture, folder: Path, longest: int) -> Print:
    """A picture as a print; what is to be ignored is smeared so that it teaches nothing."""
    image = pixels_of(folder / picture.image)
    scale = min(1.0, longest / max(image.shape[:2]))
    if scale < 1:
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    hidden = [die.box for die in picture.dice if die.visible < UNSEEN]
    for box in (*picture.ignore, *hidden):
        _smear(image, np.array(box) * scale)
    dice = tuple(die for die in picture.dice if die.visible >= UNSEEN)
    boxes = np.array([die.box for die in dice], np.float32).reshape(-1, 4) * scale
    alike = np.array(picture.look_alikes, np.float32).reshape(-1, 4) * scale
    return Print(image, picture.source, dice, boxes, picture.angle, alike)


def _smear(image: Image, box: NDArray[np.float64]) -> None:
    x0, y0, x1, y1 = (max(0, int(edge)) for edge in box)
    patch = image[y0:y1, x0:x1]
    if patch.size:
        image[y0:y1, x0:x1] = cv2.GaussianBlur(patch, (0, 0), max(2.0, (x1 - x0) / 4))


def album(manifest: Path, longest: int) -> list[Print]:
    """All pictures of one manifest."""
    if not manifest.exists():
        return []
    return [load(picture, manifest.parent, longest) for picture in read(manifest)]


def in_white_light(pages: Iterable[Print], lamp: Lamp) -> list[Print]:
    """The pictures without the cast of their light, as the reader gets every photo to see."""
    return [replace(page, image=lamp.light_of(page.image).take_from([page.image])[0]) for page in pages]


def manifests(data: Data) -> list[Path]:
    """Every rendered set that is there."""
    return sorted(path for root in data.rendered for path in root.glob("*/manifest.jsonl"))


def held_out(manifest: Path) -> bool:
    """Whether a rendered set is kept for evaluation: its name says val or test."""
    return "val" in manifest.parent.name or "test" in manifest.parent.name


def sprite_sets(data: Data) -> list[Path]:
    """Rendered dice without a table."""
    return [path for path in manifests(data) if "sprites" in path.parent.name and not held_out(path)]


def rendered(data: Data) -> list[Print]:
    """All rendered pictures for training."""
    chosen = [path for path in manifests(data) if "sprites" not in path.parent.name and not held_out(path)]
    return [made for path in chosen for made in album(path, data.longest_side)]


def real(data: Data, without: Iterable[str] = ()) -> dict[str, list[Print]]:
    """The real training photos by source, but not those of sources left out."""
    kept = [source for source in data.train_sources if source not in set(without)]
    return {source: album(data.real / source / "manifest.jsonl", data.longest_side) for source in kept}


def corrected(data: Data) -> dict[str, list[Print]]:
    """Photos of dice that people corrected, if there are any."""
    paths = [folder / "dice" / "manifest.jsonl" for folder in data.corrected]
    prints = [made for path in paths for made in album(path, data.longest_side)]
    return {CORRECTED: prints} if prints else {}

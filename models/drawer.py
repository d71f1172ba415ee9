"""What composed scenes are made of: sets of faces drawn ahead, and the tables to lay them on."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from datasets.board_faces import board_face
from datasets.card_faces import card_set
from datasets.pieces import Shelf
from datasets.tile_faces import tile_set, token_set
from models.light import Image, Rng

SETS = {"cards": 80, "tiles": 90, "tokens": 24, "boards": 36}
IN_SET = 8
RENEWED = 0.2  # how often a scene replaces one set by a new one


@dataclass
class Drawer:
    """Sets of faces, drawn ahead and slowly replaced, and the tables to lay them on."""

    shelf: Shelf
    surfaces: list[Image]
    cut_outs: dict[str, list[Image]]  # real cards and tiles, straightened
    sets: dict[str, list[list[Image]]] = field(default_factory=dict)

    def fill(self, rng: Rng, share: float = 1.0) -> None:
        """Draw all sets."""
        for name, count in SETS.items():
            self.sets[name] = [self._new(name, rng) for _ in range(max(2, int(count * share)))]

    def _new(self, name: str, rng: Rng) -> list[Image]:
        if name == "boards":
            return [board_face(self.shelf, rng)]
        return {"cards": card_set, "tiles": tile_set, "tokens": token_set}[name](self.shelf, rng, IN_SET)

    def any_set(self, name: str, rng: Rng) -> list[Image]:
        """One set; at times real pieces cut from photos."""
        if rng.random() < RENEWED:
            self.sets[name][rng.integers(len(self.sets[name]))] = self._new(name, rng)
        real = self.cut_outs.get(name)
        if real and rng.random() < 0.25:
            return [real[row] for row in rng.integers(len(real), size=IN_SET)]
        return self.sets[name][rng.integers(len(self.sets[name]))]


def surface(drawer: Drawer, side: int, rng: Rng) -> Image:
    """A table without anything on it."""
    picture = drawer.surfaces[rng.integers(len(drawer.surfaces))]
    high, wide = picture.shape[:2]
    cut = int(min(high, wide) * rng.uniform(0.35, 1.0))
    y, x = rng.integers(high - cut + 1), rng.integers(wide - cut + 1)
    part = cv2.resize(picture[y : y + cut, x : x + cut], (side, side), interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(np.rot90(part, int(rng.integers(4))))

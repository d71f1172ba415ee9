"""How makers set the pips of a die: where, how large, round or square, framed, on plain or marbled plastic."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.faces import PIP_PLACES
from models.light import Rng

CELL = 72  # pixels of a face before it is seen in perspective
DARK = 85.0  # the brightest channel of a body that may pass for black
RINGS, SQUARE, FRAMED = 0.05, 0.06, 0.06  # shares of the makers who paint rims only, set squares, or draw a frame
SQUARE_SIDE = 0.88  # of a square pip, as large in area as a round one
FRAME_LINE = 0.35  # its breadth, in radii of a pip
Ink = NDArray[np.float32]


class Maker:
    """How one maker sets pips, the same on all faces of a die."""

    def __init__(self, rng: Rng, plain: bool = False) -> None:
        self.radius = float(rng.uniform(0.06, 0.135))
        self.spread = float(rng.uniform(0.19, 0.3))
        closest = 1.1 * self.radius / self.spread  # pips do not run into each other
        self.two = max(closest, float(rng.choice([1.0, rng.uniform(0.4, 1.0)])))
        self.three = max(closest * 1.5, float(rng.choice([1.0, rng.uniform(0.7, 1.1)])))
        self.six = max(closest * 2, float(rng.choice([1.0, rng.uniform(0.6, 1.1), rng.uniform(1.0, 1.25)])))
        self.six_wide = max(closest, float(rng.choice([1.0, rng.uniform(0.55, 1.1), rng.uniform(0.5, 0.75)])))
        self.one = float(rng.choice([1.0, rng.uniform(1.2, 2.3)]))
        self.straight_two = bool(rng.random() < 0.3)
        self.straight_three = bool(rng.random() < 0.12)
        veins = 0 if plain else int(rng.choice([0, 1, 2], p=[0.65, 0.22, 0.13]))
        self.veins = [rng.uniform(0, 255, 3).astype(np.float32) for _ in range(veins)]
        # pearl is marbled with a lighter or darker shade of itself, and keeps its colour's name
        self.pearl = not plain and bool(rng.random() < 0.35)
        self.rim = float(rng.choice([0.0, rng.uniform(0.1, 0.5)]))
        # pips are bowls: light falls on one side of them, and some makers paint only their rims
        self.bowl = float(rng.choice([0.0, rng.uniform(-0.7, 0.7)]))
        self.lit_from = rng.uniform(0, 2 * np.pi)
        self.ring = float(rng.uniform(0.4, 0.65)) if rng.random() < RINGS else 0.0
        self.square = bool(rng.random() < SQUARE)
        # a line around all pips, so far from the edge of the face
        self.frame = float(rng.uniform(0.03, 0.12)) if rng.random() < FRAMED else 0.0

    def face(self, value: int, body: Ink, ink: Ink, rng: Rng) -> Ink:
        """One face as a square picture."""
        face: np.ndarray = np.empty((CELL, CELL, 3), np.uint8)
        face[:] = self._plastic(body, rng)
        radius = self.radius * (self.one if value == 1 else 1.0)
        for x, y in self._places(value):
            at = ((0.5 + x) * CELL, (0.5 + y) * CELL)
            if self.rim:
                self._spot(face, at, (radius + 0.015) * CELL, body * (1 - self.rim))
            self._spot(face, at, radius * CELL, ink)
            self._hollow(face, at, radius * CELL, body, ink)
        if self.frame:
            near, line = round(self.frame * CELL), max(1, round(self.radius * CELL * FRAME_LINE))
            cv2.rectangle(face, (near, near), (CELL - 1 - near, CELL - 1 - near), tuple(map(float, ink)), line)
        return np.ascontiguousarray(np.rot90(face, int(rng.integers(4))), np.float32)

    def _hollow(self, face: Ink, at: tuple[float, float], radius: float, body: Ink, ink: Ink) -> None:
        """The light in the bowl of a pip, or its bare middle."""
        if self.bowl:
            shift = 0.3 * radius
            lit = (at[0] + shift * np.cos(self.lit_from), at[1] + shift * np.sin(self.lit_from))
            self._spot(
                face, lit, 0.65 * radius, ink + (255 - ink) * self.bowl if self.bowl > 0 else ink * (1 + self.bowl)
            )
        if self.ring:
            self._spot(face, at, self.ring * radius, body)

    def _spot(self, face: Ink, at: tuple[float, float], radius: float, colour: Ink) -> None:
        """A round or square spot; OpenCV counts in sixteenths of a pixel."""
        paint = tuple(map(float, colour))
        if self.square:
            (left, top), (right, bottom) = (
                [round((middle + way * SQUARE_SIDE * radius) * 16) for middle in at] for way in (-1, 1)
            )
            cv2.rectangle(face, (left, top), (right, bottom), paint, -1, cv2.LINE_AA, 4)
        else:
            cv2.circle(face, (round(at[0] * 16), round(at[1] * 16)), round(radius * 16), paint, -1, cv2.LINE_AA, 4)

    def _plastic(self, body: Ink, rng: Rng) -> Ink:
        """The body without its pips."""
        plastic = body
        for vein in self.veins:
            plastic = marbled(plastic, vein, rng)
        if self.pearl and not self.veins:
            # of a dark die only the light streaks show what colour it has
            sheen = rng.uniform(1.2, 3.0) if body.max() < DARK else np.exp(rng.normal(0, 0.22))
            plastic = marbled(body, np.clip(body * sheen, 0, 255), rng)
        return plastic

    def _places(self, value: int) -> list[tuple[float, float]]:
        squeeze = {2: self.two, 3: self.three}.get(value, 1.0) * self.spread
        straight = (value == 2 and self.straight_two) or (value == 3 and self.straight_three)
        wide, high = (self.six_wide, self.six) if value == 6 else (1.0, 1.0)
        return [(0.0 if straight else x * squeeze * wide, y * squeeze * high) for x, y in PIP_PLACES[value]]


def marbled(body: Ink, vein: Ink, rng: Rng) -> Ink:
    """Two colours that run into each other, with hard or soft borders, or as glitter."""
    cells = int(rng.choice([3, 4, 6, 10, 36]))
    grain: np.ndarray = rng.standard_normal((cells, cells), np.float32)
    if cells < 10 and rng.random() < 0.4:  # stirred: streaks instead of patches
        grain = cv2.resize(grain, (cells, cells * 3))[:cells]
    field = cv2.resize(grain, (CELL, CELL), interpolation=cv2.INTER_CUBIC)
    share = 1 / (1 + np.exp(-(field - rng.uniform(0, 0.8)) * rng.uniform(1.5, 8)))
    return np.asarray(body + (vein - body) * share[..., None] * rng.uniform(0.3, 1.0), np.float32)

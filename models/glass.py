"""Quick drawings of dice that can be seen through: their edges catch the light, the table shows in their faces.

Roll Player's boost dice are clear and show 3 to 8. No photo here has one, and opaque sketches teach that a die with
seven or eight pips is a six, and a clear one white.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.manifest import Die
from models.light import Rng
from models.maker import CELL, Ink, Maker
from models.sketch import CANVAS, numeral, rounded, shine_on_it, visible_faces
from models.sprites import SKETCH, Mask, Sprite

BOOST = 0.7  # share of them that show 3 to 8, seven and eight more often than the others
BOOST_FACES = (3, 4, 5, 6, 7, 8)
MOST_PIPS = 6
OFTEN = (0.12, 0.13, 0.14, 0.19, 0.19, 0.23)
NUMBERED = 0.35  # share of the boost dice whose 7 and 8 are numerals
DARK_INK = 0.8
NOT_TOUCHING = 0.46
LEAST_EDGE = 0.2  # how opaque edges are at least: pips without a body around them are print
SEEN_HIDDEN = 0.5  # share of the dice in which the pips of hidden faces are seen as well


@dataclass(frozen=True)
class Glass:
    """How much of the light each part of a die keeps: its faces, their edges, its pips, and those of hidden faces."""

    face: float
    edge: float
    pips: float
    hidden: float
    rim: int  # pixels of an edge

    @classmethod
    def any(cls, rng: Rng) -> Glass:
        face = float(rng.uniform(0.06, 0.45))
        hidden = float(rng.uniform(0.1, 0.6)) if rng.random() < SEEN_HIDDEN else 0.0
        rim = int(CELL * rng.uniform(0.02, 0.12))
        edge = float(rng.uniform(max(face, LEAST_EDGE), 0.9))
        return cls(face, edge, float(rng.uniform(0.75, 1.0)), hidden, rim)

    def opacity(self, face: Ink, body: Ink) -> Mask:
        """How opaque each pixel of a face is."""
        kept = np.full((CELL, CELL), self.edge, np.float32)
        rim = max(1, self.rim)
        kept[rim:-rim, rim:-rim] = self.face
        return np.maximum(kept, self.pips * _pips(face, body))


def glass_sketch(rng: Rng) -> Sprite:
    """A clear die seen from somewhere above; what it stands on is seen through it."""
    boost = rng.random() < BOOST
    values = BOOST_FACES if boost else tuple(range(1, 7))
    top = int(rng.choice(values, p=OFTEN if boost else None))
    bottom = min(values) + max(values) - top
    sides = [int(value) for value in rng.permutation([one for one in values if one not in (top, bottom)])]
    body = (np.array([rng.uniform(0.88, 1.0), rng.uniform(0.94, 1.0), 1.0]) * rng.uniform(110, 255)).astype(np.float32)
    ink = rng.uniform(0, 50, 3) if rng.random() < DARK_INK else rng.uniform(150, 255, 3)
    maker, glass = Maker(rng, plain=True), Glass.any(rng)
    maker.radius = min(maker.radius, NOT_TOUCHING * maker.spread)  # eight pips need room
    draw = partial(_face, maker, boost and rng.random() < NUMBERED, body, ink.astype(np.float32), rng)
    faces = [draw(value) for value in (top, *sides, bottom)]
    elevation = np.deg2rad(rng.uniform(25, 50) if rng.random() < 0.45 else rng.uniform(50, 90))
    upper = visible_faces(elevation, np.deg2rad(rng.uniform(0, 360)))
    picture, hull = np.zeros((CANVAS, CANVAS, 4), np.float32), np.zeros((CANVAS, CANVAS), np.float32)
    if glass.hidden:
        low = upper[0] + (0, float(np.cos(elevation)) * 2 * CANVAS * 0.27)
        _lay(picture, low.astype(np.float32), faces[-1], glass.hidden * _pips(faces[-1], body))
    for n, (corners, face) in reversed(list(enumerate(zip(upper, faces, strict=False)))):
        light = 1.0 if n == 0 else float(rng.uniform(0.45, 0.95))
        _lay(picture, corners, face * light, glass.opacity(face, body))
        cv2.fillConvexPoly(hull, np.round(corners).astype(np.int32), 1.0)
    return _cut(picture, rounded(hull, rng), str(top), float(np.rad2deg(elevation)), rng)


def _face(maker: Maker, numbered: bool, body: Ink, ink: Ink, rng: Rng, value: int) -> Ink:
    """One face; some copies have numerals where there is little room for pips."""
    return numeral(str(value), body, ink, rng) if numbered and value > MOST_PIPS else maker.face(value, body, ink, rng)


def _cut(picture: Ink, outline: Mask, face: str, angle: float, rng: Rng) -> Sprite:
    """The drawn die as a sprite: colours as they are, and how much of the table they hide."""
    alpha = picture[..., 3] * outline
    colours = picture[..., :3] / np.maximum(picture[..., 3:], 1e-3) * shine_on_it(rng)
    rows, columns = np.nonzero(outline > 0.5)
    box = (float(columns.min()), float(rows.min()), float(columns.max() + 1), float(rows.max() + 1))
    die = Die(box, "pips", face, "clear", "translucent")
    return Sprite(np.clip(colours, 0, 255).astype(np.uint8), alpha, outline, (die,), SKETCH, angle)


def _pips(face: Ink, body: Ink) -> Mask:
    """Where a face differs from its body: 1 in the pips, softly less at their rims."""
    apart = np.abs(face - body).sum(axis=2)
    return np.asarray(np.clip(apart / max(0.6 * float(apart.max()), 1.0), 0, 1), np.float32)


def _lay(picture: Ink, corners: NDArray[np.float32], face: Ink, opacity: Mask) -> None:
    """Lay a face over what was drawn before it; colours are kept weighed by their opacity."""
    flat = np.array([[0, 0], [CELL, 0], [CELL, CELL], [0, CELL]], np.float32)
    matrix = cv2.getPerspectiveTransform(flat, corners)
    layer = np.dstack([face * opacity[..., None], opacity]).astype(np.float32)
    seen = cv2.warpPerspective(layer, matrix, (CANVAS, CANVAS))
    picture *= 1 - seen[..., 3:]
    picture += seen

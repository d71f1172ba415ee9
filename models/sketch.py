"""Quick drawings of dice for the reader: rough bodies, but pips set in every way that makers set them.

Photos and renders show too few makers: a two whose pips nearly touch, a one as large as a coin, a six of three
tight pairs; too few symbol faces and too few shades of a colour. Drawing such a die takes a millisecond.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import symbols
from datasets.manifest import Die
from datasets.pigments import draw_colour, draw_pigment, ink_for
from datasets.render.spec import HAZARD_FACES, MINER_TYPES
from models.light import Rng
from models.maker import CELL, Ink, Maker
from models.sprites import SKETCH, Mask, Sprite

CANVAS = 128
BOOST_DICE = 0.04
MORE_SIXES = 0.12  # the face that makers set in the most ways
LEGIBLE = 70.0  # how far apart two colours must be, at least
# share of the dice, and of those drawn as clear, through which the pips of the bottom shine
SEEN_THROUGH, CLEAR_SEEN_THROUGH = 0.06, 0.8
ODD_INK = 0.3  # share of dice whose pips differ from the body more in hue than in brightness, or hardly at all


def sketch(rng: Rng) -> Sprite:
    """A die seen from somewhere above, one to three faces in sight; one in twenty-five is a boost die of 3 to 8."""
    body, ink, colour = _colours(rng)
    through = rng.random() < (CLEAR_SEEN_THROUGH if colour == "clear" else SEEN_THROUGH)
    if rng.random() < ODD_INK:
        ink = _odd_ink(body, rng)
    maker = Maker(rng)
    values = range(3, 9) if rng.random() < BOOST_DICE else range(1, 7)
    top = 6 if rng.random() < MORE_SIXES else int(rng.choice(values))
    sides = [value for value in values if value not in (top, 7 - top)]
    faces = [maker.face(value, body, ink, rng) for value in (top, *rng.permutation(sides)[:2])]
    if through:
        faces[0] = _shining_through(faces[0], maker.face(min(values) + max(values) - top, body, ink, rng), body, rng)
    # a vein may cover more than the body; a sketch cannot show what clear looks like, only what shines through it
    plain = None if maker.veins or colour == "clear" else colour
    return _cube(faces, Die((0, 0, 0, 0), "pips", str(top), plain), rng)


def symbol_sketch(rng: Rng) -> Sprite:
    """A die of Dice Miner: our symbols in one ink on the body colour of its type."""
    kind = str(rng.choice(list(MINER_TYPES), p=[0.1, 0.4, 0.2, 0.15, 0.15]))  # hazard dice have the most faces
    colour, named = MINER_TYPES[kind]
    shown = rng.permutation(HAZARD_FACES if kind == "hazard" and rng.random() < 0.9 else named)[:3]
    pigment = draw_pigment(colour, rng)
    body, ink = _paint(pigment), _paint(ink_for(colour, pigment, rng)[1])
    maker = Maker(rng)
    size = float(rng.uniform(0.8, 1.0))
    faces = [
        maker.face(int(name), body, ink, rng) if name.isdigit() else _symbol(name, size, body, ink, rng)
        for name in map(str, shown)
    ]
    top = str(shown[0])
    plain = None if top.isdigit() and maker.veins else colour
    return _cube(faces, Die((0, 0, 0, 0), "pips" if top.isdigit() else "symbol", top, plain), rng)


def odd_sketch(rng: Rng) -> Sprite:
    """A cube with numerals or carved ornaments, which is not to be read."""
    body, ink, _ = _colours(rng)
    numbered = rng.random() < 0.35
    faces = [
        numeral(str(rng.integers(0, 21)), body, ink, rng) if numbered else _ornament(body, ink, rng) for _ in range(3)
    ]
    return _cube(faces, Die((0, 0, 0, 0), "polyhedron"), rng)


def _cube(textures: list[Ink], die: Die, rng: Rng) -> Sprite:
    """A cube with these faces (the top first) in some light from some side."""
    elevation = np.deg2rad(rng.uniform(25, 50) if rng.random() < 0.45 else rng.uniform(50, 90))
    image = np.zeros((CANVAS, CANVAS, 3), np.float32)
    hull = np.zeros((CANVAS, CANVAS), np.float32)
    corners = visible_faces(elevation, np.deg2rad(rng.uniform(0, 360)))
    for n, (place, texture) in enumerate(zip(corners, textures, strict=False)):
        light = 1.0 if n == 0 else float(rng.uniform(0.35, 0.95))
        _draw_face(image, hull, place, texture * light)
    outline = rounded(hull, rng)
    rows, columns = np.nonzero(outline > 0.5)
    box = (float(columns.min()), float(rows.min()), float(columns.max() + 1), float(rows.max() + 1))
    shine = shine_on_it(rng)
    drawn = np.clip(image * shine, 0, 255).astype(np.uint8)
    return Sprite(drawn, outline, outline, (replace(die, box=box),), SKETCH, float(np.rad2deg(elevation)))


def _shining_through(top: Ink, bottom: Ink, body: Ink, rng: Rng) -> Ink:
    """The top face of a die that can be seen through: its bottom's pips, fainter, softer, smaller and shifted."""
    smaller, shift = rng.uniform(0.6, 0.95), rng.normal(0, 0.12, 2) * CELL
    way = np.column_stack([np.eye(2) * smaller, (1 - smaller) * CELL / 2 + shift])
    shade = cv2.warpAffine(bottom - body, way, (CELL, CELL))
    shade = cv2.GaussianBlur(shade, (0, 0), float(rng.uniform(0.7, 3.0))) * rng.uniform(0.15, 0.6)
    own = np.abs(top - body).sum(axis=2, keepdims=True)  # through the pips of the top nothing is seen
    return np.asarray(top + shade * np.clip(1 - own / max(float(own.max()), 1.0), 0, 1), np.float32)


def numeral(text: str, body: Ink, ink: Ink, rng: Rng) -> Ink:
    """A number instead of pips."""
    face = np.empty((CELL, CELL, 3), np.uint8)
    face[:] = body
    font = int(rng.choice([0, 1, 2, 3, 4, 7]))
    scale, thick = float(rng.uniform(0.9, 1.8)) / len(text) ** 0.5, int(rng.integers(2, 6))
    (width, height), _ = cv2.getTextSize(text, font, scale, thick)
    at = ((CELL - width) // 2, (CELL + height) // 2)
    cv2.putText(face, text, at, font, scale, tuple(map(float, ink)), thick, cv2.LINE_AA)
    return np.ascontiguousarray(np.rot90(face, int(rng.integers(4))), np.float32)


def _ornament(body: Ink, ink: Ink, rng: Rng) -> Ink:
    """A carved pattern, mostly symmetric, often in a frame."""
    cells = int(rng.integers(5, 15))
    carved = (rng.random((cells, cells)) < rng.uniform(0.3, 0.65)).astype(np.float32)
    if rng.random() < 0.7:
        carved = np.maximum(carved, carved[:, ::-1]) if rng.random() < 0.5 else np.maximum(carved, carved.T)
    picture = cv2.resize(carved, (CELL, CELL), interpolation=cv2.INTER_NEAREST)
    picture = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.5, 2.5)))[..., None]
    if rng.random() < 0.7:
        inset = int(CELL * rng.uniform(0.06, 0.2))
        picture[:inset] = picture[-inset:] = picture[:, :inset] = picture[:, -inset:] = 0.0
        near, far = inset // 2, CELL - inset // 2 - 1
        if rng.random() < 0.5:
            picture = np.ascontiguousarray(picture)
            cv2.rectangle(picture, (near, near), (far, far), 1.0, max(1, inset // 3))
    return np.asarray(body + (ink - body) * np.clip(picture, 0, 1), np.float32)


def _symbol(name: str, size: float, body: Ink, ink: Ink, rng: Rng) -> Ink:
    """One symbol face, a little larger or smaller, turned by quarters."""
    drawn = symbols.draw(name, CELL)
    zoom = cv2.getRotationMatrix2D((CELL / 2, CELL / 2), 0.0, size)
    mask = cv2.warpAffine(drawn, zoom, (CELL, CELL))[..., None]
    return np.ascontiguousarray(np.rot90(body + (ink - body) * mask, int(rng.integers(4))), np.float32)


def _colours(rng: Rng) -> tuple[Ink, Ink, str | None]:
    """Body, pips and the name of the body's colour; many dice are ivory to white with dark pips."""
    draw = rng.random()
    if draw < 0.35:
        body = np.array([1.0, rng.uniform(0.88, 1), rng.uniform(0.65, 1)]) * rng.uniform(150, 250)
        ink = rng.uniform(5, 60, 3) if rng.random() < 0.85 else np.array([180.0, 25, 25])
        return body.astype(np.float32), ink.astype(np.float32), "white"
    if draw < 0.8:
        colour = draw_colour(rng)
        pigment = draw_pigment(colour, rng)
        return _paint(pigment), _paint(ink_for(colour, pigment, rng)[1]), colour
    body = rng.uniform(10, 245, 3)
    ink = rng.uniform(170, 255, 3) if body.mean() < 120 else rng.uniform(0, 70, 3)
    return body.astype(np.float32), ink.astype(np.float32), None


def _odd_ink(body: Ink, rng: Rng) -> Ink:
    """Red on black, yellow on green, or bare hollows in the body's own colour: to be told, but not by brightness."""
    draw = rng.random()
    if draw < 0.3:
        return np.asarray(body * rng.uniform(0.4, 0.75), np.float32)
    vivid = _paint(draw_pigment(str(rng.choice(["red", "blue", "green", "gold", "orange", "turquoise"])), rng))
    if draw < 0.6 and np.linalg.norm(vivid - body) > LEGIBLE:
        return vivid
    inks = rng.uniform(0, 255, (24, 3)).astype(np.float32)
    apart = np.linalg.norm(inks - body, axis=1)
    legible = inks[(apart > LEGIBLE) & (apart < 180)]
    return legible[0] if len(legible) else inks[apart.argmax()]


def _paint(pigment: tuple[float, float, float]) -> Ink:
    return np.array(pigment, np.float32) * 255


def visible_faces(elevation: float, yaw: float) -> list[NDArray[np.float32]]:
    """Corners in the picture of the top face and of the sides that look at the camera."""
    low, turn = np.sin(elevation), np.array([[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]])
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) @ turn.T
    scale = CANVAS * 0.27

    def seen(points: NDArray[np.float64], height: float) -> NDArray[np.float64]:
        return np.column_stack([points[:, 0], points[:, 1] * low - height * np.cos(elevation)]) * scale + CANVAS / 2

    upper, lower = seen(square, 1.0), seen(square, -1.0)
    faces = [upper]
    for a in range(4):
        b = (a + 1) % 4
        if (square[a] + square[b])[1] > 0.05:  # the side looks towards the camera
            faces.append(np.array([upper[a], upper[b], lower[b], lower[a]]))
    return [face.astype(np.float32) for face in faces]


def _draw_face(image: Ink, hull: Mask, corners: NDArray[np.float32], face: Ink) -> None:
    flat = np.array([[0, 0], [CELL, 0], [CELL, CELL], [0, CELL]], np.float32)
    matrix = cv2.getPerspectiveTransform(flat, corners)
    cv2.warpPerspective(face, matrix, (CANVAS, CANVAS), dst=image, borderMode=cv2.BORDER_TRANSPARENT)
    cv2.fillConvexPoly(hull, np.round(corners).astype(np.int32), 1.0)


def rounded(hull: Mask, rng: Rng) -> Mask:
    """The outline with corners as round as the maker ground them."""
    sigma = float(rng.uniform(0.8, 9))
    soft = cv2.GaussianBlur(hull, (0, 0), sigma)
    level = 0.5 - min(0.12, sigma * 0.008)
    inside = cv2.GaussianBlur(cv2.erode(hull, np.ones((3, 3))), (0, 0), 0.7)
    return np.asarray(np.minimum(np.clip((soft - level) * sigma * 2 + 0.5, 0, 1), inside))


def shine_on_it(rng: Rng) -> Ink:
    """Light that falls off across the die, and now and then a highlight."""
    y, x = np.mgrid[0:CANVAS, 0:CANVAS].astype(np.float32) / CANVAS - 0.5
    way = rng.uniform(0, 2 * np.pi)
    shade = 1 + rng.uniform(0, 0.5) * (np.cos(way) * x + np.sin(way) * y)
    if rng.random() < 0.35:
        cx, cy = rng.uniform(-0.25, 0.25, 2)
        shade += rng.uniform(0.2, 1.2) * np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / rng.uniform(0.002, 0.03))
    return np.asarray(shade[..., None], np.float32)

"""Faces of cards and tiles that exist nowhere: icons, numbers, titles and pictures on coloured grounds.

Every design can have siblings that differ in one thing only, as the cards of one game do: a number, an icon, a colour,
how many of them there are, a word.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from datasets.views import Pixels, Rng

SIDE = 224  # of a design, before it is photographed; its true proportions come back with the photo
FILLS = ("solid", "outline", "striped", "pale")
# From afar stripes are pale: nobody could tell such siblings apart.
OTHER_FILLS = {
    "solid": ["outline", "striped", "pale"],
    "outline": ["solid", "striped", "pale"],
    "striped": ["solid", "outline"],
    "pale": ["solid", "outline"],
}
VISIBLE, PART = 60, 0.03  # a place differs when this part of it changes by so much, all colours together
RECOLOURED = 0.3  # of the texts that a sibling changes: the same one in another ink
PLAIN = 0.35  # of the icons
NEAR_FACES = 14  # faces of one deck follow each other
LETTERS = "ABCDEFGHIJKLMNOPRSTUVWXYZabcdefghijklmnoprstuvwxyz"
Colour = tuple[int, int, int]
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Stuff:
    """What designs are made of: masks of icons, the last of them `plain` forms, pictures to paint with, whole faces,
    fonts."""

    icons: np.ndarray
    pictures: list[Pixels]
    faces: list[Pixels]
    fonts: list[Path]
    plain: int = 0

    def icon(self, rng: Rng) -> int:
        """Any icon; plain forms are drawn far more often than others."""
        first = len(self.icons) - self.plain if self.plain and rng.random() < PLAIN else 0
        return int(rng.integers(first, len(self.icons)))


@dataclass(frozen=True)
class Layer:
    """One thing that is printed: `kind` names how it is drawn."""

    kind: str
    box: Box
    colour: Colour
    what: Any = None
    style: str = "solid"


@dataclass(frozen=True)
class Design:
    """The ground and what is printed on it, from the bottom up; `marks` are the layers that a sibling may change."""

    ground: Layer
    layers: tuple[Layer, ...]
    marks: tuple[int, ...]


def draw(design: Design, stuff: Stuff) -> Pixels:
    """The design as a square picture."""
    canvas = np.empty((SIDE, SIDE, 3), np.uint8)
    canvas[:] = design.ground.colour
    for layer in (design.ground, *design.layers):
        DRAWERS[layer.kind](canvas, layer, stuff)
    return canvas


def sibling(design: Design, stuff: Stuff, rng: Rng) -> Design:
    """The same card but for one thing."""
    index = int(rng.choice(design.marks))
    layers = list(design.layers)
    layers[index] = _changed(layers[index], stuff, rng)
    return replace(design, layers=tuple(layers))


def differences(one: Pixels, other: Pixels, places: int) -> np.ndarray:
    """Of so many places along each side those where two drawn designs differ for everybody to see."""
    changed = np.abs(one.astype(np.int16) - other).sum(axis=2) > VISIBLE
    return cv2.resize(changed.astype(np.float32), (places, places), interpolation=cv2.INTER_AREA) > PART


def _changed(layer: Layer, stuff: Stuff, rng: Rng) -> Layer:
    if layer.kind == "icons" and rng.random() < 0.6:
        how = rng.random()
        icon, count = layer.what
        if how < 0.3:
            return replace(layer, what=(icon, int(rng.choice([n for n in (1, 2, 3, 4) if n != count]))))
        if how < 0.65:
            return replace(layer, style=str(rng.choice(OTHER_FILLS[layer.style])))
        return replace(layer, colour=_other_colour(layer.colour, rng))
    if layer.kind == "icons":
        return replace(layer, what=(stuff.icon(rng), layer.what[1]))
    if layer.kind == "face":
        return replace(layer, what=(layer.what + int(rng.integers(1, NEAR_FACES))) % len(stuff.faces))
    if rng.random() < RECOLOURED:
        return replace(layer, colour=_other_ink(layer.colour, rng))
    text, font, size = layer.what
    return replace(layer, what=(_other_text(text, rng), font, size))


def _other_text(text: str, rng: Rng) -> str:
    if text.isdigit():
        return str(rng.choice([str(n) for n in range(14) if str(n) != text]))
    return _word(rng)


def invent(stuff: Stuff, rng: Rng) -> Design:
    """A design of any kind: plain symbols, a painted card, a tile, a set of icons, a face of a deck."""
    kinds: list[Callable[[Stuff, Rng], Design]] = [_symbols, _number, _painted, _tile, _chart]
    if stuff.faces and rng.random() < 0.12:
        return Design(Layer("plain", (0, 0, 1, 1), (255, 255, 255)), (_face(stuff, rng),), (0,))
    return kinds[int(rng.choice(len(kinds), p=[0.25, 0.13, 0.27, 0.15, 0.2]))](stuff, rng)


def _face(stuff: Stuff, rng: Rng) -> Layer:
    return Layer("face", (0, 0, 1, 1), (0, 0, 0), int(rng.integers(len(stuff.faces))))


def _symbols(stuff: Stuff, rng: Rng) -> Design:
    """One to four large symbols on a pale ground."""
    size = float(rng.uniform(0.35, 0.9))
    box = (0.5 - size / 2, 0.5 - size / 2, 0.5 + size / 2, 0.5 + size / 2)
    icons = _icons(stuff, box, rng)
    return Design(Layer("plain", (0, 0, 1, 1), _pale(rng)), (icons,), (0,))


def _number(stuff: Stuff, rng: Rng) -> Design:
    """A tile with a number, and now and then a symbol below it."""
    top, size = float(rng.uniform(0.05, 0.3)), float(rng.uniform(0.3, 0.6))
    layers = [_text(stuff, (0.2, top, 0.8, top + size), str(rng.integers(14)), _ink(rng), rng)]
    if rng.random() < 0.5:
        y = min(0.72, top + size + 0.05)
        layers.append(_icons(stuff, (0.35, y, 0.65, min(0.97, y + 0.3)), rng))
    return Design(Layer("plain", (0, 0, 1, 1), _pale(rng)), tuple(layers), tuple(range(len(layers))))


def _painted(stuff: Stuff, rng: Rng) -> Design:
    """A card with a frame, a picture, a title, lines of text and values in its corners."""
    x, y = float(rng.uniform(0.04, 0.12)), float(rng.uniform(0.12, 0.2))
    bottom = float(rng.uniform(0.5, 0.85))
    picture = Layer("picture", (x, y, 1 - x, bottom), (0, 0, 0), _patch(stuff, rng))
    ink = _ink(rng)
    layers = [picture, _text(stuff, (0.18, 0.02, 0.82, y - 0.01), _word(rng), ink, rng)]
    row = bottom + 0.03
    while row < 0.92 and rng.random() < 0.9:
        layers.append(_text(stuff, (x, row, float(rng.uniform(0.6, 0.95)), row + 0.045), _line(rng), ink, rng))
        row += 0.055
    marks = [1]
    for _ in range(int(rng.integers(1, 4))):
        marks.append(len(layers))
        layers.append(_corner(stuff, rng))
    return Design(_ground(stuff, rng), tuple(layers), tuple(marks[1:] if rng.random() < 0.8 else marks))


def _tile(stuff: Stuff, rng: Rng) -> Design:
    """A picture to the edge with one to three marks on it."""
    layers = [Layer("picture", (0, 0, 1, 1), (0, 0, 0), _patch(stuff, rng))]
    layers += [_corner(stuff, rng) for _ in range(int(rng.integers(1, 4)))]
    return Design(_ground(stuff, rng), tuple(layers), tuple(range(1, len(layers))))


def _chart(stuff: Stuff, rng: Rng) -> Design:
    """Icons and numbers in rows and columns on a coloured ground."""
    rows, columns = int(rng.integers(1, 5)), int(rng.integers(1, 4))
    layers: list[Layer] = []
    for row in range(rows):
        for column in range(columns):
            if rng.random() < 0.8 or not layers:
                box = (column / columns, row / rows, (column + 1) / columns, (row + 1) / rows)
                layers.append(_mark(stuff, _inside(box, float(rng.uniform(0.06, 0.2))), rng))
    return Design(_ground(stuff, rng), tuple(layers), tuple(range(len(layers))))


def _inside(box: Box, share: float) -> Box:
    x, y = (box[2] - box[0]) * share, (box[3] - box[1]) * share
    return box[0] + x, box[1] + y, box[2] - x, box[3] - y


def _corner(stuff: Stuff, rng: Rng) -> Layer:
    size = float(rng.uniform(0.1, 0.22))
    x, y = (float(place) for place in rng.choice([0.02, 0.5 - size / 2, 0.98 - size], 2))
    if rng.random() < 0.3:
        x, y = (float(place) for place in rng.uniform(0.02, 0.98 - size, 2))
    return _mark(stuff, (x, y, x + size, y + size), rng)


def _mark(stuff: Stuff, box: Box, rng: Rng) -> Layer:
    if rng.random() < 0.5:
        return _icons(stuff, box, rng, most=1)
    plate = _any_colour(rng) if rng.random() < 0.5 else None
    return replace(
        _text(stuff, box, str(rng.integers(14)), _ink(rng), rng), style="plain" if plate is None else "plate"
    )


def _icons(stuff: Stuff, box: Box, rng: Rng, most: int = 4) -> Layer:
    what = (stuff.icon(rng), int(rng.integers(1, most + 1)))
    style = str(rng.choice(FILLS, p=[0.45, 0.25, 0.2, 0.1]))
    return Layer("icons", box, _any_colour(rng), what, style)


def _text(stuff: Stuff, box: Box, text: str, colour: Colour, rng: Rng) -> Layer:
    return Layer("text", box, colour, (text, int(rng.integers(len(stuff.fonts))), 0))


def _ground(stuff: Stuff, rng: Rng) -> Layer:
    if rng.random() < 0.25:
        return Layer("picture", (0, 0, 1, 1), _any_colour(rng), _patch(stuff, rng), "pale")
    return Layer("plain", (0, 0, 1, 1), _pale(rng) if rng.random() < 0.5 else _any_colour(rng))


def _patch(stuff: Stuff, rng: Rng) -> tuple[int, float, float, float]:
    """Which picture, and which part of it."""
    size = float(rng.uniform(0.25, 0.9))
    x, y = (float(start) for start in rng.uniform(0, 1 - size, 2))
    return int(rng.integers(len(stuff.pictures))), x, y, size


def _word(rng: Rng) -> str:
    words = ["".join(rng.choice(list(LETTERS), int(rng.integers(3, 9)))) for _ in range(int(rng.integers(1, 3)))]
    return " ".join(words).title()


def _line(rng: Rng) -> str:
    return " ".join(_word(rng).lower() for _ in range(4))


def _any_colour(rng: Rng) -> Colour:
    hsv = np.array([[[rng.integers(180), rng.integers(40, 256), rng.integers(30, 256)]]], np.uint8)
    return tuple(int(part) for part in cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)[0, 0])  # type: ignore[return-value]


def _other_colour(colour: Colour, rng: Rng) -> Colour:
    """A colour that people name differently."""
    while True:
        other = _any_colour(rng)
        if np.abs(np.subtract(other, colour)).sum() > 180:
            return other


def _other_ink(colour: Colour, rng: Rng) -> Colour:
    """Another ink; black and dark colours are told apart as well."""
    while True:
        other = _ink(rng)
        if np.abs(np.subtract(other, colour)).sum() > 110:
            return other


def _pale(rng: Rng) -> Colour:
    base = rng.integers(225, 256)
    return tuple(int(part) for part in np.clip(base - rng.integers(0, 30, 3), 0, 255))  # type: ignore[return-value]


def _ink(rng: Rng) -> Colour:
    return _any_colour(rng) if rng.random() < 0.5 else ((20, 20, 20) if rng.random() < 0.7 else (250, 250, 245))


def _pixels(box: Box) -> tuple[int, int, int, int]:
    x0, y0, x1, y1 = (round(edge * SIDE) for edge in box)
    return max(0, x0), max(0, y0), min(SIDE, max(x1, x0 + 3)), min(SIDE, max(y1, y0 + 3))


def _draw_plain(canvas: Pixels, layer: Layer, stuff: Stuff) -> None:
    x0, y0, x1, y1 = _pixels(layer.box)
    canvas[y0:y1, x0:x1] = layer.colour


def _draw_picture(canvas: Pixels, layer: Layer, stuff: Stuff) -> None:
    x0, y0, x1, y1 = _pixels(layer.box)
    index, x, y, size = layer.what
    picture = stuff.pictures[index]
    height, width = picture.shape[:2]
    part = picture[int(y * height) : int((y + size) * height), int(x * width) : int((x + size) * width)]
    painted = cv2.resize(part, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
    if layer.style == "pale":
        painted = cv2.addWeighted(painted, 0.35, np.full_like(painted, layer.colour), 0.65, 0)
    canvas[y0:y1, x0:x1] = painted


def _draw_face(canvas: Pixels, layer: Layer, stuff: Stuff) -> None:
    canvas[:] = cv2.resize(stuff.faces[layer.what], (SIDE, SIDE), interpolation=cv2.INTER_AREA)


def _draw_icons(canvas: Pixels, layer: Layer, stuff: Stuff) -> None:
    """One to four copies of an icon, below each other when the box is tall, in a two by two square otherwise."""
    icon, count = layer.what
    x0, y0, x1, y1 = _pixels(layer.box)
    across, down = (2, 2) if count == 4 else (1, count)
    width, height = max(3, (x1 - x0) // across), max(3, (y1 - y0) // down)
    mask = _filled(cv2.resize(stuff.icons[icon], (width, height), interpolation=cv2.INTER_AREA), layer.style)
    for place in range(count):
        x, y = x0 + place % across * width, y0 + place // across * height
        _blend(canvas[y : y + height, x : x + width], mask, layer.colour)


def _filled(mask: np.ndarray, style: str) -> np.ndarray:
    if style == "solid":
        return mask
    if style == "pale":
        return mask // 3
    outline = cv2.morphologyEx(mask, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    if style == "outline":
        return outline
    stripes = np.zeros_like(mask)
    stripes[:, ::4] = 255
    return np.maximum(outline, np.minimum(stripes, mask))


def _draw_text(canvas: Pixels, layer: Layer, stuff: Stuff) -> None:
    x0, y0, x1, y1 = _pixels(layer.box)
    text, font, _ = layer.what
    if layer.style == "plate":
        cv2.ellipse(canvas, ((x0 + x1) // 2, (y0 + y1) // 2), ((x1 - x0) // 2, (y1 - y0) // 2), 0, 0, 360,
                    tuple(255 - part for part in layer.colour), -1, cv2.LINE_AA)  # fmt: skip
    mask = _written(text, str(stuff.fonts[font]), y1 - y0)
    scale = min(1.0, (x1 - x0) / mask.shape[1])
    mask = cv2.resize(mask, (max(2, int(mask.shape[1] * scale)), y1 - y0), interpolation=cv2.INTER_AREA)
    left = x0 + (x1 - x0 - mask.shape[1]) // 2 if layer.style in ("plain", "plate") else x0
    _blend(canvas[y0:y1, left : left + mask.shape[1]], mask, layer.colour)


def _written(text: str, font: str, height: int) -> np.ndarray:
    """A word as a mask so many pixels high."""
    letters = ImageFont.truetype(font, max(6, round(height * 0.95)))
    left, top, right, bottom = letters.getbbox(text)
    picture = Image.new("L", (max(2, int(right - left) + 2), max(2, int(bottom - top) + 2)))
    ImageDraw.Draw(picture).text((1 - left, 1 - top), text, font=letters, fill=255)
    return cv2.copyMakeBorder(np.asarray(picture), 0, max(0, height - picture.height), 0, 0, cv2.BORDER_CONSTANT)[
        :height
    ]


def _blend(part: Pixels, mask: np.ndarray, colour: Colour) -> None:
    mask = mask[: part.shape[0], : part.shape[1], None].astype(np.float32) / 255
    part = part[: mask.shape[0], : mask.shape[1]]
    part[:] = part * (1 - mask) + np.array(colour, np.float32) * mask


DRAWERS: dict[str, Callable[[Pixels, Layer, Stuff], None]] = {
    "plain": _draw_plain,
    "picture": _draw_picture,
    "face": _draw_face,
    "icons": _draw_icons,
    "text": _draw_text,
}

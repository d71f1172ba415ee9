"""Printed sheets of the games as we draw them: places for dice, words and ornaments of our own."""

from __future__ import annotations

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from datasets import symbols
from datasets.textures import clouds, mix, shade

ROWS, PLACES = 6, 3
WIDTH, DEPTH = 23.0, 17.0  # centimetres
PITCH = (2.35, 2.45)  # from place to place: across, down
_FIRST = (-7.2, 6.1)  # centre of the first place from the middle of the sheet, y away from the reader
_PIXELS = 44  # per centimetre
_WORDS = ("Strength", "Dexterity", "Constitution", "Intelligence", "Wisdom", "Charisma")
_SHORT = ("STR", "DEX", "CON", "INT", "WIS", "CHA")


def place_of(row: int, place: int) -> tuple[float, float]:
    """Where a die of a character sheet belongs, in centimetres from the middle of the sheet."""
    return _FIRST[0] + place * PITCH[0], _FIRST[1] - row * PITCH[1]


def character_sheet(rng: np.random.Generator) -> np.ndarray:
    """A sheet with six rows of three places, drawn in one of many colours."""
    paper = shade((0, 1), (0.05, 0.5), (0.35, 0.95), rng)
    size = (int(WIDTH * _PIXELS), int(DEPTH * _PIXELS))
    texture = cv2.resize(mix(clouds(rng, 5), paper * float(rng.uniform(0.6, 0.9)), paper), size)
    dark = float(paper.mean()) < 120
    ink = (235, 225, 205) if dark else tuple(int(v) for v in shade((0, 1), (0.2, 0.8), (0.1, 0.3), rng))
    image = Image.fromarray(texture)
    draw = ImageDraw.Draw(image)
    _draw_rows(draw, ink, rng)
    _draw_side(draw, ink, rng)
    picture = np.array(image)
    emblem = symbols.draw(str(rng.choice(["dragon1", "shield", "magic1"])), 300)
    corner = picture[60:360, size[0] - 380 : size[0] - 80]
    corner[:] = (corner * (1 - 0.6 * emblem[..., None]) + np.array(ink) * 0.6 * emblem[..., None]).astype(np.uint8)
    return picture


def _draw_rows(draw: ImageDraw.ImageDraw, ink: tuple[int, ...], rng: np.random.Generator) -> None:
    words = _WORDS if rng.random() < 0.5 else _SHORT
    half = float(rng.uniform(0.85, 1.02))
    filled = rng.random() < 0.5
    fill = tuple(int(v) for v in shade((0, 1), (0.0, 0.3), (0.3, 0.95), rng)) if filled else None
    font = ImageFont.load_default(26 if words is _WORDS else 40)
    for row in range(ROWS):
        for place in range(PLACES):
            x, y = _pixel(*place_of(row, place))
            r = half * _PIXELS
            draw.rounded_rectangle((x - r, y - r, x + r, y + r), 12, fill=fill, outline=ink, width=4)
        x, y = _pixel(*place_of(row, 0))
        draw.text((x - 3.9 * _PIXELS, y - 18), words[row], fill=ink, font=font)
        x, y = _pixel(*place_of(row, PLACES - 1))
        draw.ellipse((x + 1.6 * _PIXELS, y - 34, x + 1.6 * _PIXELS + 68, y + 34), outline=ink, width=3)


def _draw_side(draw: ImageDraw.ImageDraw, ink: tuple[int, ...], rng: np.random.Generator) -> None:
    left, top = _pixel(2.2, 1.5)
    font = ImageFont.load_default(24)
    for line in range(int(rng.integers(4, 11))):
        length = int(rng.integers(220, 380))
        draw.text((left, top + line * 40), "one of many lines of words"[: length // 14], fill=ink, font=font)
    draw.rectangle((left - 20, top - 20, left + 380, top + 430), outline=ink, width=3)


def _pixel(x: float, y: float) -> tuple[float, float]:
    return (x + WIDTH / 2) * _PIXELS, (DEPTH / 2 - y) * _PIXELS

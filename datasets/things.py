"""Things on a table that look like dice and are none: keys, buttons, dials, stickers, bricks, raised letters."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from datasets.prints import Print, token
from datasets.textures import shade

Mask = np.ndarray  # from 0 to 1
Thing = tuple[Print, Mask]
Shade = np.ndarray | tuple[float, ...]
SIDE = 96
TOKENS = 0.35  # share of the things that are tokens of a board


def thing(rng: np.random.Generator) -> Thing:
    """Any of them from straight above, with its outline."""
    if rng.random() < TOKENS:
        return token(rng, SIDE)
    return THINGS[rng.integers(len(THINGS))](rng)


def key(rng: np.random.Generator) -> Thing:
    """A key of a keyboard: a letter in a corner or in the middle, at times lit from below."""
    dark = rng.random() < 0.6
    body = grey(rng, 0.04, 0.25) if dark else grey(rng, 0.6, 0.97)
    ink = shade((0, 1), (0, 0.8), (0.75, 1.0), rng) if dark else grey(rng, 0.05, 0.4)
    picture, outline = square(body, float(rng.uniform(0.05, 0.25)))
    words = ("F1", "A", "S", "7", "&", ":", "Q", "%", "esc", "0", "..", "8", "=", "Fn")
    if rng.random() < 0.5:
        write(picture, str(rng.choice(words)), (0.5, 0.5), float(rng.uniform(0.3, 0.6)), ink, rng)
    else:
        for place in ((0.3, 0.3), (0.3, 0.72), (0.72, 0.72))[: int(rng.integers(1, 4))]:
            write(picture, str(rng.choice(words)), place, 0.28, ink, rng)
    if dark and rng.random() < 0.4:
        glow = cv2.GaussianBlur(picture, (0, 0), SIDE * 0.04)
        picture = cv2.add(picture, glow)
    return picture, outline


def button(rng: np.random.Generator) -> Thing:
    """A button of clothes: round, with two or four holes, and a rim."""
    body = shade((0, 1), (0, 0.9), (0.1, 1.0), rng)
    picture, outline = disc(body)
    middle, far = SIDE // 2, SIDE * float(rng.uniform(0.09, 0.16))
    ring(picture, middle, SIDE * float(rng.uniform(0.33, 0.43)), tuple(0.7 * part for part in body), 2)
    turn = rng.uniform(0, np.pi)
    for n in range(holes := int(rng.choice([2, 4]))):
        way = turn + n * 2 * np.pi / holes
        centre = (round(middle + far * np.cos(way)), round(middle + far * np.sin(way)))
        cv2.circle(
            picture, centre, round(SIDE * float(rng.uniform(0.04, 0.07))), ink_of(grey(rng, 0, 0.3)), -1, cv2.LINE_AA
        )
    return picture, outline


def dial(rng: np.random.Generator) -> Thing:
    """A dial of a camera or an amplifier: a ribbed rim, marks and letters around."""
    body = grey(rng, 0.03, 0.4) if rng.random() < 0.7 else grey(rng, 0.6, 0.9)
    ink = grey(rng, 0.7, 1.0) if sum(body) < 380 else grey(rng, 0, 0.3)
    picture, outline = disc(body)
    middle, ribs = SIDE / 2, int(rng.integers(20, 48))
    for way in np.arange(ribs) * 2 * np.pi / ribs:
        near, far = (np.array([np.cos(way), np.sin(way)]) * SIDE * reach + middle for reach in (0.42, 0.49))
        cv2.line(picture, at(near), at(far), ink_of(tuple(0.5 * part for part in body)), 1, cv2.LINE_AA)
    for word, way in zip(("M", "A", "S", "P", "B", "T", "1", "2"), rng.permutation(8) * np.pi / 4, strict=True):
        if rng.random() < 0.7:
            place = 0.5 + 0.3 * np.array([np.cos(way), np.sin(way)])
            if rng.random() < 0.6:
                write(picture, word, (float(place[0]), float(place[1])), 0.17, ink, rng)
            else:
                cv2.circle(picture, at(place * SIDE), round(SIDE * 0.035), ink_of(ink), -1, cv2.LINE_AA)
    return picture, outline


def sticker(rng: np.random.Generator) -> Thing:
    """A small label with a word, a sign or a code of dots."""
    body, ink = shade((0, 1), (0, 0.9), (0.4, 1.0), rng), shade((0, 1), (0, 1), (0.0, 0.4), rng)
    if rng.random() < 0.3:
        body, ink = ink, body
    picture, outline = square(body, float(rng.uniform(0, 0.3))) if rng.random() < 0.6 else disc(body)
    draw = rng.random()
    if draw < 0.3:
        cells = (rng.random((int(rng.integers(6, 14)),) * 2) < 0.5).astype(np.uint8)
        inner = SIDE * 3 // 5
        code = cv2.resize(cells, (inner, inner), interpolation=cv2.INTER_NEAREST)[..., None]
        start = (SIDE - inner) // 2
        part = picture[start : start + inner, start : start + inner]
        part[:] = part * (1 - code) + np.array(ink, np.uint8) * code
    elif draw < 0.75:
        for line in range(int(rng.integers(1, 4))):
            word = "".join(chr(int(letter)) for letter in rng.integers(65, 91, int(rng.integers(1, 6))))
            write(picture, word, (0.5, 0.3 + 0.22 * line), 0.2, ink, rng)
    else:
        ring(picture, SIDE // 2, SIDE * float(rng.uniform(0.12, 0.3)), ink, int(rng.integers(2, 8)))
        cv2.circle(picture, (SIDE // 2, SIDE // 2), round(SIDE * 0.06), ink_of(ink), -1, cv2.LINE_AA)
    return picture, outline


def brick(rng: np.random.Generator) -> Thing:
    """A toy brick from above: its studs are as bright as itself, with a shadow on one side."""
    body = shade((0, 1), (0.0, 1.0), (0.2, 1.0), rng)
    picture, outline = square(body, 0.0)
    lit = rng.uniform(0, 2 * np.pi)
    wide, high = int(rng.integers(1, 4)), int(rng.integers(1, 4))
    radius = SIDE * 0.3 / max(wide, high)
    for x, y in np.ndindex(wide, high):
        centre = np.array([(x + 0.5) / wide, (y + 0.5) / high]) * SIDE
        shadow = centre + radius * 0.2 * np.array([np.cos(lit), np.sin(lit)])
        cv2.circle(picture, at(shadow), round(radius), ink_of(tuple(0.7 * part for part in body)), -1, cv2.LINE_AA)
        cv2.circle(
            picture, at(centre), round(radius), ink_of(tuple(min(255, 1.06 * part) for part in body)), -1, cv2.LINE_AA
        )
    return picture, outline


def letters(rng: np.random.Generator) -> Thing:
    """A raised letter or numeral of the thing it stands on: light on one edge, shadow on the other, no outline."""
    mask = np.zeros((SIDE, SIDE, 3), np.uint8)
    word = "".join(chr(int(letter)) for letter in rng.integers(48, 91, int(rng.integers(1, 3))))
    write(mask, word, (0.5, 0.5), 0.7, (255.0, 255.0, 255.0), rng)
    shift = np.array([[1, 0, SIDE * 0.03], [0, 1, SIDE * 0.03]], np.float32)
    lower = cv2.warpAffine(mask, shift, (SIDE, SIDE))
    picture = np.where(mask > 0, np.uint8(rng.integers(150, 256)), np.uint8(rng.integers(0, 90))).astype(np.uint8)
    return picture, np.maximum(mask, lower)[..., 0].astype(np.float32) / 255 * float(rng.uniform(0.3, 1.0))


THINGS: tuple[Callable[[np.random.Generator], Thing], ...] = (key, button, dial, sticker, brick, letters)


def grey(rng: np.random.Generator, low: float, high: float) -> np.ndarray:
    return shade((0, 1), (0, 0.1), (low, high), rng)


def square(body: Shade, corner: float) -> Thing:
    """A plain square with rounded corners and a soft edge."""
    picture = np.full((SIDE, SIDE, 3), body, np.uint8)
    outline: np.ndarray = np.zeros((SIDE, SIDE), np.float32)
    cut = round(SIDE * corner)
    cv2.rectangle(outline, (cut, cut), (SIDE - 1 - cut, SIDE - 1 - cut), 1.0, -1)
    if cut:
        outline = cv2.dilate(outline, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * cut + 1, 2 * cut + 1)))
    edge = cv2.GaussianBlur(outline, (0, 0), SIDE * 0.04)[..., None]
    return (picture * np.clip(edge, 0.6, 1)).astype(np.uint8), outline


def disc(body: Shade) -> Thing:
    picture = np.full((SIDE, SIDE, 3), body, np.uint8)
    outline = np.zeros((SIDE, SIDE), np.float32)
    cv2.circle(outline, (SIDE // 2, SIDE // 2), SIDE // 2 - 1, 1.0, -1, cv2.LINE_AA)
    return picture, outline


def ring(picture: Print, middle: int, radius: float, colour: Shade, thick: int) -> None:
    cv2.circle(picture, (middle, middle), round(radius), ink_of(colour), thick, cv2.LINE_AA)


def write(
    picture: Print, word: str, place: tuple[float, float], high: float, ink: Shade, rng: np.random.Generator
) -> None:
    """A word around a place, its letters as high as this share of the side at most."""
    font, thick = int(rng.choice([0, 2, 3, 4])), int(rng.integers(1, 4))
    scale = high * SIDE / 24 / max(1.0, len(word) * high * 1.1)
    (wide, tall), _ = cv2.getTextSize(word, font, scale, thick)
    start = (round(place[0] * SIDE - wide / 2), round(place[1] * SIDE + tall / 2))
    cv2.putText(picture, word, start, font, scale, ink_of(ink), thick, cv2.LINE_AA)


def ink_of(colour: Shade) -> tuple[float, ...]:
    return tuple(float(part) for part in colour)


def at(point: np.ndarray) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))

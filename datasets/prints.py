"""Printed things that lie on tables, drawn by us: boards, cards, newspapers, pads, dominoes. Dots that are not dice."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from datasets import symbols
from datasets.faces import PIP_PLACES
from datasets.textures import clouds, mix, shade

Print = np.ndarray
_WORDS = (
    "turn",
    "score",
    "round",
    "gold",
    "draw a card",
    "market",
    "end of game",
    "roll",
    "move",
    "trade",
    "17",
    "VIII",
)


def board(rng: np.random.Generator) -> Print:
    """A game board: fields in colours with round number tokens on them."""
    picture = mix(
        clouds(rng, 6), shade((0, 1), (0.3, 0.8), (0.3, 0.8), rng), shade((0, 1), (0.2, 0.7), (0.4, 0.9), rng)
    )
    step = int(rng.integers(80, 170))
    for row, y in enumerate(range(0, 768 + step, int(step * 0.87))):
        for x in range(0, 768 + step, step):
            centre = (x + (step // 2 if row % 2 else 0), y)
            fill = tuple(float(c) for c in shade((0, 1), (0.2, 0.8), (0.25, 0.9), rng))
            corners = [
                (centre[0] + 0.56 * step * np.sin(a), centre[1] + 0.56 * step * np.cos(a))
                for a in np.arange(6) * np.pi / 3
            ]
            cv2.fillPoly(picture, [np.array(corners, np.int32)], fill, cv2.LINE_AA)
            if rng.random() < 0.5:
                _lay_token(picture, centre, step // 3, rng)
    return picture


def _lay_token(picture: Print, centre: tuple[int, int], side: int, rng: np.random.Generator) -> None:
    """Print a token where all of it fits."""
    left, top = centre[0] - side // 2, centre[1] - side // 2
    patch = picture[max(top, 0) : top + side, max(left, 0) : left + side]
    if patch.shape[:2] == (side, side):
        face, outline = token(rng, side)
        patch[:] = patch + (face - patch.astype(np.float32)) * outline[..., None]


def token(rng: np.random.Generator, side: int = 64) -> tuple[Print, np.ndarray]:
    """A token as boards have them and its outline (0 to 1): a number over a line of dots, or pips if it is round.

    Straight from above, a square token with pips could not be told from a die.
    """
    light = rng.random() < 0.75
    paper = shade((0.05, 0.2), (0.0, 0.35), (0.75, 1.0), rng) if light else shade((0, 1), (0.2, 0.9), (0.1, 0.7), rng)
    ink = tuple(float(part) for part in (shade((0, 1), (0, 1), (0.05, 0.45), rng) if light else (240, 235, 220)))
    picture = np.full((side, side, 3), paper, np.uint8)
    outline = np.zeros((side, side), np.float32)
    is_round = rng.random() < 0.75
    if is_round:
        cv2.circle(outline, (side // 2, side // 2), side // 2 - 1, 1.0, -1, cv2.LINE_AA)
        if rng.random() < 0.4:
            cv2.circle(picture, (side // 2, side // 2), int(side * rng.uniform(0.38, 0.46)), ink, 1, cv2.LINE_AA)
    else:
        outline[1:-1, 1:-1] = 1.0
    if is_round and rng.random() < 0.25:
        _pips_at(picture, (side // 2, side // 2), side * 0.18, int(rng.integers(1, 7)), ink, side * 0.05)
        return picture, outline
    font = int(rng.choice([0, 2, 3, 4, 7]))
    number = str(rng.integers(1, 13)) if rng.random() < 0.8 else chr(int(rng.integers(65, 91)))
    scale, thick = side / 64 * float(rng.uniform(0.8, 1.5)) / len(number) ** 0.5, max(1, side // 28)
    (wide, high), _ = cv2.getTextSize(number, font, scale, thick)
    cv2.putText(picture, number, ((side - wide) // 2, (side + high) // 2), font, scale, ink, thick, cv2.LINE_AA)
    dots = int(rng.integers(0, 6))
    for n in range(dots):
        place = (round(side / 2 + (n - dots / 2 + 0.5) * side * 0.1), round(side * 0.8))
        cv2.circle(picture, place, max(1, side // 32), ink, -1, cv2.LINE_AA)
    return picture, outline


def newspaper(rng: np.random.Generator) -> Print:
    """Columns of text under headlines."""
    image = Image.new("RGB", (768, 768), tuple(int(v) for v in shade((0.08, 0.15), (0.0, 0.15), (0.75, 0.97), rng)))
    draw = ImageDraw.Draw(image)
    ink = tuple(int(v) for v in shade((0, 1), (0.0, 0.4), (0.05, 0.3), rng))
    y = 10
    while y < 768:
        size = int(rng.choice([11, 13, 15, 34, 60], p=[0.3, 0.3, 0.25, 0.1, 0.05]))
        words = " ".join(str(rng.choice(_WORDS)) for _ in range(1200 // (size * 6) + 2))
        draw.text((int(rng.integers(-60, 12)), y), words, fill=ink, font=ImageFont.load_default(size))
        y += int(size * 1.3)
    return np.array(image)


def card(rng: np.random.Generator) -> Print:
    """A card with symbols in the places where playing cards have their suits."""
    paper = shade((0, 1), (0.0, 0.15), (0.85, 1.0), rng)
    picture = np.full((420, 300, 3), paper, np.uint8)
    ink = tuple(
        float(c) for c in (shade((0.97, 1.0), (0.8, 1), (0.6, 0.9), rng) if rng.random() < 0.5 else (25, 25, 25))
    )
    name = str(rng.choice(["gem1", "shield", "magic1", "dragon1", "beer", "dot"]))
    for x, y in PIP_PLACES[int(rng.integers(1, 9))]:
        centre = (int(150 + 75 * x), int(210 + 120 * y))
        if name == "dot":
            cv2.circle(picture, centre, 24, ink, -1, cv2.LINE_AA)
        else:
            _stamp(picture, symbols.draw(name, 56), centre, ink)
    cv2.putText(
        picture, str(rng.choice(list("A23456789JQK"))), (12, 46), cv2.FONT_HERSHEY_TRIPLEX, 1.3, ink, 2, cv2.LINE_AA
    )
    if rng.random() < 0.5:
        cv2.rectangle(picture, (6, 6), (293, 413), ink, 3)
    return picture


def pad(rng: np.random.Generator) -> Print:
    """A score pad: a grid with writing, and drawn dice faces as such pads have them."""
    picture = np.full((768, 560, 3), shade((0.08, 0.6), (0.0, 0.12), (0.85, 0.99), rng), np.uint8)
    ink = tuple(float(c) for c in shade((0, 1), (0.2, 0.9), (0.1, 0.5), rng))
    step = int(rng.integers(48, 90))
    for y in range(step, 768, step):
        cv2.line(picture, (0, y), (560, y), ink, 2)
        middle = (step // 2 + 8, y - step // 2)
        half = int(step * 0.36)
        cv2.rectangle(picture, (middle[0] - half, middle[1] - half), (middle[0] + half, middle[1] + half), ink, 2)
        _pips_at(picture, middle, half * 0.55, int(rng.integers(1, 7)), ink, half * 0.16)
        cv2.putText(
            picture,
            str(rng.choice(_WORDS)),
            (step + 20, y - step // 3),
            cv2.FONT_HERSHEY_SIMPLEX,
            0.7,
            ink,
            2,
            cv2.LINE_AA,
        )
    for x in range(260, 560, 100):
        cv2.line(picture, (x, 0), (x, 768), ink, 2)
    return picture


def domino(rng: np.random.Generator) -> Print:
    """A domino: two halves with pips, which is not two dice."""
    dark = rng.random() < 0.5
    body, ink = ((30, 30, 34), (235, 235, 225)) if dark else ((240, 236, 220), (25, 25, 25))
    picture = np.full((400, 200, 3), body, np.uint8)
    cv2.line(picture, (20, 200), (180, 200), ink, 5)
    for y in (100, 300):
        _pips_at(picture, (100, y), 52, int(rng.integers(1, 7)), ink, 17)
    return picture


PRINTS: dict[str, Callable[[np.random.Generator], Print]] = {
    "board": board,
    "newspaper": newspaper,
    "card": card,
    "pad": pad,
    "domino": domino,
}


def _pips_at(
    picture: Print, centre: tuple[int, int], spread: float, count: int, ink: tuple[float, ...], radius: float
) -> None:
    for x, y in PIP_PLACES[count]:
        place = (round(centre[0] + x * spread), round(centre[1] + y * spread))
        cv2.circle(picture, place, max(1, round(radius)), ink, -1, cv2.LINE_AA)


def _stamp(picture: Print, mask: np.ndarray, centre: tuple[int, int], ink: tuple[float, ...]) -> None:
    half = mask.shape[0] // 2
    x, y = centre[0] - half, centre[1] - half
    patch = picture[y : y + mask.shape[0], x : x + mask.shape[1]]
    patch[:] = (patch * (1 - mask[..., None]) + np.array(ink) * mask[..., None]).astype(np.uint8)

"""Faces of cards, in sets of one style: drawn decks, cards with pictures and text, cards of symbols, backs."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.framed_faces import framed_cards
from datasets.pieces import LONG, WORDS, Face, Rng, Shelf, Style, any_style, contrast, patch, stamp, write
from datasets.textures import shade


def drawn_cards(shelf: Shelf, rng: Rng, count: int) -> list[Face]:
    """Cards of one style: border, picture, title, text and badges in the same places."""
    ratio = float(rng.choice([88 / 63, 68 / 44, 120 / 70, 87 / 56, 1.0, 1.25], p=[0.45, 0.17, 0.1, 0.1, 0.1, 0.08]))
    height, width = LONG, round(LONG / ratio)
    paper = shade((0, 1), (0.0, 0.5), (0.75, 1.0) if rng.random() < 0.6 else (0.03, 0.7), rng)
    rim = shade((0, 1), (0.0, 0.7), (0.0, 1.0), rng) if rng.random() < 0.6 else paper
    edge = int(rng.uniform(0, 0.07) * width)
    places = {name: rng.random() < odds for name, odds in (("title", 0.6), ("text", 0.5), ("badge", 0.6), ("row", 0.4))}
    top, low = rng.uniform(0.05, 0.2), rng.uniform(0.5, 0.95)
    whole = rng.random() < 0.25
    return [_one_card(shelf, rng, (height, width), paper, rim, edge, places, (top, low), whole) for _ in range(count)]


def _one_card(
    shelf: Shelf,
    rng: Rng,
    size: tuple[int, int],
    paper: np.ndarray,
    rim: np.ndarray,
    edge: int,
    places: dict[str, bool],
    span: tuple[float, float],
    whole: bool,
) -> Face:
    height, width = size
    face = np.empty((height, width, 3), np.uint8)
    face[:] = rim
    inner = face[edge : height - edge, edge : width - edge]
    inner[:] = patch(shelf, inner.shape[0], inner.shape[1], rng) if whole else paper
    ink = contrast(inner.mean(axis=(0, 1)), rng)
    y0, y1 = int(span[0] * height), int(span[1] * height)
    x0, x1 = edge + int(0.05 * width), width - edge - int(0.05 * width)
    if not whole and rng.random() < 0.8:
        face[y0:y1, x0:x1] = patch(shelf, y1 - y0, x1 - x0, rng)
    if rng.random() < 0.6:
        middle = (width / 2, (y0 + y1) / 2)
        stamp(
            face,
            shelf,
            middle,
            min(x1 - x0, y1 - y0) * rng.uniform(0.4, 0.9),
            contrast(face[y0:y1].mean((0, 1)), rng),
            rng,
        )
    if places["title"]:
        title = " ".join(rng.choice(WORDS, int(rng.integers(1, 4)))).title()
        write(face, shelf, title, (width / 2, height * 0.07 + edge), height * 0.07, ink, rng)
    if places["text"]:
        for line in range(y1 + 10, height - edge - 8, 13):
            write(face, shelf, " ".join(rng.choice(WORDS, 4)), (width / 2, line), 11, ink, rng)
    if places["badge"]:
        for x, y in ((0.13, 0.1), (0.87, 0.1), (0.13, 0.9), (0.87, 0.9))[: int(rng.integers(1, 5))]:
            at = (int(x * width), int(y * height))
            ground = shade((0, 1), (0.0, 1.0), (0.1, 1.0), rng)
            cv2.circle(face, at, int(0.09 * width), tuple(float(c) for c in ground), -1, cv2.LINE_AA)
            write(face, shelf, str(rng.integers(0, 13)), at, 0.13 * width, contrast(ground, rng), rng)
    if places["row"]:
        for n in range(int(rng.integers(1, 5))):
            stamp(face, shelf, (width * (0.2 + 0.2 * n), height * 0.9), width * 0.15, ink, rng)
    return face


def symbol_cards(shelf: Shelf, rng: Rng, count: int) -> list[Face]:
    """White cards with one to three equal symbols, alike but for a number, a colour or a filling."""
    height, width = (LONG, round(LONG / rng.uniform(1.3, 1.6)))
    inks = [shade((0, 1), (0.6, 1.0), (0.2, 0.85), rng) for _ in range(3)]
    return [_symbols(shelf, rng, height, width, inks[rng.integers(3)]) for _ in range(count)]


def _symbols(shelf: Shelf, rng: Rng, height: int, width: int, ink: np.ndarray) -> Face:
    face = np.full((height, width, 3), float(rng.uniform(235, 255)), np.uint8)
    number, shape, hollow = int(rng.integers(1, 4)), int(rng.integers(4)), rng.random() < 0.4
    colour = tuple(float(c) for c in ink)
    across, thick = int(width * 0.33), 3 if hollow else -1
    for n in range(number):
        x, y = width // 2, int(height * (0.5 + (n - (number - 1) / 2) * 0.27))
        if shape == 0:
            cv2.ellipse(face, (x, y), (across, int(height * 0.1)), 0, 0, 360, colour, thick, cv2.LINE_AA)
        elif shape == 1:
            points = [(x - across, y), (x, y - int(height * 0.1)), (x + across, y), (x, y + int(height * 0.1))]
            cv2.polylines(face, [np.array(points)], True, colour, 3, cv2.LINE_AA)
            if not hollow:
                cv2.fillPoly(face, [np.array(points)], colour, cv2.LINE_AA)
        elif shape == 2:
            low, high = (x - across, y - int(height * 0.09)), (x + across, y + int(height * 0.09))
            cv2.rectangle(face, low, high, colour, thick, cv2.LINE_AA)
        else:
            stamp(face, shelf, (x, y), height * 0.25, ink, rng)
    return face


def backs(shelf: Shelf, rng: Rng, count: int) -> list[Face]:
    """The same back many times: a pattern in a border."""
    height, width = LONG, round(LONG / rng.uniform(1.2, 1.6))
    face = np.empty((height, width, 3), np.uint8)
    face[:] = shade((0, 1), (0.0, 0.3), (0.7, 1.0), rng)
    edge = int(rng.uniform(0, 0.1) * width)
    inner = face[edge : height - edge, edge : width - edge]
    inner[:] = shade((0, 1), (0.2, 1.0), (0.1, 0.8), rng)
    ink = contrast(inner.mean((0, 1)), rng)
    step = int(rng.integers(9, 60))
    for y in range(step // 2, inner.shape[0], step):
        for x in range(step // 2, inner.shape[1], step):
            cv2.circle(
                inner, (x, y), int(step * 0.3), tuple(float(c) for c in ink), 1 + int(rng.integers(2)), cv2.LINE_AA
            )
    if rng.random() < 0.5:
        stamp(face, shelf, (width / 2, height / 2), width * 0.6, shade((0, 1), (0, 1), (0, 1), rng), rng)
    return [face] * count


def deck(shelf: Shelf, rng: Rng, count: int) -> list[Face]:
    """Some cards of one drawn deck."""
    if not shelf.decks:
        return symbol_cards(shelf, rng, count)
    chosen = shelf.decks[rng.integers(len(shelf.decks))]
    return [chosen[row] for row in rng.integers(len(chosen), size=count)]


CARD_STYLES: tuple[tuple[Style, float], ...] = (
    (deck, 0.27),
    (drawn_cards, 0.27),
    (framed_cards, 0.24),
    (symbol_cards, 0.14),
    (backs, 0.08),
)


def card_set(shelf: Shelf, rng: Rng, count: int) -> list[Face]:
    """Cards of one style."""
    return any_style(CARD_STYLES, shelf, rng, count)

"""Cards full of frames: a picture in one, a text in another, each of which could pass for a card by itself."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from datasets.pieces import LONG, WORDS, Face, Rng, Shelf, contrast, patch, stamp, write
from datasets.textures import clouds, mix, shade


@dataclass(frozen=True)
class _Plan:
    """Where the frames of one style lie, in shares of the card, and how they are drawn."""

    size: tuple[int, int]
    rim: np.ndarray
    frame: np.ndarray
    paper: np.ndarray
    edge: float
    margin: float
    picture: tuple[float, float]
    text: tuple[float, float]
    line: int
    bar: bool
    names_below: bool


def framed_cards(shelf: Shelf, rng: Rng, count: int) -> list[Face]:
    """Cards of one style: a dark or light rim, a coloured frame, a picture in it and a box of text below."""
    plan = _plan(rng)
    return [_framed(shelf, plan, rng) for _ in range(count)]


def _plan(rng: Rng) -> _Plan:
    ratio = float(rng.choice([88 / 63, 87 / 56, 120 / 70, 1.0], p=[0.7, 0.12, 0.1, 0.08]))
    top = rng.uniform(0.07, 0.15)
    middle = rng.uniform(0.45, 0.66)
    gap = rng.uniform(0.01, 0.08)
    dark = rng.random() < 0.65
    return _Plan(
        (LONG, round(LONG / ratio)),
        shade((0, 1), (0.0, 0.4), (0.02, 0.25) if dark else (0.75, 1.0), rng),
        shade((0, 1), (0.1, 0.9), (0.15, 0.85), rng),
        shade((0, 1), (0.0, 0.4), (0.6, 1.0) if rng.random() < 0.8 else (0.05, 0.4), rng),
        float(rng.uniform(0.02, 0.07)),
        float(rng.uniform(0.02, 0.08)),
        (top, middle),
        (middle + gap, float(rng.uniform(0.88, 0.95))),
        int(rng.integers(1, 5)),
        bool(rng.random() < 0.4),
        bool(rng.random() < 0.5),
    )


def _framed(shelf: Shelf, plan: _Plan, rng: Rng) -> Face:
    height, width = plan.size
    face = np.empty((height, width, 3), np.uint8)
    face[:] = plan.rim
    edge = max(1, int(plan.edge * width))
    inner = face[edge : height - edge, edge : width - edge]
    grain = mix(clouds(rng, int(rng.integers(2, 12)), 2, size=64), plan.frame * 0.8, np.minimum(plan.frame * 1.15, 255))
    inner[:] = cv2.resize(grain, (inner.shape[1], inner.shape[0]))
    ink = contrast(plan.frame, rng)
    left, right = edge + int(plan.margin * width), width - edge - int(plan.margin * width)
    top, low = (int(share * height) for share in plan.picture)
    face[top:low, left:right] = patch(shelf, low - top, right - left, rng)
    cv2.rectangle(face, (left, top), (right, low), tuple(ink), plan.line)
    _text_box(face, shelf, plan, (left, right), rng)
    if plan.bar:
        cv2.rectangle(face, (left, edge + 2), (right, top - 3), tuple(plan.paper), -1)
    words = " ".join(rng.choice(WORDS, int(rng.integers(1, 4)))).title()
    write(
        face,
        shelf,
        words,
        (width * 0.45, (edge + top) / 2),
        (top - edge) * 0.7,
        contrast(face[edge + 3 : top].mean((0, 1)), rng),
        rng,
    )
    if rng.random() < 0.6:
        at = (int(right - 0.05 * width), (edge + top) // 2)
        cv2.circle(face, at, max(3, int(0.04 * width)), tuple(contrast(plan.frame, rng)), -1, cv2.LINE_AA)
    return face


def windowed_cards(shelf: Shelf, rng: Rng, count: int) -> list[Face]:
    """Cards of one style with a window of another colour, a word and a dot at most beside it: the window is no card."""
    ratio = float(rng.choice([1.4, 1.55, 1.7, 1.0], p=[0.5, 0.2, 0.15, 0.15]))
    height, width = LONG, round(LONG / ratio)
    left, right = rng.uniform(0.03, 0.2), rng.uniform(0.8, 0.97)
    top, low = rng.uniform(0.03, 0.3), rng.uniform(0.55, 0.97)
    window = np.array([left * width, top * height, right * width, low * height]).astype(int)
    return [_windowed(shelf, (height, width), window, rng) for _ in range(count)]


def _windowed(shelf: Shelf, size: tuple[int, int], window: np.ndarray, rng: Rng) -> Face:
    height, width = size
    left, top, right, low = window
    face = np.empty((height, width, 3), np.uint8)
    face[:] = shade((0, 1), (0.0, 0.6), (0.5, 1.0) if rng.random() < 0.7 else (0.05, 0.5), rng)
    ink = contrast(face.mean((0, 1)), rng)
    if rng.random() < 0.3:
        face[top:low, left:right] = patch(shelf, low - top, right - left, rng)
    elif rng.random() < 0.7:
        face[top:low, left:right] = shade((0, 1), (0.0, 1.0), (0.05, 1.0), rng)
    else:
        cv2.rectangle(face, (left, top), (right, low), tuple(ink), int(rng.integers(1, 9)))
    for _ in range(int(rng.integers(0, 9))):
        x, y = rng.integers(left, right), rng.integers(top, low)
        colour, across = shade((0, 1), (0.0, 1.0), (0.05, 1.0), rng), int(rng.integers(8, 50))
        if rng.random() < 0.5:
            cv2.circle(face, (int(x), int(y)), across // 2, tuple(colour), -1, cv2.LINE_AA)
        else:
            end = min(int(x) + across, int(right)), min(int(y) + across, int(low))
            cv2.rectangle(face, (int(x), int(y)), end, tuple(colour), -1)
    if rng.random() < 0.6:
        write(face, shelf, str(rng.choice(WORDS)).title(), (width / 2, top * 0.5), max(9, top * 0.6), ink, rng)
    if rng.random() < 0.5:
        at = (int(width * 0.85), int((low + height) / 2))
        cv2.circle(face, at, max(4, int((height - low) * 0.35)), tuple(ink), -1, cv2.LINE_AA)
    return face


def _text_box(face: Face, shelf: Shelf, plan: _Plan, sides: tuple[int, int], rng: Rng) -> None:
    """The box below the picture: lines of text or a few icons, a line of small print beneath."""
    height, width = plan.size
    left, right = sides
    top, low = (int(share * height) for share in plan.text)
    ground = plan.paper * rng.uniform(0.9, 1.0)
    cv2.rectangle(face, (left, top), (right, low), tuple(ground), -1)
    ink = contrast(ground, rng)
    cv2.rectangle(face, (left, top), (right, low), tuple(ink), plan.line)
    if rng.random() < 0.75:
        size = int(rng.integers(9, 15))
        lines = int(rng.integers(1, max(2, (low - top) // (size + 3)) + 1))
        for n in range(lines):
            words = " ".join(rng.choice(WORDS, int(rng.integers(2, 5))))
            write(face, shelf, words, ((left + right) / 2, top + size + n * (size + 3)), size, ink, rng)
    else:
        for n in range(int(rng.integers(1, 4))):
            at = (left + (right - left) * (0.25 + 0.25 * n), (top + low) / 2)
            stamp(face, shelf, at, (low - top) * 0.5, ink, rng)
    if plan.names_below:
        write(face, shelf, str(rng.choice(WORDS)), (width * 0.3, (low + height) / 2), 9, contrast(plan.frame, rng), rng)

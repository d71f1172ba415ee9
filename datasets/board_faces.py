"""Boards and sheets full of print: frames, places, tracks, pictures of cards. None of what is printed is a piece."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.card_faces import card_set
from datasets.pieces import Face, Rng, Shelf, contrast, patch, stamp, write
from datasets.textures import clouds, mix, shade
from datasets.tile_faces import tile_set

LONG = 560


def board_face(shelf: Shelf, rng: Rng) -> Face:
    """One board or sheet."""
    height, width = LONG, round(LONG * rng.uniform(0.6, 1.0))
    if rng.random() < 0.5:
        height, width = width, height
    face = _ground(shelf, height, width, rng)
    ink = contrast(face.mean((0, 1)), rng)
    for _ in range(int(rng.integers(1, 5))):
        _PRINTS[rng.choice(len(_PRINTS), p=_ODDS)](face, shelf, ink, rng)
    if rng.random() < 0.7:
        cv2.rectangle(face, (0, 0), (width - 1, height - 1), tuple(ink), int(rng.integers(2, 14)))
    return face


def _ground(shelf: Shelf, height: int, width: int, rng: Rng) -> Face:
    draw = rng.random()
    if draw < 0.35:
        return np.ascontiguousarray(patch(shelf, height, width, rng))
    bright = (0.75, 1.0) if draw < 0.6 else (0.1, 0.8)
    one, two = shade((0, 1), (0.0, 0.5), bright, rng), shade((0, 1), (0.0, 0.6), bright, rng)
    return np.ascontiguousarray(cv2.resize(mix(clouds(rng, 5, 3, size=128), one, two), (width, height)))


def _area(face: Face, rng: Rng) -> tuple[int, int, int, int]:
    """A part of the board to print on: left, top, width, height."""
    height, width = face.shape[:2]
    wide, high = (rng.uniform(0.3, 0.9, 2) * (width, height)).astype(int)
    left, top = int(rng.uniform(0.03, 0.97) * (width - wide)), int(rng.uniform(0.03, 0.97) * (height - high))
    return left, top, int(wide), int(high)


def _grid(face: Face, shelf: Shelf, ink: np.ndarray, rng: Rng) -> None:
    """Framed places in rows, empty or with faint icons; at times filled in another colour."""
    left, top, wide, high = _area(face, rng)
    columns, rows = int(rng.integers(1, 8)), int(rng.integers(1, 7))
    gap = rng.uniform(0.0, 0.3)
    fill = shade((0, 1), (0.0, 0.8), (0.1, 1.0), rng) if rng.random() < 0.5 else None
    thick = int(rng.integers(1, 5))
    for row in range(rows):
        for column in range(columns):
            x0, y0 = left + wide * (column + gap / 2) / columns, top + high * (row + gap / 2) / rows
            x1, y1 = left + wide * (column + 1 - gap / 2) / columns, top + high * (row + 1 - gap / 2) / rows
            low, up = (int(x0), int(y0)), (int(x1), int(y1))
            if fill is not None:
                cv2.rectangle(face, low, up, tuple(fill), -1)
            cv2.rectangle(face, low, up, tuple(ink), thick, cv2.LINE_AA)
            if rng.random() < 0.4:
                stamp(face, shelf, ((x0 + x1) / 2, (y0 + y1) / 2), min(x1 - x0, y1 - y0) * 0.6, ink, rng)


def _printed_pieces(face: Face, shelf: Shelf, ink: np.ndarray, rng: Rng) -> None:
    """Pictures of cards or tiles, flat and without a shadow, in a row."""
    left, top, wide, high = _area(face, rng)
    count = int(rng.integers(1, 6))
    faces = (card_set if rng.random() < 0.5 else tile_set)(shelf, rng, count)
    step = wide // count
    for n, printed in enumerate(faces):
        scale = min(step * 0.92 / printed.shape[1], high / printed.shape[0])
        small = cv2.resize(printed, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        part = face[top : top + small.shape[0], left + n * step : left + n * step + small.shape[1]]
        small = small[: part.shape[0], : part.shape[1]]
        part[:] = part + (small - part.astype(np.float32)) * rng.uniform(0.35, 1.0)
        if rng.random() < 0.5:
            cv2.rectangle(part, (0, 0), (part.shape[1] - 1, part.shape[0] - 1), tuple(ink), 2)


def _track(face: Face, shelf: Shelf, ink: np.ndarray, rng: Rng) -> None:
    """Numbered fields along an edge."""
    height, width = face.shape[:2]
    count = int(rng.integers(6, 22))
    upright = rng.random() < 0.5
    step = (height if upright else width) / count
    inset = int(rng.uniform(0, 0.85) * ((width if upright else height) - step))
    round_fields = rng.random() < 0.4
    for n in range(count):
        x, y = (inset, int(n * step)) if upright else (int(n * step), inset)
        middle = (int(x + step / 2), int(y + step / 2))
        if round_fields:
            cv2.circle(face, middle, int(step * 0.42), tuple(ink), 2, cv2.LINE_AA)
        else:
            cv2.rectangle(face, (x, y), (int(x + step), int(y + step)), tuple(ink), 1)
        write(face, shelf, str(n), middle, step * 0.45, ink, rng)


def _text(face: Face, shelf: Shelf, ink: np.ndarray, rng: Rng) -> None:
    left, top, wide, high = _area(face, rng)
    if rng.random() < 0.5:
        cv2.rectangle(face, (left, top), (left + wide, top + high), tuple(contrast(ink, rng)), -1)
    size = int(rng.integers(9, 28))
    for y in range(top, top + high, int(size * 1.4)):
        words = rng.choice(
            ["gold", "and", "every", "dwarf", "of the", "turn", "7", "shield"], max(1, wide // (size * 3))
        )
        write(face, shelf, " ".join(words), (left + wide / 2, y), size, ink, rng)


def _picture(face: Face, shelf: Shelf, ink: np.ndarray, rng: Rng) -> None:
    left, top, wide, high = _area(face, rng)
    face[top : top + high, left : left + wide] = patch(shelf, high, wide, rng)
    if rng.random() < 0.6:
        cv2.rectangle(face, (left, top), (left + wide, top + high), tuple(ink), int(rng.integers(1, 8)))


def _fields(face: Face, shelf: Shelf, ink: np.ndarray, rng: Rng) -> None:
    """Fields with six sides or round ones, as on maps."""
    left, top, wide, high = _area(face, rng)
    radius = int(rng.integers(18, 60))
    angles = np.arange(6) * np.pi / 3
    filled, six = rng.random() < 0.6, rng.random() < 0.6
    for row, y in enumerate(range(top + radius, top + high, int(radius * 1.75))):
        for x in range(left + radius + (row % 2) * radius, left + wide, 2 * radius):
            colour = shade((0, 1), (0.1, 0.8), (0.2, 0.9), rng)
            if six:
                points: np.ndarray = np.stack(
                    [x + radius * np.sin(angles), y + radius * np.cos(angles)], axis=1
                ).astype(int)
            else:
                points = np.asarray(cv2.ellipse2Poly((x, y), (radius, radius), 0, 0, 360, 15))
            if filled:
                cv2.fillPoly(face, [points], tuple(colour), cv2.LINE_AA)
            cv2.polylines(face, [points], True, tuple(ink), 2, cv2.LINE_AA)
            if rng.random() < 0.3:
                stamp(face, shelf, (x, y), radius, ink, rng)


_PRINTS = (_grid, _printed_pieces, _track, _text, _picture, _fields)
_ODDS = (0.3, 0.2, 0.14, 0.12, 0.12, 0.12)

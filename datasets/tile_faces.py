"""Faces of tiles and tokens, in sets of one style: numbers, letters, mahjong, land, rooms, plain stone."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.pieces import LONG, Face, Rng, Shelf, any_style, contrast, on_paper, patch, stamp, write
from datasets.textures import clouds, mix, shade

SIDE = 128


def _ground(rng: Rng, height: int, width: int, base: np.ndarray, spread: float) -> Face:
    """Even material with a faint grain."""
    grain = clouds(rng, int(rng.integers(2, 20)), 2, size=128)
    return cv2.resize(mix(grain, base * (1 - spread), np.minimum(base * (1 + spread), 255)), (width, height))


def numbered(shelf: Shelf, rng: Rng, count: int) -> list[Face]:
    """Ivory or wooden tiles with a number or a letter, at times in a ring."""
    ratio = float(rng.choice([1.0, 1.35, 1.5]))
    height, width = round(SIDE * ratio), SIDE
    base = (
        shade((0.08, 0.15), (0.03, 0.5), (0.7, 1.0), rng)
        if rng.random() < 0.75
        else shade((0, 1), (0, 1), (0.1, 0.9), rng)
    )
    inks = [shade((0, 1), (0.6, 1.0), (0.05, 0.8), rng) for _ in range(4)]
    letters, ring, y = rng.random() < 0.4, rng.random() < 0.4, rng.uniform(0.35, 0.5)
    faces = []
    for _ in range(count):
        face = _ground(rng, height, width, base, 0.05)
        text = str(rng.choice(list("ABCDEFGHIJKLMNOPRSTUWXYZ"))) if letters else str(rng.integers(1, 14))
        ink = inks[rng.integers(4)]
        if ring:
            cv2.circle(face, (width // 2, int(height * y)), int(width * 0.36), tuple(base * 0.93), 2, cv2.LINE_AA)
        write(face, shelf, text, (width / 2, height * y), width * 0.6, ink, rng)
        if letters and rng.random() < 0.7:
            write(face, shelf, str(rng.integers(1, 11)), (width * 0.82, height * 0.85), width * 0.2, ink, rng)
        faces.append(face)
    return faces


def mahjong(shelf: Shelf, rng: Rng, count: int) -> list[Face]:
    """Drawn faces on ivory."""
    if not shelf.tile_faces:
        return numbered(shelf, rng, count)
    drawn = shelf.tile_faces[rng.integers(len(shelf.tile_faces))]
    base = shade((0.08, 0.16), (0.0, 0.25), (0.8, 1.0), rng)
    faces = []
    for row in rng.integers(len(drawn), size=count):
        face = _ground(rng, round(SIDE * 1.33), SIDE, base, 0.03)
        ink = drawn[row]
        scale = min(0.8 * SIDE / ink.shape[1], 1.06 * SIDE / ink.shape[0])
        small = cv2.resize(ink, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        top, left = (face.shape[0] - small.shape[0]) // 2, (SIDE - small.shape[1]) // 2
        part = face[top : top + small.shape[0], left : left + small.shape[1]]
        part[:] = on_paper(small, part.astype(np.float64))
        faces.append(face)
    return faces


def land(shelf: Shelf, rng: Rng, count: int) -> list[Face]:
    """Square tiles of one country: meadows with roads, water and towns that go on on the next tile."""
    meadow = shade((0.1, 0.45), (0.2, 0.8), (0.25, 0.85), rng)
    road = shade((0.05, 0.2), (0.0, 0.3), (0.6, 1.0), rng)
    town = shade((0, 1), (0.2, 0.8), (0.3, 0.8), rng)
    dark_rim = rng.random() < 0.4
    faces = []
    for _ in range(count):
        face = _ground(rng, SIDE, SIDE, meadow, 0.12)
        ports = np.array([[SIDE / 2, 0], [SIDE, SIDE / 2], [SIDE / 2, SIDE], [0, SIDE / 2]])
        for side in rng.permutation(4)[: int(rng.integers(0, 3))]:
            a, b = ports[side], ports[(side + 1) % 4]
            corner = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]])[(side + 1) % 4]
            cv2.fillPoly(
                face,
                [np.array([a, corner, b, (a + b) / 2 + rng.normal(0, 12, 2)]).astype(int)],
                tuple(town),
                cv2.LINE_AA,
            )
        for _ in range(int(rng.integers(0, 3))):
            a, b = ports[rng.integers(4)], ports[rng.integers(4)]
            bend = np.array([a, np.array([SIDE, SIDE]) / 2 + rng.normal(0, 8, 2), b]).astype(int)
            cv2.polylines(face, [bend], False, tuple(road), int(rng.integers(5, 14)), cv2.LINE_AA)
        if rng.random() < 0.35:
            stamp(face, shelf, tuple(rng.uniform(30, 98, 2)), rng.uniform(25, 60), contrast(meadow, rng), rng)
        if dark_rim:
            cv2.rectangle(face, (0, 0), (SIDE - 1, SIDE - 1), tuple(meadow * 0.55), int(rng.integers(1, 5)))
        faces.append(face)
    return faces


def rooms(shelf: Shelf, rng: Rng, count: int) -> list[Face]:
    """Tiles with an icon or a picture in a frame, icons along an edge."""
    base = shade((0, 1), (0.05, 0.8), (0.08, 0.95), rng)
    rim, framed = shade((0, 1), (0, 0.8), (0, 1), rng), rng.random() < 0.6
    ratio = float(rng.choice([1.0, 1.0, 1.0, 1.3, 2.0]))
    faces = []
    for _ in range(count):
        face = _ground(rng, round(SIDE * ratio), SIDE, base, 0.1)
        height = face.shape[0]
        if rng.random() < 0.45:
            low, high = int(0.12 * SIDE), int(0.88 * SIDE)
            face[low : height - low, low:high] = patch(shelf, height - 2 * low, high - low, rng)
        ink = contrast(face.mean((0, 1)), rng)
        stamp(face, shelf, (SIDE / 2, height / 2), SIDE * rng.uniform(0.35, 0.8), ink, rng)
        for n in range(int(rng.integers(0, 4))):
            stamp(face, shelf, (SIDE * (0.18 + 0.2 * n), height * 0.88), SIDE * 0.17, ink, rng)
        if framed:
            cv2.rectangle(face, (0, 0), (SIDE - 1, height - 1), tuple(rim), int(rng.integers(2, 9)))
        faces.append(face)
    return faces


def plain(shelf: Shelf, rng: Rng, count: int) -> list[Face]:
    """Stone, cardboard or wood with nothing on it."""
    del shelf
    base = shade((0, 1), (0.0, 0.5), (0.15, 0.95), rng)
    return [_ground(rng, SIDE, SIDE, base, float(rng.uniform(0.03, 0.2))) for _ in range(count)]


def pictures(shelf: Shelf, rng: Rng, count: int) -> list[Face]:
    """Parts of photos, as cardboard tiles full of painting are."""
    return [patch(shelf, SIDE, SIDE, rng) for _ in range(count)]


def dominoes(shelf: Shelf, rng: Rng, count: int) -> list[Face]:
    """Two halves with icons or spots."""
    base = shade((0, 1), (0.0, 0.3), (0.03, 1.0), rng)
    ink = contrast(base, rng)
    faces = []
    for _ in range(count):
        face = _ground(rng, LONG, LONG // 2, base, 0.04)
        cv2.line(face, (10, LONG // 2), (LONG // 2 - 10, LONG // 2), tuple(ink), 3, cv2.LINE_AA)
        for half in (0.25, 0.75):
            for _ in range(int(rng.integers(0, 6))):
                at = (rng.uniform(0.2, 0.8, 2) * (LONG / 2, LONG / 2) + (0, LONG * (half - 0.25))).astype(int)
                cv2.circle(face, at.tolist(), 9, tuple(ink), -1, cv2.LINE_AA)
        faces.append(face)
    return faces


TILE_STYLES = (
    (numbered, 0.2),
    (mahjong, 0.12),
    (land, 0.22),
    (rooms, 0.2),
    (plain, 0.08),
    (pictures, 0.12),
    (dominoes, 0.06),
)


def tile_set(shelf: Shelf, rng: Rng, count: int) -> list[Face]:
    """Tiles of one style."""
    return any_style(TILE_STYLES, shelf, rng, count)


def token_set(shelf: Shelf, rng: Rng, count: int) -> list[Face]:
    """Small counters: one colour, an icon or a number, a rim."""
    base, rim = shade((0, 1), (0.1, 1.0), (0.1, 1.0), rng), shade((0, 1), (0, 1), (0, 1), rng)
    faces = []
    for _ in range(count):
        face = _ground(rng, 72, 72, base, 0.08)
        ink = contrast(base, rng)
        if rng.random() < 0.6:
            stamp(face, shelf, (36, 36), rng.uniform(30, 56), ink, rng)
        else:
            write(face, shelf, str(rng.integers(1, 21)), (36, 36), 34, ink, rng)
        if rng.random() < 0.5:
            cv2.circle(face, (36, 36), 33, tuple(rim), 3, cv2.LINE_AA)
        faces.append(face)
    return faces

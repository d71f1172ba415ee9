"""The board of Dungeon Lords as a third hand draws it: gradients, hills, panels and frames, and its grid in any way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np

from datasets.pieces import Face, Rng, Shelf, contrast, stamp
from datasets.tabletops.dungeonlords import CELL, GRID_LEFT, GRID_TOP, HIGH, WIDE
from datasets.textures import clouds, shade
from scoring.dungeonlords.pieces import COLUMNS, ROWS

Colour = np.ndarray


def board(shelf: Shelf, style: Mapping[str, Any], rng: Rng) -> Face:
    """Earth that gets lighter to one side, its grid, a landscape, printed backs, the lair, stores and a prison."""
    wide, high = round(WIDE * CELL), round(HIGH * CELL)
    face = gradient((wide, high), style["earth"], float(rng.uniform(0.0, 0.4)), rng)
    rock = 0.2 * float(rng.random()) * (2 * cv2.resize(clouds(rng, 12, 4, size=512), (wide, high)) - 1)
    face = (face * (1 + rock[..., None])).clip(0, 255).astype(np.uint8)
    if style["around"] != "bare":
        _landscape(face[: round(0.38 * high), : round(0.493 * wide)], shelf, style, rng)
    for left, value in ((0.51, (0.75, 0.97)), (0.63, (0.1, 0.35))):
        area = _area(face, left, 0.04, left + 0.105, 0.3)
        area[:] = picture(shelf, area.shape[1], area.shape[0], shade((0.02, 0.15), (0.05, 0.6), value, rng), rng)
    lair = _area(face, 0.75, 0.02, 0.99, 0.36)
    lair[:] = gradient(lair.shape[1::-1], shade((-0.02, 0.15), (0.5, 0.9), (0.4, 0.95), rng), 0.5, rng)
    for number, hue in enumerate(((0.26, 0.4), (0.11, 0.17), (-0.02, 0.06), (0.04, 0.12))):
        store = _area(face, 0.51 + 0.12 * number, 0.4, 0.62 + 0.12 * number, 0.6)
        store[:] = gradient(store.shape[1::-1], shade(hue, (0.3, 0.8), (0.2, 0.85), rng), 0.2, rng)
        ink = contrast(store.mean(axis=(0, 1)), rng)
        stamp(store, shelf, (store.shape[1] / 2, store.shape[0] * 0.2), store.shape[1] * 0.35, ink, rng)
    frames = [(0.51, 0.63, 0.98, 0.8), *((0.51 + 0.12 * n, 0.83, 0.62 + 0.12 * n, 0.98) for n in range(4))]
    tone = rgb(shade((0, 1), (0.05, 0.5), (0.2, 0.9), rng))
    for left, top, right, bottom in frames:
        start, end = (round(left * wide), round(top * high)), (round(right * wide), round(bottom * high))
        cv2.rectangle(face, start, end, tone, int(rng.integers(1, 5)), cv2.LINE_AA)
    _grid(face, style)
    return face


def _area(face: Face, left: float, top: float, right: float, bottom: float) -> Face:
    high, wide = face.shape[:2]
    return face[round(top * high) : round(bottom * high), round(left * wide) : round(right * wide)]


def _landscape(face: Face, shelf: Shelf, style: Mapping[str, Any], rng: Rng) -> None:
    high, wide = face.shape[:2]
    face[:] = gradient((wide, high), shade((0.08, 0.65), (0.1, 0.6), (0.4, 0.98), rng), 0.2, rng)
    if style["around"] == "picture":
        face[:] = picture(shelf, wide, high, shade((0, 1), (0.1, 0.6), (0.3, 0.9), rng), rng)
    for _ in range(int(rng.integers(2, 5)) if style["around"] == "hills" else 0):
        place = (round(wide * rng.uniform(0, 1)), round(high * rng.uniform(0.9, 1.3)))
        axes = (round(wide * rng.uniform(0.2, 0.5)), round(high * rng.uniform(0.3, 0.8)))
        cv2.ellipse(face, place, axes, 0, 0, 360, rgb(shade((0.15, 0.4), (0.2, 0.7), (0.2, 0.8), rng)), -1)
    for number in range(4):  # places for the party and the paladin
        left, top = round(wide * (0.05 + 0.235 * number)), round(high * 0.35)
        corner = (left + round(wide * 0.19), round(high * 0.92))
        thick = -1 if style["around"] == "panels" else 2
        cv2.rectangle(face, (left, top), corner, rgb(shade((0, 1), (0.05, 0.5), (0.2, 0.9), rng)), thick)


def _grid(face: Face, style: Mapping[str, Any]) -> None:
    """What tells the cells of the site apart on the board: lines, dots, marks in their corners, or nothing."""
    tone = rgb(style["line"])
    steps = {"dashes": np.arange(0, 1, 0.1), "dots": np.arange(0, 1, 0.07), "solid": np.array([0.0])}
    long = {"dashes": 0.055, "dots": 0.012, "solid": 1.0}
    for column in range(COLUMNS + 1):
        for row in range(ROWS + 1):
            at = np.array([GRID_LEFT + column, GRID_TOP + row])
            if style["lines"] == "corners":
                cv2.drawMarker(face, (at * CELL).astype(int).tolist(), tone, cv2.MARKER_CROSS, 22, 2)
            for way, last in ((np.array([1.0, 0]), column == COLUMNS), (np.array([0, 1.0]), row == ROWS)):
                for step in () if last else steps.get(style["lines"], np.zeros(0)):
                    start, end = at + way * step, at + way * (step + long[style["lines"]])
                    cv2.line(face, (start * CELL).astype(int).tolist(), (end * CELL).astype(int).tolist(), tone, 2)


def gradient(size: tuple[int, int], colour: Colour, amount: float, rng: Rng) -> Face:
    """A plane of one colour that gets lighter towards one side, as computers draw stone."""
    wide, high = size
    y, x = np.mgrid[-1 : 1 : high * 1j, -1 : 1 : wide * 1j]
    turn = rng.uniform(0, 2 * np.pi)
    light = 1 + amount * (x * np.cos(turn) + y * np.sin(turn))
    return (np.asarray(colour)[None, None] * light[..., None]).clip(0, 255).astype(np.uint8)


def picture(shelf: Shelf, wide: int, high: int, tint: Colour, rng: Rng) -> Face:
    """Part of somebody's drawing in the colours of this piece, or planes with hard edges."""
    stock = [*shelf.decks, *shelf.tile_faces]
    if stock and rng.random() < 0.4:
        deck = stock[rng.integers(len(stock))]
        drawing = deck[rng.integers(len(deck))][..., :3]
        side = int(min(drawing.shape[:2]) * rng.uniform(0.4, 0.9))
        y, x = rng.integers(drawing.shape[0] - side), rng.integers(drawing.shape[1] - side)
        grey = cv2.resize(drawing[y : y + side, x : x + side], (wide, high)).astype(np.float32)
        return (
            (0.25 * grey + 0.75 * tint * (0.4 + 0.9 * grey.mean(axis=2, keepdims=True) / 255))
            .clip(0, 255)
            .astype(np.uint8)
        )
    face = gradient((wide, high), tint, float(rng.uniform(0.05, 0.3)), rng)
    for _ in range(int(rng.integers(2, 7))):
        points = rng.uniform(-0.2, 1.2, (4, 2)) * (wide, high)
        tone = np.asarray(tint) * rng.uniform(0.5, 1.5) + rng.normal(0, 18, 3)
        cv2.fillConvexPoly(face, cv2.convexHull(points.astype(np.int32)), rgb(tone), cv2.LINE_AA)
    return face


def rgb(colour: Colour) -> tuple[float, ...]:
    return tuple(float(part) for part in np.clip(colour, 0, 255))

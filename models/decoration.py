"""What lies on a training picture beside dice: printed places for them, and things that look like them."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.decoys import decoy, keyboard
from models.light import Image, Rng

Point = NDArray[Any]  # x and y
ROWS = 0.25  # share of the things that stand in rows, as keys do
KEYBOARDS = 0.2  # share of the tiles with nothing to find, and of those with things, that are full of keys


def rotation(turn: float) -> NDArray[np.float64]:
    """The matrix that turns points by this angle."""
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])


def print_slots(canvas: Image, size: float, rng: Rng) -> Point:
    """Print places for dice of this size, as character sheets have them, most of which will stay empty."""
    side = canvas.shape[0]
    place, step = size * rng.uniform(1.0, 1.45), size * rng.uniform(1.5, 1.9)
    ink, fill = rng.integers(0, 256, (2, 3)).tolist()
    line, round_, filled = int(rng.integers(1, 4)), rng.random() < 0.25, rng.random() < 0.5
    turn = np.deg2rad(rng.choice([0.0, rng.uniform(0, 90)]))
    axes = rotation(turn)
    reach = int(side / step) + 1
    grid = np.array([(x, y) for x in range(-reach, reach + 1) for y in range(-reach, reach + 1)]) * step
    centres = grid @ axes.T + side / 2 + rng.uniform(-0.5, 0.5, 2) * step
    inside = centres[((centres > 0) & (centres < side)).all(axis=1)]
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) @ axes.T * place / 2
    for centre in inside:
        corners = np.round(centre + square).astype(np.int32)
        if round_:
            spot, radius = np.round(centre).astype(int).tolist(), round(place / 2)
            if filled:
                cv2.circle(canvas, spot, radius, fill, -1, cv2.LINE_AA)
            cv2.circle(canvas, spot, radius, ink, line, cv2.LINE_AA)
            continue
        if filled:
            cv2.fillPoly(canvas, [corners], fill, cv2.LINE_AA)
        cv2.polylines(canvas, [corners], True, ink, line, cv2.LINE_AA)
    return inside if len(inside) else np.full((1, 2), side / 2)


def print_things(canvas: Image, size: float, rng: Rng) -> None:
    """A few things that are no dice, about as large as the dice will be, or rows of them."""
    side = canvas.shape[0]
    if rng.random() < ROWS:
        step, turn = size * rng.uniform(1.05, 1.4), rng.uniform(0, 2 * np.pi)
        grid = np.array([(x, y) for x in range(-4, 5) for y in range(-1, 2)]) * step @ rotation(turn).T
        spots = grid + rng.uniform(0.2, 0.8, 2) * side
    else:
        spots = rng.uniform(0.05, 0.95, (int(rng.integers(1, 7)), 2)) * side
    for spot in spots[((spots > 0) & (spots < side)).all(axis=1)]:
        print_thing(canvas, spot, size * np.exp(rng.normal(0, 0.25)), rng)


def lay_keyboard(canvas: Image, step: float, rng: Rng) -> None:
    """Cover one half of the canvas with keys, whichever half."""
    keys = keyboard(canvas.shape[0], step, rng)
    slope, shift = rng.normal(0, 1, 2), rng.normal(0, 0.2)
    way = np.linspace(-0.5, 0.5, canvas.shape[0], dtype=np.float32)
    half = slope[0] * way[None, :] + slope[1] * way[:, None] > shift
    canvas[half] = keys[half]


def print_thing(canvas: Image, centre: Point, size: float, rng: Rng) -> None:
    """Something that is no die, seen from anywhere: a token with a number or pips, a key, a button."""
    face, outline = decoy(rng)
    stretch = np.exp(rng.normal(0, 0.18))
    turn = rng.uniform(0, 2 * np.pi)
    axes = rotation(turn)
    linear = np.diag([stretch, 1 / stretch]) @ axes * size / len(face)
    matrix = np.column_stack([linear, centre - linear @ np.full(2, len(face) / 2)])
    shape = canvas.shape[1::-1]
    seen = cv2.warpAffine(face, matrix, shape).astype(np.float32)
    share = cv2.warpAffine(outline, matrix, shape)[..., None]
    canvas[:] = canvas + (seen - canvas) * share

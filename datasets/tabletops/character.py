"""Roll Player's sheets, cards and counters as we draw them.

Every third card differs from another of its kind in one icon or one number only.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from datasets.pieces import Face, Rng, Shelf, contrast, patch, stamp_mask, write
from datasets.textures import clouds, mix, shade

LONG = 280
SHEET = (592, 800)  # pixels of a sheet: height and width
CARD = 88 / 63
# Where the nine squares of an alignment card lie, in shares of it.
GRID = (0.08, 0.22, 0.92, 0.95)
# The middle of the first place of a sheet and the way to the next, across and down, in shares of it; half a place.
FIRST, PITCH, HALF = (0.19, 0.13), (0.102, 0.144), 0.056


@dataclass(frozen=True)
class Design:
    """What makes a card: its picture, an icon, a number and its tint."""

    ground: Face
    icon: np.ndarray
    number: int
    tint: np.ndarray


def design_of(shelf: Shelf, tint: np.ndarray, rng: Rng) -> Design:
    icon = shelf.icons[rng.integers(len(shelf.icons))]
    return Design(patch(shelf, LONG, LONG, rng), icon, int(rng.integers(1, 20)), tint)


def twin_of(design: Design, shelf: Shelf, rng: Rng) -> Design:
    """The same card but for its icon or its number."""
    if rng.random() < 0.5:
        return Design(design.ground, shelf.icons[rng.integers(len(shelf.icons))], design.number, design.tint)
    return Design(design.ground, design.icon, design.number % 19 + 1, design.tint)


def card_face(design: Design, title: str, kind: str, shelf: Shelf, rng: Rng) -> Face:
    """A frame in the tint of its kind, a title, and below it a picture with icon and number, or nine squares."""
    high, wide = LONG, round(LONG / CARD)
    face = np.empty((high, wide, 3), np.uint8)
    face[:] = design.tint
    paper = np.minimum(design.tint * 0.3 + 175, 255)
    cv2.rectangle(face, (8, 8), (wide - 9, round(0.18 * high)), tuple(paper), -1)
    write(face, shelf, title, (wide / 2, 0.1 * high), 0.085 * high, np.array([15.0, 15, 15]), rng)
    left, top, right, bottom = (round(part * side) for part, side in zip(GRID, (wide, high, wide, high), strict=True))
    face[top:bottom, left:right] = cv2.resize(design.ground, (right - left, bottom - top))
    ink = contrast(face[top:bottom, left:right].mean((0, 1)), rng)
    if kind == "alignment":
        _squares(face, (left, top, right, bottom), design, ink, shelf, rng)
        return face
    stamp_mask(face, design.icon, (wide / 2, 0.5 * high), 0.45 * wide, ink)
    cv2.circle(face, (round(0.82 * wide), round(0.86 * high)), round(0.1 * wide), tuple(paper), -1, cv2.LINE_AA)
    write(face, shelf, str(design.number), (0.82 * wide, 0.86 * high), 0.1 * wide, np.array([15.0, 15, 15]), rng)
    return face


def _squares(
    face: Face, box: tuple[int, int, int, int], design: Design, ink: np.ndarray, shelf: Shelf, rng: Rng
) -> None:
    """Nine squares with small numbers; the icon tells one card from another."""
    left, top, right, bottom = box
    numbers = np.random.default_rng(design.number).integers(-3, 4, 9)
    for place in range(9):
        row, column = divmod(place, 3)
        x0, x1 = (left + (right - left) * part // 3 for part in (column, column + 1))
        y0, y1 = (top + (bottom - top) * part // 3 for part in (row, row + 1))
        cv2.rectangle(face, (x0, y0), (x1, y1), tuple(ink), 2)
        write(face, shelf, str(numbers[place]), ((x0 + x1) / 2, (y0 + y1) / 2), 0.5 * (y1 - y0), ink, rng)
    stamp_mask(face, design.icon, (right - 14, top + 14), 22, ink)


def sheet_face(design: Design, title: str, shelf: Shelf, rng: Rng) -> Face:
    """A title over six rows of three framed places, and a painted half where cards are laid."""
    high, wide = SHEET
    face = np.ascontiguousarray(
        cv2.resize(
            mix(clouds(rng, 5, 3, size=128), design.tint * 0.7, np.minimum(design.tint * 1.2, 255)), (wide, high)
        )
    )
    ink = contrast(design.tint, rng)
    face[round(0.16 * high) : round(0.95 * high), round(0.5 * wide) : round(0.97 * wide)] = cv2.resize(
        design.ground, (round(0.97 * wide) - round(0.5 * wide), round(0.95 * high) - round(0.16 * high))
    )
    write(face, shelf, title, (0.72 * wide, 0.08 * high), 0.08 * high, ink, rng)
    stamp_mask(face, design.icon, (0.735 * wide, 0.55 * high), 0.5 * high, contrast(design.ground.mean((0, 1)), rng))
    half = HALF * high
    for row in range(6):
        for column in range(3):
            u, v = place_at(row, column)
            low, far = ((round(u * wide + by), round(v * high + by)) for by in (-half, half))
            cv2.rectangle(face, low, far, tuple(ink), 2)
    return face


def place_at(row: int, column: int) -> tuple[float, float]:
    """The middle of a place of the sheet, in shares of its width and height.

    >>> place_at(0, 0)
    (0.19, 0.13)
    """
    return FIRST[0] + column * PITCH[0], FIRST[1] + row * PITCH[1]


def counter_face(shelf: Shelf, hue: tuple[float, float], rng: Rng) -> Face:
    """A round counter of cardboard: one icon in a ring."""
    side = 128
    tint = shade(hue, (0.5, 0.9), (0.45, 0.9), rng)
    face = np.empty((side, side, 3), np.uint8)
    face[:] = tint
    ink = contrast(tint, rng)
    cv2.circle(face, (side // 2, side // 2), round(0.42 * side), tuple(ink), 4, cv2.LINE_AA)
    stamp_mask(face, shelf.icons[rng.integers(len(shelf.icons))], (side / 2, side / 2), 0.5 * side, ink)
    return face

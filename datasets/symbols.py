"""Symbol faces for Dice Miner's dice, drawn by us from simple shapes: no publisher's art."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

Canvas = np.ndarray
Point = tuple[float, float]


def draw(name: str, size: int) -> np.ndarray:
    """The ink mask (0 to 1) of a symbol face; a trailing number repeats the symbol that often.

    >>> draw("gem2", 64).shape
    (64, 64)
    """
    kind, count = (name[:-1], int(name[-1])) if name[-1].isdigit() else (name, 1)
    canvas = np.zeros((size, size), np.uint8)
    for centre, scale in _PLACES[count]:
        _SHAPES[kind](canvas, _Pen(size, centre, scale))
    return canvas.astype(np.float32) / 255


class _Pen:
    """Maps a shape's own coordinates (-1 to 1) to its place on the face."""

    def __init__(self, size: int, centre: Point, scale: float) -> None:
        self._size, self._centre, self._scale = size, centre, scale

    def points(self, *points: Point) -> np.ndarray:
        xy = np.array(points) * self._scale + np.array(self._centre)
        return np.round((xy + 1) / 2 * self._size).astype(np.int32)

    def length(self, part: float) -> int:
        return max(1, round(part * self._scale * self._size / 2))


def _fill(canvas: Canvas, pen: _Pen, *points: Point, ink: int = 255) -> None:
    cv2.fillPoly(canvas, [pen.points(*points)], ink, cv2.LINE_AA)


def _line(canvas: Canvas, pen: _Pen, *points: Point, width: float = 0.14, ink: int = 255) -> None:
    cv2.polylines(canvas, [pen.points(*points)], False, ink, pen.length(width), cv2.LINE_AA)


def _disc(canvas: Canvas, pen: _Pen, centre: Point, radius: float, ink: int = 255) -> None:
    x, y = (int(v) for v in pen.points(centre)[0])
    cv2.circle(canvas, (x, y), pen.length(radius), ink, -1, cv2.LINE_AA)


def _beer(canvas: Canvas, pen: _Pen) -> None:
    _fill(canvas, pen, (-0.6, -0.35), (0.35, -0.35), (0.3, 0.85), (-0.55, 0.85))
    _line(canvas, pen, (0.35, -0.1), (0.78, -0.05), (0.78, 0.5), (0.32, 0.55))
    for x in (-0.5, -0.12, 0.25):
        _disc(canvas, pen, (x, -0.5), 0.27)
    for x in (-0.32, -0.02):
        _line(canvas, pen, (x, 0.0), (x, 0.65), width=0.09, ink=0)


def _cave_in(canvas: Canvas, pen: _Pen) -> None:
    _fill(canvas, pen, (-0.85, 0.8), (-0.6, 0.1), (-0.1, 0.25), (0.05, 0.8))
    _fill(canvas, pen, (0.15, 0.8), (0.2, 0.2), (0.65, 0.0), (0.9, 0.8))
    _fill(canvas, pen, (-0.45, -0.05), (-0.2, -0.75), (0.3, -0.8), (0.5, -0.2), (0.1, 0.1))
    _line(canvas, pen, (-0.1, -0.6), (0.05, -0.3), (-0.1, -0.1), width=0.08, ink=0)


def _dragon(canvas: Canvas, pen: _Pen) -> None:
    head = [(-0.85, 0.15), (-0.75, -0.15), (-0.2, -0.4), (0.0, -0.9), (0.2, -0.45), (0.65, -0.8), (0.55, -0.2)]
    _fill(canvas, pen, *head, (0.8, 0.3), (0.6, 0.9), (0.1, 0.85), (0.2, 0.4), (-0.3, 0.3))
    _fill(canvas, pen, (-0.8, 0.32), (-0.25, 0.42), (-0.1, 0.6), (-0.6, 0.55))
    _disc(canvas, pen, (0.05, -0.12), 0.1, ink=0)


def _pickaxe(canvas: Canvas, pen: _Pen) -> None:
    _line(canvas, pen, (-0.55, 0.8), (0.35, -0.45), width=0.18)
    arc = [(0.3 + 0.95 * np.cos(a), 0.4 + 0.95 * np.sin(a)) for a in np.radians(np.arange(192, 352, 12))]
    turned = [(x * 0.8 - y * 0.6 - 0.15, x * 0.6 + y * 0.8 - 0.2) for x, y in arc]
    _line(canvas, pen, *turned, width=0.2)


def _shield(canvas: Canvas, pen: _Pen) -> None:
    rim = [(-0.7, -0.75), (0.0, -0.9), (0.7, -0.75), (0.65, 0.15), (0.35, 0.6), (0.0, 0.9), (-0.35, 0.6), (-0.65, 0.15)]
    _fill(canvas, pen, *rim)
    _line(canvas, pen, (0.0, -0.7), (0.0, 0.7), width=0.1, ink=0)
    _line(canvas, pen, (-0.55, -0.15), (0.55, -0.15), width=0.1, ink=0)


def _chest(canvas: Canvas, pen: _Pen) -> None:
    _fill(canvas, pen, (-0.85, -0.1), (-0.75, -0.55), (-0.5, -0.7), (0.5, -0.7), (0.75, -0.55), (0.85, -0.1))
    _fill(canvas, pen, (-0.85, 0.0), (0.85, 0.0), (0.85, 0.7), (-0.85, 0.7))
    _fill(canvas, pen, (-0.16, -0.2), (0.16, -0.2), (0.16, 0.25), (-0.16, 0.25), ink=0)
    _disc(canvas, pen, (0.0, 0.03), 0.09)


def _gem(canvas: Canvas, pen: _Pen) -> None:
    _fill(canvas, pen, (-0.85, -0.25), (-0.45, -0.75), (0.45, -0.75), (0.85, -0.25), (0.0, 0.85))
    for stroke in (((-0.85, -0.25), (0.85, -0.25)), ((-0.3, -0.25), (0.0, 0.8)), ((0.3, -0.25), (0.0, 0.8))):
        _line(canvas, pen, *stroke, width=0.08, ink=0)


def _magic(canvas: Canvas, pen: _Pen) -> None:
    star = []
    for k in range(10):
        radius = 0.92 if k % 2 == 0 else 0.4
        angle = np.pi * k / 5 - np.pi / 2
        star.append((radius * np.cos(angle), radius * np.sin(angle)))
    _fill(canvas, pen, *star)
    _disc(canvas, pen, (0.0, 0.0), 0.16, ink=0)


_SHAPES: dict[str, Callable[[Canvas, _Pen], None]] = {
    "beer": _beer,
    "cave_in": _cave_in,
    "dragon": _dragon,
    "pickaxe": _pickaxe,
    "shield": _shield,
    "chest": _chest,
    "gem": _gem,
    "magic": _magic,
}

_PLACES: dict[int, tuple[tuple[Point, float], ...]] = {
    1: (((0.0, 0.0), 0.62),),
    2: (((-0.34, -0.3), 0.36), ((0.34, 0.3), 0.36)),
    3: (((0.0, -0.38), 0.34), ((-0.38, 0.32), 0.34), ((0.38, 0.32), 0.34)),
    4: tuple(((x, y), 0.32) for x in (-0.37, 0.37) for y in (-0.37, 0.37)),
}

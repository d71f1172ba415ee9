"""Boards with a site dug into earth, plain crosses and rooms to lay on it: drawn in as many ways as print allows.

A site is a grid of cells on part of a board. Nothing printed around it is a piece: landscapes, backs of cards, stores.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from datasets.pieces import Face, Rng, Shelf, contrast, patch, stamp, write
from datasets.textures import clouds, mix, shade

CELL = 56  # pixels of a cell on a board,
TILE = 96  # and of a tile
LEAST_PANEL = 0.7  # cells: smaller parts of a board are not divided further
Area = tuple[float, float, float, float]  # left, top, right, bottom, in cells


@dataclass(frozen=True)
class Plan:
    """A board of so many cells, and where on it the cells of the site begin."""

    width: float
    height: float
    left: float
    top: float
    columns: int
    rows: int

    @property
    def site(self) -> Area:
        return self.left, self.top, self.left + self.columns, self.top + self.rows


def plan(rng: Rng) -> Plan:
    """Five by four cells in the lower left part of a wide board most often, any other way besides."""
    columns, rows = (5, 4) if rng.random() < 0.6 else (int(rng.integers(3, 8)), int(rng.integers(2, 7)))
    if rng.random() < 0.5:
        width = columns / rng.uniform(0.42, 0.56)
        height = rows / rng.uniform(0.52, 0.66)
        left, top = width * rng.uniform(0.0, 0.03), height - rows - height * rng.uniform(0.0, 0.03)
    else:
        before, after, over, under = rng.uniform(0.0, 1.0, 4) * rng.choice([0.1, 1.0, 4.0], 4)
        width, height, left, top = columns + before + after, rows + over + under, before, over
    return Plan(float(width), float(height), float(left), float(top), columns, rows)


def site_board(shelf: Shelf, planned: Plan, printed: Sequence[Face], rng: Rng) -> Face:
    """The board: panels of print all around the site, earth and lines where it is; `printed` are pictures of pieces."""
    wide, high = round(planned.width * CELL), round(planned.height * CELL)
    earth = _earth(rng)
    loud = rng.uniform(0.0, 1.0)
    face = _rock(wide, high, earth, rng) if rng.random() < 0.6 else _colourful(shelf, wide, high, rng)
    left, top, right, bottom = planned.site
    around: list[Area] = [(0, 0, right, top), (right, 0, planned.width, planned.height)]
    if left > LEAST_PANEL:
        around.append((0, top, left, planned.height))
    if planned.height - bottom > LEAST_PANEL:
        around.append((left, bottom, right, planned.height))
    for area in around:
        _panels(face, area, shelf, printed, loud, rng)
    low, up = (round(left * CELL), round(top * CELL)), (round(right * CELL), round(bottom * CELL))
    ground = _rock(up[0] - low[0], up[1] - low[1], earth, rng)
    part = face[low[1] : up[1], low[0] : up[0]]
    part[:] = ground[: part.shape[0], : part.shape[1]]
    _lines(face, planned, rng)
    if rng.random() < 0.4:
        rim = _rgb(shade((0, 1), (0, 0.8), (0, 1), rng))
        cv2.rectangle(face, (0, 0), (wide - 1, high - 1), rim, int(rng.integers(2, 10)))
    return face


def _earth(rng: Rng) -> np.ndarray:
    """Nearly black brown most often, any colour at times."""
    draw = rng.random()
    if draw < 0.6:
        return shade((-0.02, 0.13), (0.05, 0.7), (0.03, 0.28), rng)
    return shade((0, 1), (0.0, 0.7), (0.05, 0.5) if draw < 0.85 else (0.5, 0.95), rng)


def _rock(wide: int, high: int, colour: np.ndarray, rng: Rng) -> Face:
    rough = clouds(rng, int(rng.integers(2, 30)), int(rng.integers(2, 6)), size=256)
    dark, bright = colour * rng.uniform(0.4, 1.0), np.minimum(colour * rng.uniform(1.0, 1.9), 255)
    return cv2.resize(mix(rough, dark, bright), (max(wide, 1), max(high, 1)))


def _colourful(shelf: Shelf, wide: int, high: int, rng: Rng) -> Face:
    return np.ascontiguousarray(patch(shelf, high, wide, rng))


def _panels(face: Face, area: Area, shelf: Shelf, printed: Sequence[Face], loud: float, rng: Rng) -> None:
    """Divide an area into parts again and again, and print on most of them."""
    left, top, right, bottom = area
    wide, high = right - left, bottom - top
    if min(wide, high) < LEAST_PANEL * 0.5:
        return
    if max(wide, high) > 1.4 and rng.random() < min(0.95, max(wide, high) / 4):
        count = int(rng.integers(2, 6)) if max(wide, high) > 3 else 2
        cuts = np.arange(count + 1) / count if rng.random() < 0.5 else np.sort([0, *rng.random(count - 1), 1])
        for before, after in itertools.pairwise(cuts):
            if wide > high:
                _panels(face, (left + wide * before, top, left + wide * after, bottom), shelf, printed, loud, rng)
            else:
                _panels(face, (left, top + high * before, right, top + high * after), shelf, printed, loud, rng)
        return
    margin = float(rng.choice([0.0, 0.02, 0.08, 0.15])) * min(wide, high)
    bounds = np.array([left + margin, top + margin, right - margin, bottom - margin]) * CELL
    x0, y0, x1, y1 = (round(float(bound)) for bound in bounds)
    x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, face.shape[1]), min(y1, face.shape[0])
    if x1 - x0 > 4 and y1 - y0 > 4:
        _print(face[y0:y1, x0:x1], shelf, printed, loud, rng)


def _print(part: Face, shelf: Shelf, printed: Sequence[Face], loud: float, rng: Rng) -> None:
    """A picture, the back of a card, a coloured store with icons, a frame, or nothing."""
    high, wide = part.shape[:2]
    draw = rng.random()
    if draw < 0.25:
        part[:] = patch(shelf, high, wide, rng)
    elif draw < 0.45 and len(printed):
        picture = printed[int(rng.integers(len(printed)))]
        if (picture.shape[0] > picture.shape[1]) != (high > wide):
            picture = np.rot90(picture)
        part[:] = cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA)
    elif draw < 0.7:
        part[:] = _rock(wide, high, shade((0, 1), (0.0, 0.9), (0.08, 0.95), rng), rng)
    ink = contrast(part.mean(axis=(0, 1)), rng)
    for _ in range(int(rng.integers(0, 2 + int(5 * loud)))):
        centre = (float(rng.uniform(0, wide)), float(rng.uniform(0, high)))
        size = float(rng.uniform(0.15, 0.8)) * min(wide, high)
        if rng.random() < 0.75:
            stamp(part, shelf, centre, size, ink, rng)
        else:
            write(part, shelf, str(rng.integers(0, 30)), centre, size, ink, rng)
    if rng.random() < 0.45:
        frame = _rgb(shade((0, 1), (0, 0.8), (0, 1), rng))
        cv2.rectangle(part, (0, 0), (wide - 1, high - 1), frame, int(rng.integers(1, 4)))


def _lines(face: Face, planned: Plan, rng: Rng) -> None:
    """Lines between the cells: dashed, solid or none; at times a frame within each cell, or a tone of its own."""
    draw = rng.random()
    if draw < 0.15:
        return
    colour = _rgb(shade((-0.03, 0.1) if rng.random() < 0.6 else (0, 1), (0.1, 0.9), (0.15, 0.8), rng))
    thick, dash = int(rng.integers(1, 4)), float(rng.choice([0.0, 0.08, 0.12, 0.2, 0.33]))
    inset = float(rng.choice([0.0, 0.0, 0.03, 0.07, 0.12]))
    left, top, _, _ = planned.site
    for column in range(planned.columns):
        for row in range(planned.rows):
            x0, y0 = left + column + inset, top + row + inset
            x1, y1 = x0 + 1 - 2 * inset, y0 + 1 - 2 * inset
            corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]) * CELL
            for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
                for step in np.arange(0, 1, dash) if dash else (0.0,):
                    until = min(1.0, step + 0.6 * dash) if dash else 1.0
                    ends = [(start + (end - start) * share).round().astype(int).tolist() for share in (step, until)]
                    cv2.line(face, ends[0], ends[1], colour, thick)


@dataclass(frozen=True)
class Make:
    """How the tiles of one copy are made."""

    arm: float
    stone: np.ndarray
    pale: np.ndarray
    grain: float
    paving: int  # 0 none, 1 straight joints, 2 crooked stones
    rim: float
    rim_light: float


def make(rng: Rng) -> Make:
    """Brown or grey stone with hardly any texture most often; the other side pale."""
    common = rng.random() < 0.65
    stone = shade((0.02, 0.14) if common else (0, 1), (0.05, 0.65), (0.2, 0.7) if common else (0.1, 0.95), rng)
    return Make(
        float(rng.uniform(0.3, 0.72)),
        stone,
        shade((0.05, 0.2) if common else (0, 1), (0.0, 0.3), (0.65, 1.0), rng),
        float(rng.choice([0.0, 0.04, 0.1, 0.2, 0.35])),
        int(rng.choice([0, 1, 2], p=[0.45, 0.25, 0.3])),
        float(rng.choice([0.0, 0.0, 0.03, 0.07])),
        float(rng.choice([0.3, 0.6, 1.5])),
    )


def paved(made: Make, pale: bool, cross: bool, rng: Rng) -> Face:
    """Stone with grain, joints or crooked paving, and an edge along its outline."""
    colour = made.pale if pale else made.stone
    grain = (clouds(rng, int(rng.integers(3, 24)), 4, size=TILE) * 2 - 1) * made.grain
    face = (colour * (1 + grain[..., None])).clip(0, 255).astype(np.uint8)
    joint = _rgb(colour * rng.choice([0.6, 0.8, 0.9, 1.15]))
    if made.paving == 1:
        step = TILE * rng.uniform(0.12, 0.34)
        for at in np.arange(step * 0.6, TILE, step):
            cv2.line(face, (0, round(at)), (TILE, round(at)), joint, 1, cv2.LINE_AA)
            cv2.line(face, (round(at), 0), (round(at), TILE), joint, 1, cv2.LINE_AA)
    elif made.paving == 2:
        for _ in range(int(rng.integers(12, 40))):
            centre, axes = rng.integers(0, TILE, 2).tolist(), rng.integers(4, 14, 2).tolist()
            cv2.ellipse(face, centre, axes, float(rng.uniform(0, 180)), 0, 360, joint, 1, cv2.LINE_AA)
    return _edged(face, made, cross)


def _edged(face: Face, made: Make, cross: bool) -> Face:
    thick = round(made.rim * TILE)
    if not thick:
        return face
    low, high, end = (1 - made.arm) / 2 * TILE, (1 + made.arm) / 2 * TILE, TILE - 1
    points = (
        [
            (low, 0),
            (high, 0),
            (high, low),
            (end, low),
            (end, high),
            (high, high),
            (high, end),
            (low, end),
            (low, high),
            (0, high),
            (0, low),
            (low, low),
        ]
        if cross
        else [(0, 0), (end, 0), (end, end), (0, end)]
    )
    colour = _rgb(face.mean(axis=(0, 1)) * made.rim_light)
    cv2.polylines(face, [np.array(points).round().astype(np.int32)], True, colour, 2 * thick)
    return face


def room(shelf: Shelf, made: Make, rng: Rng) -> Face:
    """A square of rock or a picture with a few icons, an arrow and a small plan."""
    rock = shade((0.03, 0.3) if rng.random() < 0.7 else (0, 1), (0.1, 0.7), (0.12, 0.75), rng)
    face = patch(shelf, TILE, TILE, rng) if rng.random() < 0.35 else _rock(TILE, TILE, rock, rng)
    face = _edged(np.ascontiguousarray(face), made, cross=False)
    ink = contrast(face.mean(axis=(0, 1)), rng)
    for x in (0.22, 0.75):
        for number in range(int(rng.integers(0, 4))):
            stamp(face, shelf, (TILE * (x + 0.14 * (number % 2)), TILE * (0.2 + 0.2 * (number // 2))), 17, ink, rng)
    if rng.random() < 0.7:
        cv2.arrowedLine(face, (round(TILE * 0.42), 26), (round(TILE * 0.6), 26), _rgb(ink), 2)
    if rng.random() < 0.7:
        x0, y0, step = TILE * rng.uniform(0.1, 0.4), TILE * rng.uniform(0.5, 0.65), TILE * rng.uniform(0.05, 0.09)
        tones = [_rgb(shade((0, 1), (0, 0.6), value, rng)) for value in ((0.05, 0.4), (0.6, 1.0))]
        for column in range(5):
            for row in range(4):
                x, y = round(x0 + column * step), round(y0 + row * step)
                cv2.rectangle(face, (x, y), (round(x + step) - 1, round(y + step) - 1), tones[rng.integers(2)], -1)
    return face


def _rgb(colour: np.ndarray) -> tuple[float, ...]:
    return tuple(float(part) for part in np.clip(colour, 0, 255))

"""Scenes of a site: crosses and rooms on the cells of a printed board or on the bare table, with what lies around."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from datasets import layouts
from datasets.layouts import Spot
from datasets.site_faces import Make, Plan, make, paved, plan, room, site_board
from models.composites import Piece, Scene, lay
from models.drawer import Drawer
from models.light import Image, Rng

BARE = 0.3
FACES = 3  # pictures of the same plain tile, and of rooms


def site(drawer: Drawer, made: Scene, reach: float, rng: Rng) -> None:
    """A site on its board, or bare; the camera looks at any part of it."""
    planned, bare = plan(rng), rng.random() < BARE
    shift = _shift(planned, reach, bare, rng)
    if not bare:
        printed = [drawer.any_set(name, rng)[0] for name in ("cards", "tiles")]
        face = site_board(drawer.shelf, planned, printed, rng)
        spot = Spot(planned.width / 2 + shift[0], planned.height / 2 + shift[1], planned.width, planned.height)
        lay(made, Piece("board", face, spot, thick=float(rng.choice([0.0, 0.02, 0.04])), rounded=0.01), rng)
    _around(drawer, made, planned, shift, rng)
    _tiles(drawer, made, planned, shift, rng)
    if rng.random() < 0.4:
        half_shadow(made.canvas, rng)


def _shift(planned: Plan, reach: float, bare: bool, rng: Rng) -> tuple[float, float]:
    """Where the board's upper left corner is, so that some of the site is in the middle of the picture."""
    left, top, right, bottom = planned.site
    middle = np.array([(left + right) / 2, (top + bottom) / 2])
    whole = np.array([planned.width / 2, planned.height / 2])
    if not bare and reach > planned.width * 0.35:
        middle = middle + (whole - middle) * rng.uniform(0, 1)
    else:
        middle = middle + rng.uniform(-0.35, 0.35, 2) * (planned.columns, planned.rows)
    x, y = -middle + rng.normal(0, 0.08, 2) * reach
    return float(x), float(y)


def _dug(planned: Plan, rng: Rng) -> list[tuple[int, int]]:
    """Cells that hang together, a few or nearly all of them."""
    cells = [(int(rng.integers(planned.columns)), int(rng.integers(planned.rows)))]
    wanted = max(2, int(planned.columns * planned.rows * rng.uniform(0.15, 0.95)))
    for _ in range(12 * wanted):
        column, row = cells[rng.integers(len(cells))]
        across, down = ((1, 0), (-1, 0), (0, 1), (0, -1))[rng.integers(4)]
        new = column + across, row + down
        inside = 0 <= new[0] < planned.columns and 0 <= new[1] < planned.rows
        if inside and new not in cells and len(cells) < wanted:
            cells.append(new)
    return cells


def _tiles(drawer: Drawer, made: Scene, planned: Plan, shift: tuple[float, float], rng: Rng) -> None:
    """Crosses and rooms as hands leave them, some turned to their pale side."""
    kind = make(rng)
    stones = [paved(kind, False, True, rng) for _ in range(FACES)]
    pales = [paved(kind, True, True, rng) for _ in range(FACES)]
    rooms = [room(drawer.shelf, kind, rng) for _ in range(FACES)]
    blank = paved(kind, True, False, rng)
    jitter, thick = float(rng.choice([0.004, 0.012, 0.03])), float(rng.choice([0.0, 0.01, 0.03, 0.06]))
    side, share = float(rng.uniform(0.9, 1.0)), float(rng.choice([0.0, 0.2, 0.35]))
    lost = float(rng.choice([0.0, 0.0, 0.3, 0.6]))
    for column, row in _dug(planned, rng):
        across, down, turn = rng.normal(0, jitter, 3)
        x, y = shift[0] + planned.left + column + 0.5 + across, shift[1] + planned.top + row + 0.5 + down
        spot = Spot(float(x), float(y), side, side, float(turn + rng.integers(4) * np.pi / 2))
        pale = rng.random() < lost
        if rng.random() < share:
            face = blank if pale else rooms[rng.integers(FACES)]
            lay(made, Piece("tile", face, spot, thick=thick, rounded=0.02), rng)
        else:
            _cross(made, (pales if pale else stones)[rng.integers(FACES)], spot, kind, thick, rng)


def _cross(made: Scene, face: Image, spot: Spot, kind: Make, thick: float, rng: Rng) -> None:
    """A cross with the edge of its cardboard below it."""
    if thick > 0.015:
        below = (face * 0.6).astype(np.uint8)
        lay(made, Piece("", below, spot, "cross", arm=kind.arm), rng)
    lay(made, Piece("tile cross", face, spot, "cross", thick, arm=kind.arm), rng)


def _around(drawer: Drawer, made: Scene, planned: Plan, shift: tuple[float, float], rng: Rng) -> None:
    """Cards and narrow tiles in rows beside the site, tokens in heaps; nothing of it lies on the site."""
    for _ in range(int(rng.integers(0, 4))):
        small = rng.random() < 0.5
        name, size = ("tiles", (0.65, 1.14)) if small else ("cards", (1.1, 1.75))
        if rng.random() < 0.2:
            size = size[1], size[0]
        faces = [_portrait(face, size) for face in drawer.any_set("cards", rng)]
        x, y = rng.uniform(-2, planned.width + 1), rng.choice([-1.1, planned.top * rng.random(), planned.height + 1.0])
        step = size[0] * rng.choice([1.02, 1.1, 1.3])
        turn = float(rng.normal(0, 0.06))
        for number in range(int(rng.integers(1, 5))):
            spot = Spot(
                float(x + number * step + shift[0]), float(y + shift[1]), *size, turn + float(rng.normal(0, 0.03))
            )
            if not _touches(spot, planned, shift):
                thick = 0.015 if small else 0.005
                lay(made, Piece(name[:-1], faces[number % len(faces)], spot, thick=thick, rounded=0.04), rng)
    for _ in range(int(rng.integers(0, 4))):
        faces = drawer.any_set("tokens", rng)
        side = float(rng.uniform(0.2, 0.65))
        disc = rng.random() < 0.6
        x, y = rng.uniform(0, planned.width), rng.uniform(-1, planned.height + 1)
        for one in layouts.scattered(rng, (1.0, 0.6), (side, side), int(rng.integers(1, 7)), 0.8):
            spot = replace(one, x=one.x + float(x) + shift[0], y=one.y + float(y) + shift[1])
            if side * made.scale_at(spot) > 8 and not _touches(spot, planned, shift):
                form, name = ("disc", "token disc") if disc else ("rectangle", "token")
                lay(made, Piece(name, faces[rng.integers(len(faces))], spot, form, 0.08 * side, 0.1), rng)


def _portrait(face: Image, size: tuple[float, float]) -> Image:
    upright = face if (face.shape[0] > face.shape[1]) == (size[1] > size[0]) else np.rot90(face)
    return np.ascontiguousarray(upright)


def _touches(spot: Spot, planned: Plan, shift: tuple[float, float]) -> bool:
    left, top, right, bottom = planned.site
    x, y, half = spot.x - shift[0], spot.y - shift[1], max(spot.width, spot.height) / 2
    return left - half < x < right + half and top - half < y < bottom + half


def half_shadow(canvas: Image, rng: Rng) -> None:
    """One side of a straight line lies in shadow, with an edge that is sharp or soft."""
    side = canvas.shape[0]
    x, y = np.meshgrid(np.linspace(-1, 1, side), np.linspace(-1, 1, side))
    angle = rng.uniform(0, 2 * np.pi)
    along = x * np.cos(angle) + y * np.sin(angle) + rng.uniform(-0.6, 0.6)
    soft = np.exp(rng.uniform(np.log(0.005), np.log(0.3)))
    dark = rng.uniform(0.4, 0.85)
    light = dark + (1 - dark) / (1 + np.exp(-np.clip(along / soft, -30, 30)))
    if rng.random() < 0.3:
        centre, axes = rng.integers(0, side, 2).tolist(), rng.integers(8, 60, 2).tolist()
        spot = np.zeros((side, side), np.float32)
        cv2.ellipse(spot, centre, axes, float(rng.uniform(0, 180)), 0, 360, float(rng.uniform(0.3, 0.8)), -1)
        soft_spot = cv2.GaussianBlur(spot, (0, 0), float(rng.uniform(2, 12)))
        canvas[:] = canvas + (255 - canvas) * soft_spot[..., None]
    canvas[:] = (canvas * light[..., None]).clip(0, 255)

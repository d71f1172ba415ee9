"""Scenes for the network that finds cards and tiles: which things lie together, how, and how large."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

import cv2
import numpy as np

from datasets import layouts
from datasets.framed_faces import framed_cards, windowed_cards
from datasets.layouts import Spot
from datasets.racks import rack_face, tray_face
from datasets.textures import shade
from models.composites import Piece, Scene, lay, view
from models.corner_labels import labels_of
from models.drawer import Drawer, surface
from models.light import Image, Rng
from models.sites import site
from models.upright import block, fingers, stand

CELL_PIXELS = (13.0, 130.0)  # a photo shows a whole site: its cells are never as large as a loose card


def scene(
    drawer: Drawer,
    side: int,
    pixels: tuple[float, float],
    names: list[str],
    rng: Rng,
    shares: Mapping[str, float] = MappingProxyType({}),
) -> tuple[Image, np.ndarray]:
    """One composed picture with its labels; `shares` says how many of them show sites and framed cards."""
    kind = _kind(shares, rng)
    unit = float(np.exp(rng.uniform(*np.log(CELL_PIXELS if kind is site else pixels))))
    canvas = _plain(side, rng) if kind is _framed and rng.random() < 0.5 else surface(drawer, side, rng)
    made = Scene.on(canvas, view(rng, side, unit), rng)
    reach = side / unit / 2
    kind(drawer, made, reach, rng)
    if rng.random() < 0.1:
        fingers(made, rng)
    _light(made.canvas, rng)
    return made.canvas, labels_of(made, names)


def _kind(shares: Mapping[str, float], rng: Rng) -> Callable[[Drawer, Scene, float, Rng], None]:
    draw = rng.random()
    for name, share in shares.items():
        if draw < share:
            return _ON_REQUEST[name]
        draw -= share
    return _KINDS[rng.choice(len(_KINDS), p=_ODDS)]


def _plain(side: int, rng: Rng) -> Image:
    """A table of one colour: there only the cards themselves have edges."""
    canvas = np.empty((side, side, 3), np.uint8)
    canvas[:] = shade((0, 1), (0.0, 0.6), (0.05, 0.95), rng)
    return canvas


def _light(canvas: Image, rng: Rng) -> None:
    """Light that falls off to one side, or the shadow of somebody who leans over the table."""
    side = canvas.shape[0]
    if rng.random() < 0.6:
        x, y = np.meshgrid(np.linspace(-1, 1, side), np.linspace(-1, 1, side))
        angle = rng.uniform(0, 2 * np.pi)
        fall = 1 + rng.uniform(0, 0.4) * (x * np.cos(angle) + y * np.sin(angle))
        canvas[:] = (canvas * fall[..., None]).clip(0, 255)
    if rng.random() < 0.12:
        mask = np.ones((side, side), np.float32)
        points = (rng.uniform(-0.2, 1.2, (4, 2)) * side).astype(np.int32)
        cv2.fillConvexPoly(mask, cv2.convexHull(points), float(rng.uniform(0.4, 0.8)))
        canvas[:] = canvas * cv2.GaussianBlur(mask, (0, 0), side * rng.uniform(0.01, 0.08))[..., None]


def _size_of(face: Image) -> tuple[float, float]:
    high, wide = face.shape[:2]
    return wide / min(high, wide), high / min(high, wide)


def _lay_all(
    drawer: Drawer,
    made: Scene,
    name: str,
    spots: list[Spot],
    faces: list[Image],
    rng: Rng,
    thick: float,
    form: str = "",
) -> None:
    """One face after the other on the spots, all of one make."""
    rounded = float(rng.choice([0.0, 0.03, 0.06, 0.1]))
    sleeve, shiny = name == "card" and rng.random() < 0.12, rng.random() < 0.15
    for spot in spots:
        face = faces[rng.integers(len(faces))]
        glare = shiny and rng.random() < 0.5
        lay(made, Piece(name, face, spot, form or "rectangle", thick, rounded, sleeve, glare), rng)


def _cards(drawer: Drawer, made: Scene, reach: float, rng: Rng) -> None:
    faces = drawer.any_set("cards", rng)
    size, area = _size_of(faces[0]), (reach, reach)
    most = int(min(60, max(1, 5 * reach * reach / float(np.prod(size)))))
    draw = rng.random()
    if draw < 0.3:
        spots = layouts.scattered(rng, area, size, int(rng.integers(1, most + 1)), 1.0)
    elif draw < 0.45:
        spots = layouts.scattered(rng, area, size, int(rng.integers(1, min(12, most) + 1)), 0.5)
    elif draw < 0.75:
        spots = layouts.grid(rng, area, size, 60)
    elif draw < 0.9:
        spots = [spot for _ in range(int(rng.integers(1, 3))) for spot in layouts.fan(rng, area, size, most)]
    else:
        x, y = (float(part) for part in rng.normal(0, 0.12, 2) * reach)
        spots = [Spot(x, y, *size, float(rng.uniform(0, 6.28)))]
    _lay_all(drawer, made, "card", spots, faces, rng, float(rng.choice([0.0, 0.0, 0.01, 0.05])))
    if rng.random() < 0.25:
        _counters(drawer, made, reach, rng, 5)


def _framed(drawer: Drawer, made: Scene, reach: float, rng: Rng) -> None:
    """Upright cards, in rows or alone, with a picture or frame that could pass for a card: only the whole is one."""
    style = framed_cards if rng.random() < 0.5 else windowed_cards
    faces = style(drawer.shelf, rng, 4)
    size, area = _size_of(faces[0]), (reach, reach)
    if rng.random() < 0.4:
        x, y = (float(part) for part in rng.normal(0, 0.15, 2) * reach)
        spots = [Spot(x, y, *size, float(rng.normal(0, 0.02)))]
    else:
        spots = [replace(one, angle=float(rng.normal(0, 0.02))) for one in layouts.grid(rng, area, size, 40)]
    _lay_all(drawer, made, "card", spots, faces, rng, float(rng.choice([0.0, 0.0, 0.01])))


def _tiles(drawer: Drawer, made: Scene, reach: float, rng: Rng) -> None:
    faces = drawer.any_set("tiles", rng)
    size, area = _size_of(faces[0]), (reach, reach)
    square = abs(size[0] - size[1]) < 1e-3
    form, name = "", "tile"
    if square and rng.random() < 0.2:
        form = str(rng.choice(["cross", "hexagon"]))
        name = f"tile {form}"
        size = (1.0, 0.866) if form == "hexagon" else size
    most = int(min(60, max(1, 5 * reach * reach / float(np.prod(size)))))
    draw = rng.random()
    if draw < 0.3:
        spots = layouts.rows(rng, area, size, 60)
    elif draw < 0.55:
        spots = layouts.polyomino(rng, area, size, int(rng.integers(1, most + 1)))
    elif draw < 0.85:
        spots = layouts.grid(rng, area, size, 60)
    else:
        spots = layouts.scattered(rng, area, size, int(rng.integers(1, most + 1)), 1.0)
    _lay_all(drawer, made, name, spots, faces, rng, float(rng.choice([0.02, 0.06, 0.15, 0.3])), form)
    if rng.random() < 0.2:
        _counters(drawer, made, reach, rng, 6)


def _board(drawer: Drawer, made: Scene, reach: float, rng: Rng) -> None:
    """A printed board, whole or larger than the picture, with pieces on its places and beside it."""
    face = drawer.any_set("boards", rng)[0]
    wide, high = _size_of(face)
    span = reach * rng.choice([rng.uniform(0.9, 1.6), rng.uniform(1.6, 3.5)])
    x, y = (float(part) for part in rng.normal(0, 0.15, 2) * reach)
    spot = Spot(x, y, wide * span, high * span)
    lay(made, Piece("board", face, spot, thick=float(rng.choice([0.0, 0.02])) * reach, rounded=0.01), rng)
    draw = rng.random()
    if draw < 0.3:
        return
    if draw < 0.75:
        name = "tiles" if rng.random() < 0.65 else "cards"
        faces = drawer.any_set(name, rng)
        size = np.array(_size_of(faces[0])) * max(1.0, reach / 6)
        area = (min(reach, spot.width / 2) * 0.9, min(reach, spot.height / 2) * 0.9)
        way = (layouts.grid, layouts.polyomino, layouts.rows)[rng.integers(3)]
        spots = way(rng, area, (float(size[0]), float(size[1])), 50)
        kept = [one for one in spots if rng.random() < 0.8]
        _lay_all(drawer, made, name[:-1], kept, faces, rng, 0.03)
    _counters(drawer, made, reach, rng, 12)


def _counters(drawer: Drawer, made: Scene, reach: float, rng: Rng, most: int) -> None:
    """Tokens, cubes and figures, now and then a die, which is none of them."""
    kind = rng.integers(4)
    side = max(rng.uniform(0.2, 0.6), 14 / max(made.scale_at(Spot(0, 0, 1, 1)), 1e-6))
    shelf = drawer.shelf
    spots = layouts.scattered(rng, (reach * 0.9, reach * 0.9), (side, side), int(rng.integers(1, most + 1)), 0.9)
    colours = [shade((0, 1), (0.3, 1.0), (0.15, 1.0), rng) for _ in range(3)]
    faces = drawer.any_set("tokens", rng)
    disc = rng.random() < 0.65
    for spot in spots:
        colour = colours[rng.integers(3)]
        if kind == 0:
            form, name = ("disc", "token disc") if disc else ("rectangle", "token")
            lay(made, Piece(name, faces[rng.integers(len(faces))], spot, form, 0.08 * side, 0.1), rng)
        elif kind == 1:
            block(made, "cube", spot, colour, rng)
        elif kind == 2 and len(shelf.figures):
            tall = Spot(spot.x, spot.y, side, side * float(rng.uniform(1.0, 1.6)))
            stand(made, "figure", shelf.figures[rng.integers(len(shelf.figures))], tall, colour, rng)
        else:
            block(made, "", spot, colour, rng, int(rng.integers(1, 7)))


def _mixed(drawer: Drawer, made: Scene, reach: float, rng: Rng) -> None:
    """Cards and tiles beside each other with counters on and around them."""
    half = (reach, reach * 0.5)
    for name, shift in zip(rng.permutation(["cards", "tiles"]), (-0.5, 0.5), strict=True):
        faces = drawer.any_set(str(name), rng)
        scale = rng.uniform(0.6, 1.4)
        wide, high = _size_of(faces[0])
        spots = layouts.grid(rng, half, (wide * scale, high * scale), 20)
        moved = [Spot(one.x, one.y + shift * reach, one.width, one.height, one.angle) for one in spots]
        _lay_all(drawer, made, str(name)[:-1], moved, faces, rng, 0.03)
    for _ in range(2):
        _counters(drawer, made, reach, rng, 8)


def _rack(drawer: Drawer, made: Scene, reach: float, rng: Rng) -> None:
    """Tiles that stand on the ledges of a rack with room between them; the rack and its empty places are nothing."""
    faces = drawer.any_set("tiles", rng)
    wide, high = _size_of(faces[0])
    ledges, across = int(rng.integers(1, 3)), wide * float(rng.integers(4, 14))
    step = high * rng.uniform(1.0, 1.25)
    x, y = (float(part) for part in rng.normal(0, 0.2, 2) * reach)
    rack = Spot(x, y, across, step * ledges)
    face = rack_face(rng, ledges, rack.height / rack.width)
    lay(made, Piece("", face, rack, thick=float(rng.uniform(0.05, 0.3)), rounded=0.0), rng)
    full = rng.choice([0.0, 0.25, 0.7, 1.0])
    spots = []
    for ledge in range(ledges):
        y = rack.y - rack.height / 2 + step * (ledge + 1) - high * 0.52
        x = rack.x - across / 2 + wide * rng.uniform(0.5, 0.9)
        while x < rack.x + across / 2 - wide * 0.5:
            if rng.random() < full:
                spots.append(Spot(float(x), float(y), wide, high, float(rng.normal(0, 0.01))))
            x += wide * rng.choice([1.0, 1.02, 1.1, 1.5])
    _lay_all(drawer, made, "tile", spots, faces, rng, float(rng.choice([0.02, 0.06])))


def _tray(drawer: Drawer, made: Scene, reach: float, rng: Rng) -> None:
    """Cards or tiles in the slots of a tray; the slots themselves are nothing."""
    name = "cards" if rng.random() < 0.6 else "tiles"
    faces = drawer.any_set(name, rng)
    wide, high = _size_of(faces[0])
    columns, rows = int(rng.integers(1, 6)), int(rng.integers(1, 4))
    room = rng.uniform(1.12, 1.35)
    x, y = (float(part) for part in rng.normal(0, 0.15, 2) * reach)
    tray = Spot(x, y, columns * wide * room, rows * high * room)
    lay(made, Piece("", tray_face(rng, columns, rows, high / wide), tray, thick=0.03, rounded=0.02), rng)
    left, top = tray.x - tray.width / 2, tray.y - tray.height / 2
    full = rng.choice([0.0, 0.5, 0.8])
    spots = [
        Spot(
            left + (column + 0.5) * wide * room, top + (row + 0.5) * high * room, wide, high, float(rng.normal(0, 0.02))
        )
        for row in range(rows)
        for column in range(columns)
        if rng.random() < full
    ]
    _lay_all(drawer, made, name[:-1], spots, faces, rng, 0.02)


def _only_counters(drawer: Drawer, made: Scene, reach: float, rng: Rng) -> None:
    for _ in range(int(rng.integers(1, 4))):
        _counters(drawer, made, reach, rng, 15)


_ON_REQUEST = {"sites": site, "framed": _framed}
_KINDS = (_cards, _tiles, _board, _mixed, _only_counters, _rack, _tray)
_ODDS = (0.31, 0.3, 0.16, 0.08, 0.04, 0.06, 0.05)

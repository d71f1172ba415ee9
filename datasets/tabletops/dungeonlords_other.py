"""Dungeon Lords as another hand would draw it: boards full of pictures or nearly plain, other crosses, rooms, cards.

The facts leave much open: how wide the arms of a tunnel are, how dark the earth is, how loud the print around the site.
Here each copy draws it anew, and tiles lie less evenly, so that nothing is tuned to one way of drawing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np

from datasets.layouts import Spot
from datasets.pieces import Face, Rng, Shelf, contrast, stamp, stamp_mask, write
from datasets.tabletops import Copy, Flat, Tabletop, Upright
from datasets.tabletops.dungeonlords import (
    BOARD,
    CELL,
    CROSS,
    GRID_LEFT,
    GRID_TOP,
    HIGH,
    MOST_MONSTERS,
    MOST_PRISONERS,
    ROOM,
    ROOM_BACK,
    ROOM_KIND,
    TUNNEL,
    TUNNEL_BACK,
    TUNNEL_SIDE,
    TWINS,
    WIDE,
    dug,
    taught_as,
    written,
)
from datasets.textures import clouds, mix, shade
from scoring.dungeonlords.pieces import COLUMNS, MONSTERS, ROWS, Square, in_zone
from scoring.games import load

TURNS = (0.0, 0.35)  # of the camera around the table: mean and spread, in radians
BARE = 0.3
ARMS = (0.34, 0.66)  # width of a tunnel's arms in its side
JITTER = (0.004, 0.03)  # cells and radians by which hands lay tiles amiss
COUNTERS = 6  # at most lie in each store
Area = tuple[float, float, float, float]


def copy(shelf: Shelf, rng: Rng) -> Copy:
    """All pieces of one copy; how they are drawn is chosen once for all of them."""
    catalogue = load("dungeonlords").catalogue
    style = _style(rng)
    stone = shade((0.04, 0.12), (0.2, 0.6), (0.3, 0.6), rng)
    pale = shade((0.06, 0.17), (0.03, 0.28), (0.72, 0.98), rng)
    faces: dict[str, Face] = {
        BOARD: _board(shelf, style, rng),
        TUNNEL_SIDE: _paved(stone, style, rng),
        TUNNEL_BACK: _paved(pale, style, rng),
        ROOM_BACK: _paved(pale, style, rng),
    }
    seeds: dict[str, int] = {}
    for item in catalogue.of_kind(ROOM_KIND):
        seeds[item.id] = seeds.get(TWINS.get(item.id, "")) or int(rng.integers(1 << 30))
        faces[item.id] = _room(shelf, style, str(catalogue.value(item.id, "zone")), seeds[item.id])
    red = shade((-0.02, 0.06), (0.35, 0.8), (0.18, 0.45), rng)
    for monster in MONSTERS:
        faces[monster] = _portrait(shelf, (1.1, 1.75), red, style, rng)
    marks = {name: shelf.icons[rng.integers(len(shelf.icons))] for name in ("fighter", "thief", "priest", "wizard")}
    grounds = {name: shade((0, 1), (0.1, 0.6), (0.3, 0.85), rng) for name in marks}
    for item in catalogue.of_kind("adventurer"):
        name, _, number = item.id.partition("_")
        face = _portrait(shelf, (0.65, 1.14), grounds[name], style, rng)
        high, wide = face.shape[:2]
        ink = contrast(face[: high // 6].mean(axis=(0, 1)), rng)
        stamp_mask(face, marks[name], (wide * 0.18, high * 0.11), wide * 0.28, ink)
        write(face, shelf, str(int(number) + 2), (wide * 0.8, high * 0.11), wide * 0.3, np.array([200.0, 20, 20]), rng)
        for row in range(1 + int(number) % 4):
            stamp_mask(face, marks[name], (wide * (0.16 + 0.22 * row), high * 0.91), wide * 0.2, ink)
        faces[item.id] = face
    drawn = {name: float(style[name]) for name in ("arm", "jitter")}
    return Copy(faces, {name: taught_as(name) for name in faces}, boards=frozenset({BOARD}), drawn=drawn)


def _style(rng: Rng) -> dict[str, Any]:
    """How loud the print is, whether tiles have an edge, joints and grain, how wide crosses are."""
    return {
        "loud": float(rng.choice([0.0, 0.5, 1.0])),
        "grain": float(rng.choice([0.0, 0.06, 0.15, 0.3])),
        "joints": bool(rng.random() < 0.4),
        "rim": float(rng.choice([0.0, 0.0, 0.03, 0.06])),
        "rim_light": float(rng.choice([0.35, 0.6, 1.5])),
        "arm": float(rng.uniform(*ARMS)),
        "jitter": float(rng.uniform(*JITTER)),
        "earth": shade((0.0, 0.12), (0.1, 0.6), (0.05, 0.24), rng),
        "line": shade((0.0, 0.08), (0.3, 0.8), (0.2, 0.65), rng),
        "dash": float(rng.choice([0.0, 0.05, 0.1, 0.2])),
        "thick": int(rng.integers(1, 6)),
        "inset": float(rng.choice([0.0, 0.0, 0.04, 0.08])),
    }


def _scenery(shelf: Shelf, wide: int, high: int, loud: float, colours: list[np.ndarray], rng: Rng) -> Face:
    """A picture: patches of colour with edges, and at louder boards shapes and icons all over it."""
    side = max(wide, high, 8)
    field = clouds(rng, int(rng.integers(2, 6)), 5, size=min(side, 512))
    picture = cv2.resize(mix(field, colours[0], colours[1]), (wide, high))
    edges = cv2.resize(clouds(rng, int(rng.integers(3, 9)), 3, size=min(side, 512)), (wide, high))
    picture[edges > 0.6] = (0.5 * picture[edges > 0.6] + 0.5 * colours[2]).astype(np.uint8)
    for _ in range(int(loud * rng.integers(3, 12))):
        place = (float(rng.uniform(0, wide)), float(rng.uniform(0, high)))
        tone = shade((0, 1), (0.1, 0.8), (0.1, 0.95), rng)
        if rng.random() < 0.5:
            stamp(picture, shelf, place, float(rng.uniform(0.15, 0.6)) * min(wide, high), tone, rng)
        else:
            points = np.array(place) + rng.normal(0, 0.2 * min(wide, high), (5, 2))
            cv2.fillPoly(picture, [cv2.convexHull(points.astype(np.int32))], _rgb(tone), cv2.LINE_AA)
    return picture


def _some(count: int, value: tuple[float, float], rng: Rng) -> list[np.ndarray]:
    return [shade((0, 1), (0.1, 0.7), value, rng) for _ in range(count)]


def _paved(colour: np.ndarray, style: Mapping[str, Any], rng: Rng) -> Face:
    """Stone with little or no grain, at times joints of paving, at times a darker or lighter edge."""
    grain = (clouds(rng, int(rng.integers(4, 20)), 4, size=CELL) * 2 - 1) * style["grain"]
    face = (colour[None, None] * (1 + grain[..., None])).clip(0, 255).astype(np.uint8)
    if style["joints"]:
        for at in np.arange(CELL * 0.12, CELL, CELL * 0.19):
            cv2.line(face, (0, round(at)), (CELL, round(at)), _rgb(colour * 0.8), 1, cv2.LINE_AA)
            cv2.line(face, (round(at), 0), (round(at), CELL), _rgb(colour * 0.8), 1, cv2.LINE_AA)
    return _rimmed(face, style)


def _rimmed(face: Face, style: Mapping[str, Any]) -> Face:
    edge = round(style["rim"] * CELL)
    if edge:
        colour = (face.mean(axis=(0, 1)) * style["rim_light"]).clip(0, 255)
        cv2.rectangle(face, (0, 0), (face.shape[1] - 1, face.shape[0] - 1), _rgb(colour), 2 * edge)
    return face


def _room(shelf: Shelf, style: Mapping[str, Any], zone: str, seed: int) -> Face:
    """Rock or a painted room, what goes in, an arrow, what comes out, and the plan of the zone."""
    rng = np.random.default_rng(seed)
    rock = shade((0.05, 0.28), (0.15, 0.55), (0.2, 0.6), rng)
    colours = [rock * 0.6, rock * 1.2, shade((0, 0.3), (0.1, 0.6), (0.2, 0.7), rng)]
    face = _scenery(shelf, CELL, CELL, 0.4 * style["loud"], colours, rng)
    face = _rimmed(face, style)
    ink = contrast(face.mean(axis=(0, 1)), rng)
    goes_in, comes_out = (shelf.icons[rng.integers(len(shelf.icons))] for _ in range(2))
    for number in range(int(rng.integers(1, 5))):
        stamp_mask(face, goes_in, (CELL * (0.2 + 0.14 * (number % 2)), CELL * (0.22 + 0.2 * (number // 2))), 20, ink)
    cv2.arrowedLine(face, (round(CELL * 0.44), 36), (round(CELL * 0.58), 36), _rgb(ink), 3)
    for number in range(int(rng.integers(1, 4))):
        stamp_mask(face, comes_out, (CELL * (0.7 + 0.15 * (number % 2)), CELL * (0.24 + 0.2 * (number // 2))), 24, ink)
    small = CELL * 0.07
    for column in range(COLUMNS):
        for row in range(ROWS):
            x, y = CELL * 0.32 + column * small, CELL * 0.6 + row * small
            tone = (235.0, 225.0, 150.0) if in_zone((column, row), zone) else (40.0, 34.0, 28.0)
            cv2.rectangle(face, (round(x), round(y)), (round(x + small) - 1, round(y + small) - 1), tone, -1)
    return face


def _portrait(shelf: Shelf, size: tuple[float, float], ground: np.ndarray, style: Mapping[str, Any], rng: Rng) -> Face:
    """A card or tile with a picture on it, costs in the upper corner and a line with attacks below."""
    wide, high = (round(side * CELL) for side in size)
    colours = [ground * 0.6, np.minimum(ground * 1.3, 255), shade((0, 1), (0.1, 0.7), (0.2, 0.9), rng)]
    face = _rimmed(_scenery(shelf, wide, high, 0.7, colours, rng), style)
    ink = contrast(face.mean(axis=(0, 1)), rng)
    stamp(face, shelf, (wide * 0.5, high * 0.45), wide * rng.uniform(0.55, 0.85), ink, rng)
    for number in range(int(rng.integers(1, 4))):
        stamp(face, shelf, (wide * 0.86, high * (0.08 + 0.1 * number)), wide * 0.16, ink, rng)
    if rng.random() < 0.7:
        cv2.line(face, (6, round(high * 0.82)), (wide - 6, round(high * 0.82)), (200.0, 30.0, 20.0), 2)
    for number in range(int(rng.integers(1, 4))):
        stamp(face, shelf, (wide * (0.25 + 0.25 * number), high * 0.91), wide * 0.18, ink, rng)
    return face


def _board(shelf: Shelf, style: Mapping[str, Any], rng: Rng) -> Face:
    """Dark earth with a grid; around it a landscape, backs of cards, stores and a prison, loud or hardly there."""
    wide, high = round(WIDE * CELL), round(HIGH * CELL)
    earth, loud = style["earth"], style["loud"]
    rock = clouds(rng, int(rng.integers(4, 24)), 5, size=512)
    face = cv2.resize(mix(rock, earth * rng.uniform(0.4, 0.9), earth * rng.uniform(1.1, 1.8)), (wide, high))
    if rng.random() < 0.7:
        _fill(face, (0.0, 0.0, 0.495, rng.uniform(0.33, 0.383)), shelf, loud, _some(3, (0.3, 0.9), rng), rng)
    for number in range(4 if rng.random() < 0.6 else 0):
        _fill(
            face, (0.03 + 0.11 * number, 0.12, 0.12 + 0.11 * number, 0.33), shelf, loud, _some(3, (0.2, 0.9), rng), rng
        )
    for left, value in ((0.51, (0.7, 0.95)), (0.63, (0.1, 0.3))):
        _fill(face, (left, 0.04, left + 0.105, 0.3), shelf, loud, _some(3, value, rng), rng)
    lair = [shade((-0.02, 0.15), (0.5, 0.9), (0.4, 0.95), rng) for _ in range(3)]
    _fill(face, (0.75, 0.02, 0.99, 0.36), shelf, loud, lair, rng)
    for number, hue in enumerate(((0.26, 0.4), (0.11, 0.17), (-0.02, 0.06), (0.04, 0.12))):
        left = 0.51 + 0.12 * number
        store = [shade(hue, (0.3, 0.8), (0.2, 0.8), rng) for _ in range(3)]
        _fill(face, (left, 0.4, left + 0.11, 0.6), shelf, loud, store, rng)
    if rng.random() < 0.6:
        _fill(face, (0.51, 0.63, 0.98, 0.8), shelf, 0.5 * loud, _some(3, (0.1, 0.6), rng), rng)
    for number in range(4):
        _fill(
            face, (0.51 + 0.12 * number, 0.83, 0.62 + 0.12 * number, 0.98), shelf, loud, _some(3, (0.1, 0.8), rng), rng
        )
    _grid(face, style)
    return face


def _fill(face: Face, area: Area, shelf: Shelf, loud: float, colours: list[np.ndarray], rng: Rng) -> None:
    high, wide = face.shape[:2]
    left, top, right, bottom = (round(part * side) for part, side in zip(area, (wide, high) * 2, strict=True))
    face[top:bottom, left:right] = _scenery(shelf, right - left, bottom - top, loud, colours, rng)
    if rng.random() < 0.5:
        cv2.rectangle(face, (left, top), (right, bottom), _rgb(shade((0, 1), (0.1, 0.5), (0.1, 0.9), rng)), 3)


def _grid(face: Face, style: Mapping[str, Any]) -> None:
    """Lines between the cells, dashed or not, or a frame inside of each of them."""
    inset = style["inset"]
    for column in range(COLUMNS):
        for row in range(ROWS):
            left, top = GRID_LEFT + column + inset, GRID_TOP + row + inset
            right, bottom = left + 1 - 2 * inset, top + 1 - 2 * inset
            corners = [np.array(at) * CELL for at in ((left, top), (right, top), (right, bottom), (left, bottom))]
            for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
                _dashed(face, start, end, style)


def _dashed(face: Face, start: np.ndarray, end: np.ndarray, style: Mapping[str, Any]) -> None:
    steps = np.arange(0, 1, style["dash"]) if style["dash"] else np.array([0.0])
    for step in steps:
        until = min(1.0, step + (0.6 * style["dash"] or 1.0))
        one, two = ((start + (end - start) * part).round().astype(int).tolist() for part in (step, until))
        cv2.line(face, one, two, _rgb(style["line"]), style["thick"])


def _rgb(colour: np.ndarray) -> tuple[float, ...]:
    return tuple(float(part) for part in np.clip(colour, 0, 255))


def table(copy: Copy, shelf: Shelf, rng: Rng) -> Tabletop:
    """A dungeon with what its owner has around it, and counters in the stores."""
    tiles, bare = dug(rng), bool(rng.random() < BARE)
    monsters = [str(name) for name in rng.permutation(MONSTERS)[: int(rng.integers(0, MOST_MONSTERS + 1))]]
    adventurers = [name for name in copy.faces if name.partition("_")[0] in ("fighter", "thief", "priest", "wizard")]
    prisoners = [str(name) for name in rng.permutation(adventurers)[: int(rng.integers(0, MOST_PRISONERS + 1))]]
    told = [written(square, room, lost) for square, (room, lost) in sorted(tiles.items())]
    lord = {"name": "Owner", "dungeon": told, "monsters": monsters, "prisoners": prisoners}
    things: list[Flat | Upright] = []
    if not bare:
        things.append(Flat(BOARD, BOARD, copy.faces[BOARD], Spot(WIDE / 2, HIGH / 2, WIDE, HIGH), 0.02))
    things += laid_tiles(tiles, copy, rng)
    for number, name in enumerate(monsters):
        x = WIDE * rng.uniform(0.74, 0.8) + 1.2 * number - (2.4 if bare else 0)
        things.append(Flat("card", name, copy.faces[name], Spot(x, -1.05, 1.1, 1.75, float(rng.normal(0, 0.05)))))
    for number, name in enumerate(prisoners):
        x, y = WIDE * 0.56 + 0.9 * number, HIGH * 0.715
        things.append(Flat("tile", name, copy.faces[name], Spot(x, y, 0.65, 1.14, float(rng.normal(0, 0.07))), 0.015))
    if not bare:
        things += _counters(rng)
    return Tabletop({"players": [lord], "year": 2, "season": "end"}, things)


def laid_tiles(tiles: dict[Square, tuple[str | None, bool]], copy: Copy, rng: Rng) -> list[Flat]:
    """Tiles on their squares, as crooked and as thick as this copy's are."""
    drawn, thick = copy.drawn, float(rng.choice([0.005, 0.015, 0.04]))
    laid = []
    for (column, row), (room, lost) in tiles.items():
        across, down, turn = rng.normal(0, drawn["jitter"], 3)
        spot = Spot(
            float(GRID_LEFT + column + 0.5 + across),
            float(GRID_TOP + row + 0.5 + down),
            ROOM if room else TUNNEL,
            ROOM if room else TUNNEL,
            float(turn),
        )
        name = (ROOM_BACK if lost else room) if room else TUNNEL_BACK if lost else TUNNEL_SIDE
        called = room + "!" * lost if room else name
        form = "rectangle" if room else CROSS
        laid.append(Flat("tile", called, copy.faces[name], spot, thick, form, drawn["arm"]))
    return laid


def _counters(rng: Rng) -> list[Flat]:
    """Food, gold and imps in their stores, as discs and cubes seen from above."""
    laid = []
    for number, (hue, form) in enumerate(((0.33, "rectangle"), (0.14, "disc"), (0.02, "disc"))):
        colour = shade((hue - 0.03, hue + 0.03), (0.5, 0.9), (0.4, 0.9), rng)
        face = np.full((24, 24, 3), colour, np.uint8)
        for _ in range(int(rng.integers(0, COUNTERS + 1))):
            x, y = WIDE * (0.51 + 0.12 * number + rng.uniform(0.02, 0.09)), HIGH * rng.uniform(0.46, 0.58)
            spot = Spot(float(x), float(y), 0.22, 0.22, float(rng.uniform(0, 3)))
            laid.append(Flat("token", "counter", face, spot, 0.02, form))
    return laid

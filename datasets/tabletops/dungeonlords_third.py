"""Dungeon Lords by a third hand: drawn like a comic, with ink, planes and paths, laid and photographed less kindly.

Nothing but the facts is shared with the other two: tunnels have outlines, bevels or a path along their arms, rooms are
parts of pictures behind icons in medals, boards have a gradient for earth and hills and houses around it, cards lie on
any side of the board, and photos are cut close, turned further and kept small.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from datasets.layouts import Spot
from datasets.pieces import Face, Rng, Shelf, contrast, stamp, stamp_mask, write
from datasets.tabletops import Copy, Flat, Tabletop, Upright
from datasets.tabletops.dungeonlords import (
    BOARD,
    CELL,
    HIGH,
    MOST_MONSTERS,
    MOST_PRISONERS,
    ROOM_BACK,
    ROOM_KIND,
    TUNNEL_BACK,
    TUNNEL_SIDE,
    TWINS,
    WIDE,
    dug,
    taught_as,
    written,
)
from datasets.tabletops.dungeonlords_other import laid_tiles
from datasets.tabletops.dungeonlords_third_board import board, gradient, picture, rgb
from datasets.textures import clouds, shade
from scoring.dungeonlords.pieces import COLUMNS, MONSTERS, ROWS, in_zone
from scoring.games import load

if TYPE_CHECKING:
    from datasets.tabletop import Shot

TURNS = (0.0, 0.45)  # of the camera around the table: mean and spread, in radians
BARE = 0.4
ARMS = (0.3, 0.62)  # width of a tunnel's arms in its side
JITTER = (0.005, 0.028)
CLASSES = ("fighter", "thief", "priest", "wizard")
CUT, MOST_CUT = 0.35, 0.9  # how often a photo is cut beyond what is read, and how much of what is there to cut
LONGER_SIDE = (1000, 1900)  # pixels in which a photo is kept
SHAKEN = (0.0, 1.3)  # and how much it is blurred, in those pixels
Colour = np.ndarray


def copy(shelf: Shelf, rng: Rng) -> Copy:
    """All pieces of one copy; how they are drawn is chosen once for all of them."""
    catalogue = load("dungeonlords").catalogue
    style = _style(rng)
    faces: dict[str, Face] = {
        BOARD: board(shelf, style, rng),
        TUNNEL_SIDE: _tunnel(style["stone"], style, rng),
        TUNNEL_BACK: _tunnel(style["pale"], style, rng),
        ROOM_BACK: _inked(gradient((CELL, CELL), style["pale"], 0.06, rng), style),
    }
    seeds: dict[str, int] = {}
    for item in catalogue.of_kind(ROOM_KIND):
        seeds[item.id] = seeds.get(TWINS.get(item.id, "")) or int(rng.integers(1 << 30))
        faces[item.id] = _room(shelf, style, str(catalogue.value(item.id, "zone")), seeds[item.id])
    red = shade((-0.02, 0.07), (0.3, 0.85), (0.15, 0.5), rng)
    for monster in MONSTERS:
        faces[monster] = _creature(shelf, red, style, rng)
    marks = {name: shelf.icons[rng.integers(len(shelf.icons))] for name in CLASSES}
    grounds = {name: shade((0, 1), (0.1, 0.7), (0.25, 0.9), rng) for name in CLASSES}
    for item in catalogue.of_kind("adventurer"):
        name, _, number = item.id.partition("_")
        faces[item.id] = _hero(shelf, marks[name], int(number), grounds[name], rng)
    drawn = {name: float(style[name]) for name in ("arm", "jitter")}
    return Copy(faces, {name: taught_as(name) for name in faces}, boards=frozenset({BOARD}), drawn=drawn)


def _style(rng: Rng) -> dict[str, Any]:
    return {
        "stone": shade((0.02, 0.13), (0.15, 0.6), (0.27, 0.62), rng),
        "pale": shade((0.05, 0.18), (0.02, 0.26), (0.74, 1.0), rng),
        "earth": shade((0.0, 0.16), (0.05, 0.65), (0.04, 0.26), rng),
        "ink": int(rng.choice([0, 0, 2, 4])),  # pixels of the outline of tiles
        "relief": str(rng.choice(["flat", "flat", "bevel", "path", "pebbles"])),
        "grain": float(rng.choice([0.0, 0.03, 0.08, 0.16])),
        "arm": float(rng.uniform(*ARMS)),
        "jitter": float(rng.uniform(*JITTER)),
        "lines": str(rng.choice(["dashes", "dots", "corners", "solid", "none"])),
        "line": shade((0.0, 0.08), (0.2, 0.8), (0.2, 0.7), rng),
        "around": str(rng.choice(["hills", "panels", "picture", "bare"])),
        "medal": bool(rng.random() < 0.5),
        "plan": int(rng.integers(6, 11)),
    }


def _tunnel(colour: Colour, style: Mapping[str, Any], rng: Rng) -> Face:
    """A tunnel with what this copy draws on it: hardly anything, a bevel, a path or pebbles along its arms."""
    face = gradient((CELL, CELL), colour, 0.08, rng)
    grain = style["grain"] * (2 * clouds(rng, int(rng.integers(4, 30)), 4, size=CELL) - 1)
    face = (face * (1 + grain[..., None])).clip(0, 255).astype(np.uint8)
    low, high = (round(CELL * (0.5 + side * style["arm"] / 2)) for side in (-1, 1))
    middle, dark, light = CELL // 2, rgb(colour * 0.78), rgb(colour * 1.15)
    if style["relief"] == "path":
        thick = max(2, round(0.35 * style["arm"] * CELL))
        cv2.line(face, (0, middle), (CELL, middle), light, thick)
        cv2.line(face, (middle, 0), (middle, CELL), light, thick)
    elif style["relief"] == "pebbles":
        for x, y in rng.uniform(0, CELL, (60, 2)).round().astype(int).tolist():
            cv2.circle(face, (x, y), int(rng.integers(2, 6)), dark, 1, cv2.LINE_AA)
    elif style["relief"] == "bevel":
        cv2.polylines(face, [_cross(low, high, 3)], True, light, 4, cv2.LINE_AA)
    if style["ink"]:
        cv2.polylines(face, [_cross(low, high, 0)], True, rgb(colour * 0.35), 2 * style["ink"], cv2.LINE_AA)
    return face


def _cross(low: int, high: int, inset: int) -> np.ndarray:
    a, b, c, d = inset, low + inset, high - inset, CELL - 1 - inset
    corners = ((b, a), (c, a), (c, b), (d, b), (d, c), (c, c), (c, d), (b, d), (b, c), (a, c), (a, b), (b, b))
    return np.array(corners, np.int32)


def _inked(face: Face, style: Mapping[str, Any]) -> Face:
    if style["ink"]:
        high, wide = face.shape[:2]
        cv2.rectangle(face, (0, 0), (wide - 1, high - 1), rgb(face.mean(axis=(0, 1)) * 0.35), 2 * style["ink"])
    return face


def _room(shelf: Shelf, style: Mapping[str, Any], zone: str, seed: int) -> Face:
    """A painted room: what goes in on the left, an arrow, what comes out on the right, the plan of the zone below."""
    rng = np.random.default_rng(seed)
    face = picture(shelf, CELL, CELL, shade((0.05, 0.32), (0.1, 0.6), (0.25, 0.7), rng), rng)
    ink = contrast(face.mean(axis=(0, 1)), rng)
    for left, most in ((0.22, 4), (0.76, 3)):
        icon = shelf.icons[rng.integers(len(shelf.icons))]
        if style["medal"]:
            place = (round(CELL * left), round(CELL * 0.3))
            cv2.circle(face, place, round(CELL * 0.19), rgb(255 - ink), -1, cv2.LINE_AA)
        for number in range(int(rng.integers(1, most + 1))):
            x, y = left - 0.07 + 0.14 * (number % 2), 0.22 + 0.16 * (number // 2)
            stamp_mask(face, icon, (CELL * x, CELL * y), CELL * 0.15, ink)
    tip = np.array([[0.43, 0.24], [0.52, 0.24], [0.52, 0.18], [0.6, 0.3], [0.52, 0.42], [0.52, 0.36], [0.43, 0.36]])
    cv2.fillPoly(face, [(tip * CELL).astype(np.int32)], rgb(ink), cv2.LINE_AA)
    small = style["plan"]
    left, top = (CELL - COLUMNS * small) // 2, round(CELL * 0.95) - ROWS * small
    for column in range(COLUMNS):
        for row in range(ROWS):
            x, y = left + column * small, top + row * small
            tone = (240.0, 235.0, 215.0) if in_zone((column, row), zone) else (70.0, 60.0, 52.0)
            cv2.rectangle(face, (x, y), (x + small - 2, y + small - 2), tone, -1)
    return _inked(face, style)


def _creature(shelf: Shelf, red: Colour, style: Mapping[str, Any], rng: Rng) -> Face:
    """A monster made of round parts, its costs in the corner and its attacks below a red line."""
    wide, high = round(1.1 * CELL), round(1.75 * CELL)
    face = picture(shelf, wide, high, red, rng)
    for _ in range(int(rng.integers(2, 6))):
        place = (round(wide * rng.uniform(0.3, 0.7)), round(high * rng.uniform(0.25, 0.65)))
        axes = (rng.uniform(0.1, 0.3, 2) * wide).astype(int).tolist()
        tone = rgb(shade((0, 1), (0.2, 0.9), (0.3, 1.0), rng))
        cv2.ellipse(face, place, axes, float(rng.uniform(0, 180)), 0, 360, tone, -1, cv2.LINE_AA)
        cv2.ellipse(face, place, axes, 0, 0, 360, (20.0, 10.0, 10.0), 2, cv2.LINE_AA)
    stamp(face, shelf, (wide * 0.5, high * 0.45), wide * rng.uniform(0.3, 0.6), contrast(red, rng), rng)
    ink = contrast(face.mean(axis=(0, 1)), rng)
    for number in range(int(rng.integers(1, 4))):
        stamp(face, shelf, (wide * 0.87, high * (0.08 + 0.1 * number)), wide * 0.16, ink, rng)
    for line in range(int(rng.integers(1, 3))):
        y = 0.91 - 0.13 * line
        cv2.line(face, (4, round(high * (y - 0.07))), (wide - 4, round(high * (y - 0.07))), (190.0, 30.0, 25.0), 2)
        for number in range(int(rng.integers(1, 4))):
            stamp(face, shelf, (wide * (0.22 + 0.26 * number), high * y), wide * 0.17, ink, rng)
    return _inked(face, style)


def _hero(shelf: Shelf, mark: np.ndarray, number: int, ground: Colour, rng: Rng) -> Face:
    wide, high = round(0.65 * CELL), round(1.14 * CELL)
    face = picture(shelf, wide, high, ground * rng.uniform(0.8, 1.1), rng)
    ink = contrast(face.mean(axis=(0, 1)), rng)
    stamp(face, shelf, (wide * 0.5, high * 0.5), wide * rng.uniform(0.5, 0.8), ink, rng)
    cv2.rectangle(face, (0, round(high * 0.82)), (wide, high), rgb(ground * 0.5), -1)
    cv2.circle(
        face, (round(wide * 0.8), round(high * 0.12)), round(wide * 0.18), (245.0, 240.0, 225.0), -1, cv2.LINE_AA
    )
    write(face, shelf, str(number + 2), (wide * 0.8, high * 0.12), wide * 0.28, np.array([200.0, 20, 20]), rng)
    stamp_mask(face, mark, (wide * 0.18, high * 0.11), wide * 0.28, ink)
    for row in range(1 + number % 4):
        stamp_mask(face, mark, (wide * (0.16 + 0.22 * row), high * 0.91), wide * 0.2, contrast(ground * 0.5, rng))
    return face


def table(copy: Copy, shelf: Shelf, rng: Rng) -> Tabletop:
    """A dungeon; monsters lie in a row above the board, below it or to its right, prisoners in the prison."""
    tiles, bare = dug(rng), bool(rng.random() < BARE)
    monsters = [str(name) for name in rng.permutation(MONSTERS)[: int(rng.integers(0, MOST_MONSTERS + 1))]]
    heroes = [name for name in copy.faces if name.partition("_")[0] in CLASSES]
    prisoners = [str(name) for name in rng.permutation(heroes)[: int(rng.integers(0, MOST_PRISONERS + 1))]]
    told = [written(square, room, lost) for square, (room, lost) in sorted(tiles.items())]
    lord = {"name": "Owner", "dungeon": told, "monsters": monsters, "prisoners": prisoners}
    things: list[Flat | Upright] = []
    if not bare:
        things.append(Flat(BOARD, BOARD, copy.faces[BOARD], Spot(WIDE / 2, HIGH / 2, WIDE, HIGH), 0.02))
    things += laid_tiles(tiles, copy, rng)
    starts = {"above": (WIDE * 0.62, -1.1), "right": (WIDE + 0.8, 1.0), "below": (WIDE * 0.3, HIGH + 1.1)}
    side = str(rng.choice(list(starts)))
    x, y = starts[side]
    for number, name in enumerate(monsters):
        step = (0.0, 1.95 * number) if side == "right" else (1.25 * number, 0.0)
        left = x + step[0] - (4.4 if bare and side == "right" else 0.0)
        spot = Spot(left, y + step[1], 1.1, 1.75, float(rng.normal(0, 0.06)))
        things.append(Flat("card", name, copy.faces[name], spot))
    for number, name in enumerate(prisoners):
        left, top = WIDE * 0.56 + 0.95 * number + rng.normal(0, 0.05), HIGH * 0.715 + rng.normal(0, 0.03)
        spot = Spot(float(left), float(top), 0.65, 1.14, float(rng.normal(0, 0.08)))
        things.append(Flat("tile", name, copy.faces[name], spot, 0.015))
    return Tabletop({"players": [lord], "year": 2, "season": "end"}, things)


def finish(shot: Shot, rng: Rng) -> Shot:
    """The photo cut close to what is read, kept smaller and a little shaken, as strangers send it."""
    from datasets.tabletop import Shot

    high, wide = shot.picture.shape[:2]
    read = np.vstack([piece["corners"] for piece in shot.pieces if piece["kind"] != BOARD])
    low, top = np.maximum(read.min(axis=0), 0)
    right, bottom = np.minimum(read.max(axis=0), (wide, high))
    left_out = rng.uniform(0, MOST_CUT, 4) * (rng.random(4) < CUT)
    x0, y0 = int(left_out[0] * low), int(left_out[1] * top)
    x1, y1 = round(wide - left_out[2] * (wide - right)), round(high - left_out[3] * (high - bottom))
    scale = min(1.0, float(rng.uniform(*LONGER_SIDE)) / max(x1 - x0, y1 - y0))
    small = cv2.resize(shot.picture[y0:y1, x0:x1], None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), 0.01 + float(rng.uniform(*SHAKEN)))
    moved = [
        {**piece, "corners": ((np.array(piece["corners"]) - (x0, y0)) * scale).round(1).tolist()}
        for piece in shot.pieces
    ]
    return Shot(soft, moved)

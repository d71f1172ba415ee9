"""Dungeon Lords with art made here: a dungeon board (or bare tiles), tunnels, rooms, monsters and prisoners.

Forms and proportions are those of the facts; every picture on the pieces is drawn for each copy. Rooms that the game
prints nearly alike differ here only in the little plan of their zone, too.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from datasets.layouts import Spot
from datasets.pieces import Face, Rng, Shelf, contrast, stamp_mask, write
from datasets.tabletops import Copy, Flat, Tabletop, Upright
from datasets.textures import clouds, mix, shade
from scoring.dungeonlords.pieces import (
    COLUMNS,
    MONSTERS,
    ROWS,
    STARTING_TUNNELS,
    Square,
    blocks,
    in_zone,
    neighbours,
    on_grid,
    square_name,
    steps_from_entrance,
)
from scoring.games import load

CELL = 120  # pixels of a cell on the faces
WIDE = 10.46  # cells of the board's width; the grid takes 0.478 of it
HIGH = WIDE / 1.565
GRID_LEFT, GRID_TOP = 0.009 * WIDE, 0.388 * HIGH
TUNNEL, ROOM = 0.95, 0.96
TWINS = {"mushroom_bed": "hatchery", "mint": "souvenir_shop"}
ROOM_KIND, TUNNEL_SIDE, TUNNEL_BACK, ROOM_BACK, BOARD = "room", "tunnel", "tunnel!", "room!", "board"
CROSS = "cross"
BARE = 0.25  # part of the tables that have tiles without a board
MOST_MONSTERS, MOST_PRISONERS = 4, 3


def copy(shelf: Shelf, rng: Rng) -> Copy:
    """All pieces of one copy: tunnels and rooms with their pale backs, monsters, adventurers, the board."""
    catalogue = load("dungeonlords").catalogue
    stone = shade((0.05, 0.1), (0.35, 0.6), (0.35, 0.55), rng)
    pale = shade((0.08, 0.16), (0.05, 0.25), (0.8, 0.97), rng)
    faces: dict[str, Face] = {
        BOARD: _board(shelf, rng),
        TUNNEL_SIDE: _stone(stone, 0.12, rng),
        TUNNEL_BACK: _stone(pale, 0.08, rng),
        ROOM_BACK: _stone(pale, 0.12, rng),
    }
    designs: dict[str, dict[str, Any]] = {}
    for item in catalogue.of_kind(ROOM_KIND):
        designs[item.id] = designs.get(TWINS.get(item.id, "")) or _design(shelf, rng)
        faces[item.id] = _room(designs[item.id], str(catalogue.value(item.id, "zone")), rng)
    red = shade((-0.02, 0.05), (0.5, 0.8), (0.2, 0.4), rng)
    for monster in MONSTERS:
        faces[monster] = _monster(shelf, red, rng)
    marks = {name: shelf.icons[rng.integers(len(shelf.icons))] for name in ("fighter", "thief", "priest", "wizard")}
    for item in catalogue.of_kind("adventurer"):
        name, _, number = item.id.partition("_")
        faces[item.id] = _adventurer(shelf, marks[name], int(number), rng)
    taught = {name: taught_as(name) for name in faces}
    return Copy(faces, taught, boards=frozenset({BOARD}))


def taught_as(name: str) -> str:
    """What a face is taught as."""
    also = {BOARD: "dungeon_board", TUNNEL_BACK: "conquered_tunnel", ROOM_BACK: "conquered_room"}
    return also.get(name, name)


def _stone(colour: np.ndarray, contrast_: float, rng: Rng) -> Face:
    """Paving with hardly any texture."""
    side = CELL
    grain = clouds(rng, 6, 4, size=side) * contrast_ * 2 - contrast_
    return (colour[None, None] * (1 + grain[..., None])).clip(0, 255).astype(np.uint8)


def _design(shelf: Shelf, rng: Rng) -> dict[str, Any]:
    return {
        "ground": shade((0.07, 0.25), (0.25, 0.55), (0.3, 0.6), rng),
        "goes_in": shelf.icons[rng.integers(len(shelf.icons))],
        "imps": int(rng.integers(1, 5)),
        "comes_out": shelf.icons[rng.integers(len(shelf.icons))],
        "amount": int(rng.integers(1, 4)),
        "seed": int(rng.integers(1 << 30)),
    }


def _room(design: dict[str, Any], zone: str, rng: Rng) -> Face:
    """Rock, what goes in, an arrow, what comes out, and the plan of the zone."""
    own = np.random.default_rng(design["seed"])
    face = mix(clouds(own, 5, 4, size=CELL), design["ground"] * 0.7, design["ground"] * 1.15)
    ink = contrast(face.mean(axis=(0, 1)), own)
    for number in range(design["imps"]):
        place = (CELL * (0.17 + 0.14 * (number % 2)), CELL * (0.2 + 0.2 * (number // 2)))
        stamp_mask(face, design["goes_in"], place, CELL * 0.17, ink)
    cv2.arrowedLine(
        face, (round(CELL * 0.42), round(CELL * 0.3)), (round(CELL * 0.58), round(CELL * 0.3)), _rgb(ink), 3
    )
    for number in range(design["amount"]):
        place = (CELL * (0.7 + 0.16 * (number % 2)), CELL * (0.22 + 0.2 * (number // 2)))
        stamp_mask(face, design["comes_out"], place, CELL * 0.2, ink)
    small = CELL * 0.075
    for column in range(COLUMNS):
        for row in range(ROWS):
            x, y = CELL * 0.3 + column * small, CELL * 0.62 + row * small
            bright = (235.0, 225.0, 150.0) if in_zone((column, row), zone) else (40.0, 34.0, 28.0)
            cv2.rectangle(face, (round(x), round(y)), (round(x + small) - 1, round(y + small) - 1), bright, -1)
    return face


def _monster(shelf: Shelf, red: np.ndarray, rng: Rng) -> Face:
    wide, high = round(1.1 * CELL), round(1.75 * CELL)
    face = cv2.resize(mix(clouds(rng, 4, 3, size=128), red * 0.7, red * 1.2), (wide, high))
    ink = contrast(red, rng)
    stamp_mask(face, shelf.icons[rng.integers(len(shelf.icons))], (wide * 0.5, high * 0.42), wide * 0.7, ink)
    for number in range(int(rng.integers(1, 4))):
        stamp_mask(
            face,
            shelf.icons[rng.integers(len(shelf.icons))],
            (wide * 0.88, high * (0.08 + 0.1 * number)),
            wide * 0.16,
            ink,
        )
    cv2.line(face, (8, round(high * 0.82)), (wide - 8, round(high * 0.82)), (200.0, 30.0, 20.0), 2)
    for number in range(int(rng.integers(1, 4))):
        stamp_mask(
            face,
            shelf.icons[rng.integers(len(shelf.icons))],
            (wide * (0.25 + 0.25 * number), high * 0.91),
            wide * 0.18,
            ink,
        )
    return face


def _adventurer(shelf: Shelf, mark: np.ndarray, number: int, rng: Rng) -> Face:
    wide, high = round(0.65 * CELL), round(1.14 * CELL)
    ground = shade((0, 1), (0.2, 0.6), (0.4, 0.85), rng)
    face = cv2.resize(mix(clouds(rng, 3, 3, size=128), ground * 0.8, ground * 1.1), (wide, high))
    ink = contrast(ground, rng)
    stamp_mask(face, shelf.icons[rng.integers(len(shelf.icons))], (wide * 0.5, high * 0.48), wide * 0.75, ink)
    stamp_mask(face, mark, (wide * 0.18, high * 0.11), wide * 0.28, ink)
    write(face, shelf, str(number + 2), (wide * 0.8, high * 0.11), wide * 0.3, np.array([200.0, 20.0, 20.0]), rng)
    for row in range(1 + number % 4):
        stamp_mask(face, mark, (wide * (0.16 + 0.22 * row), high * 0.91), wide * 0.2, ink)
    return face


def _board(shelf: Shelf, rng: Rng) -> Face:
    """Earth with a dashed grid, a landscape above it, stores and a prison beside it, backs of cards that are print."""
    wide, high = round(WIDE * CELL), round(HIGH * CELL)
    earth = shade((0.03, 0.1), (0.2, 0.6), (0.06, 0.16), rng)
    face = cv2.resize(mix(clouds(rng, 8, 4, size=256), earth * 0.7, earth * 1.4), (wide, high))
    sky, land = shade((0.5, 0.62), (0.2, 0.6), (0.6, 0.95), rng), shade((0.2, 0.4), (0.3, 0.7), (0.3, 0.7), rng)
    _fill(face, (0.0, 0.0, 0.49, 0.37), mix(clouds(rng, 4, 4, size=256), sky, land))
    for number in range(4):
        _frame(face, (0.03 + 0.11 * number, 0.12, 0.12 + 0.11 * number, 0.34), rng)
    pale, dark = shade((0.08, 0.15), (0.1, 0.3), (0.75, 0.95), rng), shade((0.05, 0.1), (0.4, 0.7), (0.15, 0.3), rng)
    for left, ground in ((0.51, pale), (0.63, dark)):
        _fill(face, (left, 0.04, left + 0.105, 0.3), np.full((8, 8, 3), ground, np.uint8))
        ink = contrast(ground, rng)
        stamp_mask(
            face, shelf.icons[rng.integers(len(shelf.icons))], (wide * (left + 0.052), high * 0.17), wide * 0.08, ink
        )
    lair = (shade((0.0, 0.03), (0.6, 0.9), (0.5, 0.8), rng), shade((0.1, 0.15), (0.6, 0.9), (0.7, 0.95), rng))
    _fill(face, (0.75, 0.02, 0.99, 0.36), mix(clouds(rng, 3, 3, size=128), *lair))
    stores = ((0.28, 0.38), (0.12, 0.16), (-0.02, 0.05), (0.05, 0.1))
    for number, hue in enumerate(stores):
        left = 0.51 + 0.12 * number
        colour = shade(hue, (0.4, 0.8), (0.35, 0.8), rng)
        _fill(face, (left, 0.4, left + 0.11, 0.6), mix(clouds(rng, 5, 3, size=64), colour * 0.8, colour))
        stamp_mask(
            face,
            shelf.icons[rng.integers(len(shelf.icons))],
            (wide * (left + 0.055), high * 0.44),
            wide * 0.03,
            contrast(colour, rng),
        )
    _frame(face, (0.51, 0.63, 0.98, 0.8), rng)
    for number in range(4):
        _frame(face, (0.51 + 0.12 * number, 0.83, 0.62 + 0.12 * number, 0.98), rng)
    _dashed_grid(face, shade((0.0, 0.06), (0.4, 0.7), (0.25, 0.45), rng))
    return face


def _fill(face: Face, area: tuple[float, float, float, float], picture: Face) -> None:
    high, wide = face.shape[:2]
    left, top, right, bottom = (
        round(area[0] * wide),
        round(area[1] * high),
        round(area[2] * wide),
        round(area[3] * high),
    )
    face[top:bottom, left:right] = cv2.resize(picture, (right - left, bottom - top))


def _frame(face: Face, area: tuple[float, float, float, float], rng: Rng) -> None:
    high, wide = face.shape[:2]
    colour = _rgb(shade((0, 1), (0.1, 0.5), (0.4, 0.8), rng))
    cv2.rectangle(
        face, (round(area[0] * wide), round(area[1] * high)), (round(area[2] * wide), round(area[3] * high)), colour, 3
    )


def _dashed_grid(face: Face, colour: np.ndarray) -> None:
    upper_left = np.array([GRID_LEFT, GRID_TOP])
    lines = [((column, 0), (0, 1), ROWS) for column in range(COLUMNS + 1)]
    lines += [((0, row), (1, 0), COLUMNS) for row in range(ROWS + 1)]
    for start, way, length in lines:
        for dash in np.arange(0, length, 0.125):
            one, two = (
                ((upper_left + start + np.array(way) * along) * CELL).round().astype(int).tolist()
                for along in (dash, dash + 0.07)
            )
            cv2.line(face, one, two, _rgb(colour), 2)


def _rgb(colour: np.ndarray) -> tuple[float, ...]:
    return tuple(float(part) for part in colour)


def table(copy: Copy, shelf: Shelf, rng: Rng) -> Tabletop:
    """A dungeon that could have been dug, with what its owner has around it."""
    tiles = dug(rng)
    bare = bool(rng.random() < BARE)
    monsters = [str(name) for name in rng.permutation(MONSTERS)[: int(rng.integers(0, MOST_MONSTERS + 1))]]
    adventurers = [name for name in copy.faces if name.partition("_")[0] in ("fighter", "thief", "priest", "wizard")]
    prisoners = [str(name) for name in rng.permutation(adventurers)[: int(rng.integers(0, MOST_PRISONERS + 1))]]
    told = [written(square, room, lost) for square, (room, lost) in sorted(tiles.items())]
    lord = {"name": "Owner", "dungeon": told, "monsters": monsters, "prisoners": prisoners}
    state = {"players": [lord], "year": 2, "season": "end"}
    things: list[Flat | Upright] = []
    if not bare:
        things.append(Flat(BOARD, BOARD, copy.faces[BOARD], Spot(WIDE / 2, HIGH / 2, WIDE, HIGH), 0.02))
    things += _tiles(tiles, copy, rng)
    for number, name in enumerate(monsters):
        spot = Spot(WIDE * 0.79 + 1.15 * number - (2.4 if bare else 0), -1.0, 1.1, 1.75, float(rng.normal(0, 0.04)))
        things.append(Flat("card", name, copy.faces[name], spot))
    for number, name in enumerate(prisoners):
        x, y = WIDE * 0.56 + 0.9 * number, HIGH * 0.715
        things.append(Flat("tile", name, copy.faces[name], Spot(x, y, 0.65, 1.14, float(rng.normal(0, 0.06))), 0.015))
    return Tabletop(state, things)


def clutter(copy: Copy, shelf: Shelf, rng: Rng) -> list[Flat]:
    """What else may lie beside a dungeon and is no part of it: traps, combat cards, items, a troll or two."""
    laid = []
    for number in range(int(rng.integers(0, 3))):
        spot = Spot(1.0 + 2.1 * number, HIGH + 1.2, 1.1, 1.71, float(rng.normal(0, 0.1)))
        laid.append(Flat("card", "trap", _monster(shelf, shade((0.05, 0.12), (0.3, 0.6), (0.2, 0.7), rng), rng), spot))
    if rng.random() < 0.4:
        red = shade((-0.03, 0.03), (0.5, 0.9), (0.2, 0.5), rng)
        face = np.ascontiguousarray(np.rot90(_monster(shelf, red, rng)))
        laid.append(Flat("card", "combat", face, Spot(6.5, HIGH + 0.9, 1.75, 1.1, float(rng.normal(0, 0.1)))))
    for number in range(int(rng.integers(0, 3))):
        face = _room(_design(shelf, rng), "upper", rng)
        laid.append(
            Flat("token", "item", face, Spot(WIDE + 0.7, 1 + 0.9 * number, 0.64, 0.64, float(rng.normal(0, 0.3))))
        )
    return laid


def written(square: Square, room: str | None, lost: bool) -> str:
    """A tile as a state writes it."""
    return square_name(square) + (f":{room}" if room else "") + ("!" if lost else "")


def dug(rng: Rng) -> dict[Square, tuple[str | None, bool]]:
    """Tunnels dug beside others without a block of four; rooms on some, apart and in their zones; some conquered."""
    squares = set(STARTING_TUNNELS)
    for _ in range(int(rng.integers(2, 11))):
        free = [
            spot
            for spot in sorted({near for square in squares for near in neighbours(square)} - squares)
            if on_grid(spot) and not blocks({*squares, spot})
        ]
        if free:
            squares.add(free[rng.integers(len(free))])
    catalogue = load("dungeonlords").catalogue
    rooms: dict[Square, str] = {}
    for name in rng.permutation([item.id for item in catalogue.of_kind(ROOM_KIND)])[: int(rng.integers(0, 6))]:
        fits = [
            square
            for square in sorted(squares - rooms.keys())
            if in_zone(square, str(catalogue.value(str(name), "zone"))) and not rooms.keys() & set(neighbours(square))
        ]
        if fits:
            rooms[fits[rng.integers(len(fits))]] = str(name)
    steps = steps_from_entrance(squares)
    order = sorted(squares, key=lambda square: (steps[square], rng.random()))
    lost = set(order[: int(rng.integers(0, 7))]) if rng.random() < 0.6 else set()
    return {square: (rooms.get(square), square in lost) for square in squares}


def _tiles(tiles: dict[Square, tuple[str | None, bool]], copy: Copy, rng: Rng) -> list[Flat]:
    """Tiles on their squares as hands leave them: a little crooked."""
    laid = []
    for (column, row), (room, lost) in tiles.items():
        jitter = rng.normal(0, 0.012, 3)
        size = ROOM if room else TUNNEL
        x, y = GRID_LEFT + column + 0.5 + jitter[0], GRID_TOP + row + 0.5 + jitter[1]
        spot = Spot(float(x), float(y), size, size, float(jitter[2]))
        if room:
            laid.append(
                Flat("tile", room + ("!" if lost else ""), copy.faces[ROOM_BACK if lost else room], spot, 0.015)
            )
        else:
            name = TUNNEL_BACK if lost else TUNNEL_SIDE
            laid.append(Flat("tile", name, copy.faces[name], spot, 0.015, CROSS))
    return laid

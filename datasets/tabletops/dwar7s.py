"""Dwar7s Fall with art made here: kingdom cards in a free grid with quarter turns, stacks, and dwarves on them.

Three of the nine kinds are twins of another: mines that differ in one icon or one number only. The values that nobody
knows of the real cards (walls, points, places) are drawn for each copy.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from datasets.layouts import Spot
from datasets.pieces import Face, Rng, Shelf, contrast, patch, stamp_mask, write
from datasets.tabletops import Copy, Flat, Tabletop, Upright
from datasets.textures import shade
from scoring.dwar7s.pieces import DWARVES_PER_COLOUR, EDGES, STACKABLE, STEPS, Colour, Kind

LONG = 320
# Hue, saturation and value of a colour's cards and dwarves, each within a range.
HUES: dict[Colour, tuple[float, float]] = {
    Colour.BLUE: (0.57, 0.64),
    Colour.RED: (-0.02, 0.02),
    Colour.GREEN: (0.29, 0.40),
    Colour.YELLOW: (0.125, 0.16),
}
# Twins: which card they are drawn after, and what differs.
TWINS = {
    Kind.DIAMOND_MINE: (Kind.EMERALD_MINE, "icon"),
    Kind.RUBY_MINE: (Kind.EMERALD_MINE, "number"),
    Kind.GENERAL_STORE: (Kind.TAVERN, "icon"),
}
STOUT = 0.5  # of the box around it a figure fills at least
STONE = (128, 118, 108)
SLOTS = {Kind.CASTLE: 4, Kind.FIRE_DRAGON: 6, Kind.FROST_GIANT: 6}
USUAL_SLOTS = 3
NEED = {Kind.FIRE_DRAGON: 5, Kind.FROST_GIANT: 5, Kind.GENERAL_STORE: 3, Kind.RUBY_MINE: 3}
USUAL_NEED = 2
# Where dwarves stand on an upright card, by the number of its places.
PLACES = {
    3: ((0.27, 0.72), (0.5, 0.72), (0.73, 0.72)),
    4: ((0.3, 0.55), (0.7, 0.55), (0.3, 0.8), (0.7, 0.8)),
    6: ((0.25, 0.55), (0.5, 0.55), (0.75, 0.55), (0.25, 0.8), (0.5, 0.8), (0.75, 0.8)),
}


def copy(shelf: Shelf, rng: Rng) -> Copy:
    """The 36 kingdom cards of one copy, taught by their kinds, and what is printed on them."""
    printed = {kind: _printed(kind, rng) for kind in Kind}
    icons = shelf.icons[rng.choice(len(shelf.icons), 2 * len(Kind), replace=False)]
    numbers = rng.permutation(len(Kind)) + 1
    drawn = {
        kind: _design(shelf, icons[2 * row : 2 * row + 2], int(numbers[row]), rng) for row, kind in enumerate(Kind)
    }
    for kind, (twin, what) in TWINS.items():
        drawn[kind] = {**drawn[twin], what: drawn[kind][what]}
        # twins are alike in everything else that can be seen
        printed[kind] = {**printed[kind], "walls": printed[twin]["walls"], "points": printed[twin]["points"]}
    style = _style(shelf, rng)
    tints = {colour: shade(HUES[colour], (0.65, 0.95), (0.55, 0.9), rng) for colour in Colour}
    faces = {
        f"{colour} {kind}": _face(drawn[kind], style, tints[colour], printed[kind], shelf)
        for colour in Colour
        for kind in Kind
    }
    told = {str(kind): {**values, "walls": list(values["walls"])} for kind, values in printed.items()}
    return Copy(faces, {name: name.split()[1] for name in faces}, {"printed": told})


def _printed(kind: Kind, rng: Rng) -> dict[str, Any]:
    walls = tuple(str(edge) for edge in EDGES if rng.random() < 0.3)
    points = int(rng.integers(-2, 0)) if "mine" not in kind and "castle" not in kind else int(rng.integers(1, 5))
    return {"walls": walls, "points": points, "slots": SLOTS.get(kind, USUAL_SLOTS), "need": NEED.get(kind, USUAL_NEED)}


def _design(shelf: Shelf, icons: np.ndarray, number: int, rng: Rng) -> dict[str, Any]:
    """What makes a kind of card: its picture, its main icon, a second icon and its number."""
    return {
        "ground": patch(shelf, LONG, LONG, rng),
        "large": icons[0],
        "icon": icons[1],
        "number": number,
        "ink": shade((0, 1), (0.0, 0.6), (0.0, 1.0), rng),
    }


def _style(shelf: Shelf, rng: Rng) -> dict[str, Any]:
    """What all cards of a copy share: the frame in the player's colour, the places of icon and number, the font."""
    return {
        "edge": int(rng.uniform(0.07, 0.12) * LONG),
        "left": bool(rng.random() < 0.5),
        "muted": float(rng.uniform(0.35, 0.65)),
        "font": int(rng.integers(1 << 30)),
    }


def _face(
    design: dict[str, Any], style: dict[str, Any], tint: np.ndarray, printed: dict[str, Any], shelf: Shelf
) -> Face:
    """One card: a picture in a frame of its colour, walls along its edges, icons, numbers, places for dwarves."""
    face = np.empty((LONG, LONG, 3), np.uint8)
    face[:] = tint
    edge = style["edge"]
    inner = face[edge : LONG - edge, edge : LONG - edge]
    ground = cv2.resize(design["ground"], inner.shape[1::-1]).astype(np.float32)
    grey = ground.mean(axis=2, keepdims=True)
    inner[:] = (grey + (ground - grey) * style["muted"]).astype(np.uint8)
    rng = np.random.default_rng(style["font"])
    ink = contrast(inner.mean(axis=(0, 1)), rng)
    stamp_mask(face, design["large"], (LONG * 0.5, LONG * 0.36), LONG * 0.36, ink)
    x = 0.22 if style["left"] else 0.78
    stamp_mask(face, design["icon"], (LONG * x, LONG * 0.25), LONG * 0.19, ink)
    badge = (round(LONG * (1 - x)), round(LONG * 0.23))
    cv2.circle(face, badge, round(LONG * 0.085), (240.0, 236.0, 220.0), -1, cv2.LINE_AA)
    rng = np.random.default_rng(style["font"])
    write(face, shelf, str(design["number"]), badge, LONG * 0.13, np.array([20.0, 20.0, 20.0]), rng)
    for u, v in PLACES[printed["slots"]]:
        centre = (round(u * LONG), round(v * LONG))
        cv2.circle(face, centre, round(LONG * 0.07), tuple(float(c) for c in ink), 2, cv2.LINE_AA)
    _walls(face, printed["walls"])
    return face


def _walls(face: Face, walls: tuple[str, ...]) -> None:
    thick = round(LONG * 0.05)
    for name in walls:
        part = {
            "top": face[:thick],
            "right": face[:, LONG - thick :],
            "bottom": face[LONG - thick :],
            "left": face[:, :thick],
        }
        part[name][:] = STONE


def table(copy: Copy, shelf: Shelf, rng: Rng) -> Tabletop:
    """A layout that could have been played, its cards and dwarves."""
    colours = [list(Colour)[row] for row in sorted(rng.permutation(4)[: int(rng.integers(2, 5))])]
    stacks = _layout(colours, rng)
    _populate(stacks, colours, copy.told["printed"], rng)
    state = {
        "players": [{"name": colour.title(), "colour": str(colour)} for colour in colours],
        "table": [
            {
                "x": x,
                "y": y,
                "cards": [{"kind": kind, "colour": colour, "turn": turn} for kind, colour, turn in stack["cards"]],
                "dwarves": stack["dwarves"],
            }
            for (x, y), stack in stacks.items()
        ],
    }
    return Tabletop(state, _things(stacks, copy, shelf, rng))


Stacks = dict[tuple[int, int], dict[str, Any]]


def _layout(colours: list[Colour], rng: Rng) -> Stacks:
    """Cards laid in turn beside others, now and then on a card of the same kind."""
    cards = [(kind, colour) for colour in colours for kind in rng.permutation(list(Kind))[: int(rng.integers(3, 8))]]
    stacks: Stacks = {}
    for row in rng.permutation(len(cards)):
        kind, colour = cards[row]
        card = (str(kind), str(colour), int(rng.integers(4)))
        under = [spot for spot, stack in stacks.items() if stack["cards"][-1][0] == kind and kind in STACKABLE]
        if under and rng.random() < 0.35:
            stacks[under[rng.integers(len(under))]]["cards"].append(card)
        else:
            stacks[_free(stacks, rng)] = {"cards": [card], "dwarves": {}}
    return stacks


def _free(stacks: Stacks, rng: Rng) -> tuple[int, int]:
    """A free place beside a card, rather near the middle."""
    if not stacks:
        return 0, 0
    around = {(x + dx, y + dy) for x, y in stacks for dx, dy in STEPS} - stacks.keys()
    spots = sorted(around, key=lambda spot: abs(spot[0]) + 1.4 * abs(spot[1]) + rng.uniform(0, 3))
    return spots[int(rng.integers(min(3, len(spots))))]


def _populate(stacks: Stacks, colours: list[Colour], printed: dict[str, Any], rng: Rng) -> None:
    """Up to seven dwarves of a colour, no more on a card than it has places."""
    spots = list(stacks)
    for colour in colours:
        for _ in range(int(rng.integers(0, DWARVES_PER_COLOUR + 1))):
            stack = stacks[spots[rng.integers(len(spots))]]
            if sum(stack["dwarves"].values()) < printed[stack["cards"][-1][0]]["slots"]:
                stack["dwarves"][str(colour)] = stack["dwarves"].get(str(colour), 0) + 1


def _things(stacks: Stacks, copy: Copy, shelf: Shelf, rng: Rng) -> list[Flat | Upright]:
    """Cards with small gaps and turns as hands leave them; then the dwarves, the farthest first."""
    gap = float(rng.choice([0.0, 0.01, 0.03, 0.06]))
    tints = {str(colour): shade(HUES[colour], (0.7, 0.95), (0.6, 0.95), rng) for colour in Colour}
    figure = _figure(shelf, rng)
    flat: list[Flat | Upright] = []
    standing: list[Upright] = []
    for (x, y), stack in stacks.items():
        kind, colour, turn = stack["cards"][-1]
        jitter = rng.normal(0, 0.3 * gap + 0.002, 3)
        spot = Spot(x * (1 + gap) + jitter[0], y * (1 + gap) + jitter[1], 1, 1, turn * np.pi / 2 + jitter[2])
        thick = 0.008 * len(stack["cards"])
        flat.append(Flat("card", f"{colour} {kind}", copy.faces[f"{colour} {kind}"], spot, thick))
        standing += _dwarves(stack["dwarves"], spot, copy.told["printed"][kind]["slots"], figure, tints, rng)
    return flat + sorted(standing, key=lambda one: one.spot.y)


def _figure(shelf: Shelf, rng: Rng) -> np.ndarray:
    """A silhouette as wood has it: no holes, nothing thin, taller than wide."""
    solid = [_solid(icon) for icon in shelf.figures]
    stout = [one for one in solid if (one > 0).mean() > STOUT and one.shape[1] <= 1.1 * one.shape[0]] or solid
    return stout[rng.integers(len(stout))]


def _solid(icon: np.ndarray) -> np.ndarray:
    rims, _ = cv2.findContours((icon > 127).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    largest = max(rims, key=cv2.contourArea)
    x, y, wide, high = cv2.boundingRect(largest)
    return cv2.drawContours(np.zeros_like(icon), [largest], -1, 255, -1)[y : y + high, x : x + wide]


def _dwarves(
    dwarves: dict[str, int], card: Spot, slots: int, figure: np.ndarray, tints: dict[str, np.ndarray], rng: Rng
) -> list[Upright]:
    places = [PLACES[slots][row] for row in rng.permutation(slots)]
    names = [colour for colour, count in dwarves.items() for _ in range(count)]
    cosine, sine = np.cos(card.angle), np.sin(card.angle)
    standing = []
    for name, (u, v) in zip(names, places, strict=False):
        across, down = u - 0.5 + rng.normal(0, 0.01), v - 0.5 + rng.normal(0, 0.01)
        x, y = card.x + across * cosine - down * sine, card.y + across * sine + down * cosine
        standing.append(Upright(f"dwarf {name}", figure, tints[name], Spot(x, y + 0.07, 0.19, 0.24)))
    return standing

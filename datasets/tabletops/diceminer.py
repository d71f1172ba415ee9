"""Dice Miner with art made here: a trove with its hero card, or the mountain, whole or partly dug."""

from __future__ import annotations

from typing import Any

import numpy as np

from datasets.layouts import Spot
from datasets.pieces import Face, Rng, Shelf
from datasets.render.plans import TROVE, code
from datasets.render.spec import HAZARD_FACES, MINER_TYPES
from datasets.tabletops import Copy, Flat, Tabletop, Thing
from datasets.tabletops.character import CARD, card_face, design_of, twin_of
from datasets.tabletops.cubes import maker_of
from datasets.textures import clouds, mix, shade
from scoring.diceminer.mountain import top_dice
from scoring.diceminer.pieces import die
from scoring.games import load

OTHER_SIDE = "-2"  # how the other side of a card is taught
TWIN = 3  # every third card is a twin of the one before it
DIE = 0.26  # of a card's width
ROWS = (2, 3, 4, 5, 6)
MOST_DUG = 14
BOARD = "mountain"
SIDE = 640  # pixels of the board


def copy(shelf: Shelf, rng: Rng) -> Copy:
    """Both sides of the hero cards, and the board of the mountain."""
    faces: dict[str, Face] = {}
    tint = shade((0, 1), (0.2, 0.8), (0.35, 0.9), rng)
    design = design_of(shelf, tint, rng)
    for number, hero in enumerate(load("diceminer").catalogue.of_kind("hero")):
        design = twin_of(design, shelf, rng) if number % TWIN == 2 else design_of(shelf, tint, rng)
        faces[hero.id] = card_face(design, hero.name["en"], "hero", shelf, rng)
        faces[hero.id + OTHER_SIDE] = card_face(design_of(shelf, tint, rng), hero.name["en"], "hero", shelf, rng)
    rock = shade((0.05, 0.12), (0.1, 0.4), (0.3, 0.7), rng)
    faces[BOARD] = mix(clouds(rng, 6, 4, size=SIDE), rock * 0.6, np.minimum(rock * 1.3, 255))
    dice = maker_of(tuple(dict.fromkeys(colour for colour, _ in MINER_TYPES.values())), rng)
    return Copy(faces, {name: name for name in faces}, dice=dice)


def table(copy: Copy, shelf: Shelf, rng: Rng) -> Tabletop:
    """What a player photographs: the trove and the hero at the end of a round, or the mountain during it."""
    return _mountain(copy, rng) if rng.random() < 0.5 else _trove(copy, rng)


def _drawn(count: int, rng: Rng) -> list[tuple[str, str]]:
    """Types and faces of dice out of the box, none put back."""
    box = [kind for kind, number in TROVE.items() for _ in range(number)]
    kinds = [box[row] for row in rng.permutation(len(box))[:count]]
    return [
        (kind, str(rng.choice((*HAZARD_FACES, "beer") if kind == "hazard" else MINER_TYPES[kind][1]))) for kind in kinds
    ]


def _die(copy: Copy, kind: str, face: str, spot: Spot, rng: Rng) -> Thing:
    colour, named = MINER_TYPES[kind]
    others = [name for name in dict.fromkeys(named) if name != face]
    one, other = (others[row] for row in rng.permutation(len(others))[:2])
    assert copy.dice is not None
    return copy.dice.die(colour, face, (one, other), spot, code(kind, face), rng)


def _trove(copy: Copy, rng: Rng) -> Tabletop:
    dice = _drawn(int(rng.integers(4, 17)), rng)
    heroes = [name for name in copy.faces if name != BOARD]
    hero = heroes[rng.integers(len(heroes))]
    spots: list[Spot] = []
    while len(spots) < len(dice):
        x, y = float(rng.uniform(0.9, 3.4)), float(rng.uniform(-1.1, 1.1))
        if all(np.hypot(x - spot.x, y - spot.y) > 1.5 * DIE for spot in spots):
            spots.append(Spot(x, y, DIE, DIE, float(rng.uniform(0, 2 * np.pi))))
    card = Flat("card", hero, copy.faces[hero], Spot(0.0, 0.0, 1.0, CARD, float(rng.normal(0, 0.1))))
    lying = [_die(copy, *shown, spot, rng) for shown, spot in zip(dice, spots, strict=True)]
    codes = [code(*shown) for shown in dice]
    player = {"name": "Ann", "hero": hero.removesuffix(OTHER_SIDE), "rounds": [{"dice": codes}]}
    return Tabletop({"players": [player]}, [card, *sorted(lying, key=lambda thing: thing.spot.y)])


def _mountain(copy: Copy, rng: Rng) -> Tabletop:
    """A mountain from which some dice were taken off the top."""
    drawn = iter(_drawn(sum(ROWS), rng))
    shown = {(row, place): next(drawn) for row, count in enumerate(ROWS) for place in range(count)}
    dice: dict[tuple[int, int], tuple[str, str]] = dict(shown)
    for _ in range(int(rng.integers(0, MOST_DUG))):
        rows = tuple(tuple(_code(dice, row, place) for place in range(count)) for row, count in enumerate(ROWS))
        free = top_dice(tuple(tuple(die(one) if one else None for one in row) for row in rows))
        dice.pop(tuple(free[rng.integers(len(free))]))  # type: ignore[arg-type]
    step = DIE * float(rng.uniform(1.01, 1.08)) / np.sqrt(2)
    lying = []
    for (row, place), one in dice.items():
        x = (2 * place - (ROWS[row] - 1)) * step + rng.normal(0, 0.005)
        y = row * step + rng.normal(0, 0.005)
        turn = float(np.pi / 4 + rng.integers(4) * np.pi / 2 + rng.normal(0, 0.04))
        lying.append(_die(copy, *one, Spot(x, y, DIE, DIE, turn), rng))
    wide = 2 * ROWS[-1] * step + 0.6
    board = Flat("board", BOARD, copy.faces[BOARD], Spot(0.0, 2 * step, wide, wide * 0.8), 0.03)
    state: dict[str, Any] = {
        "players": [{"name": "Ann"}],
        "mountain": [[_code(dice, row, place) for place in range(count)] for row, count in enumerate(ROWS)],
    }
    return Tabletop(state, [board, *sorted(lying, key=lambda thing: thing.spot.y)])


def _code(dice: dict[tuple[int, int], tuple[str, str]], row: int, place: int) -> str | None:
    shown = dice.get((row, place))
    return code(*shown) if shown else None

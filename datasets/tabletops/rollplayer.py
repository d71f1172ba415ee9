"""Roll Player with art made here: a character sheet with its dice, its cards, and the counters of both boxes.

Half of the tables are played with Monsters & Minions: boost dice, experience, honor, injuries and trophies. Faces are
drawn in `datasets.tabletops.character`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np

from datasets.layouts import Spot
from datasets.pieces import Face, Rng, Shelf
from datasets.tabletops import Copy, Flat, Tabletop, Thing
from datasets.tabletops.character import (
    CARD,
    GRID,
    SHEET,
    card_face,
    counter_face,
    design_of,
    place_at,
    sheet_face,
    twin_of,
)
from datasets.tabletops.cubes import Maker, counter, maker_of
from datasets.textures import shade
from scoring.games import load
from scoring.rollplayer.pieces import ATTRIBUTES, DICE_BASE, DICE_EXPANSION

SINGLE = {"class": "hero_class", "alignment": "alignment", "backstory": "backstory"}
MARKET = ("weapon", "armor", "trait", "skill")
TROPHY = "minion"
KINDS = ("race", *SINGLE, *MARKET, TROPHY)
MOST_OF_A_KIND = 14  # of each kind of card in a copy: enough to be mistaken for one another
TWIN = 3  # every third card is a twin of the one before it
# Round counters with the hues they may have; one of each lies on a lesson.
COUNTERS = {"gold_token": (0.1, 0.15), "honor_token": (0.55, 0.65), "wound_token": (-0.02, 0.02)}
FIELDS = dict(zip(COUNTERS, ("gold", "honor", "wounds"), strict=True))
DISC = 0.28  # of a card's width
DIE = 0.25
CUBE = 0.13
WIDE = 3.65  # of a sheet, in widths of a card
MARKER = "marker"
BOOST = "boost"


def copy(shelf: Shelf, rng: Rng) -> Copy:
    """Sheets, cards and counters of one copy, each taught by its name in the catalogue."""
    catalogue = load("rollplayer").catalogue
    faces: dict[str, Face] = {}
    for kind in KINDS:
        tint = shade((0, 1), (0.2, 0.8), (0.35, 0.9), rng)
        design = design_of(shelf, tint, rng)
        for number, item in enumerate(list(catalogue.of_kind(kind))[:MOST_OF_A_KIND]):
            design = twin_of(design, shelf, rng) if number % TWIN == 2 else design_of(shelf, tint, rng)
            title = item.name["en"]
            if kind == "race":
                faces[item.id] = sheet_face(design, title, shelf, rng)
            else:
                faces[item.id] = card_face(design, title, kind, shelf, rng)
    faces |= {name: counter_face(shelf, hue, rng) for name, hue in COUNTERS.items()}
    dice = maker_of((*_colours(), "clear"), rng)
    return Copy(faces, {name: name for name in faces}, discs=frozenset(COUNTERS), dice=dice)


def _colours() -> list[str]:
    return [name for name in DICE_BASE if name != BOOST]


def table(copy: Copy, shelf: Shelf, rng: Rng) -> Tabletop:
    """One character: the sheet with its dice, around it the cards and counters that the player has."""
    catalogue = load("rollplayer").catalogue
    of_kind = {
        kind: [name for name in copy.faces if name not in COUNTERS and catalogue.items[name].kind == kind]
        for kind in KINDS
    }
    expansion = bool(rng.random() < 0.5)
    single = {kind: of_kind[kind][rng.integers(len(of_kind[kind]))] for kind in ("race", *SINGLE)}
    market = [name for kind in MARKET for name in of_kind[kind]]
    trophies = [of_kind[TROPHY][row] for row in rng.permutation(len(of_kind[TROPHY]))[: int(rng.integers(0, 4))]]
    player: dict[str, Any] = {
        "name": "Ann",
        "race": single["race"],
        **{field: single[kind] for kind, field in SINGLE.items()},
        "marker": [int(rng.integers(3)), int(rng.integers(3))],
        "rows": _rows(expansion, rng),
        "cards": [market[row] for row in rng.permutation(len(market))[: int(rng.integers(2, 9))]],
        "gold": int(rng.integers(0, 9)),
    }
    if expansion:
        player |= {"xp": int(rng.integers(0, 6)), "honor": int(rng.integers(0, 4)), "wounds": int(rng.integers(0, 3))}
        player["trophies"] = trophies
    state = {"players": [player], "options": {"expansion": expansion}}
    assert copy.dice is not None
    return Tabletop(state, [*_flat(copy, player, rng), *_standing(copy.dice, player, rng)])


def _rows(expansion: bool, rng: Rng) -> dict[str, list[str | None]]:
    """Dice of the bag without putting any back: a full sheet on most tables, rows filled from the left on others."""
    bag = [name for name, count in (DICE_EXPANSION if expansion else DICE_BASE).items() for _ in range(count)]
    drawn = iter([bag[row] for row in rng.permutation(len(bag))])
    full = rng.random() < 0.6
    rows: dict[str, list[str | None]] = {}
    for attribute in ATTRIBUTES:
        count = 3 if full else int(rng.choice([0, 1, 2, 3], p=[0.08, 0.22, 0.3, 0.4]))
        dice = [
            f"{colour} {rng.integers(3, 9) if colour == BOOST else rng.integers(1, 7)}"
            for colour in (next(drawn) for _ in range(count))
        ]
        rows[str(attribute)] = [*dice, *[None] * (3 - count)]
    if not any(die for row in rows.values() for die in row):
        rows["strength"][0] = "gold 6"
    return rows


def _flat(copy: Copy, player: dict[str, Any], rng: Rng) -> list[Thing]:
    """The sheet in the middle, cards to its right and below it, counters to its left, as hands lay them."""
    sheet = Spot(0.0, 0.0, WIDE, WIDE * SHEET[0] / SHEET[1])
    things: list[Thing] = [Flat("board", player["race"], copy.faces[player["race"]], sheet, 0.02)]
    for number, field in enumerate(SINGLE.values()):
        spot = _laid(WIDE / 2 + 0.7 + 1.15 * number, -0.35, rng)
        things.append(Flat("card", player[field], copy.faces[player[field]], spot))
        if field == "alignment":
            things.append(_token(spot, player["marker"], rng))
    for number, name in enumerate([*player["cards"], *player.get("trophies", ())]):
        row, column = divmod(number, 5)
        spot = _laid(-WIDE / 2 + 0.6 + 1.15 * column, sheet.height / 2 + 0.95 + 1.55 * row, rng)
        things.append(Flat("card", name, copy.faces[name], spot))
    lying = [name for name, field in FIELDS.items() for _ in range(player.get(field, 0))]
    for name, (x, y) in zip(lying, _places(len(lying), rng), strict=True):
        spot = Spot(x, y, DISC, DISC, float(rng.uniform(0, 2 * np.pi)))
        things.append(Flat("token", name, copy.faces[name], spot, 0.03, "disc"))
    return things


def _standing(dice: Maker, player: dict[str, Any], rng: Rng) -> list[Thing]:
    """Dice on their places and cubes beside the sheet, the furthest first."""
    high = WIDE * SHEET[0] / SHEET[1]
    things: list[Thing] = []
    for row, attribute in enumerate(ATTRIBUTES):
        for column, code in enumerate(player["rows"][attribute]):
            if code is not None:
                u, v = place_at(row, column)
                x, y = WIDE * (u - 0.5) + rng.normal(0, 0.02), high * (v - 0.5) + rng.normal(0, 0.02)
                turn = float(rng.integers(4) * np.pi / 2 + rng.normal(0, 0.15))
                things.append(_die(dice, code, Spot(x, y, DIE, DIE, turn), rng))
    colour = shade((0.3, 0.4), (0.5, 0.9), (0.4, 0.8), rng).astype(float)
    for number in range(player.get("xp", 0)):
        x, y = -WIDE / 2 + 0.3 + 0.27 * number, -high / 2 - 0.3 + rng.normal(0, 0.02)
        things.append(counter("xp", colour, Spot(x, y, CUBE, CUBE, float(rng.uniform(0, 1.5))), rng))
    return sorted(things, key=lambda thing: thing.spot.y)


def _die(dice: Maker, code: str, spot: Spot, rng: Rng) -> Thing:
    colour, value = code.split()
    faces = [str(face) for face in (range(3, 9) if colour == BOOST else range(1, 7)) if str(face) != value]
    one, other = (faces[row] for row in rng.permutation(len(faces))[:2])
    return dice.die("clear" if colour == BOOST else colour, value, (one, other), spot, code, rng)


def _places(count: int, rng: Rng) -> Iterator[tuple[float, float]]:
    """Counters to the left of the sheet, spread out."""
    for number in range(count):
        row, column = divmod(number, 3)
        x = -WIDE / 2 - 0.35 - 0.36 * column + rng.normal(0, 0.02)
        yield x, -1.0 + 0.36 * row + rng.normal(0, 0.02)


def _laid(x: float, y: float, rng: Rng) -> Spot:
    return Spot(x + rng.normal(0, 0.03), y + rng.normal(0, 0.03), 1.0, CARD, float(rng.normal(0, 0.05)))


def _token(card: Spot, square: list[int], rng: Rng) -> Flat:
    """A round marker on one square of the alignment card."""
    left, top, right, bottom = GRID
    u = left + (right - left) * (square[1] + 0.5) / 3 + rng.normal(0, 0.02)
    v = top + (bottom - top) * (square[0] + 0.5) / 3 + rng.normal(0, 0.02)
    across, down = (u - 0.5) * card.width, (v - 0.5) * card.height
    cosine, sine = np.cos(card.angle), np.sin(card.angle)
    face = np.full((64, 64, 3), shade((0, 1), (0.5, 1.0), (0.5, 1.0), rng), np.uint8)
    cv2.circle(face, (32, 32), 22, (250, 250, 250), 4, cv2.LINE_AA)
    spot = Spot(card.x + across * cosine - down * sine, card.y + across * sine + down * cosine, 0.24, 0.24)
    return Flat("token", MARKER, face, spot, 0.05, "disc")

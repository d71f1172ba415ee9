"""Roll Player with art made here: a character sheet, its class, alignment with a marker, backstory and market cards.

Every third card differs from another of its kind in one icon or one number only. Dice are rendered elsewhere
(`datasets.render`): these tables are about everything else.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from datasets.layouts import Spot
from datasets.pieces import Face, Rng, Shelf, contrast, patch, stamp_mask, write
from datasets.tabletops import Copy, Flat, Tabletop, Upright
from datasets.textures import clouds, mix, shade
from scoring.games import load

LONG = 280
SHEET = (560, 800)  # pixels of a sheet: height and width
CARD = 88 / 63
SINGLE = {"class": "hero_class", "alignment": "alignment", "backstory": "backstory"}
MARKET = ("weapon", "armor", "trait", "skill")
KINDS = ("race", *SINGLE, *MARKET)
MOST_OF_A_KIND = 14  # of each kind of card in a copy: enough to be mistaken for one another
TWIN = 3  # every third card is a twin of the one before it
# Where the nine squares of an alignment card lie, in shares of it.
GRID = (0.08, 0.22, 0.92, 0.95)
TOKEN = "marker"


@dataclass(frozen=True)
class _Design:
    """What makes a card: its picture, an icon, a number and its tint."""

    ground: Face
    icon: np.ndarray
    number: int
    tint: np.ndarray


def copy(shelf: Shelf, rng: Rng) -> Copy:
    """Sheets and cards of one copy, each taught by its name in the catalogue."""
    catalogue = load("rollplayer").catalogue
    faces: dict[str, Face] = {}
    for kind in KINDS:
        tint = shade((0, 1), (0.2, 0.8), (0.35, 0.9), rng)
        design = _design(shelf, tint, rng)
        for number, item in enumerate(list(catalogue.of_kind(kind))[:MOST_OF_A_KIND]):
            design = _twin(design, shelf, rng) if number % TWIN == 2 else _design(shelf, tint, rng)
            title = item.name["en"]
            if kind == "race":
                faces[item.id] = _sheet(design, title, shelf, rng)
            else:
                faces[item.id] = _card(design, title, kind, shelf, rng)
    return Copy(faces, {name: name for name in faces})


def _design(shelf: Shelf, tint: np.ndarray, rng: Rng) -> _Design:
    icon = shelf.icons[rng.integers(len(shelf.icons))]
    return _Design(patch(shelf, LONG, LONG, rng), icon, int(rng.integers(1, 20)), tint)


def _twin(design: _Design, shelf: Shelf, rng: Rng) -> _Design:
    """The same card but for its icon or its number."""
    if rng.random() < 0.5:
        return _Design(design.ground, shelf.icons[rng.integers(len(shelf.icons))], design.number, design.tint)
    return _Design(design.ground, design.icon, design.number % 19 + 1, design.tint)


def _card(design: _Design, title: str, kind: str, shelf: Shelf, rng: Rng) -> Face:
    """A frame in the tint of its kind, a title, and below it a picture with icon and number, or nine squares."""
    high, wide = LONG, round(LONG / CARD)
    face = np.empty((high, wide, 3), np.uint8)
    face[:] = design.tint
    paper = np.minimum(design.tint * 0.3 + 175, 255)
    cv2.rectangle(face, (8, 8), (wide - 9, round(0.18 * high)), tuple(paper), -1)
    write(face, shelf, title, (wide / 2, 0.1 * high), 0.085 * high, np.array([15.0, 15, 15]), rng)
    left, top, right, bottom = (round(part * side) for part, side in zip(GRID, (wide, high, wide, high), strict=True))
    face[top:bottom, left:right] = cv2.resize(design.ground, (right - left, bottom - top))
    ink = contrast(face[top:bottom, left:right].mean((0, 1)), rng)
    if kind == "alignment":
        _squares(face, (left, top, right, bottom), design, ink, shelf, rng)
        return face
    stamp_mask(face, design.icon, (wide / 2, 0.5 * high), 0.45 * wide, ink)
    cv2.circle(face, (round(0.82 * wide), round(0.86 * high)), round(0.1 * wide), tuple(paper), -1, cv2.LINE_AA)
    write(face, shelf, str(design.number), (0.82 * wide, 0.86 * high), 0.1 * wide, np.array([15.0, 15, 15]), rng)
    return face


def _squares(
    face: Face, box: tuple[int, int, int, int], design: _Design, ink: np.ndarray, shelf: Shelf, rng: Rng
) -> None:
    """Nine squares with small numbers; the icon tells one card from another."""
    left, top, right, bottom = box
    numbers = np.random.default_rng(design.number).integers(-3, 4, 9)
    for place in range(9):
        row, column = divmod(place, 3)
        x0, x1 = (left + (right - left) * part // 3 for part in (column, column + 1))
        y0, y1 = (top + (bottom - top) * part // 3 for part in (row, row + 1))
        cv2.rectangle(face, (x0, y0), (x1, y1), tuple(ink), 2)
        write(face, shelf, str(numbers[place]), ((x0 + x1) / 2, (y0 + y1) / 2), 0.5 * (y1 - y0), ink, rng)
    stamp_mask(face, design.icon, (right - 14, top + 14), 22, ink)


def _sheet(design: _Design, title: str, shelf: Shelf, rng: Rng) -> Face:
    """A title over six rows of three framed places, and a painted half where cards are laid."""
    high, wide = SHEET
    face = np.ascontiguousarray(
        cv2.resize(
            mix(clouds(rng, 5, 3, size=128), design.tint * 0.7, np.minimum(design.tint * 1.2, 255)), (wide, high)
        )
    )
    ink = contrast(design.tint, rng)
    face[round(0.16 * high) : round(0.95 * high), round(0.45 * wide) : round(0.97 * wide)] = cv2.resize(
        design.ground, (round(0.97 * wide) - round(0.45 * wide), round(0.95 * high) - round(0.16 * high))
    )
    write(face, shelf, title, (0.3 * wide, 0.08 * high), 0.08 * high, ink, rng)
    stamp_mask(face, design.icon, (0.72 * wide, 0.55 * high), 0.5 * high, contrast(design.ground.mean((0, 1)), rng))
    side = 0.11 * high
    for row in range(6):
        for column in range(3):
            x, y = round(0.12 * wide + column * 1.15 * side), round(0.17 * high + row * 1.15 * side)
            cv2.rectangle(face, (x, y), (x + round(side), y + round(side)), tuple(ink), 2)
    return face


def table(copy: Copy, shelf: Shelf, rng: Rng) -> Tabletop:
    """One character: the sheet, and around it the cards that the player has."""
    catalogue = load("rollplayer").catalogue
    of_kind = {kind: [name for name in copy.faces if catalogue.items[name].kind == kind] for kind in KINDS}
    single = {kind: of_kind[kind][rng.integers(len(of_kind[kind]))] for kind in ("race", *SINGLE)}
    market = [name for kind in MARKET for name in of_kind[kind]]
    bought = [market[row] for row in rng.permutation(len(market))[: int(rng.integers(2, 9))]]
    marker = (int(rng.integers(3)), int(rng.integers(3)))
    state = {
        "players": [
            {
                "name": "Ann",
                "race": single["race"],
                **{field: single[kind] for kind, field in SINGLE.items()},
                "marker": list(marker),
                "cards": bought,
            }
        ]
    }
    return Tabletop(state, _things(copy, single, bought, marker, rng))


def _things(
    copy: Copy, single: dict[str, str], bought: list[str], marker: tuple[int, int], rng: Rng
) -> list[Flat | Upright]:
    """The sheet in the middle, three cards to its right, market cards in rows below it, as hands lay them."""
    wide = 3.4
    sheet = Spot(0.0, 0.0, wide, wide * SHEET[0] / SHEET[1])
    things: list[Flat | Upright] = [Flat("board", single["race"], copy.faces[single["race"]], sheet, 0.02)]
    for number, kind in enumerate(SINGLE):
        spot = _laid(wide / 2 + 0.7 + 1.15 * number, -0.35, rng)
        things.append(Flat("card", single[kind], copy.faces[single[kind]], spot))
        if kind == "alignment":
            things.append(_token(spot, marker, rng))
    for number, name in enumerate(bought):
        row, column = divmod(number, 5)
        spot = _laid(-wide / 2 + 0.6 + 1.15 * column, sheet.height / 2 + 0.95 + 1.55 * row, rng)
        things.append(Flat("card", name, copy.faces[name], spot))
    return things


def _laid(x: float, y: float, rng: Rng) -> Spot:
    return Spot(x + rng.normal(0, 0.03), y + rng.normal(0, 0.03), 1.0, CARD, float(rng.normal(0, 0.05)))


def _token(card: Spot, square: tuple[int, int], rng: Rng) -> Flat:
    """A round marker on one square of the alignment card."""
    left, top, right, bottom = GRID
    u = left + (right - left) * (square[1] + 0.5) / 3 + rng.normal(0, 0.02)
    v = top + (bottom - top) * (square[0] + 0.5) / 3 + rng.normal(0, 0.02)
    across, down = (u - 0.5) * card.width, (v - 0.5) * card.height
    cosine, sine = np.cos(card.angle), np.sin(card.angle)
    face = np.full((64, 64, 3), shade((0, 1), (0.5, 1.0), (0.5, 1.0), rng), np.uint8)
    cv2.circle(face, (32, 32), 22, (250, 250, 250), 4, cv2.LINE_AA)
    spot = Spot(card.x + across * cosine - down * sine, card.y + across * sine + down * cosine, 0.24, 0.24)
    return Flat("token", TOKEN, face, spot, 0.05, "disc")

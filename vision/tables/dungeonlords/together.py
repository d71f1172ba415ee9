"""The cells of a site once more, each beside the surest of the others: all tunnels of a copy have the same two colours.

A brown cross on dark earth, or a dark room, is hardly unlike the ground, and the finder doubts it. But it looks like
the other crosses and unlike the empty cells of the same photo, and what is printed on a room stands on no empty cell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.dungeonlords.pieces import COLUMNS, ROWS
from vision.photo import Pixels
from vision.tables.dungeonlords.cells import Look, stone
from vision.tables.dungeonlords.found import FORMS, OnSite
from vision.tables.dungeonlords.legal import UNUSUAL, breaches, out_of_order
from vision.tables.dungeonlords.pale import tones
from vision.tables.dungeonlords.parts import Cells, Mask, flattened, parts
from vision.tables.dungeonlords.places import CONQUERED, EMPTY, SQUARES, TUNNEL
from vision.tables.dungeonlords.sides import Tones

SURELY = 0.9  # how likely a cell is what others are compared with
FEW = 3  # empty cells that show how empty ones look
# By how much tones of one kind of cell vary in one photo (light, two colours), and how far they are at most told apart.
ALIKE, FAR = np.array([0.25, 0.04, 0.04]), 8.0
LIKE_CROSSES, MOST_LIKE = 0.9, 4.0  # what each of these steps says, and all of them together
# How many steps a room differs from every empty cell, and by how much (a logarithm of light) what is printed on it
# stands out more; what that says.
UNLIKE_EMPTY, PRINTED = (4.0, 1.0, 2.0), (0.2, 15.0, 3.0)
UNTOLD = 1.5  # and at most where the finder found nothing at all: the edge of a shadow looks printed, too
INNER = (0.16, 0.16, 0.84, 0.84)
BRIGHTEST, USUAL = 97, 50  # shares of a cell's pixels: what stands out on it
LOOKS_PALE = (0.05, 0.85)  # the front of a room may be as pale as its back: more than this its colour does not say
LOST_BEHIND = 3.0  # what it speaks against sides that the entrance stands while others are conquered


def told_together(pixels: Pixels, scale: float, seen: Look, here: OnSite) -> Look:
    """The same site with every cell weighed beside the surest ones, and all sides told by each other."""
    flat = flattened(pixels, scale, seen.guess)
    chances = _beside_others(flat, seen.chances, here) if here.told else seen.chances
    return replace(seen, chances=_with_sides(flat, chances))


def _beside_others(flat: Pixels, chances: Cells, here: OnSite) -> Cells:
    """Forms weighed by what the surest crosses and empty cells look like."""
    empty, cross, _ = (chances[kinds].sum(axis=0) for kinds in FORMS)
    told_crosses, told_tiles = _told(here)
    crosses, bare = (cross >= SURELY) | told_crosses, (empty >= SURELY) & ~told_tiles
    if not crosses.any() or bare.sum() < FEW:
        return chances
    looks = tones(flat, np.zeros((ROWS, COLUMNS)))[0]
    from_cross, from_empty = _nearest(looks, crosses), _nearest(looks, bare)
    like_cross = np.clip(LIKE_CROSSES * (from_empty - from_cross), -MOST_LIKE, MOST_LIKE)
    room = _says(from_empty, UNLIKE_EMPTY) + _says(_printed(flat, bare), PRINTED)
    untold = np.ones((ROWS, COLUMNS), dtype=bool)
    for column, row in here.placed:
        untold[row, column] = False
    room[untold] = np.minimum(room[untold], UNTOLD)
    weighed = chances.copy()
    for kinds, speaks in zip(FORMS[1:], (like_cross, np.maximum(room, like_cross)), strict=True):
        weighed[kinds] *= np.exp(speaks)
    return np.asarray(weighed / weighed.sum(axis=0))


def _told(here: OnSite) -> tuple[Mask, Mask]:
    """The cells in which the finder found crosses, and any tiles, that it does not doubt."""
    crosses, tiles = np.zeros((2, ROWS, COLUMNS), dtype=bool)
    for (column, row), one in here.placed.items():
        tiles[row, column] = not here.found.doubtful[one]
        crosses[row, column] = here.found.cross[one] and not here.found.doubtful[one]
    return crosses, tiles


def _nearest(looks: NDArray[np.float64], others: Mask) -> Cells:
    """How far every cell is from the most alike of these others, in steps; itself does not count."""
    steps = np.linalg.norm((looks[:, :, None] - looks[others]) / ALIKE, axis=3)
    for number, (row, column) in enumerate(np.argwhere(others)):
        steps[row, column, number] = np.inf
    return np.asarray(np.minimum(steps.min(axis=2), FAR), dtype=np.float64)


def _printed(flat: Pixels, bare: Mask) -> Cells:
    """By how much more something stands out in every cell than in usual empty ones."""
    light = np.log(cv2.cvtColor(flat, cv2.COLOR_RGB2GRAY).astype(np.float32) + 8)
    inside = parts(light, INNER).reshape(ROWS, COLUMNS, -1)
    brightest, usual = np.percentile(inside, (BRIGHTEST, USUAL), axis=2)
    return np.asarray(brightest - usual - np.median((brightest - usual)[bare]), dtype=np.float64)


def _says(values: Cells, limits: tuple[float, float, float]) -> Cells:
    middle, slope, most = limits
    return np.clip(slope * (values - middle), -most, most)


def _with_sides(flat: Pixels, chances: Cells) -> Cells:
    """Pale and brown sides told by all tiles that show stone, and by which of them a party conquers first."""
    empty, cross, square = (chances[kinds].sum(axis=0) for kinds in FORMS)
    crosses = (cross > empty) & (cross > square)
    if not crosses.any():
        return chances
    plain, ground = stone(flat, crosses)
    backs = (square > empty) & ~crosses & (plain > 0.5) & (chances[4] > chances[3])
    pale = Tones(tones(flat, ground), ground).pale(crosses | backs, _against(chances))
    looks = np.clip(pale, *LOOKS_PALE)
    back = looks * plain / np.maximum(looks * plain + (1 - looks) * (1 - plain), 1e-9)
    return np.stack([empty, cross * (1 - pale), cross * pale, square * (1 - back), square * back])


def _against(chances: Cells) -> Callable[[Mask], float]:
    """What the rules say against it that just these tiles are conquered."""
    filled = {(column, row) for column, row in SQUARES if chances[:, row, column].argmax()}
    usual = breaches({square: TUNNEL if square in filled else EMPTY for square in SQUARES})

    def against(pale: Mask) -> float:
        dungeon = {
            square: EMPTY if square not in filled else TUNNEL + CONQUERED * bool(pale[square[1], square[0]])
            for square in SQUARES
        }
        return UNUSUAL * out_of_order(dungeon) + LOST_BEHIND * (breaches(dungeon) - usual)

    return against

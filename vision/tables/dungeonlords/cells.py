"""What lies in the cells of a building site, by form and colour, all cells together.

A cell that looks like the ground is empty; where only its corners do, a cross lies on it: a tunnel. A tile that covers
the corners too is a room. Conquered sides are pale. The ground is what most corners show.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

import cv2
import numpy as np

from scoring.dungeonlords.pieces import COLUMNS, ROWS, Square
from vision.photo import Pixels
from vision.tables.dungeonlords.legal import breaches
from vision.tables.dungeonlords.pale import ground_light, pale, plain_cells
from vision.tables.dungeonlords.parts import CORNERS, CROSS, SIDE, Cells, Plane, centres, certain, flattened, means
from vision.tables.dungeonlords.places import CONQUERED_ROOM, CONQUERED_TUNNEL, EMPTY, ROOM, SQUARES, TUNNEL
from vision.tables.dungeonlords.pulled import TILE_SIDES
from vision.tables.dungeonlords.site import Guess
from vision.things import Kind, Thing

# How unlike the ground something must be to be noticed: a floor, and in units of the ground's own variety.
LEAST_CONTRAST, VARIETY = 9.0, 3.0
SLOPE = 9.0  # how quickly a share becomes a certainty
CLIMB = (0.3, 0.15, 0.08, 0.04)  # cells by which the corners of a site are moved to fit better
# Which of these steps is the first, by what a guess comes from.
LOOSE = {"board": 0, "pulled": 1, "tiles": 1, "taught": 2}
HOLDS = ((0, 1, 2, 3), (0, 1), (1, 2), (2, 3), (3, 0), (0,), (1,), (2,), (3,))  # corners that move together

# A tile that was found: how far off the middle of its cell, and how many times less likely that cell is empty then.
OFF_MIDDLE, EMPTY_THERE = 0.25, 0.05
FILLED_UNFOUND = 0.3  # how many times less likely a cell is filled where none was found
EVEN, CROSS_SLOPE = 2.5, 4.0  # a cross is more unlike its corners than so many times its own variety

Chances = dict[str, float]
CODES = (EMPTY, TUNNEL, CONQUERED_TUNNEL, ROOM, CONQUERED_ROOM)


@dataclass(frozen=True)
class Look:
    """A site as it was looked at: the chances of each cell (kind, row, column), and how well they explain it (to 1)."""

    guess: Guess
    chances: Cells
    fit: float

    @cached_property
    def cells(self) -> dict[Square, Chances]:
        """The chances of each square by what may lie there."""
        return {
            (column, row): dict(zip(CODES, self.chances[:, row, column].tolist(), strict=True))
            for column, row in SQUARES
        }

    @cached_property
    def likeliest(self) -> dict[Square, str]:
        """What every cell looks like most."""
        best = self.chances.argmax(axis=0)
        return {(column, row): CODES[best[row, column]] for column, row in SQUARES}

    @cached_property
    def breaches(self) -> int:
        """How many times what the cells look like breaks a rule of building."""
        return breaches(self.likeliest)

    def upside_down(self) -> Look:
        """The same site with its entrance at the other end: nothing needs to be looked at again."""
        return Look(self.guess.upside_down(), self.chances[:, ::-1, ::-1], self.fit)


def look(pixels: Pixels, scale: float, guess: Guess) -> Look:
    """The cells of a guess; `scale` leads from the photo to these pixels."""
    flat = flattened(pixels, scale, guess)
    soft = cv2.GaussianBlur(flat, (0, 0), 1.2).astype(np.float32) / 255
    lab = np.asarray(cv2.cvtColor(soft, cv2.COLOR_RGB2LAB), dtype=np.float32)
    unlike = _unlike_ground(lab)
    inner, corners = _shares(unlike)
    crosses = _crosses(lab)
    # what is plainly a cross is filled, and its corners are not
    inner, corners = np.maximum(inner, crosses), np.minimum(corners, 1 - crosses)
    plain = plain_cells(flat)
    tiles = (inner > 0.5) & ((corners < 0.5) | (plain > 0.5))
    chances = _chances(inner, corners, pale(flat, tiles, ground_light(flat, unlike)), plain)
    return Look(guess, chances, _fit(unlike, chances))


def settled(first: Look, looked: Callable[[Guess], Look], worth: Callable[[Look], float]) -> Look:
    """The same site with its corners and sides moved to where it is worth most; tiles and print leave less to move."""
    best, most = first, worth(first)
    for step in CLIMB[LOOSE[first.guess.source] :]:
        for corners, way in product(HOLDS, ((step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step))):
            moved = _moved(best.guess, corners, way)
            if moved.sound and (now := worth(tried := looked(moved))) > most:
                best, most = tried, now
    return best


def with_tiles(seen: Look, things: Sequence[Thing]) -> Look:
    """The same site where tiles that were found fill their cells: on a bare table nothing else is as large as one.

    Where none was found the ground may look like one: a carpet has patterns.
    """
    chances = seen.chances.copy()
    chances[1:] *= FILLED_UNFOUND
    back = np.linalg.inv(seen.guess.to_photo)
    for thing in (one for one in things if one.kind is Kind.TILE):
        outline = cv2.perspectiveTransform(np.array([thing.corners], np.float64), back)[0]
        column, row = outline.mean(axis=0)
        side = np.sqrt(abs(cv2.contourArea(outline.astype(np.float32))))
        middle = max(abs(column % 1 - 0.5), abs(row % 1 - 0.5)) < OFF_MIDDLE
        if 0 <= column < COLUMNS and 0 <= row < ROWS and middle and TILE_SIDES[0] < side < TILE_SIDES[1]:
            here = chances[:, int(row), int(column)]
            here[0] *= EMPTY_THERE
            here[1:] /= FILLED_UNFOUND
    return replace(seen, chances=chances / chances.sum(axis=0))


def _moved(guess: Guess, corners: tuple[int, ...], way: tuple[float, float]) -> Guess:
    rectangle = np.array([[0, 0], [COLUMNS, 0], [COLUMNS, ROWS], [0, ROWS]], np.float32)
    aims = rectangle.copy()
    aims[list(corners)] += way
    seen = np.array([guess.at(*aim) for aim in aims], np.float32)
    return replace(guess, to_photo=np.asarray(cv2.getPerspectiveTransform(rectangle, seen), dtype=np.float64))


def _unlike_ground(lab: Plane) -> Plane:
    """For each pixel from 0 (ground) to 1; the ground is a plane of colour, since light falls off."""
    samples = np.concatenate([means(lab, part).reshape(-1, 3) for part in CORNERS])
    off = np.linalg.norm(samples - np.median(samples, axis=0), axis=1)
    ground = np.zeros((3, 3))
    for _ in range(3):
        near = off <= max(float(np.median(off)) * 2.5, LEAST_CONTRAST)
        ground = np.linalg.lstsq(_WHERE[near], samples[near], rcond=None)[0]
        off = np.linalg.norm(samples - _WHERE @ ground, axis=1)
    contrast = max(LEAST_CONTRAST, VARIETY * float(np.median(off)))
    apart = (lab - _AT @ ground.astype(np.float32)) / np.float32(contrast)
    return np.asarray(1 - np.exp(-np.einsum("yxc,yxc->yx", apart, apart)), dtype=np.float32)


def _shares(unlike: Plane) -> tuple[Cells, Cells]:
    """How much every cell's cross and corners differ from the ground; one that something hides does not decide."""
    inner = np.median([means(unlike, part) for part in CROSS], axis=0)
    corners = np.sort([means(unlike, part) for part in CORNERS], axis=0)[1:3].mean(axis=0)
    return inner, corners


def _crosses(lab: Plane) -> Cells:
    """The chance of every cell that a cross lies on it: of one colour, and unlike its four corners.

    What the ground looks like does not matter, be it a carpet or a board with print.
    """
    colours = np.stack([means(lab, part) for part in CROSS])
    squares = np.stack([means(lab * lab, part) for part in CROSS])
    cross = np.median(colours, axis=0)
    spread = np.median(np.linalg.norm(colours - cross, axis=3), axis=0)
    grain = np.median(np.sqrt(np.maximum(squares - colours**2, 0).sum(axis=3)), axis=0)
    corners = np.stack([means(lab, part) for part in CORNERS])
    apart = np.sort(np.linalg.norm(corners - cross, axis=3), axis=0)[1]
    ratio = apart / np.maximum(LEAST_CONTRAST, EVEN * (spread + grain))
    return np.asarray(1 / (1 + np.exp(-CROSS_SLOPE * (ratio - 1))))


def _chances(inner: Cells, corners: Cells, pale: Cells, plain: Cells) -> Cells:
    """The chance of each kind in the order of CODES, for all cells."""
    filled = certain(SLOPE * (inner - 0.5))
    square = certain(SLOPE * (corners / np.maximum(inner, 0.3) - 0.55))
    back = pale * plain / np.maximum(pale * plain + (1 - pale) * (1 - plain), 1e-9)
    return np.stack(
        [
            1 - filled,
            filled * (1 - square) * (1 - pale),
            filled * (1 - square) * pale,
            filled * square * (1 - back),
            filled * square * back,
        ]
    )


def _fit(unlike: Plane, chances: Cells) -> float:
    """How alike the site and the drawing of what it is taken for are: correlation."""
    best = chances.argmax(axis=0)
    shapes = _FORMS[_FORM_OF[best]]  # row, column, then the pixels of the form
    drawn = shapes.swapaxes(1, 2).reshape(unlike.shape)
    one, other = unlike - unlike.mean(), drawn - drawn.mean()
    power = float(np.sqrt((one * one).sum() * (other * other).sum()))
    return float((one * other).sum()) / power if power > 1e-6 else 0.0


def _drawn_forms() -> Plane:
    """Nothing, a cross and a square as they fill a cell."""
    forms = np.zeros((3, SIDE, SIDE), np.float32)
    low, arm, high = round(0.03 * SIDE), round(0.33 * SIDE), round(0.97 * SIDE)
    forms[1, arm : SIDE - arm, low:high] = forms[1, low:high, arm : SIDE - arm] = 1
    forms[2, low:high, low:high] = 1
    return forms


_ROWS, _COLUMNS = np.mgrid[0 : ROWS * SIDE, 0 : COLUMNS * SIDE] / SIDE
_AT = np.stack([np.ones_like(_ROWS), _COLUMNS, _ROWS], axis=-1).astype(np.float32)
_PLACES = np.concatenate([centres(part) for part in CORNERS])
_WHERE = np.column_stack([np.ones(len(_PLACES)), _PLACES])
_FORMS, _FORM_OF = _drawn_forms(), np.array([0, 1, 1, 2, 2])  # which form each of CODES has

"""What lies in the cells of a building site, by form and colour, all cells together.

A cell that looks like the ground is empty; where only its corners do, a cross lies on it: a tunnel. A tile that covers
the corners too is a room. Conquered sides are pale. The ground is what most corners show.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise, product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.dungeonlords.pieces import COLUMNS, ROWS, Square
from vision.photo import Pixels
from vision.tables.dungeonlords.places import CONQUERED_ROOM, CONQUERED_TUNNEL, EMPTY, ROOM, SQUARES, TUNNEL
from vision.tables.dungeonlords.site import Guess

Plane = NDArray[np.float32]
Part = tuple[float, float, float, float]

SIDE = 40  # pixels of a cell when it is looked at
# Parts of a cell in shares: the middle and the four arms of a cross, and the corners that a cross leaves free.
MIDDLE = (0.38, 0.38, 0.62, 0.62)
ARMS = ((0.4, 0.1, 0.6, 0.28), (0.4, 0.72, 0.6, 0.9), (0.1, 0.4, 0.28, 0.6), (0.72, 0.4, 0.9, 0.6))
CORNERS = ((0.08, 0.08, 0.25, 0.25), (0.75, 0.08, 0.92, 0.25), (0.08, 0.75, 0.25, 0.92), (0.75, 0.75, 0.92, 0.92))
# How unlike the ground something must be to be noticed: a floor, and in units of the ground's own variety.
LEAST_CONTRAST, VARIETY = 9.0, 3.0
SLOPE = 9.0  # how quickly a share becomes a certainty
# Pale sides are light and hardly coloured; beside brown ones they give off this many times the light.
PALE_VALUE, PALE_SATURATION, PALE_TIMES = 0.58, 0.29, 2.0
CLIMB = (0.3, 0.15, 0.08, 0.04)  # cells by which the corners of a site are moved to fit better
LOOSE = {"board": 0, "tiles": 1, "taught": 2}  # which of these steps is the first, by what the guess comes from
HOLDS = ((0, 1, 2, 3), (0, 1), (1, 2), (2, 3), (3, 0), (0,), (1,), (2,), (3,))  # corners that move together

INSIDE = (0.12, 0.12, 0.88, 0.88)  # of a room, where its icons are
PLAIN, PLAIN_SLOPE = 0.12, 50.0  # variety of light in a cell below which nothing is printed there
EVEN, CROSS_SLOPE = 2.5, 4.0  # a cross is more unlike its corners than so many times its own variety

Chances = dict[str, float]
Shares = dict[Square, tuple[float, float]]  # how much the cross of a cell and its corners differ from the ground


@dataclass(frozen=True)
class Look:
    """A site as it was looked at: the chances of every cell, and how well crosses and squares explain it (to 1)."""

    guess: Guess
    cells: dict[Square, Chances]
    fit: float

    @property
    def likeliest(self) -> dict[Square, str]:
        """What every cell looks like most."""
        return {square: max(chances, key=chances.__getitem__) for square, chances in self.cells.items()}


def look(pixels: Pixels, scale: float, guess: Guess) -> Look:
    """The cells of a guess; `scale` leads from the photo to these pixels."""
    flat = _flattened(pixels, scale, guess)
    unlike = _unlike_ground(flat)
    shares = _with_crosses(_shares(unlike), _crosses(flat))
    pale, plain = _pale(flat, shares), _plain(flat)
    cells = {square: _chances(*shares[square], pale[square], plain[square]) for square in shares}
    return Look(guess, cells, _fit(unlike, cells))


def settled(pixels: Pixels, scale: float, first: Look, worth: Callable[[Look], float]) -> Look:
    """The same site with its corners and sides moved to where it is worth most; tiles and print leave less to move."""
    best = first
    for step in CLIMB[LOOSE[first.guess.source] :]:
        for corners, way in product(HOLDS, ((step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step))):
            moved = _moved(best.guess, corners, way)
            if moved.sound:
                best = max(best, look(pixels, scale, moved), key=worth)
    return best


def _moved(guess: Guess, corners: tuple[int, ...], way: tuple[float, float]) -> Guess:
    rectangle = np.array([[0, 0], [COLUMNS, 0], [COLUMNS, ROWS], [0, ROWS]], np.float32)
    aims = rectangle.copy()
    aims[list(corners)] += way
    seen = np.array([guess.at(*aim) for aim in aims], np.float32)
    return replace(guess, to_photo=np.asarray(cv2.getPerspectiveTransform(rectangle, seen), dtype=np.float64))


def _flattened(pixels: Pixels, scale: float, guess: Guess) -> Pixels:
    """The site seen from above."""
    to_pixels = np.diag([scale, scale, 1.0]) @ guess.to_photo @ np.diag([1 / SIDE, 1 / SIDE, 1.0])
    size = (COLUMNS * SIDE, ROWS * SIDE)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpPerspective(pixels, to_pixels, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _unlike_ground(flat: Pixels) -> Plane:
    """For each pixel from 0 (ground) to 1; the ground is a plane of colour, since light falls off."""
    lab = cv2.cvtColor(cv2.GaussianBlur(flat, (0, 0), 1.2).astype(np.float32) / 255, cv2.COLOR_RGB2LAB)
    samples = np.concatenate([_parts(lab, part).mean(axis=(2, 3)).reshape(-1, 3) for part in CORNERS])
    places = np.concatenate([_centres(part) for part in CORNERS])
    where = np.column_stack([np.ones(len(places)), places])
    off = np.linalg.norm(samples - np.median(samples, axis=0), axis=1)
    ground = np.zeros((3, 3))
    for _ in range(3):
        near = off <= max(float(np.median(off)) * 2.5, LEAST_CONTRAST)
        ground = np.linalg.lstsq(where[near], samples[near], rcond=None)[0]
        off = np.linalg.norm(samples - where @ ground, axis=1)
    far = np.linalg.norm(lab - _AT @ ground, axis=2) / max(LEAST_CONTRAST, VARIETY * float(np.median(off)))
    return np.asarray(1 - np.exp(-(far**2)), dtype=np.float32)


def _shares(unlike: Plane) -> Shares:
    """How much every cell's cross and corners differ from the ground; one that something hides does not decide."""
    inner = np.median([_parts(unlike, part).mean(axis=(2, 3)) for part in (MIDDLE, *ARMS)], axis=0)
    corners = np.sort([_parts(unlike, part).mean(axis=(2, 3)) for part in CORNERS], axis=0)[1:3].mean(axis=0)
    return {(column, row): (float(inner[row, column]), float(corners[row, column])) for column, row in SQUARES}


def _crosses(flat: Pixels) -> NDArray[np.float64]:
    """The chance of every cell (row, column) that a cross lies on it: of one colour, and unlike its four corners.

    What the ground looks like does not matter, be it a carpet or a board with print.
    """
    lab = cv2.cvtColor(cv2.GaussianBlur(flat, (0, 0), 1.2).astype(np.float32) / 255, cv2.COLOR_RGB2LAB)
    parts = [_parts(lab, part) for part in (MIDDLE, *ARMS)]
    colours = np.stack([part.mean(axis=(2, 3)) for part in parts])
    cross = np.median(colours, axis=0)
    spread = np.median(np.linalg.norm(colours - cross, axis=3), axis=0)
    grain = np.median([np.linalg.norm(part.std(axis=(2, 3)), axis=2) for part in parts], axis=0)
    corners = np.stack([_parts(lab, part).mean(axis=(2, 3)) for part in CORNERS])
    apart = np.sort(np.linalg.norm(corners - cross, axis=3), axis=0)[1]
    ratio = apart / np.maximum(LEAST_CONTRAST, EVEN * (spread + grain))
    return np.asarray(1 / (1 + np.exp(-CROSS_SLOPE * (ratio - 1))))


def _with_crosses(shares: Shares, crosses: NDArray[np.float64]) -> Shares:
    """What is plainly a cross is filled, and its corners are not."""
    return {
        (column, row): (max(inner, float(crosses[row, column])), min(corners, 1 - float(crosses[row, column])))
        for (column, row), (inner, corners) in shares.items()
    }


def _pale(flat: Pixels, shares: Shares) -> dict[Square, float]:
    """The chance that each cell shows a pale side, judged beside the other tiles where they differ."""
    colours = _tile_colours(flat)
    filled = [square for square, (inner, _) in shares.items() if inner > 0.5]
    light = {square: float(np.mean((colour / 255) ** 2.2)) + 1e-4 for square, colour in colours.items()}
    order = sorted(light[square] for square in filled)
    gaps = [(above / below, np.sqrt(above * below)) for below, above in pairwise(order)]
    widest, border = max(gaps, default=(1.0, 1.0))
    chances = {}
    for square, colour in colours.items():
        value = float(colour.max()) / 255
        saturation = float(colour.max() - colour.min()) / max(float(colour.max()), 1.0)
        score = 8 * (value - PALE_VALUE) + 14 * (PALE_SATURATION - saturation)
        if widest >= PALE_TIMES:
            score += 1.5 * float(np.log(light[square] / border))
        chances[square] = float(_certain(score))
    return chances


def _plain(flat: Pixels) -> dict[Square, float]:
    """The chance that each cell shows nothing printed: the backs of rooms, whose fronts are full of icons."""
    light = cv2.cvtColor(flat, cv2.COLOR_RGB2GRAY).astype(np.float32)
    inside = _parts(light, INSIDE)
    variety = inside.std(axis=(2, 3)) / (inside.mean(axis=(2, 3)) + 1)
    return {(column, row): _certain(PLAIN_SLOPE * (PLAIN - float(variety[row, column]))) for column, row in SQUARES}


def _tile_colours(flat: Pixels) -> dict[Square, NDArray[np.float64]]:
    """The usual colour of what a cross or a room shows in every cell."""
    pixels = np.concatenate([_parts(flat, part).reshape(ROWS, COLUMNS, -1, 3) for part in (MIDDLE, *ARMS)], axis=2)
    usual = np.median(pixels, axis=2)
    return {(column, row): usual[row, column] for column, row in SQUARES}


def _chances(inner: float, corners: float, pale: float, plain: float) -> Chances:
    filled = _certain(SLOPE * (inner - 0.5))
    square = _certain(SLOPE * (corners / max(inner, 0.3) - 0.55))
    back = pale * plain / max(pale * plain + (1 - pale) * (1 - plain), 1e-9)
    return {
        EMPTY: 1 - filled,
        TUNNEL: filled * (1 - square) * (1 - pale),
        CONQUERED_TUNNEL: filled * (1 - square) * pale,
        ROOM: filled * square * (1 - back),
        CONQUERED_ROOM: filled * square * back,
    }


def _certain(score: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(score, -20, 20))))


def _fit(unlike: Plane, cells: dict[Square, Chances]) -> float:
    """How alike the site and the drawing of what it is taken for are: correlation."""
    drawn = np.zeros_like(unlike)
    low, arm, high = round(0.03 * SIDE), round(0.33 * SIDE), round(0.97 * SIDE)
    for (column, row), chances in cells.items():
        kind = max(chances, key=chances.__getitem__)
        cell = drawn[row * SIDE : (row + 1) * SIDE, column * SIDE : (column + 1) * SIDE]
        if kind in (ROOM, CONQUERED_ROOM):
            cell[low:high, low:high] = 1
        elif kind != EMPTY:
            cell[arm : SIDE - arm, low:high] = cell[low:high, arm : SIDE - arm] = 1
    one, other = unlike - unlike.mean(), drawn - drawn.mean()
    power = float(np.sqrt((one**2).sum() * (other**2).sum()))
    return float((one * other).sum()) / power if power > 1e-6 else 0.0


def _parts(picture: NDArray[Any], part: Part) -> NDArray[Any]:
    """This part of all cells: row, column, then its pixels."""
    left, top, right, bottom = (round(share * SIDE) for share in part)
    cells = picture.reshape(ROWS, SIDE, COLUMNS, SIDE, *picture.shape[2:]).swapaxes(1, 2)
    return cells[:, :, top:bottom, left:right]


def _centres(part: Part) -> NDArray[np.float64]:
    """Where the middles of this part are, in cells, row by row."""
    rows, columns = np.mgrid[0:ROWS, 0:COLUMNS]
    return np.column_stack([columns.ravel() + (part[0] + part[2]) / 2, rows.ravel() + (part[1] + part[3]) / 2])


_ROWS, _COLUMNS = np.mgrid[0 : ROWS * SIDE, 0 : COLUMNS * SIDE] / SIDE
_AT = np.stack([np.ones_like(_ROWS), _COLUMNS, _ROWS], axis=-1)

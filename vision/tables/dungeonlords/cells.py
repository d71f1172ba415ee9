"""What lies in the cells of a building site, by form and colour, all cells together.

A cell that looks like the ground is empty; where only its corners do, a cross lies on it: a tunnel. A tile that covers
the corners too is a room. Conquered sides are pale. The ground is what most corners show.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

import cv2
import numpy as np

from scoring.dungeonlords.pieces import COLUMNS, ROWS, Square
from vision.photo import Pixels
from vision.tables.dungeonlords.bare import without_print
from vision.tables.dungeonlords.forms import fit_of
from vision.tables.dungeonlords.ground import (
    LEAST_CONTRAST,
    Ground,
    bare_cells,
    far_from,
    ground_of_site,
    in_any_light,
    shares,
    unlike_ground,
)
from vision.tables.dungeonlords.legal import breaches
from vision.tables.dungeonlords.pale import ground_light, pale, plain_cells
from vision.tables.dungeonlords.parts import (
    CORNERS,
    CROSS,
    SIDE,
    Cells,
    Mask,
    Placed,
    Plane,
    certain,
    flattened,
    means,
)
from vision.tables.dungeonlords.places import CONQUERED_ROOM, CONQUERED_TUNNEL, EMPTY, ROOM, SQUARES, TUNNEL
from vision.tables.dungeonlords.site import Guess

SOFT = 0.8  # pixels over which a site is smoothed
SLOPE = 9.0  # how quickly a share becomes a certainty
CLIMB = (0.3, 0.15, 0.08, 0.04)  # cells by which the corners of a site are moved to fit better
# Which of these steps is the first, by what a guess comes from.
LOOSE = {"board": 0, "pulled": 1, "tiles": 1, "taught": 2}
HOLDS = ((0, 1, 2, 3), (0, 1), (1, 2), (2, 3), (3, 0), (0,), (1,), (2,), (3,))  # corners that move together

# A cross beside the site: its chance, or how much of it is unlike the ground and how little of its corners.
PLAINLY, FILLED, FREE = 0.8, 0.7, 0.35
AS_FAR = 0.45  # of the way from a cross to the ground its corners go at least
# How much colours (Lab) vary within a part of a tile that is as likely a tunnel as a room, what more of it says.
GRAIN, PRINTED, LOUDEST = 4.0, 0.7, (-2.0, 5.0)
AS_EVEN, STONE_SLOPE = 1.4, 2.0  # how many times the grain of crosses the back of a room has at most
EVEN, CROSS_SLOPE = 2.5, 4.0  # a cross is more unlike its corners than so many times its own variety

Chances = dict[str, float]
CODES = (EMPTY, TUNNEL, CONQUERED_TUNNEL, ROOM, CONQUERED_ROOM)


@dataclass(frozen=True)
class Look:
    """A site as it was looked at: the chances of each cell (kind, row, column), and how well they explain it (to 1)."""

    guess: Guess
    chances: Cells
    fit: float
    unseen: int = 0  # cells beyond the photo
    beyond: int = 0  # crosses right beside the site
    off: float = 0.0  # how far crosses that were found lie off the middles of their cells
    along: float = 0.0  # how cards around the site lie: from 1, all of them along its columns, to -1, across

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
        return replace(self, guess=self.guess.upside_down(), chances=self.chances[:, ::-1, ::-1])


def look(pixels: Pixels, scale: float, guess: Guess, placed: Placed | None = None) -> Look:
    """The cells of a guess; `scale` leads from the photo to these pixels.

    Only where tiles are known to be `placed`, they tell by each other which of them are pale.
    """
    flat = flattened(pixels, scale, guess)
    seen = _lab(flat)
    lab = seen if guess.empty is None else _lab(without_print(flat, guess.empty))
    ground = ground_of_site(lab, placed)
    unlike = unlike_ground(lab, ground, _AT)
    inner, corners = shares(unlike)
    crosses = _crosses(lab, ground)
    bare = bare_cells(placed)
    if bare is not None:
        # inside of a frame that is printed around a cell the ground is of one colour as well
        crosses *= np.minimum(far_from(_texture(lab)[0], ground) / LEAST_CONTRAST, 1.0)
        in_shadow = in_any_light(lab, ground)
        inner, corners = (
            np.where(bare, np.minimum(*pair), pair[0]) for pair in zip((inner, corners), in_shadow, strict=True)
        )
    # what is plainly a cross is filled, and its corners are not
    inner, corners = np.maximum(inner, crosses), np.minimum(corners, 1 - crosses)
    grain = _texture(seen)[2]
    plain = _plain(flat, grain, None if placed is None else placed.crosses)
    tiles = (inner > 0.5) & ((corners < 0.5) | (plain > 0.5))
    tiles, known = (tiles, None) if placed is None else (tiles & placed.tiles, placed.crosses)
    pales = pale(flat, tiles, ground_light(flat, unlike), known)
    chances = _chances(inner, corners, pales, plain, grain)
    return Look(guess, chances, fit_of(unlike, chances), _unseen(pixels, scale, guess))


def _plain(flat: Pixels, grain: Cells, crosses: Mask | None) -> Cells:
    """The chance of every cell to show nothing printed: what is as even as crosses shows stone, however that looks."""
    plain = plain_cells(flat)
    if crosses is None or not crosses.any():
        return plain
    return np.maximum(plain, certain(STONE_SLOPE * (AS_EVEN * np.median(grain[crosses]) - grain)))


def stone(flat: Pixels, crosses: Mask) -> tuple[Cells, Cells]:
    """The chance of every cell to show nothing but stone where these are crosses, and how light the ground is there."""
    lab = _lab(flat)
    ground = ground_light(flat, unlike_ground(lab, ground_of_site(lab), _AT))
    return _plain(flat, _texture(lab)[2], crosses), ground


def _lab(flat: Pixels) -> Plane:
    soft = cv2.GaussianBlur(flat, (0, 0), SOFT).astype(np.float32) / 255
    return np.asarray(cv2.cvtColor(soft, cv2.COLOR_RGB2LAB), dtype=np.float32)


def crosses_beyond(pixels: Pixels, scale: float, guess: Guess) -> int:
    """How many crosses lie right beside a site, in its rows and columns: then it lies elsewhere."""
    lab = _lab(flattened(pixels, scale, guess, around=1))
    ground = ground_of_site(lab[SIDE:-SIDE, SIDE:-SIDE])
    inner, corners = shares(unlike_ground(lab, ground, _AROUND))
    crosses = (_crosses(lab, ground) > PLAINLY) | ((inner > FILLED) & (corners < FREE))
    crosses[1:-1, 1:-1] = False
    return int(crosses.sum())


def settled(
    first: Look, looked: Callable[[Guess], Look], beside: Callable[[Look], Look], worth: Callable[[Look], float]
) -> Look:
    """The same site with its corners and sides moved to where it is worth most; tiles and print leave less to move.

    What lies `beside` a site can only speak against it, and is looked at where the site itself is worth more.
    """
    best, most = first, worth(first)
    for step in CLIMB[LOOSE[first.guess.source] :]:
        for corners, way in product(HOLDS, ((step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step))):
            moved = _moved(best.guess, corners, way)
            if not moved.sound or worth(tried := looked(moved)) <= most:
                continue
            if (now := worth(tried := beside(tried))) > most:
                best, most = tried, now
    return best


def _moved(guess: Guess, corners: tuple[int, ...], way: tuple[float, float]) -> Guess:
    rectangle = np.array([[0, 0], [COLUMNS, 0], [COLUMNS, ROWS], [0, ROWS]], np.float32)
    aims = rectangle.copy()
    aims[list(corners)] += way
    seen = np.array([guess.at(*aim) for aim in aims], np.float32)
    return replace(guess, to_photo=np.asarray(cv2.getPerspectiveTransform(rectangle, seen), dtype=np.float64))


def _unseen(pixels: Pixels, scale: float, guess: Guess) -> int:
    """How many cells have their middles beyond the photo."""
    places = cv2.perspectiveTransform(_MIDDLES[None], guess.to_photo)[0] * scale
    high, wide = pixels.shape[:2]
    return int(((places < 0) | (places > (wide, high))).any(axis=1).sum())


def _crosses(lab: Plane, ground: Ground) -> Cells:
    """The chance of every cell that a cross lies on it: of one colour, and unlike its four corners.

    How the ground varies does not matter, be it a carpet or a board with print; but where a tile is far from its
    colour, the corners of a cross are, too.
    """
    cross, spread, grain = _texture(lab)
    corners = means(lab, CORNERS)
    apart = np.sort(np.linalg.norm(corners - cross, axis=3), axis=0)[1]
    far = far_from(cross, ground)
    ratio = apart / np.maximum(LEAST_CONTRAST, np.maximum(EVEN * (spread + grain), AS_FAR * far))
    return np.asarray(1 / (1 + np.exp(-CROSS_SLOPE * (ratio - 1))))


def _texture(lab: Plane) -> tuple[Plane, Cells, Cells]:
    """The colour of what a cross would cover in every cell, and how much it varies from part to part and within them.

    The edge of a shadow makes parts differ, but most of them are as even as before.
    """
    colours, squares = means(lab, CROSS), means(lab * lab, CROSS)
    cross = np.median(colours, axis=0)
    spread = np.median(np.linalg.norm(colours - cross, axis=3), axis=0)
    grain = np.median(np.sqrt(np.maximum(squares - colours**2, 0).sum(axis=3)), axis=0)
    return cross, np.asarray(spread, dtype=np.float64), np.asarray(grain, dtype=np.float64)


def _chances(inner: Cells, corners: Cells, pale: Cells, plain: Cells, grain: Cells) -> Cells:
    """The chance of each kind in the order of CODES, for all cells; rooms are full of print, tunnels are not."""
    filled = certain(SLOPE * (inner - 0.5))
    printed = PRINTED * np.clip(grain - GRAIN, *LOUDEST)
    square = certain(SLOPE * (corners / np.maximum(inner, 0.3) - 0.55) + printed)
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


def _places(around: int) -> Plane:
    """One, column and row of every pixel of a site with so many cells around it."""
    rows, columns = np.mgrid[-around * SIDE : (ROWS + around) * SIDE, -around * SIDE : (COLUMNS + around) * SIDE] / SIDE
    return np.stack([np.ones_like(rows), columns, rows], axis=-1).astype(np.float32).reshape(-1, 3)


_AT, _AROUND = _places(0), _places(1)
_MIDDLES = np.array(SQUARES, np.float64) + 0.5

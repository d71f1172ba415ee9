"""What the finder found on a site, cell by cell, beside what the cells look like: crosses are told as crosses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.dungeonlords.pieces import COLUMNS, ROWS
from vision.tables.dungeonlords.cells import Look
from vision.tables.dungeonlords.parts import Mask, Placed
from vision.tables.dungeonlords.pulled import TILE_SIDES
from vision.tables.dungeonlords.site import Guess, is_cross, may_be_tile
from vision.things import Kind, Thing

Array = NDArray[np.float64]

OFF_MIDDLE = 0.25  # cells by which a tile that was found lies off the middle of its cell at most
SEEN = 0.3  # how sure it is at least of what may well lie there: frames and gaps it doubts more
ENOUGH = 2.0  # crosses on a site, each as far as it is sure, that tell that the finder knows these
# Where it knows them: how likely it tells this of a cell that is empty, and of one with a cross or a square, as counted
# on composed tables. Print and gaps between tiles look like tiles at times.
PLAINLY, LIKELY = 0.87, 0.75  # how sure it is of most that are there, and of what is hardly ever empty
TOLD_OF = {
    "plain cross": (0.003, 0.84, 0.006),
    "likely cross": (0.004, 0.12, 0.06),
    "cross": (0.05, 0.03, 0.02),
    "doubtful cross": (0.1, 0.011, 0.01),
    "plain square": (0.003, 0.001, 0.4),
    "likely square": (0.02, 0.001, 0.35),
    "square": (0.04, 0.002, 0.1),
    "doubtful square": (0.18, 0.002, 0.08),
    "frame": (0.3, 0.08, 0.3),
    "nothing": (0.6, 0.008, 0.016),
}
# A frame printed around every cell is told as a square as well: so many rooms no dungeon has.
UNSURE_SQUARES, MOST_ROOMS = ("square", "doubtful square"), 8
# What a cell does not look like at all may still lie there, since stripes and shadows deceive: how likely that is where
# the looks of all cells together fit so badly, and so well.
DECEIVED, BADLY, WELL = (0.3, 0.01), 0.3, 0.8
# Where it does not: how many times less likely a cell is empty where a tile was found on a bare table, on which nothing
# else is as large as one, or a cross on a board; and filled where none was found. A form that was not found is rarer.
EMPTY_BARE, EMPTY_CROSS, UNFOUND, OTHER_FORM = 0.05, 0.02, 0.3, 0.3
TOLD = 0.6  # of how well a site fits is told by the crosses that lie on it, if the finder knows them
FORMS = (slice(0, 1), slice(1, 3), slice(3, 5))  # kinds that are nothing, crosses and squares


@dataclass(frozen=True)
class Found:
    """What may be tiles of a photo, surest first: many guesses are held against them."""

    quads: Array
    sure: Array  # how sure each is
    cross: Mask
    doubtful: Mask
    tile: Mask  # told as a tile, not as a card or a token

    @classmethod
    def of(cls, things: Sequence[Thing]) -> Found:
        """The tiles among things."""
        tiles = sorted(filter(may_be_tile, things), key=lambda one: -one.confidence)
        return cls(
            np.array([tile.corners for tile in tiles], np.float64).reshape(-1, 4, 2),
            np.array([tile.confidence for tile in tiles], np.float64),
            np.array([is_cross(tile) for tile in tiles], dtype=bool),
            np.array([tile.doubtful for tile in tiles], dtype=bool),
            np.array([tile.kind is Kind.TILE for tile in tiles], dtype=bool),
        )

    def told(self, one: int) -> str:
        """What the finder tells of a tile, and how plainly."""
        form = "cross" if self.cross[one] else "square"
        if self.doubtful[one]:
            return f"doubtful {form}"
        return f"plain {form}" if self.sure[one] >= PLAINLY else f"likely {form}" if self.sure[one] >= LIKELY else form

    def on(self, guess: Guess) -> OnSite:
        """Where they lie on a site."""
        if not len(self.quads):
            return OnSite(self, np.zeros((0, 2)), np.zeros(0, dtype=bool))
        seen = cv2.perspectiveTransform(self.quads.reshape(1, -1, 2), np.linalg.inv(guess.to_photo))[0]
        x, y = seen.reshape(-1, 4, 2).transpose(2, 0, 1)
        areas = np.abs((x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1)) / 2
        as_large = (areas > TILE_SIDES[0] ** 2) & (areas < TILE_SIDES[1] ** 2)
        return OnSite(self, np.column_stack([x.mean(axis=1), y.mean(axis=1)]), as_large)


@dataclass(frozen=True)
class OnSite:
    """Tiles as they lie on one site: their middles in cells, and which of them are as large as a cell."""

    found: Found
    middles: Array
    as_large: Mask

    @cached_property
    def in_middle(self) -> Mask:
        """Which of them lie in the middles of cells, of this site or beyond it."""
        off = np.abs(self.middles % 1 - 0.5).max(axis=1, initial=0)
        return np.asarray(self.as_large & (off < OFF_MIDDLE), dtype=bool)

    @cached_property
    def placed(self) -> dict[tuple[int, int], int]:
        """The tile that lies in each cell (column, row); of two the surer one."""
        inside = self.in_middle & (self.middles >= 0).all(axis=1) & (self.middles < (COLUMNS, ROWS)).all(axis=1)
        cells: dict[tuple[int, int], int] = {}
        for number in np.flatnonzero(inside):
            column, row = np.floor(self.middles[number]).astype(int).tolist()
            cells.setdefault((column, row), int(number))
        return cells

    @cached_property
    def told(self) -> bool:
        """Whether the finder tells enough crosses here to rely on it."""
        return sum(float(self.found.sure[one]) for one in self.placed.values() if self.found.cross[one]) >= ENOUGH

    @property
    def cells(self) -> Placed | None:
        """The cells in which tiles were found; None where the finder does not tell."""
        if not self.told:
            return None
        tiles, crosses, found = np.zeros((3, ROWS, COLUMNS), dtype=bool)
        for (column, row), one in self.placed.items():
            found[row, column] = self.found.sure[one] >= SEEN
            crosses[row, column] = self.found.cross[one] and self.found.sure[one] >= LIKELY
            tiles[row, column] = self.found.cross[one] or not self.found.doubtful[one]
        return Placed(tiles, crosses, found)

    def beside(self) -> tuple[int, float] | None:
        """How many crosses lie right beside the site or between its cells, and how far tiles lie off middles.

        The one tells that a site lies elsewhere, the other how exactly it lies: the mean distance in cells. None where
        too few crosses were found to rely on them.
        """
        found, places = self.found, self.middles
        near = self.as_large & ~found.doubtful & found.tile
        near &= (places > -1).all(axis=1) & (places < (COLUMNS + 1, ROWS + 1)).all(axis=1)
        crosses = near & found.cross
        if crosses.sum() < ENOUGH:
            return None
        inside = (places >= 0).all(axis=1) & (places < (COLUMNS, ROWS)).all(axis=1) & self.in_middle
        exact = places[crosses | (near & ~found.cross & self.in_middle)] % 1 - 0.5
        return int((crosses & ~inside).sum()), float(np.hypot(*exact.T).mean())


def with_tiles(seen: Look, here: OnSite, printed: bool) -> Look:
    """The same site where tiles that were found fill their cells and tell their form."""
    if here.told:
        fit = (1 - TOLD) * seen.fit + TOLD * _explained(here)
        return replace(seen, chances=_by_finder(seen, here), fit=fit)
    return seen if printed else _filled(seen, here)


def _by_finder(seen: Look, here: OnSite) -> Array:
    """What the finder told of every cell weighed with what the cell looks like."""
    told = np.full((ROWS, COLUMNS), "nothing", dtype=object)
    for (column, row), one in here.placed.items():
        told[row, column] = here.found.told(one)
    frames = np.isin(told, UNSURE_SQUARES)
    if frames.sum() > MOST_ROOMS:
        told[frames] = "frame"
    likely = np.array([TOLD_OF[cell] for cell in told.ravel()]).T.reshape(-1, ROWS, COLUMNS)
    weighed, least = seen.chances.copy(), float(np.interp(seen.fit, (BADLY, WELL), DECEIVED))
    for kinds, factor in zip(FORMS, likely, strict=True):
        form = seen.chances[kinds].sum(axis=0)
        weighed[kinds] *= factor * np.maximum(form, least) / np.maximum(form, 1e-12)
    return np.asarray(weighed / weighed.sum(axis=0))


def _explained(here: OnSite) -> float:
    """The share of all crosses of the photo that lie in the cells of a site."""
    crosses = here.found.cross & ~here.found.doubtful
    return float(crosses[list(here.placed.values())].sum()) / max(int(crosses.sum()), 1)


def _filled(seen: Look, here: OnSite) -> Look:
    """The same site on a bare table where tiles that were found fill their cells.

    Where none was found the ground may look like one: a carpet has patterns.
    """
    chances = seen.chances.copy()
    chances[1:] *= UNFOUND
    for (column, row), one in here.placed.items():
        if here.found.doubtful[one]:
            continue
        cell, cross = chances[:, row, column], bool(here.found.cross[one])
        cell[0] *= EMPTY_CROSS if cross else EMPTY_BARE
        cell[1:] /= UNFOUND
        if cross:
            cell[3:] *= OTHER_FORM
    return replace(seen, chances=chances / chances.sum(axis=0))

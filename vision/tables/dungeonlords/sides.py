"""Which stone tiles of one photo show which of their two sides: all ways to share them out, weighed together.

Tiles of a side have one colour in any light, while a shadow makes some of them darker, and hardly bluer. A pale side is
lighter and at the same time less coloured than a brown one beside it. So colours tell more than light does, and whether
some tiles lie in a shadow is weighed beside whether some of them are pale.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.tables.dungeonlords.parts import Cells, Mask

Vector = NDArray[np.float64]
Tiles = NDArray[np.float64]  # the tones of some tiles, one below the other

# Tones are logarithms: of light, of red beside blue, of green beside both. How much they vary among tiles of one side
# in one light; an odd tile (glare, a finger) by anything, which is rare.
WITHIN, ODD = np.array([0.14, 0.025, 0.03]), 14.0
# By how much a pale side differs from the brown one of the same copy, and how much that varies from copy to copy.
PALER, FROM_COPY_TO_COPY = np.array([1.55, -0.37, 0.0]), np.array([0.5, 0.25, 0.2])
# The same for tiles in a shadow beside those that are not; how often a shadow falls on some of them.
SHADED, FROM_SHADOW_TO_SHADOW, SHADOW = np.array([-0.7, -0.02, 0.0]), np.array([0.4, 0.03, 0.025]), 0.3
# The ground is darker there as well: by this share of what the tiles are, it varies so much, and that says so much at
# most against a shadow and for it.
AS_DARK, GROUND_VARIES, SHADOW_SEEN = 0.7, 0.35, (-6.0, 1.5)
# What brown and pale sides look like in the light of most photos (light and red beside blue).
BROWN, BROWN_VARIES = np.array([-2.45, 0.52]), np.array([0.85, 0.25])
PALE, PALE_VARIES = np.array([-0.75, 0.16]), np.array([0.65, 0.15])
# How often all tiles of a dungeon are brown, all are pale, and both lie there.
ALL_BROWN, ALL_PALE, BOTH = 0.5, 0.15, 0.35
# How many times as much what is no cross may vary, and how unlikely it is like neither side.
MUCH, NEITHER = 2.5, -4.5
# How far all this is believed, and what is left of doubt: photos differ from those that were counted.
BELIEVED, DOUBT = 0.8, 0.01


class Side(NamedTuple):
    """Tiles of one side: what they usually look like, and how well that explains them (a logarithm)."""

    usual: Vector
    worth: float


class Shared(NamedTuple):
    """Tiles shared out: which are pale, the tones of both sides (as supposed where none is there), and its worth."""

    pale: Mask
    brown_tones: Vector
    pale_tones: Vector
    worth: float


@dataclass(frozen=True)
class Tones:
    """Light and colours of all cells (row, column, tone), once for each way to leave out shadows of the ground."""

    ways: Sequence[NDArray[np.float64]]
    ground: Cells | None = None  # how light the ground is around each cell

    def pale(self, stone: Mask, against: Callable[[Mask], float] = lambda _: 0.0) -> Cells:
        """The chance that each cell shows a pale side; those of `stone` are known to be tiles and tell it together.

        `against` is what speaks against it that just these cells are pale, whatever they look like.
        """
        around = None if self.ground is None else self.ground[stone]
        found = [(tones, shared) for tones in self.ways for shared in _ways_to_share(tones[stone], around)]
        cells = [_by_looks(tones, shared) for tones, shared in found]
        for chance, (_, shared) in zip(cells, found, strict=True):
            chance[stone] = shared.pale
        worth = [shared.worth - against(_only(stone, shared.pale)) for _, shared in found]
        weight = np.exp(BELIEVED * (np.array(worth) - max(worth)))
        together = np.tensordot(weight / weight.sum(), np.array(cells), axes=1)
        return np.asarray(DOUBT + (1 - 2 * DOUBT) * together)


def _only(cells: Mask, some: Mask) -> Mask:
    """Of these cells some."""
    chosen = cells.copy()
    chosen[cells] = some
    return chosen


def _ways_to_share(tiles: Tiles, ground: Vector | None = None) -> Iterator[Shared]:
    """All brown, all pale, and every way in which the lighter or the less coloured ones are pale."""
    all_of_them, none = _side(tiles, ground), np.zeros(len(tiles), dtype=bool)
    usual, alike = all_of_them.usual, all_of_them.worth
    yield Shared(none, usual, usual + PALER, alike + _density(usual, BROWN, BROWN_VARIES) + log(ALL_BROWN))
    yield Shared(~none, usual - PALER, usual, alike + _density(usual, PALE, PALE_VARIES) + log(ALL_PALE))
    for pale in _splits(tiles[:, 0], -tiles[:, 1], tiles[:, 0] / PALER[0] + tiles[:, 1] / PALER[1]):
        brown, light = (_side(tiles[some], None if ground is None else ground[some]) for some in (~pale, pale))
        worth = brown.worth + light.worth + _density(brown.usual, BROWN, BROWN_VARIES) + log(BOTH / (len(tiles) - 1))
        worth += _apart(light.usual - brown.usual, PALER, FROM_COPY_TO_COPY, pale)
        yield Shared(pale, brown.usual, light.usual, worth)


def _splits(*orders: Vector) -> Iterator[Mask]:
    """Every way to take the first few of each of these orders, the largest first."""
    known: set[bytes] = set()
    for order in orders:
        first = np.argsort(-order, kind="stable")
        for count in range(1, len(order)):
            taken = np.zeros(len(order), dtype=bool)
            taken[first[:count]] = True
            if taken.tobytes() not in known:
                known.add(taken.tobytes())
                yield taken


def _side(tiles: Tiles, ground: Vector | None = None) -> Side:
    """Tiles of one side, all in one light or some in a shadow, whichever explains them better."""
    usual = np.median(tiles, axis=0)
    best = Side(usual, _alike(tiles, usual) + log(1 - SHADOW))
    for lit in _splits(tiles[:, 0]):
        bright, dark = np.median(tiles[lit], axis=0), np.median(tiles[~lit], axis=0)
        worth = _alike(tiles[lit], bright) + _alike(tiles[~lit], dark) + log(SHADOW / (len(tiles) - 1))
        worth += _apart(dark - bright, SHADED, FROM_SHADOW_TO_SHADOW, lit)
        if ground is not None:
            worth += _falls_there(float(np.median(ground[~lit]) - np.median(ground[lit])), float(dark[0] - bright[0]))
        if worth > best.worth:
            best = Side(bright, worth)
    return best


def _falls_there(around: float, on_tiles: float) -> float:
    """What it says for a shadow on some tiles that the ground around them is so much darker than around the others."""
    here, not_here = (((around - usual) / GROUND_VARIES) ** 2 / 2 for usual in (AS_DARK * on_tiles, 0.0))
    return float(np.clip(not_here - here, *SHADOW_SEEN))


def _alike(tiles: Tiles, usual: Vector) -> float:
    """How well what is usual explains tiles of one side in one light."""
    off = (((tiles - usual) / WITHIN) ** 2).sum(axis=1) / 2
    return float(np.logaddexp(-off, -ODD).sum())


def _apart(apart: Vector, usual: Vector, varies: Vector, some: Mask) -> float:
    """How usual it is that some tiles differ so from the others, against that they do by chance."""
    blurred = 1 / some.sum() + 1 / (~some).sum()
    return _density(apart, usual, np.sqrt(varies**2 + WITHIN**2 * blurred)) + float(
        np.log(np.sqrt(2 * np.pi * blurred) * WITHIN).sum()
    )


def _density(tones: Vector, usual: Vector, varies: Vector) -> float:
    """How usual tones are, as the logarithm of a density; those that `usual` does not name are left out."""
    off = (tones[: len(usual)] - usual) / varies
    return float(-0.5 * (off**2).sum() - np.log(np.sqrt(2 * np.pi) * varies).sum())


def _by_looks(tones: NDArray[np.float64], shared: Shared) -> Cells:
    """The chance of any cell to be pale by which of both sides it looks like; the front of a room is like neither."""
    seen = (not shared.pale.all(), bool(shared.pale.any()))  # a side that lies nowhere is only supposed
    brown, pale = (
        -(((tones - side) / (MUCH * WITHIN if known else FROM_COPY_TO_COPY)) ** 2).sum(axis=2) / 2
        for side, known in zip((shared.brown_tones, shared.pale_tones), seen, strict=True)
    )
    return np.asarray(1 / (1 + np.exp(np.minimum(np.logaddexp(brown, NEITHER) - pale, 50))))

"""Dungeon Lords: which tiles are pale is told by all of them together, and doubtful cells by the surest ones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scoring.dungeonlords.pieces import Square
from tests.vision.test_dungeonlords_table import CELL, DUNGEON, photographed
from vision.tables.dungeonlords.cells import look
from vision.tables.dungeonlords.found import Found, with_tiles
from vision.tables.dungeonlords.sides import Tones
from vision.tables.dungeonlords.site import Guess
from vision.tables.dungeonlords.together import told_together

BROWN, PALE, SHADOW = np.array([-2.3, 0.5, 0.05]), np.array([-0.8, 0.15, 0.05]), np.array([-0.9, -0.03, 0.0])
STONE = np.zeros((4, 5), dtype=bool)
STONE[1:3, 1:5] = True
SITE = Guess(np.array([[CELL, 0, 2 * CELL], [0, CELL, 2 * CELL], [0, 0, 1]], np.float64), "tiles")


def site(*tiles: np.ndarray) -> Tones:
    """Eight tiles in the middle of a site, a little unlike each other; around them dark earth."""
    looks = np.full((4, 5, 3), (-3.5, 0.3, 0.0))
    looks[STONE] = np.array(tiles) + np.random.default_rng(3).normal(0, (0.05, 0.008, 0.01), (8, 3))
    return Tones([looks])


@pytest.mark.parametrize(
    ("tiles", "pale"),
    [
        ([BROWN] * 4 + [BROWN + SHADOW] * 4, [0] * 8),
        ([PALE] * 5 + [PALE + SHADOW] * 3, [1] * 8),
        ([PALE] * 2 + [PALE + SHADOW] * 2 + [BROWN] * 4, [1] * 4 + [0] * 4),
        ([PALE] + [BROWN + SHADOW] * 3 + [BROWN] * 4, [1] + [0] * 7),
        # light brown stone beside a pale side that is hardly lighter, but less coloured
        ([np.array([-1.7, 0.3, 0.05])] * 6 + [np.array([-1.0, 0.18, 0.05])] * 2, [0] * 6 + [1] * 2),
    ],
)
def test_a_shadow_makes_tiles_darker_and_no_other_side_of_them(tiles: list[np.ndarray], pale: list[int]) -> None:
    chance = site(*tiles).pale(STONE)[STONE]
    assert (chance > 0.5).astype(int).tolist() == pale
    assert chance.min() > 0, "nothing is certain"


def test_a_shadow_falls_on_the_ground_as_well() -> None:
    """A copy whose sides differ in light only: what is darker where the ground is not shows its brown side."""
    pale, brown = np.array([-0.8, 0.25, 0.05]), np.array([-2.1, 0.25, 0.05])
    looks, around = site(*[pale] * 4, *[brown] * 4).ways, np.zeros((4, 5))
    lit = Tones(looks, around).pale(STONE)[STONE]
    assert (lit > 0.5).astype(int).tolist() == [1] * 4 + [0] * 4
    around[STONE] = [0.0] * 4 + [-0.9] * 4
    shaded = Tones(looks, around).pale(STONE)[STONE]
    assert (shaded[4:] > lit[4:] + 0.3).all(), "all of one side, half of them in a shadow"


def test_what_the_rules_say_counts_where_looks_leave_it_open() -> None:
    tiles = site(*[(BROWN + PALE) / 2] * 8)
    unsure = tiles.pale(STONE)[STONE]
    assert ((unsure > 0.1) & (unsure < 0.9)).all(), "as light as both sides: to be asked"
    assert (tiles.pale(STONE, lambda pale: 4.0 * pale.any())[STONE] < unsure).all()


@pytest.mark.parametrize(("doubted", "earth"), [((0, 2), (96, 80, 52)), ((3, 2), (96, 80, 52)), ((1, 3), (90, 97, 56))])
def test_a_tile_hardly_unlike_the_earth_is_known_by_the_others(doubted: Square, earth: tuple[int, int, int]) -> None:
    order = [square for square in DUNGEON if square != doubted]
    picture, things = photographed(DUNGEON, "from above", [*order, doubted], ground=earth)
    things[-1] = replace(things[-1], confidence=0.3, doubtful=True)
    pixels, here = picture.pixels(1000), Found.of(things).on(SITE)
    seen = with_tiles(look(pixels, 1.0, SITE, here.cells), here, printed=True)
    told = told_together(pixels, 1.0, seen, here)
    assert seen.likeliest[doubted] == "", "its colour is nearly that of the earth, and the finder doubts it"
    assert told.likeliest == {square: DUNGEON.get(square, "") for square in told.likeliest}

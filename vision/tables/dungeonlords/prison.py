"""Prisoners that nobody saw: the prison is searched for tiles of their size, and whom the gallery knows lies there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.photo import Picture, growth
from vision.tables.dungeonlords.around import (
    HIGH,
    LOOK,
    PIXELS,
    PRISON,
    SIZES,
    WIDE,
    edges_of_cards,
    laid_at,
    patch_of,
    through,
)
from vision.tables.dungeonlords.places import PRISONERS
from vision.tables.dungeonlords.site import GRID_LEFT, GRID_TOP, Guess
from vision.things import Corners

MOST = 3  # places that are looked at
APART = 0.6  # cells between the middles of two prisoners at least
LEAST = 0.16  # how plain four edges are at least: a share of the plainest


def overlooked(picture: Picture, guess: Guess, seen: Sequence[tuple[float, float]]) -> Iterator[Corners]:
    """Places of the prison whose edges are those of a prisoner's tile, the plainest first, beside those seen."""
    pixels = picture.pixels(LOOK)
    to_pixels = np.diag(np.append(1 / growth(pixels, picture)[:2], 1.0)) @ guess.to_photo
    size = SIZES[PRISONERS]
    low, high = prison_area()
    middle, half = (low + high) / 2, (high - low) / 2
    scores = edges_of_cards(patch_of(pixels, to_pixels, middle, 0.0, half), size)
    back = np.asarray(np.linalg.inv(guess.to_photo), np.float64)
    taken = through(back, np.array(seen, np.float64)) if seen else ()
    rows, columns = np.mgrid[: scores.shape[0], : scores.shape[1]]
    middles = np.stack([columns, rows], axis=2) / PIXELS + low + np.array(size) / 2
    for place in taken:
        scores = _without(scores, middles, place)
    for _ in range(MOST):
        row, column = np.unravel_index(int(scores.argmax()), scores.shape)
        if scores[row, column] < LEAST:
            return
        place = middles[row, column]
        yield laid_at(pixels, to_pixels, guess, place, size)
        scores = _without(scores, middles, place)


def prison_area() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The prison's upper left and lower right corner in cells of the site."""
    left, top, right, bottom = PRISON
    origin = np.array([GRID_LEFT * WIDE, GRID_TOP * HIGH])
    return np.array([left * WIDE, top * HIGH]) - origin, np.array([right * WIDE, bottom * HIGH]) - origin


def _without(
    scores: NDArray[np.float32], middles: NDArray[np.float64], place: NDArray[np.float64]
) -> NDArray[np.float32]:
    """The same scores, with nothing near a place."""
    near = np.hypot(*np.moveaxis(middles - place, 2, 0)) < APART
    return np.where(near, np.float32(0), scores)

"""Prisoners that nobody saw: the prison is searched for tiles of their size, and whom the gallery knows lies there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.photo import Picture, Pixels, growth
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

Numbers = NDArray[np.float64]

TURNS = np.radians((-15, -10, -5, 0, 5, 10, 15))  # nobody lays prisoners down exactly
MOST = 3  # places that are looked at
APART = 0.6  # cells between the middles of two prisoners at least
LEAST = 0.16  # how plain four edges are at least: a share of the plainest


def overlooked(picture: Picture, guess: Guess, seen: Sequence[tuple[float, float]]) -> Iterator[Corners]:
    """Places of the prison whose edges are those of a prisoner's tile, the plainest first, beside those seen."""
    pixels = picture.pixels(LOOK)
    to_pixels = np.diag(np.append(1 / growth(pixels, picture)[:2], 1.0)) @ guess.to_photo
    places, angles, scores = _places(pixels, to_pixels)
    back = np.asarray(np.linalg.inv(guess.to_photo), np.float64)
    for taken in through(back, np.array(seen, np.float64)) if seen else ():
        scores = _without(scores, places, taken)
    for _ in range(MOST):
        best = int(scores.argmax())
        if scores[best] < LEAST:
            return
        yield laid_at(pixels, to_pixels, guess, places[best], SIZES[PRISONERS], float(angles[best]))
        scores = _without(scores, places, places[best])


def _places(pixels: Pixels, to_pixels: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """The middle of every tile that the prison has room for, how it is turned, and how plain its edges are."""
    low, high = prison_area()
    middle, half, size = (low + high) / 2, (high - low) / 2, np.array(SIZES[PRISONERS])
    found: list[tuple[Numbers, Numbers, Numbers]] = []
    for angle in TURNS.tolist():
        cosine, sine = np.cos(angle), np.sin(angle)
        reach = np.abs([[cosine, sine], [sine, cosine]]) @ half
        scores = edges_of_cards(patch_of(pixels, to_pixels, middle, angle, reach), SIZES[PRISONERS])
        rows, columns = np.indices(scores.shape)
        lying = np.stack([columns, rows], axis=2) / PIXELS - reach + size / 2
        places = lying @ np.array([[cosine, sine], [-sine, cosine]]) + middle
        inside = (np.abs(places - middle) <= half - size / 2).all(axis=2)
        found.append((places[inside], np.full(int(inside.sum()), angle), scores[inside].astype(np.float64)))
    places, angles, plain = (np.concatenate(part) for part in zip(*found, strict=True))
    return places, angles, plain


def prison_area() -> tuple[Numbers, Numbers]:
    """The prison's upper left and lower right corner in cells of the site."""
    left, top, right, bottom = PRISON
    origin = np.array([GRID_LEFT * WIDE, GRID_TOP * HIGH])
    return np.array([left * WIDE, top * HIGH]) - origin, np.array([right * WIDE, bottom * HIGH]) - origin


def _without(scores: Numbers, places: Numbers, taken: Numbers) -> Numbers:
    """The same scores, with nothing near a place."""
    return np.where(np.hypot(*(places - taken).T) < APART, 0.0, scores)

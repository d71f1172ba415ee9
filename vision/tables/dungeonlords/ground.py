"""What the ground of a building site looks like, and how unlike it every cell is, in whatever light."""

from __future__ import annotations

import numpy as np

from scoring.dungeonlords.pieces import COLUMNS, ROWS
from vision.tables.dungeonlords.parts import CORNERS, CROSS, MIDDLE, Cells, Mask, Placed, Plane, centres, means

Ground = tuple[Plane, float]

# How unlike the ground something must be to be noticed: a floor, and in units of the ground's own variety.
LEAST_CONTRAST, VARIETY = 9.0, 3.0
# Less light shrinks a colour (Lab) towards this one: to which share of it shadows do, and lamps stretch it.
BLACK, LIGHTS = np.array([16.0, 0, 0], np.float32), (0.72, 1.15)
ENOUGH_BARE = 6  # cells without a tile that show the ground
SITE_MIDDLE = np.array([1, COLUMNS / 2, ROWS / 2], np.float32)
_PLACES = np.concatenate([centres(part) for part in CORNERS])
_WHERE = np.column_stack([np.ones(len(_PLACES)), _PLACES])
_INSIDE = np.column_stack([np.ones(ROWS * COLUMNS), centres(MIDDLE)]).reshape(ROWS, COLUMNS, 3)


def ground_of_site(lab: Plane, placed: Placed | None = None) -> Ground:
    """The colour of the ground, a plane since light falls off, and how unlike it something is that is no ground.

    Corners show it beside tiles as well, but frames may be printed there; where enough cells are known in which no tile
    was found, their middles tell it, of which most are empty.
    """
    samples, where = means(lab, CORNERS).reshape(-1, 3), _WHERE
    if (bare := bare_cells(placed)) is not None:
        samples, where = means(lab, (MIDDLE,))[0][bare], _INSIDE[bare]
    off = np.linalg.norm(samples - np.median(samples, axis=0), axis=1)
    ground = np.zeros((3, 3))
    for _ in range(3):
        near = off <= max(float(np.median(off)) * 2.5, LEAST_CONTRAST)
        ground = np.linalg.lstsq(where[near], samples[near], rcond=None)[0]
        off = np.linalg.norm(samples - where @ ground, axis=1)
    return ground.astype(np.float32), max(LEAST_CONTRAST, VARIETY * float(np.median(off)))


def bare_cells(placed: Placed | None) -> Mask | None:
    """The cells in which no tile was found, where these are known and enough to tell the ground."""
    return ~placed.found if placed is not None and (~placed.found).sum() >= ENOUGH_BARE else None


def unlike_ground(lab: Plane, ground: Ground, at: Plane) -> Plane:
    """For each pixel from 0 (ground) to 1."""
    colours, contrast = ground
    apart = (lab.reshape(-1, 3) - at @ colours) / np.float32(contrast)
    return np.asarray(1 - np.exp(-(apart * apart) @ np.ones(3, np.float32)), dtype=np.float32).reshape(lab.shape[:2])


def shares(unlike: Plane) -> tuple[Cells, Cells]:
    """How much every cell's cross and corners differ from the ground; one that something hides does not decide."""
    inner = np.median(means(unlike, CROSS), axis=0)
    corners = np.sort(means(unlike, CORNERS), axis=0)[1:3].mean(axis=0)
    return np.asarray(inner, np.float64), np.asarray(corners, np.float64)


def in_any_light(lab: Plane, ground: Ground) -> tuple[Cells, Cells]:
    """How much crosses and corners differ from the ground in whatever light comes nearest: a shadow is no tile."""
    colours, contrast = ground
    usual = SITE_MIDDLE @ colours + BLACK
    told = []
    for which in (CROSS, CORNERS):
        seen = means(lab, which) + BLACK
        light = np.clip(seen @ usual / float(usual @ usual), *LIGHTS)
        apart = np.linalg.norm(seen - light[..., None] * usual, axis=3) / contrast
        told.append(np.sort(1 - np.exp(-apart * apart), axis=0))
    return np.asarray(told[0][len(CROSS) // 2], np.float64), np.asarray(told[1][1:3].mean(axis=0), np.float64)


def far_from(colours: Plane, ground: Ground) -> Cells:
    """How far the colours of cells are from the ground's."""
    return np.asarray(np.linalg.norm(colours - SITE_MIDDLE @ ground[0], axis=2), dtype=np.float64)

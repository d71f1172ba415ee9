"""Whether a building site lies on its board or bare tiles on the table: what is around it tells.

On a board nothing around the site looks like its ground: there is a landscape above it and the table beyond its edge.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.dungeonlords.pieces import COLUMNS, ROWS
from vision.photo import Pixels
from vision.tables.dungeonlords.cells import Look
from vision.tables.dungeonlords.places import EMPTY

Colours = NDArray[np.float64]

PIXELS = 16  # of a cell,
AROUND = 1  # and cells around the site that are looked at
INNER = (0.3, 0.7)  # part of an empty cell that shows its ground
# Strips beyond the site in cells, and how wide they are: above it, to its left, below it.
ABOVE, LEFT, BELOW = (-0.6, -0.2), (-0.7, -0.3), (ROWS + 0.3, ROWS + 0.7)
UNLIKE, SPREAD = 12.0, 2.5  # how far from the ground's colour (Lab) another one is: a floor, and in its own variety
MOST = 0.6  # share of a strip that is unlike the ground
SHADED = (0.5, 1.6)  # how many times darker or lighter the same ground may lie in shadow or light


def on_board(pixels: Pixels, scale: float, look: Look) -> bool:
    """Whether what lies around the site is something else than its ground."""
    flat = _flattened(pixels, scale, look)
    ground = np.array([_mean(flat, _middle(c), _middle(r)) for (c, r), kind in look.likeliest.items() if kind == EMPTY])
    if not len(ground):
        return look.guess.source != "tiles"
    usual = np.median(ground, axis=0)
    apart = max(UNLIKE, SPREAD * float(np.median(_unlike(ground, usual))))
    above = [_mean(flat, _middle(column), ABOVE) for column in range(COLUMNS)]
    left = [_mean(flat, LEFT, _middle(row)) for row in range(ROWS)]
    below = [_mean(flat, _middle(column), BELOW) for column in range(COLUMNS)]
    unlike = [float((_unlike(np.array(strip), usual) > apart).mean()) > MOST for strip in (above, left, below)]
    return unlike[0] or (unlike[1] and unlike[2])


def _unlike(colours: Colours, usual: Colours) -> NDArray[np.float64]:
    """How far each colour is (Lab) from the usual one in whatever light comes nearest: a shadow is no other ground."""
    light = np.clip(colours @ usual / max(float(usual @ usual), 1e-6), *SHADED)
    return np.asarray(np.linalg.norm(_lab(colours) - _lab(light[:, None] * usual), axis=1), dtype=np.float64)


def _lab(colours: Colours) -> Colours:
    rgb = np.clip(colours, 0, 1).astype(np.float32)[None]
    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB)[0], dtype=np.float64)


def _middle(number: int) -> tuple[float, float]:
    return number + INNER[0], number + INNER[1]


def _flattened(pixels: Pixels, scale: float, look: Look) -> Colours:
    """The site with what is around it, seen from above."""
    to_site = np.array([[1 / PIXELS, 0, -AROUND], [0, 1 / PIXELS, -AROUND], [0, 0, 1]])
    to_pixels = np.diag([scale, scale, 1.0]) @ look.guess.to_photo @ to_site
    size = ((COLUMNS + 2 * AROUND) * PIXELS, (ROWS + 2 * AROUND) * PIXELS)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(pixels, to_pixels, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, dtype=np.float64) / 255


def _mean(flat: Colours, across: tuple[float, float], down: tuple[float, float]) -> Colours:
    left, right, top, bottom = (round((edge + AROUND) * PIXELS) for edge in (*across, *down))
    return np.asarray(flat[top:bottom, left:right].mean(axis=(0, 1)), dtype=np.float64)

"""Which tiles of a dungeon show their pale, conquered side, in whatever light, and which show nothing printed."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.dungeonlords.pieces import COLUMNS, ROWS
from vision.photo import Pixels
from vision.tables.dungeonlords.parts import CORNERS, CROSS, Cells, Mask, Plane, certain, means, parts

# Pale sides are light and hardly coloured. Where all tiles are about as light and coloured they are of one side,
# told by what most of them look like; none of them pale is likelier than all.
PALE_VALUE, PALE_SATURATION, ONE_GROUP, TOGETHER = 0.58, 0.29, 1.2, 0.8
# By how much (logarithms of light, and of red beside blue) pale sides differ from brown ones, and from which sum of
# both shares on tiles are of two groups; what that says of a tile, and how much its own colour still says.
LIGHTER, LESS_COLOURED, TWO_GROUPS = 1.4, 0.5, 0.55
GROUPED, ALONE = 3.0, 0.25
SHADOWS_LEFT_OUT, DARKEST = (0.0, 0.7), 0.004
DARKER = 0.3  # than most crosses the back of a room is by no more: what is, shows its front
INSIDE = (0.12, 0.12, 0.88, 0.88)  # of a room, where its icons are
# Variety of light in a cell below which nothing is printed there: 0.155 or more on fronts of rooms, 0.107 or less on
# their backs (101 and 19 of 48 tables of three hands).
PLAIN, PLAIN_SLOPE = 0.129, 60.0


def pale(flat: Pixels, tiles: Mask, ground: Cells, crosses: Mask | None = None) -> Cells:
    """The chance that each cell shows a pale side; `ground` is how light it is around each of them.

    `tiles` are plain, or look so; where `crosses` are known, dark fronts of rooms are told from backs by them.

    Beside brown ones pale sides are lighter and less coloured at once, in any light: where the plain tiles fall into
    two such groups, these decide, with shadows that the ground shows left out or not, whichever parts them better.
    """
    colours = _tile_colours(flat)
    brightest = colours.max(axis=2)
    saturation = (brightest - colours.min(axis=2)) / np.maximum(brightest, 1.0)
    alone = 8 * (brightest / 255 - PALE_VALUE) + 14 * (PALE_SATURATION - saturation)
    colour = np.log((colours[..., 0] + 5) / (colours[..., 2] + 5)) / LESS_COLOURED
    light = np.log(_light(colours))
    whiteness = [(light - share * ground) / LIGHTER - colour for share in SHADOWS_LEFT_OUT]
    stone = [_stone(one, tiles, crosses) for one in whiteness]
    ways = [(*_widest(one[group]), one, group) for one, group in zip(whiteness, stone, strict=True)]
    gap, border, which, group = max(ways, key=lambda way: way[0])
    if gap < TWO_GROUPS:
        usual = float(np.median(alone[group])) if group.any() else ONE_GROUP
        return certain(np.where(group, TOGETHER * usual + (1 - TOGETHER) * alone, alone) - ONE_GROUP)
    return certain(GROUPED * (which - border) / (gap / 2) + ALONE * alone)


def tones(flat: Pixels, ground: Cells) -> list[NDArray[np.float64]]:
    """Light and colours of every cell (see `sides.py`), with shadows that the ground shows left out or not."""
    colours = _tile_colours(flat)
    light, (red, green, blue) = np.log(_light(colours)), np.moveaxis(colours + 5, 2, 0)
    colour = (np.log(red / blue), np.log(green**2 / (red * blue)))
    return [np.stack([light - share * ground, *colour], axis=2) for share in SHADOWS_LEFT_OUT]


def _stone(whiteness: Cells, tiles: Mask, crosses: Mask | None) -> Mask:
    """The tiles that show stone, brown or pale: crosses, and what is not much darker than they are."""
    if crosses is None or not (tiles & crosses).any():
        return tiles
    return np.asarray(tiles & (crosses | (whiteness > np.median(whiteness[tiles & crosses]) - DARKER)), dtype=bool)


def _light(colours: NDArray[Any]) -> NDArray[np.float64]:
    return np.asarray(((colours / 255) ** 2.2).mean(axis=-1) + DARKEST, dtype=np.float64)


def _widest(values: NDArray[np.float64]) -> tuple[float, float]:
    """The widest gap between values in order, and its middle."""
    order = sorted(values.tolist())
    return max(((above - below, (above + below) / 2) for below, above in pairwise(order)), default=(0.0, 0.0))


def ground_light(flat: Pixels, unlike: Plane) -> Cells:
    """How light (logarithm) the ground is around each cell beside its usual light; nought where none is seen."""
    light = np.log(_light(means(flat, CORNERS)))
    bare = (means(unlike, CORNERS) < 0.5).astype(np.float64)
    if not bare.any():
        return np.zeros((ROWS, COLUMNS))
    usual = float(np.median(light[bare > 0]))
    around = [
        cv2.blur(one.sum(axis=0), (3, 3), borderType=cv2.BORDER_REFLECT) for one in ((light - usual) * bare, bare)
    ]
    return np.asarray(around[0] / np.maximum(around[1], 0.2), dtype=np.float64)


def plain_cells(flat: Pixels) -> Cells:
    """The chance that each cell shows nothing printed: the backs of rooms, whose fronts are full of icons."""
    inside = parts(cv2.cvtColor(flat, cv2.COLOR_RGB2GRAY).astype(np.float32), INSIDE)
    variety = inside.std(axis=(2, 3)) / (inside.mean(axis=(2, 3)) + 1)
    return certain(PLAIN_SLOPE * (PLAIN - variety.astype(np.float64)))


def _tile_colours(flat: Pixels) -> NDArray[np.float64]:
    """The usual colour of what a cross or a room shows in every cell."""
    pixels = np.concatenate([parts(flat, part).reshape(ROWS, COLUMNS, -1, 3) for part in CROSS], axis=2)
    return np.asarray(np.median(pixels[:, :, ::2], axis=2), dtype=np.float64)

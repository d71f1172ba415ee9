"""Tiles that hang together in rows and columns, among print that looks like tiles as well."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.dungeonlords.pieces import COLUMNS, ROWS
from vision.lattice import fit_lattice
from vision.tables.dungeonlords.spanned import Cells, spanned
from vision.things import Thing

Map = NDArray[np.float64]
Points = NDArray[np.float64]
Group = tuple[Cells, float]  # the cell of each tile, and how many cells a tile's side takes

# Cells of a tile's side; crosses are at times seen as the square between their arms' corners.
TILES = (0.955, 0.8)
# Tiles of one site: their steps differ by no more than perspective explains, and fall where they are expected.
MOST_STEP_CHANGE = 0.2
REACH = 0.3
OFF = 0.2  # cells by which a tile may lie off its place in the whole lattice
# The largest groups that are looked at, and of those that are mostly made of other tiles.
LARGEST, OTHERS = 2, 5
NEW = 0.5  # of a group's tiles at least are in none of those before it
LIKE_MOST = (0.55, 1.8)  # how large a tile may be beside the usual one
# With fewer tiles a homography would bend to the noise, and with fewer still their centres span no plane.
ENOUGH_TO_BEND, ENOUGH_TO_SPAN = 6, 4


def lattices(tiles: Sequence[Thing]) -> list[Group]:
    """Groups of tiles that touch in rows and columns, those that cover most first.

    Places printed in a row look like tiles, too, and there may be more of them; so may be the joints of one tile.
    """
    groups: dict[frozenset[tuple[int, tuple[int, int]]], Group] = {}
    for tile, seed in product(TILES, range(len(tiles))):
        group = _consistent(tiles, _grown(tiles, seed, tile), tile)
        if len(group) > 1:
            groups.setdefault(frozenset(_from_nought(group).items()), (group, tile))
    usual = _like_most(tiles)
    found = _chosen(tiles, groups.values())
    by_centres = (
        fit_lattice([tiles[row].centre for row in usual], ROWS, COLUMNS) if len(usual) >= ENOUGH_TO_BEND else None
    )
    if by_centres is not None:
        found.append(({usual[number]: (column, row) for number, (row, column) in by_centres.cells.items()}, TILES[0]))
    spans = spanned([tiles[row].centre for row in usual])
    return found + _chosen(tiles, [({usual[row]: cell for row, cell in cells.items()}, TILES[0]) for cells in spans])


def _chosen(tiles: Sequence[Thing], groups: Iterable[Group]) -> list[Group]:
    """The groups that cover most, and then others that are made of other tiles."""
    areas = [_area(tile) for tile in tiles]
    order = sorted(groups, key=lambda one: -sum(areas[number] for number in one[0]))
    chosen = order[:LARGEST]
    for group in order[LARGEST:]:
        if len(chosen) == LARGEST + OTHERS:
            break
        taken = {number for cells, _ in chosen for number in cells}
        if len(group[0].keys() - taken) >= NEW * len(group[0]):
            chosen.append(group)
    return chosen


def _area(tile: Thing) -> float:
    return abs(float(cv2.contourArea(np.array(tile.corners, np.float32))))


def _like_most(tiles: Sequence[Thing]) -> list[int]:
    """Tiles about as large as those that cover half of all that tiles cover: what is printed on one is smaller."""
    if not tiles:
        return []
    sides = np.sqrt([_area(tile) for tile in tiles])
    order = np.argsort(sides)
    covered = np.cumsum(sides[order] ** 2)
    usual = float(sides[order][np.searchsorted(covered, covered[-1] / 2)])
    return [int(row) for row in np.flatnonzero((sides > LIKE_MOST[0] * usual) & (sides < LIKE_MOST[1] * usual))]


def _from_nought(cells: Cells) -> Cells:
    """The same lattice counted from its first column and row."""
    left, top = (min(cell[axis] for cell in cells.values()) for axis in (0, 1))
    return {number: (column - left, row - top) for number, (column, row) in cells.items()}


def _grown(tiles: Sequence[Thing], seed: int, tile: float) -> Cells:
    """Walk from tile to tile; each tile's own edges tell where the next one would be."""
    centres = np.array([one.centre for one in tiles])
    steps = [_steps(one, tile) for one in tiles]
    cells, queue = {seed: (0, 0)}, [seed]
    while queue:
        here = queue.pop(0)
        across, down = steps[here]
        inverse = np.linalg.pinv(np.column_stack([across, down]))
        for there in range(len(tiles)):
            offset = inverse @ (centres[there] - centres[here])
            whole = offset.round()
            if there in cells or not 1 <= np.abs(whole).sum() <= 2:
                continue
            off = float(np.hypot(*(offset - whole)))
            cell = (cells[here][0] + int(whole[0]), cells[here][1] + int(whole[1]))
            if off <= REACH and cell not in cells.values() and _alike(steps[here], steps[there]):
                cells[there] = cell
                queue.append(there)
    return cells


def _consistent(tiles: Sequence[Thing], cells: Cells, tile: float) -> Cells:
    """Those that lie where the lattice of most of them says: print beside the site may have been taken along."""
    if len(cells) < ENOUGH_TO_BEND:
        return cells
    to_photo = fitted(tiles, cells, tile)
    kept = {}
    for number, (column, row) in cells.items():
        x, y, w = to_photo @ np.array([column + 0.5, row + 0.5, 1.0])
        step = float(np.hypot(*_steps(tiles[number], tile)[0]))
        if np.hypot(*(np.array([x, y]) / w - tiles[number].centre)) <= OFF * step:
            kept[number] = (column, row)
    return kept


def _steps(thing: Thing, tile: float) -> tuple[Points, Points]:
    """From a tile to its right and its lower neighbour."""
    a, b, c, d = (np.array(corner) for corner in thing.corners)
    return (b - a + c - d) / 2 / tile, (d - a + c - b) / 2 / tile


def _alike(one: tuple[Points, Points], other: tuple[Points, Points]) -> bool:
    return all(
        float(np.hypot(*(mine - theirs))) <= MOST_STEP_CHANGE * float(np.hypot(*mine))
        for mine, theirs in zip(one, other, strict=True)
    )


def fits(tiles: Sequence[Thing], cells: Cells, tile: float) -> list[Map]:
    """The lattice in the photo; few tiles leave open how it is bent, so that unbent and as their corners say it is."""
    level = fitted(tiles, cells, tile)
    if not 1 < len(cells) < ENOUGH_TO_BEND:
        return [level]
    bent, _ = cv2.findHomography(*_corners(tiles, cells, tile), 0)
    return [level] if bent is None else [level, np.asarray(bent, dtype=np.float64)]


def fitted(tiles: Sequence[Thing], cells: Cells, tile: float) -> Map:
    """The lattice in the photo: by the centres of its tiles where there are enough, else by their corners, unbent."""
    flat = np.array(list(cells.values()), np.float64) + 0.5
    seen = np.array([tiles[number].centre for number in cells], np.float64)
    spread = float(np.ptp(flat, axis=0).min())
    if len(cells) >= ENOUGH_TO_BEND and spread >= 1:
        step = float(np.hypot(*_steps(tiles[next(iter(cells))], tile)[0]))
        bent, _ = cv2.findHomography(flat, seen, cv2.RANSAC, 0.2 * step)
        if bent is not None:
            return np.asarray(bent, dtype=np.float64)
    if len(cells) < ENOUGH_TO_SPAN or spread < 1:
        flat, seen = _corners(tiles, cells, tile)
    level = np.linalg.lstsq(np.column_stack([flat, np.ones(len(flat))]), seen, rcond=None)[0].T
    return np.vstack([level, [0, 0, 1]])


def _corners(tiles: Sequence[Thing], cells: Cells, tile: float) -> tuple[Points, Points]:
    """The corners of all tiles in cells of the lattice, and in the photo.

    The first corner of a tile is the upper left one of the photo, of a tile as of the lattice.
    """
    half = tile / 2
    flat = [(column + 0.5 + x, row + 0.5 + y) for column, row in cells.values() for x, y in _around(half)]
    seen = [corner for number in cells for corner in tiles[number].corners]
    return np.array(flat, np.float64), np.array(seen, np.float64)


def _around(half: float) -> tuple[tuple[float, float], ...]:
    return (-half, -half), (half, -half), (half, half), (-half, half)

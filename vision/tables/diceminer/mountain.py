"""Whether dice lie on the mountain, and on which of its places: they stand on their corners and touch."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.lattice import Lattice
from vision.reading import Box, DieReading
from vision.tables.diceminer.places import Place, fitted
from vision.tables.diceminer.slope import slopes

ENOUGH = 4  # fewer dice may lie like that by chance
GUESSES = 3  # grids of which it is looked for whether dice lie on them
MOST_TOUCHING = 0.7  # share of its dice that touch another by a side
MOST_BESIDE = 0.5  # share of the dice that may lie beside it
THERE = 0.6  # how likely it must be that a die lies where one is looked for,
SIZE_RANGE = 1.6  # by how much the dice of one photo differ in width at most
LOWEST = 0.9  # halves of its width that the upper side of a die is high at least, however low the camera
SUPPORTING = 0.1  # and where others rest on it,
FROM_ABOVE = 0.3  # or how clear a face its upper side shows, seen from above
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
BESIDE = ((1, -1), (-1, 1))  # the next ones of the same row


Look = Callable[[Sequence[Box]], Sequence[DieReading]]
Above = Callable[[Sequence[NDArray[np.float64]]], Sequence[DieReading]]
Cells = dict[Place, DieReading]


def mountain_of(
    dice: Sequence[DieReading], rows: Sequence[int], look: Look | None = None, above: Above | None = None
) -> Cells | None:
    """The dice of the mountain by their places; None when there is no mountain.

    Dice that touch are easily overlooked: where the others say that one may lie, `look` tells what is there, and
    `above` what the corners of its upper side hold.
    """
    fitting = of_one_size(dice)
    sure = sum(not die.doubtful for die in fitting)
    if sure < ENOUGH:
        return None
    found = [_lying(way, fitting, rows, look, above) for way in slopes(fitting, len(rows))[: GUESSES if look else 1]]
    whole = [cells for cells in found if cells is not None and _is_mountain(cells, sure)]
    best = max(whole, key=len, default=None)
    return None if best is None else _on_places(best, rows)


def _lying(
    way: Lattice, dice: Sequence[DieReading], rows: Sequence[int], look: Look | None, above: Above | None
) -> Cells | None:
    """The dice on a grid, with those that were overlooked."""
    there = {cell: dice[number] for number, cell in way.cells.items()}
    seen = {cell: die for cell, die in there.items() if not die.doubtful}
    if len(seen) < ENOUGH:
        return None
    return _resting(_grown(way, there, look, above, rows[-1]), seen) if look else seen


def _is_mountain(cells: Cells, sure: int) -> bool:
    """Whether enough of the dice lie on it, and most of them rest on others."""
    seen = sum(not die.doubtful for die in cells.values())
    return seen >= max(ENOUGH, MOST_BESIDE * sure) and len(_touching(cells)) >= MOST_TOUCHING * len(cells)


def _touching(cells: Cells) -> list[Place]:
    return [cell for cell in cells if any((cell[0] + down, cell[1] + right) in cells for down, right in STEPS)]


def _on_places(cells: Cells, rows: Sequence[int]) -> Cells | None:
    """The places of the mountain that these cells are."""
    numbered = list(cells)
    placed = fitted(dict(enumerate(numbered)), rows)
    return None if placed is None else {placed[number]: cells[cell] for number, cell in enumerate(numbered)}


def of_one_size(dice: Sequence[DieReading]) -> list[DieReading]:
    """Without what is far smaller or larger than most: a symbol of a die, or print."""
    usual = float(np.median([die.box.width for die in dice])) if dice else 0.0
    return [die for die in dice if usual / SIZE_RANGE < die.box.width < usual * SIZE_RANGE]


def _grown(way: Lattice, there: Cells, look: Look, above: Above | None, most: int) -> Cells:
    """The dice with those that lie beside them on the grid, and so on, as far as there are any."""
    found, asked = dict(there), set(there)
    while True:
        around = {(row + down, column + right) for row, column in found for down, right in (*STEPS, *BESIDE)} - asked
        fresh = [cell for cell in sorted(around) if _within([*found, cell], most)]
        dice = look([_box_at(way, cell) for cell in fresh])
        asked |= set(fresh)
        must = _below(found)
        likely = [die.found >= (SUPPORTING if cell in must else THERE) for cell, die in zip(fresh, dice, strict=True)]
        if above is not None:
            tops = above([_upper_side(way, cell) for cell in fresh])
            likely = [one or top.sureness >= FROM_ABOVE for one, top in zip(likely, tops, strict=True)]
            dice = [_clearer(die, top) for die, top in zip(dice, tops, strict=True)]
        more = {cell: die for cell, die, one in zip(fresh, dice, likely, strict=True) if one}
        if not more:
            return found
        found |= more


def _below(cells: Collection[Place]) -> set[Place]:
    """Where a die must lie, because one of a row above the lowest rests on it."""
    lowest = max(sum(cell) for cell in cells)
    return {below for cell in cells if sum(cell) < lowest for below in _rests_on(cell)}


def _rests_on(cell: Place) -> tuple[Place, Place]:
    return (cell[0] + 1, cell[1]), (cell[0], cell[1] + 1)


def _hanging(cells: Collection[Place]) -> list[Place]:
    """Dice above the lowest row that do not rest on two others."""
    lowest = max(sum(cell) for cell in cells)
    return [cell for cell in cells if sum(cell) < lowest and not all(below in cells for below in _rests_on(cell))]


def _resting(grown: Cells, seen: Cells) -> Cells:
    """Without those that nobody saw at first and that cannot lie there: below the lowest row, or resting on nothing."""
    lowest = max(sum(cell) for cell in seen)
    above = {cell: die for cell, die in grown.items() if sum(cell) <= lowest}
    kept = grown if len(_hanging(grown)) < len(_hanging(above)) else above
    while loose := [cell for cell in _hanging(kept) if cell not in seen]:
        kept = {cell: die for cell, die in kept.items() if cell not in loose}
    return kept


def _within(cells: Sequence[Place], most: int) -> bool:
    """Whether a mountain can hold these cells at all."""
    return all(np.ptp([cell[axis] for cell in cells]) < most for axis in (0, 1))


def _clearer(die: DieReading, top: DieReading) -> DieReading:
    """A die as it shows its face more clearly."""
    return replace(top, box=die.box) if top.sureness > die.sureness else die


def _upper_side(way: Lattice, cell: Place) -> NDArray[np.float64]:
    """The corners of the upper side of a die on a cell, from its peak to the right: dice touch, so the next ones."""
    row, column = cell
    around = ((row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column))
    return np.array([way.place(*one) for one in around], np.float64)


def _box_at(way: Lattice, cell: Place) -> Box:
    """Where the upper side of a die on a cell would be: from its peak down to the next peak below it."""
    (x, top), (_, bottom) = way.place(*cell), way.place(cell[0] + 1, cell[1] + 1)
    left, right = way.place(cell[0] + 1, cell[1])[0], way.place(cell[0], cell[1] + 1)[0]
    half = abs(right - left) / 2
    return Box(x - half, top, x + half, max(bottom, top + LOWEST * half))

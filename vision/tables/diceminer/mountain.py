"""Whether dice lie on the mountain, and on which of its places: they stand on their corners and touch."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import numpy as np

from vision.lattice import Lattice, fit_lattice
from vision.reading import Box, DieReading
from vision.tables.diceminer.places import Place, fitted

ENOUGH = 4  # fewer dice may lie like that by chance
MOST_OFF = 0.3  # steps by which they are off their places, in the mean
STEEP = 0.86  # cosine of the angle between the mountain's middle line and the photo's
TOUCHING = 0.95  # the box around a die on its corner is wider than the way to the next die
MOST_BESIDE = 0.5  # share of the dice that may lie beside it
THERE = 0.6  # how likely it must be that a die lies where one is looked for,
SUPPORTING = 0.1  # and where others rest on it
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


Look = Callable[[Sequence[Box]], Sequence[DieReading]]
Cells = dict[Place, DieReading]


def mountain_of(dice: Sequence[DieReading], rows: Sequence[int], look: Look | None = None) -> Cells | None:
    """The dice of the mountain by their places; None when there is no mountain.

    Dice that touch are easily overlooked: where the others say that one may lie, `look` tells what is there.
    """
    sure = [die for die in dice if not die.doubtful]
    if len(sure) < ENOUGH:
        return None
    lattice = fit_lattice([die.box.centre for die in sure], rows[-1], rows[-1])
    if lattice is None or len(lattice.cells) < max(ENOUGH, MOST_BESIDE * len(sure)) or lattice.error > MOST_OFF:
        return None
    way = _falling(lattice) or (_falling(_finer(lattice)) if look else None)
    if way is None or not _touch(way, [die.box for die in sure]):
        return None
    there = {cell: sure[point] for point, cell in way.cells.items()}
    grown = _resting(_grown(way, there, look, rows[-1]), there) if look else there
    finer = len(way.cells) == len(lattice.cells) and way.span > lattice.span
    if finer and len(grown) == len(there):  # nothing lies between: dice side by side, no mountain
        return None
    numbered = list(grown)
    for known in (numbered, list(there)):
        placed = fitted(dict(enumerate(known)), rows)
        if placed is not None:
            return {placed[number]: grown[cell] for number, cell in enumerate(known)}
    return None


def _grown(way: Lattice, there: Cells, look: Look, most: int) -> Cells:
    """The dice with those that lie beside them on the grid, and so on, as far as there are any."""
    usual = float(np.median([die.box.side / way.closeness(row) for (row, _), die in there.items()]))
    found, asked = dict(there), set(there)
    while True:
        around = {(row + down, column + right) for row, column in found for down, right in STEPS} - asked
        fresh = [cell for cell in sorted(around) if _within([*found, cell], most)]
        dice = look([_box_at(way, cell, usual) for cell in fresh])
        asked |= set(fresh)
        must = _below(found)
        more = {
            cell: die
            for cell, die in zip(fresh, dice, strict=True)
            if die.found >= (SUPPORTING if cell in must else THERE)
        }
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


def _box_at(way: Lattice, cell: Place, usual: float) -> Box:
    """Where a die on a cell would be, as large as the others are."""
    (x, y), half = way.place(*cell), usual * way.closeness(cell[0]) / 2
    return Box(x - half, y - half, x + half, y + half)


def _finer(lattice: Lattice) -> Lattice:
    """The grid of which this one holds every second place: its ways are half the diagonals of the other."""
    first = max(column - row for row, column in lattice.cells.values())
    cells = {point: (row - column + first, row + column) for point, (row, column) in lattice.cells.items()}
    back = np.array([[0.5, 0.5, -first / 2], [-0.5, 0.5, first / 2], [0.0, 0.0, 1.0]])
    return Lattice(cells, lattice.to_photo @ back, lattice.error)


def _falling(lattice: Lattice) -> Lattice | None:
    """The grid turned so that both its ways lead down, one to the left and one to the right; None if none does."""
    ways = [lattice.turned(quarters) for quarters in range(4)]
    best = max(ways, key=_steepness)
    return best if _steepness(best) > STEEP else None


def _steepness(way: Lattice) -> float:
    """How straight down the photo one step both ways leads: 1 straight, 0 sideways."""
    rows, columns = ((span - 1) / 2 for span in way.span)
    step = np.array(way.place(rows + 0.5, columns + 0.5)) - np.array(way.place(rows - 0.5, columns - 0.5))
    return float(step[1] / max(float(np.hypot(*step)), 1e-9))


def _touch(way: Lattice, boxes: Sequence[Box]) -> bool:
    """Whether the dice lie so close that they stand on their corners."""
    shares = [way.closeness(row) / max(boxes[point].side, 1e-9) for point, (row, _) in way.cells.items()]
    return float(np.median(shares)) < TOUCHING

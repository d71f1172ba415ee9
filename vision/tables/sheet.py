"""Which way round a printed sheet lies in a photo."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from vision.lattice import Cell, Lattice
from vision.reading import Box, DieReading
from vision.tables.grid import cells, gaps_in
from vision.tables.tops import by_its_top, top_of

SIDES = {"top": (0.0, -1.0), "bottom": (0.0, 1.0), "left": (-1.0, 0.0), "right": (1.0, 0.0)}
FAR = "far"
LEADS = 0.6  # of a step towards a side, if it leads there at all
# Dice fill a row from the left: a gap before a die speaks against a way round, but a die may be overlooked.
GAP = 0.8
# Dice and places a fifth larger at one end outweigh that the top of a photo is mostly the far end.
NEARNESS = 6.0
# Below this difference two ways round are as good as each other.
UNDECIDED = 0.3
# A doubtful die counts when enough others show the sheet, and when its place and size fit.
ENOUGH_DICE = 5
NEAR_ITS_PLACE = 0.3
SIZE_RANGE = 1.35
LIKELY_DIE = 0.6
LIKELY_FACE = 0.25
# What is shaped like a die is one, whatever it shows, on a place that looks so little like the free ones.
SHAPED_LIKE_ONE = 0.55
UNLIKE_EMPTY = 0.5
# A die that is looked for is there when it is this likely: printed empty places look like dice now and then.
PLAINLY_THERE = 0.9
# A place that is less likely to hold a die than this shows what is printed in all of them.
NOTHING_THERE = 0.5
# Where a die must lie, because rows have no gaps, this is enough: what else would the row have.
RATHER_THERE = 0.33
# What is printed in the middle of an empty place looks like this face: only where a die must lie it is one.
LONE_DOT = "1"

Look = Callable[[Sequence[Box]], Sequence[DieReading]]


def upright(lattice: Lattice, boxes: Sequence[Box], shape: tuple[int, int], first_row: str) -> tuple[Lattice, bool]:
    """The sheet turned so that its first row is where it was said to be, and whether that was certain.

    `shape` is the sheet's rows and columns; `first_row` a side of the photo, or "far" from the camera.
    """
    return upright_among([lattice.turned(quarters) for quarters in range(4)], boxes, shape, first_row)


def upright_among(
    ways: Sequence[Lattice], boxes: Sequence[Box], shape: tuple[int, int], first_row: str
) -> tuple[Lattice, bool]:
    """Which of these ways to turn a sheet is right, judged by its dice alone, and whether that was certain.

    A lattice may have further points after those of the dice, such as empty places. A first row that was said to be at
    a side at which no row can end is not believed, and nothing is certain then.
    """
    told = first_row not in SIDES or first_row in ends_of_rows(ways, boxes, shape)
    first_row = first_row if told else FAR
    scores = [_fit(with_dice_alone(way, boxes), boxes, shape, first_row) for way in ways]
    order = np.argsort(scores)[::-1]
    certain = scores[order[0]] - scores[order[1]] > UNDECIDED
    return ways[order[0]], bool(certain) and told


def ends_of_rows(ways: Sequence[Lattice], boxes: Sequence[Box], shape: tuple[int, int]) -> set[str]:
    """The sides of the photo at which the first row of a sheet may be that is turned in one of these ways."""
    alone = [with_dice_alone(way, boxes) for way in ways]
    fitting = [way for way in alone if all(span <= most for span, most in zip(way.span, shape, strict=True))]
    return {
        side for side, ahead in SIDES.items() for way in fitting if float(_direction(way) @ np.array(ahead)) > LEADS
    }


def with_dice_alone(way: Lattice, boxes: Sequence[Box]) -> Lattice:
    """The same sheet without what its lattice has besides dice."""
    return replace(way, cells={point: cell for point, cell in way.cells.items() if point < len(boxes)})


def likely(die: DieReading) -> bool:
    """Whether a doubtful die is more than a printed empty place: it looks much like a die, or shows some face."""
    return die.found >= LIKELY_DIE or die.sureness >= LIKELY_FACE


def shaped(die: DieReading, unlike: float) -> bool:
    """Whether a doubtful die is one by its form, on a place that looks so little like the empty ones."""
    return die.form >= SHAPED_LIKE_ONE and unlike >= UNLIKE_EMPTY


def filled_in(
    way: Lattice, boxes: Sequence[Box], doubtful: Sequence[Box], shape: tuple[int, int]
) -> dict[int, tuple[int, int]]:
    """Doubtful dice that lie just where the sheet has a free place and are as large as its dice: number and cell."""
    return _fitting(way, boxes, doubtful, range(shape[0]), shape[1])


def likely_beyond(
    way: Lattice, boxes: Sequence[Box], doubtful: Sequence[DieReading], shape: tuple[int, int]
) -> list[DieReading]:
    """Dice that are only likely, in rows before the first and after the last that were read: the sheet has these."""
    free = shape[0] - way.span[0]
    if free <= 0:
        return []
    likely_dice = [die for die in doubtful if likely(die)]
    rows = range(-free, way.span[0] + free)
    fitting = _fitting(way, boxes, [die.box for die in likely_dice], rows, shape[1])
    # at most so many rows are missing, before or after
    windows = [[n for n, (row, _) in fitting.items() if top <= row < top + shape[0]] for top in range(-free, 1)]
    return [likely_dice[number] for number in max(reversed(windows), key=len)]


def _fitting(
    way: Lattice, boxes: Sequence[Box], doubtful: Sequence[Box], rows: range, columns: int
) -> dict[int, tuple[int, int]]:
    """Which of these boxes lie on free places of such rows and are as large as the dice there: number and cell."""
    if len(way.cells) < ENOUGH_DICE:
        return {}
    usual = float(np.median([boxes[point].side / way.closeness(row) for point, (row, _) in way.cells.items()]))
    taken = set(way.cells.values())
    found: dict[int, tuple[int, int]] = {}
    for number, box in enumerate(doubtful):
        cell = way.cell_at(*box.centre, NEAR_ITS_PLACE)
        if cell is None or cell in taken or not (cell[0] in rows and 0 <= cell[1] < columns):
            continue
        if 1 / SIZE_RANGE < box.side / way.closeness(cell[0]) / usual < SIZE_RANGE:
            found[number] = cell
            taken.add(cell)
    return found


def overlooked(
    way: Lattice,
    there: Mapping[Cell, DieReading],
    shape: tuple[int, int],
    look: Look,
    empty: Collection[Cell] = (),
) -> dict[Cell, DieReading]:
    """Dice on free places of the sheet that nobody saw: where the others say that one may lie, `look` tells.

    Places that are seen to be `empty` need no look.
    """
    free = [cell for cell in cells(*shape) if cell not in there and cell not in empty]
    if len(there) < ENOUGH_DICE or not free:
        return {}
    seen = _looked_at(way, there, free, look)
    surely = gaps_in(there)
    # print is the same in every place: where all others show nothing, the dot in one is a die's
    alone = sum(one.least >= NOTHING_THERE for cell, one in seen.items() if cell not in surely) == 1 < len(seen)
    plain = {
        cell
        for cell, one in seen.items()
        if one.least >= PLAINLY_THERE and (cell in surely or one.die.face.value != LONE_DOT or alone)
    }
    must = {cell for cell in gaps_in({*there, *plain}) if cell in seen and seen[cell].most >= RATHER_THERE}
    return {cell: seen[cell].die for cell in seen if cell in plain | must}


class _Place(NamedTuple):
    """What lies on a place by the whole die and by its top: how likely a die is there, by both and by either."""

    die: DieReading
    least: float
    most: float


def _looked_at(
    way: Lattice, there: Mapping[Cell, DieReading], places: Sequence[Cell], look: Look
) -> dict[Cell, _Place]:
    """Places at which nobody saw a die; the side of one that lies further up shows a face, but no top."""
    boxes = expected(way, there, places)
    dice, tops = (look(some) for some in (boxes, [top_of(box) for box in boxes]))
    return {
        cell: _Place(by_its_top(die, top), min(die.found, top.found), max(die.found, top.found))
        for cell, die, top in zip(places, dice, tops, strict=True)
    }


def expected(way: Lattice, there: Mapping[Cell, DieReading], places: Sequence[Cell]) -> list[Box]:
    """The boxes that dice on these places would have, as large as those that lie there."""
    wide = float(np.median([die.box.width / way.closeness(row) for (row, _), die in there.items()]))
    high = float(np.median([die.box.height / way.closeness(row) for (row, _), die in there.items()]))
    boxes = []
    for row, column in places:
        (x, y), size = way.place(row, column), way.closeness(row) / 2
        boxes.append(Box(x - wide * size, y - high * size, x + wide * size, y + high * size))
    return boxes


def rows_beyond(
    way: Lattice, there: Mapping[Cell, DieReading], shape: tuple[int, int], look: Look
) -> dict[Cell, DieReading]:
    """Dice in rows before the first and after the last in which one was seen: nobody saw any die of these rows."""
    first, last = min(row for row, _ in there), max(row for row, _ in there)
    free = shape[0] - 1 - (last - first)
    if len(there) < ENOUGH_DICE or free <= 0:
        return {}
    rows = (*range(first - free, first), *range(last + 1, last + 1 + free))
    places = [(row, column) for row in rows for column in range(shape[1])]
    seen = _looked_at(way, there, places, look)
    dice = {
        cell: one.die for cell, one in seen.items() if one.least >= PLAINLY_THERE and one.die.face.value != LONE_DOT
    }
    plain = {cell: die for cell, die in dice.items() if die.face.confidence >= PLAINLY_THERE}
    windows = [[cell for cell in plain if top <= cell[0] < top + shape[0]] for top in range(first - free, first + 1)]
    return {cell: plain[cell] for cell in max(windows, key=len)}


def _fit(way: Lattice, boxes: Sequence[Box], shape: tuple[int, int], first_row: str) -> float:
    """How well a way round agrees with the size of the sheet, with rows filled from the left, and the camera."""
    beyond = sum(max(span - most, 0) for span, most in zip(way.span, shape, strict=True))
    score = -10.0 * beyond - GAP * gaps(way)
    ahead = _direction(way)
    if first_row in SIDES:
        return score + 5.0 * float(ahead @ np.array(SIDES[first_row]))
    return score + float(ahead @ np.array(SIDES["top"])) + NEARNESS * _shrinking(way, boxes)


def gaps(way: Lattice) -> int:
    """Empty places to the left of a die in its row."""
    filled = set(way.cells.values())
    return sum((row, before) not in filled for row, column in filled for before in range(column))


def _direction(way: Lattice) -> np.ndarray:
    """The direction in the photo from the last row to the first, of length 1."""
    rows, columns = way.span
    middle = (columns - 1) / 2
    first, last = np.array(way.place(-0.5, middle)), np.array(way.place(rows - 0.5, middle))
    step = first - last
    return np.asarray(step / max(float(np.hypot(*step)), 1e-9))


def _shrinking(way: Lattice, boxes: Sequence[Box]) -> float:
    """By how much dice and places look smaller at the first row than at the last (a logarithm, 0: not at all)."""
    rows = np.array([row for row, _ in way.cells.values()], dtype=float)
    if len(rows) < 4 or np.ptp(rows) == 0:
        return 0.0
    sizes = np.log([max(boxes[point].width * boxes[point].height, 1.0) ** 0.5 for point in way.cells])
    of_dice = float(np.polyfit(rows, sizes, 1)[0] * np.ptp(rows))
    of_places = np.log(max(way.closeness(way.span[0] - 1), 1e-9) / max(way.closeness(0), 1e-9))
    return (of_dice + float(np.clip(of_places, -1, 1))) / 2

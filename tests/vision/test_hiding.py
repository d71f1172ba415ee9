"""Dice close to each other, seen by a low camera: boxes of what is seen become boxes of whole dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from tests.vision.scenes import View, filled, seen_die
from vision.lattice import fit_lattice
from vision.reading import Box, DieReading
from vision.tables.hiding import large_enough, proportion, seen_whole
from vision.tables.rollplayer.questions import FIRST_ROW
from vision.tables.rollplayer.read import of_dice
from vision.tables.sheet import overlooked, rows_beyond
from vision.tables.table import Hints

PLACES = filled([3, 3, 2, 3, 3, 3])
LOW = View(38, row_step=1.1)


def half_hidden(boxes: Sequence[Box]) -> list[Box]:
    """Each box up to where the box before it begins."""
    before = [
        min((other.top for other in boxes if _shares(other, box) and other.top > box.top + 5), default=box.bottom)
        for box in boxes
    ]
    return [box._replace(bottom=min(box.bottom, edge)) for box, edge in zip(boxes, before, strict=True)]


def _shares(one: Box, two: Box) -> bool:
    return min(one.right, two.right) - max(one.left, two.left) > one.width / 2


def again(boxes: Sequence[Box]) -> list[DieReading]:
    return [seen_die(box, "4") for box in boxes]


def test_dice_get_the_boxes_of_all_of_them() -> None:
    whole = LOW.boxes(np.array(PLACES, dtype=float))
    seen = half_hidden(whole)
    assert min(part.height / all_of_it.height for part, all_of_it in zip(seen, whole, strict=True)) < 0.75
    mended = seen_whole([seen_die(box) for box in seen], again)
    far = [abs(die.box.bottom - box.bottom) / box.height for die, box in zip(mended, whole, strict=True)]
    assert max(far) < 0.12


def test_an_unclear_second_look_changes_no_face() -> None:
    boxes = LOW.boxes(np.array(PLACES, dtype=float))

    def unclear(places: Sequence[Box]) -> list[DieReading]:
        return [seen_die(box, "2", faces=[("3", 0.6)]) for box in places]

    assert {die.face.value for die in seen_whole([seen_die(box, "5") for box in boxes], unclear)} == {"5"}


def test_from_a_low_camera_the_top_of_a_die_tells_what_it_shows() -> None:
    """The side below it is seen as well: a two lies on a six."""
    boxes = LOW.boxes(np.array(PLACES, dtype=float))

    def both(places: Sequence[Box]) -> list[DieReading]:
        """A whole die shows its side rather than its top, the upper part of it the top alone."""
        plain = replace(seen_die(Box(0, 0, 1, 1), "2"), found=1.0)
        mixed = replace(seen_die(Box(0, 0, 1, 1), "6", faces=[("2", 0.2)]), found=0.8)
        return [replace(mixed if place.height > 1.1 * place.width else plain, box=place) for place in places]

    told = seen_whole([seen_die(box, "6", faces=[("2", 0.2)]) for box in boxes], both)
    assert {die.face.value for die in told} == {"2"}
    assert all(0.5 < die.face.confidence < 0.9 for die in told)


def test_how_high_dice_look_is_told_by_those_in_front() -> None:
    whole = LOW.boxes(np.array(PLACES, dtype=float))
    assert proportion(half_hidden(whole)) == pytest.approx(whole[-1].height / whole[-1].width, rel=0.06)


def test_parts_of_a_pixel_hardly_move_how_high_dice_look() -> None:
    """What a browser and a server see differs by parts of a pixel; that must not move all boxes of a sheet."""
    boxes = half_hidden(LOW.boxes(np.array(PLACES, dtype=float)))
    high = proportion(boxes)
    rng = np.random.default_rng(3)
    for number, box in enumerate(boxes):
        nudged = Box(*(edge + float(by) for edge, by in zip(box, rng.uniform(-0.5, 0.5, 4), strict=True)))
        assert abs(proportion([*boxes[:number], nudged, *boxes[number + 1 :]]) - high) < 0.01


def test_a_die_that_is_just_hidden_counts_as_much_as_one_that_just_is_not() -> None:
    tall, flat = Box(0, 0, 40, 60), [Box(100, 0, 140, 44), Box(200, 0, 240, 52)]
    ways = [proportion([tall, *flat, Box(0, top, 40, top + 44)]) for top in np.arange(25.0, 90.0, 0.25)]
    assert max(abs(one - other) for one, other in pairwise(ways)) < 0.02


def test_a_thing_that_is_doubted_on_one_side_only_hardly_moves_how_high_dice_look() -> None:
    """Neither what it shows itself nor what it hides may be there or not by a last digit."""
    boxes = half_hidden(LOW.boxes(np.array(PLACES, dtype=float)))
    for number in range(len(boxes)):
        sure = [1.0] * len(boxes)
        ways = []
        for chance in np.arange(0.0, 1.01, 0.02):
            sure[number] = chance
            ways.append(proportion(boxes, sure))
        assert max(abs(one - other) for one, other in pairwise(ways)) < 0.01


def test_small_blocks_are_no_dice() -> None:
    dice = [seen_die(box) for box in LOW.boxes(np.array(PLACES, dtype=float))]
    block = seen_die(Box(10, 10, 10 + 0.5 * dice[0].box.width, 40))
    assert large_enough([*dice, block]) == dice


def test_a_die_at_the_far_end_is_no_small_block() -> None:
    """Seen from low, a die of the first row is a good deal smaller than most."""
    near = [
        seen_die(Box(100, 100 + 60 * row, 100 + width, 160 + 60 * row)) for row, width in enumerate(range(36, 72, 5))
    ]
    assert near[0].box.width < 0.72 * near[3].box.width
    block = seen_die(Box(300, 400, 326, 440))
    assert large_enough([*near, block]) == near


def test_rows_that_nobody_saw_are_looked_for() -> None:
    boxes = View().boxes(np.array(filled([3] * 6), dtype=float))
    lattice = fit_lattice([box.centre for box in boxes[6:]], 6, 3)
    assert lattice is not None
    there = {cell: seen_die(boxes[6 + point]) for point, cell in lattice.cells.items()}

    def look(places: Sequence[Box]) -> list[DieReading]:
        far = [min(np.hypot(*np.subtract(place.centre, box.centre)) for box in boxes) for place in places]
        return [seen_die(place, "4") if off < 20 else nothing_at(place) for place, off in zip(places, far, strict=True)]

    assert sorted({row for row, _ in rows_beyond(lattice, there, (6, 3), look)}) == [-2, -1]


def nothing_at(place: Box) -> DieReading:
    return DieReading(**{**vars(seen_die(place, "4")), "found": 0.1})


@pytest.mark.parametrize(("top", "count"), [(0.98, 1), (0.5, 0)])
def test_the_side_of_a_die_further_up_is_no_die(top: float, count: int) -> None:
    """It shows a face where the box of a die would be, but has no top there."""
    boxes = LOW.boxes(np.array(filled([3, 2, 3, 3, 3, 3]), dtype=float))
    lattice = fit_lattice([box.centre for box in boxes], 6, 3)
    assert lattice is not None
    there = {cell: seen_die(boxes[point], "4") for point, cell in lattice.cells.items()}

    def look(places: Sequence[Box]) -> list[DieReading]:
        whole = [place.height > 1.1 * place.width for place in places]
        return [
            replace(seen_die(place, "4"), found=0.99 if one else top) for one, place in zip(whole, places, strict=True)
        ]

    assert len(overlooked(lattice, there, (6, 3), look)) == count


def test_where_a_die_must_lie_a_slight_look_of_one_is_enough() -> None:
    """The second of a row of three; its first may be empty as well as not."""
    places = [place for place in filled([3] * 6) if place not in ((2, 1), (4, 2))]
    boxes = View().boxes(np.array(places, dtype=float))
    lattice = fit_lattice([box.centre for box in boxes], 6, 3)
    assert lattice is not None
    there = {cell: seen_die(boxes[point], "4") for point, cell in lattice.cells.items()}
    found = overlooked(lattice, there, (6, 3), lambda free: [replace(seen_die(one), found=0.35) for one in free])
    assert list(found) == [(2, 1)]


@pytest.mark.parametrize("printed", [True, False])
def test_a_lone_dot_is_a_die_where_other_places_show_none(printed: bool) -> None:
    """Print is the same in every place."""
    places = filled([3, 3, 2, 3, 2, 3])
    boxes = View().boxes(np.array(places, dtype=float))
    lattice = fit_lattice([box.centre for box in boxes], 6, 3)
    assert lattice is not None
    there = {cell: seen_die(boxes[point]) for point, cell in lattice.cells.items()}

    def look(free: Sequence[Box]) -> list[DieReading]:
        first, *rest = free
        return [seen_die(first, "1"), *(seen_die(box, "1") if printed else nothing_at(box) for box in rest)]

    assert len(overlooked(lattice, there, (6, 3), look)) == (0 if printed else 1)


def test_without_dice_there_is_no_sheet() -> None:
    assert of_dice([], Hints()).placed == ()


def test_an_end_at_which_the_first_row_cannot_lie_is_asked_about() -> None:
    """Six rows from the top to the bottom: none of them lies at the right."""
    dice = [seen_die(box) for box in View(80).boxes(np.array(filled([3, 3, 3, 3, 3, 3]), dtype=float))]
    assert FIRST_ROW in of_dice(dice, Hints(first_row="right")).left_open
    assert FIRST_ROW not in of_dice(dice, Hints(first_row="top")).left_open

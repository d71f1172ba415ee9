"""Clear dice and white ones on a coloured sheet."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.scenes import View, filled, seen_die
from vision.lattice import Lattice, fit_lattice
from vision.palette import Colour
from vision.photo import Frame
from vision.reading import DieReading, Lab
from vision.tables.box import identify
from vision.tables.rollplayer.places import SHAPE
from vision.tables.rollplayer.read import box
from vision.tables.seenthrough import LEAST, chance_of_clear, clear_ones

SHEET = (65.0, -20.0, 43.0)
GREEN = (150, 170, 70)


def white_die(face: str, body: Lab, place: int = 0) -> DieReading:
    boxes = View().boxes(np.array(filled([3] * 6), dtype=float))
    return replace(seen_die(boxes[place], face, Colour.WHITE), body=body)


@pytest.mark.parametrize(
    ("body", "clear"),
    [((57.0, -10.0, 17.0), True), ((60.0, -14.0, 30.0), True), ((99.0, -1.0, -1.0), False), ((48.0, 0.0, 2.0), False)],
    ids=["paler than the sheet", "nearly the sheet", "white", "white in shade"],
)
def test_a_body_with_the_hue_of_the_sheet_is_clear(body: Lab, clear: bool) -> None:
    assert (chance_of_clear(body, SHEET) > 0.5) == clear


def test_a_white_die_in_coloured_light_is_too_light_for_a_clear_one() -> None:
    assert chance_of_clear((95.0, -9.0, 13.0), (31.0, -10.0, 18.0)) == LEAST


def test_a_grey_sheet_tells_by_lightness() -> None:
    assert (
        chance_of_clear((60.0, 0.0, 0.0), (58.0, 1.0, 0.0)) > 0.5 > chance_of_clear((95.0, 0.0, 0.0), (58.0, 1.0, 0.0))
    )


def test_the_sheet_is_looked_at_beside_its_places() -> None:
    boxes = View().boxes(np.array(filled([3] * 6), dtype=float))
    way = fit_lattice([one.centre for one in boxes], *SHAPE)
    assert isinstance(way, Lattice)
    photo = Frame(np.full((1400, 1400, 3), GREEN, np.uint8))
    dice = {(0, 0): white_die("4", (62.0, -15.0, 30.0)), (0, 1): white_die("4", (98.0, 0.0, 0.0), 1)}
    chances = clear_ones(photo, way, dice, SHAPE[1])
    assert chances[0, 0] == 1 - LEAST and chances[0, 1] == LEAST


def test_a_clear_die_that_may_show_seven_pips_does() -> None:
    """Readers know few dice with seven pips: they say five, and think of seven at all."""
    die = seen_die(white_die("5", SHEET).box, "5", Colour.CLEAR, faces=[("7", 0.3)])
    assert identify([die], box(True))[0].piece.value.face == "7"
    plain = seen_die(die.box, "5", Colour.CLEAR, faces=[("4", 0.03)])
    assert identify([plain], box(True))[0].piece.value.face == "5"

"""Dice of one photo named together: which look alike, how dark the photo is, and what each could be by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.vision.scenes import seen_die
from vision.palette import Colour
from vision.reading import UNSURE, Box, DieReading, Lab
from vision.tables.box import Judged, identify
from vision.tables.rollplayer.read import box

SPOT = Box(0, 0, 50, 50)
RED, GREEN, BLUE, WHITE = (36.0, 45.0, 20.0), (46.0, -36.0, 31.0), (30.0, 17.0, -43.0), (80.0, -2.0, 5.0)
PLAIN = ((Colour.RED, RED), (Colour.GREEN, GREEN), (Colour.BLUE, BLUE), (Colour.WHITE, WHITE))


def lying(colour: Colour, body: Lab, face: str = "4", others: Sequence[tuple[Colour, float]] = ()) -> DieReading:
    return replace(seen_die(SPOT, face, colour, colours=others), body=body)


def named(dice: Sequence[DieReading]) -> list[Judged]:
    return identify(dice, box(False))


def kinds(dice: Sequence[DieReading]) -> list[str]:
    return [one.piece.value.kind for one in named(dice)]


PLAIN_DICE = [lying(colour, body) for colour, body in PLAIN]


def test_a_die_far_lighter_than_a_black_one_is_not_black() -> None:
    """A dull gold die that the network takes for black, beside one that is."""
    dull = lying(Colour.BLACK, (49.0, -1.0, 16.0), others=[(Colour.GOLD, 0.1)])
    black = lying(Colour.BLACK, (10.0, -1.0, 3.0))
    assert kinds([*PLAIN_DICE, black, dull])[-2:] == ["black", "gold"]
    assert kinds([*PLAIN_DICE, dull])[-1] in ("black", "gold")  # alone it may be either


def test_what_the_others_change_is_marked_and_asked_about() -> None:
    dull = lying(Colour.BLACK, (49.0, -1.0, 16.0), others=[(Colour.GOLD, 0.1)])
    judged = named([*PLAIN_DICE, lying(Colour.BLACK, (10.0, -1.0, 3.0)), dull])[-1]
    assert judged.by_looks.kind == "black" != judged.piece.value.kind
    assert judged.piece.confidence < UNSURE


def test_alike_dice_of_which_each_is_doubtful_are_told_by_their_bodies() -> None:
    """Pale gold in warm light: white by a hair for the network, but far from what is white there."""
    pale = [
        lying(Colour.WHITE, body, others=[(Colour.YELLOW, 0.42)]) for body in ((77.0, -13.0, 37.0), (74.0, -13.0, 37.0))
    ]
    assert kinds([*PLAIN_DICE, *pale])[-2:] == ["gold", "gold"]


def test_a_face_that_clear_dice_do_not_have_is_none_of_theirs() -> None:
    clear = [lying(Colour.CLEAR, (49.0, -2.0, 4.0), "8"), lying(Colour.CLEAR, (51.0, -4.0, 2.0), "7")]
    white = lying(Colour.WHITE, (53.0, -1.0, 5.0), "2")
    assert kinds([*PLAIN_DICE[:3], *clear, white])[-3:] == ["boost", "boost", "white"]


@pytest.mark.parametrize("light", [1.0, 0.8, 0.6])
def test_in_a_dark_photo_white_dice_stay_white(light: float) -> None:
    dark = [lying(colour, (light * (body[0] + 16) - 16, light * body[1], light * body[2])) for colour, body in PLAIN]
    assert kinds(dark * 2) == ["red", "green", "blue", "white"] * 2


def test_a_plain_die_whose_marks_were_taken_for_its_body_stays_what_it_is() -> None:
    marks = lying(Colour.WHITE, (1.0, 0.0, 1.0), "6")
    assert kinds([*PLAIN_DICE, marks])[-1] == "white"


def test_what_lies_below_shines_through_a_clear_die() -> None:
    """On a magenta sheet one is lilac: nearer to purple than to any clear die on grey."""
    others = [
        (Colour.RED, (24.0, 38.0, 25.0)),
        (Colour.BLUE, (27.0, 38.0, -68.0)),
        (Colour.GREEN, (30.0, -28.0, 13.0)),
        (Colour.GOLD, (50.0, -1.0, 30.0)),
        (Colour.WHITE, (85.0, -1.0, 1.0)),
        (Colour.BLACK, (12.0, -1.0, 0.0)),
        *[(Colour.PURPLE, (18.0, 25.0, -18.0))] * 2,
    ]
    chances = [(Colour.PINK, 0.11), (Colour.PURPLE, 0.1), (Colour.RED, 0.09)]
    clear = lying(Colour.CLEAR, (29.0, 19.0, -9.0), others=chances)
    assert kinds([*(lying(*one) for one in others), clear])[-1] == "boost"

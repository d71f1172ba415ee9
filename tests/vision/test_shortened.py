"""Cards of a lesson that the finder cut at a printed line."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.photo import Frame
from vision.quads import as_corners
from vision.shortened import lengthened
from vision.things import Kind, Thing

WOOD, DARK = (130, 85, 55), (60, 28, 28)
WIDE, HIGH = 90, 150


def card(x: float, y: float, wide: float = WIDE, high: float = HIGH) -> Thing:
    return Thing(Kind.CARD, ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high)), 0.9)


def photo(*cards: Thing) -> Frame:
    pixels = np.random.default_rng(2).normal(WOOD, 4, (500, 640, 3)).clip(0, 255).astype(np.uint8)
    for one in cards:
        cv2.fillPoly(pixels, [np.array(one.corners, np.int32)], DARK)
    return Frame(pixels)


LYING = [card(40, 40), card(180, 45), card(320, 40)]


@pytest.mark.parametrize(
    "cut",
    [card(40, 40, high=100), card(40, 90, high=100), card(40, 40, high=90)],
)
@pytest.mark.parametrize("turn", range(4))
def test_a_card_that_was_cut_is_made_as_long_as_the_others_at_the_end_where_it_goes_on(cut: Thing, turn: int) -> None:
    turned = replace(cut, corners=as_corners(np.roll(np.array(cut.corners), turn, axis=0)))
    whole, *others = lengthened(photo(*LYING), [turned, *LYING[1:]])
    assert others == LYING[1:]
    corners = np.array(whole.corners)
    assert np.allclose((*corners.min(axis=0), *corners.max(axis=0)), (40, 40, 130, 190), atol=0.5)


def test_shorter_cards_and_neighbours_in_a_row_stay_as_they_are() -> None:
    short, below = card(460, 40, high=88), card(460, 132, high=88)  # two that almost touch, one of them found
    things = [*LYING, short]
    assert lengthened(photo(*things), things) == things
    things = [*LYING, short, below]
    assert lengthened(photo(*things), things) == things
    few = [card(40, 40, high=100), LYING[1]]  # one card does not tell how long others are
    assert lengthened(photo(*LYING), few) == few

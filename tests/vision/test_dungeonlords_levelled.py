"""A bare site is laid anew by the outlines of its tiles, so that cards far from it are as large as cards are."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.photo import Frame
from vision.quads import as_corners
from vision.tables.dungeonlords.around import SIZES, cards_around
from vision.tables.dungeonlords.levelled import levelled
from vision.tables.dungeonlords.places import MONSTERS, PRISONERS
from vision.tables.dungeonlords.site import Guess
from vision.things import Form, Kind, Thing

TILE = 0.95  # of a cell
SEEN = np.array([[60.0, 4.0, 80], [-3.0, 50.0, 300], [0, 0.006, 1]])
TILES = ((0, 0), (1, 0), (1, 1), (1, 2), (2, 2))


def thing(kind: Kind, left: float, top: float, wide: float, high: float, form: Form = Form.RECTANGLE) -> Thing:
    """What lies there on the site, as it is seen."""
    flat = np.array([[[left, top], [left + wide, top], [left + wide, top + high], [left, top + high]]])
    return Thing(kind, as_corners(cv2.perspectiveTransform(flat, SEEN)[0]), 0.9, form)


@pytest.fixture
def tiles() -> list[Thing]:
    gap = (1 - TILE) / 2
    return [thing(Kind.TILE, column + gap, row + gap, TILE, TILE, Form.CROSS) for column, row in TILES]


def askew(source: str) -> Guess:
    """A guess that is right to a tenth of a cell where the tiles lie, and far off elsewhere."""
    bent = np.array([[1.0, 0, 0], [0, 1, 0], [-0.025, 0.006, 1]])
    return Guess(SEEN @ bent, source)  # type: ignore[arg-type]


def test_a_card_far_from_bare_tiles_is_as_large_as_a_card(tiles: list[Thing]) -> None:
    monster = thing(Kind.CARD, 9.0, -3.0, *SIZES[MONSTERS])
    picture = Frame(np.full((700, 900, 3), 60, np.uint8))
    found = [
        list(cards_around(picture, one, [monster], False)) for one in (askew("tiles"), levelled(askew("tiles"), tiles))
    ]
    assert [[card.field for card in cards] for cards in found] == [[PRISONERS], [MONSTERS]]


def test_too_few_tiles_and_a_board_leave_a_site_as_it_is(tiles: list[Thing]) -> None:
    few = [*tiles[:2], *(replace(one, doubtful=True) for one in tiles[2:])]
    bare, board = askew("tiles"), askew("board")
    assert levelled(bare, few) is bare
    assert levelled(board, tiles) is board

"""Cards around a dungeon that the finder doubts, outlines that are mended by pictures, and sides told by them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scoring.dungeonlords.pieces import COLUMNS, ROWS
from scoring.games import load
from vision.gallery import Naming
from vision.photo import Frame
from vision.quads import as_corners
from vision.reading import Alternative
from vision.tables.dungeonlords import overseen as module
from vision.tables.dungeonlords.cells import Look, look
from vision.tables.dungeonlords.folk import folk
from vision.tables.dungeonlords.matched import laid_by_picture
from vision.tables.dungeonlords.overseen import overseen
from vision.tables.dungeonlords.parts import Placed
from vision.tables.dungeonlords.places import CONQUERED_ROOM, MONSTERS, PRISONERS, ROOM, UNNAMED
from vision.tables.dungeonlords.rooms import sides_by_pictures
from vision.tables.dungeonlords.site import Guess
from vision.tables.table import Hints
from vision.things import Kind, Thing

CELL = 60
GUESS = Guess(np.array([[CELL, 0.0, 100], [0, CELL, 300], [0, 0, 1]]), "board")
PRISON, BESIDE = (6.5, 2.2), (12.0, 1.0)  # cells of the site


def card(place: tuple[float, float], size: tuple[float, float], sure: float) -> Thing:
    """A card that the finder found with its upper left corner there; doubtful where it is not sure."""
    x, y = place[0] * CELL + 100, place[1] * CELL + 300
    wide, high = size[0] * CELL, size[1] * CELL
    quad = np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]])
    return Thing(Kind.CARD, as_corners(quad), sure, doubtful=sure < 0.5)


def table() -> np.ndarray:
    return np.random.default_rng(3).normal(60, 4, (900, 1000, 3)).clip(0, 255).astype(np.uint8)


def test_a_closer_look_at_the_prison_tells_who_was_overlooked(monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = card(PRISON, (0.65, 1.14), 0.2), card(PRISON, (0.65, 1.14), 0.4)
    monkeypatch.setattr(module, "find_pieces", lambda *_: [here, there])
    seen = folk(Frame(table()), GUESS, [], Hints(catalogue=load("dungeonlords").catalogue), printed=True)
    assert [(one.place, one.piece.value) for one in seen] == [(PRISONERS, UNNAMED)]  # two looks, one prisoner
    assert not overseen(Frame(table()), GUESS, [], (), printed=False)


def test_a_doubtful_card_is_told_by_its_name_and_a_monster_beside_the_board_unless_it_is_too_doubtful(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "find_pieces", lambda *_: [])
    hints = Hints(catalogue=load("dungeonlords").catalogue)
    prisoner, monster = card(PRISON, (0.65, 1.14), 0.4), card(BESIDE, (1.1, 1.75), 0.4)
    unlikely = card(BESIDE, (1.1, 1.75), 0.2)
    picture = Frame(table())
    assert [one.place for one in folk(picture, GUESS, [prisoner, monster], hints, printed=True)] == [MONSTERS]
    assert folk(picture, GUESS, [unlikely], hints, printed=True) == []
    named = Hints(
        catalogue=hints.catalogue,
        namer=lambda pictures: [Naming("golem", 0.97, (Alternative("golem", 0.97),), 0) for _ in pictures],
        taught=frozenset({"golem"}),
    )
    assert [one.piece.value for one in folk(picture, GUESS, [unlikely], named, printed=True)] == ["golem"]


def test_a_bad_outline_is_mended_by_the_picture_of_whom_it_shows() -> None:
    rng = np.random.default_rng(8)
    taught = cv2.resize(rng.integers(0, 255, (6, 4, 3), dtype=np.uint8), (256, 256), interpolation=cv2.INTER_NEAREST)
    photo, true = table(), np.array(card(PRISON, (0.65, 1.14), 0.9).corners)
    (left, top), (right, bottom) = true[0].round().astype(int), true[2].round().astype(int)
    photo[top:bottom, left:right] = cv2.resize(taught, (right - left, bottom - top), interpolation=cv2.INTER_AREA)
    seen = as_corners(true + np.array([[8, 0], [8, 0], [8, -12], [8, -12]]))
    found = laid_by_picture(Frame(photo), GUESS, seen, (0.65, 1.14), taught)
    assert found is not None
    assert np.abs(np.array(found) - true).max() < 3
    other = cv2.resize(rng.integers(0, 255, (6, 4, 3), dtype=np.uint8), (256, 256), interpolation=cv2.INTER_NEAREST)
    assert laid_by_picture(Frame(table()), GUESS, seen, (0.65, 1.14), other) is None


def test_a_room_that_is_recognised_shows_its_front() -> None:
    chances = np.zeros((5, ROWS, COLUMNS))
    chances[0] = 1.0
    chances[:, 2, 1] = chances[:, 2, 3] = (0, 0, 0, 0.1, 0.9)
    chances[:, 3, 2] = (0, 0, 0, 0.9, 0.1)
    one = Look(GUESS, chances, 1.0)
    names = {(1, 2): Naming("cafeteria", 0.95, (), 0), (3, 2): Naming(None, 0.1, (), 0)}
    names[2, 3] = Naming("conquered_room", 0.95, (), 0)
    told = sides_by_pictures(one, one.likeliest, names).likeliest
    assert (told[1, 2], told[3, 2], told[2, 3]) == (ROOM, CONQUERED_ROOM, CONQUERED_ROOM)


def test_frames_printed_in_the_corners_of_cells_are_no_ground() -> None:
    photo = np.full((900, 1000, 3), 30, np.uint8)
    for row in range(ROWS):
        for column in range(COLUMNS):
            x, y = 100 + column * CELL, 300 + row * CELL
            cv2.rectangle(photo, (x + 5, y + 5), (x + CELL - 6, y + CELL - 6), (190, 120, 120), 3)
    crosses = np.zeros((ROWS, COLUMNS), dtype=bool)
    crosses[0, 2] = True
    cv2.rectangle(photo, (100 + 2 * CELL, 320), (100 + 3 * CELL, 340), (150, 110, 80), -1)
    cv2.rectangle(photo, (120 + 2 * CELL, 300), (140 + 2 * CELL, 360), (150, 110, 80), -1)
    empty = look(photo, 1.0, GUESS, Placed(crosses, crosses, crosses)).chances[0]
    assert empty[~crosses].min() > 0.5 > empty[crosses].max()

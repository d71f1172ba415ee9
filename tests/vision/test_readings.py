"""Readings, rolls and pictures of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.vision.networks import draw_table
from tests.vision.scenes import View, filled, seen_die
from vision.detector import DiceDetector
from vision.overlay import Mark, draw, mark
from vision.palette import Colour
from vision.photo import PhotoError
from vision.photofiles import find_photos
from vision.reading import Alternative, Box, Reading
from vision.roll import part_of_photo, roll_of
from vision.tables.rollplayer.read import of_dice
from vision.tables.table import Hints


def test_a_reading_knows_its_alternatives() -> None:
    reading = Reading("red", 0.6, (Alternative("pink", 0.3), Alternative("orange", 0.1)))
    assert reading.likelihood("pink") == 0.3
    assert reading.likelihood("green", floor=0.01) == 0.01
    assert reading.mapped(str.upper).alternatives[0].value == "PINK"


def test_a_roll_is_counted_by_colour_and_face() -> None:
    dice = [
        seen_die(Box(200, 10, 240, 50), "6", Colour.RED),
        seen_die(Box(20, 12, 60, 52), "2", Colour.RED),
        seen_die(Box(20, 100, 60, 140), "beer", Colour.WHITE),
    ]
    roll = roll_of(dice)
    assert [die.face.value for die in roll.dice] == ["2", "6", "beer"]
    assert roll.sum == 8
    assert roll.faces == ["2", "6", "beer"]
    assert roll.counts == {Colour.WHITE: {"beer": 1}, Colour.RED: {"2": 1, "6": 1}}
    assert roll.as_json()["table"] == {"white": {"beer": 1}, "red": {"2": 1, "6": 1}}
    assert roll_of([]).as_json()["count"] == 0


def test_doubts_are_told_least_sure_first() -> None:
    sure = seen_die(Box(0, 0, 9, 9), "1")
    face = seen_die(Box(20, 0, 29, 9), "5", faces=[("6", 0.45)])
    colour = seen_die(Box(40, 0, 49, 9), "2", Colour.GOLD, colours=[(Colour.WHITE, 0.4)])
    assert roll_of([sure, face, colour]).doubts == [face, colour]


@pytest.mark.parametrize(
    ("place", "words"), [((5, 5), "top left"), ((50, 50), "middle"), ((50, 95), "bottom"), ((95, 50), "right")]
)
def test_places_in_words(place: tuple[int, int], words: str) -> None:
    x, y = place
    assert part_of_photo(seen_die(Box(x - 1, y - 1, x + 1, y + 1)), 100, 100) == words


def test_every_colour_can_be_drawn() -> None:
    blank = np.full((400, 600, 3), 90, dtype=np.uint8)
    dice = [seen_die(Box(40 * n + 5, 100, 40 * n + 35, 130), "3", colour) for n, colour in enumerate(Colour)]
    drawn = draw(blank, [mark(die) for die in dice])
    assert drawn.shape == blank.shape
    for n, colour in enumerate(Colour):
        edge = drawn[112:118, 40 * n + 2 : 40 * n + 9].reshape(-1, 3).astype(int)
        assert np.abs(edge - colour.rgb).sum(axis=1).min() < 12
    assert (blank == 90).all()
    assert (draw(blank, []) == blank).all()


@pytest.mark.parametrize("box", [Box(-20, -20, 60, 50), Box(2, 3, 40, 40), Box(150, 180, 260, 240)])
def test_words_stay_inside_the_picture_and_know_their_letters(box: Box) -> None:
    """A plate is drawn for a box at any edge; Greek and Polish letters are no question marks."""
    blank = np.full((240, 200, 3), 90, dtype=np.uint8)
    known = draw(blank, [Mark(box, "Wróżka Δράκος", Colour.GOLD.rgb)])
    unknown = draw(blank, [Mark(box, "Wr??ka ??????", Colour.GOLD.rgb)])
    assert known.shape == blank.shape
    assert (known != unknown).any()


def test_photos_are_found_once(tmp_path: Path) -> None:
    for name in ("b.jpg", "a.PNG", "c.heic", "notes.txt"):
        (tmp_path / name).touch()
    assert [path.name for path in find_photos([str(tmp_path)])] == ["a.PNG", "b.jpg", "c.heic"]
    assert len(find_photos([str(tmp_path), str(tmp_path / "b.jpg"), str(tmp_path / "*.jpg")])) == 3
    assert find_photos(["missing.jpg"]) == [Path("missing.jpg")]  # opening it says that it is not there
    with pytest.raises(PhotoError, match="No file fits"):
        find_photos([str(tmp_path / "*.gif")])


def test_doubtful_dice_are_told_only_on_request(certain: DiceDetector) -> None:
    table = draw_table(320, 240, [(80, 80, 3, Colour.RED)])
    table[150:190, 200:226] = Colour.WHITE.rgb  # two thirds of a die
    assert len(certain.read(table)) == 1
    both = certain.read(table, doubtful=True)
    assert [die.doubtful for die in both] == [False, True]


def test_a_sheet_takes_doubtful_dice_in_free_places_only() -> None:
    cells = filled([3] * 6)
    boxes = View(65).boxes(np.array(cells, dtype=float))
    dice = [seen_die(box, "4", Colour.BLUE) for box in boxes]
    in_place = replace(dice[7], doubtful=True, found=0.8)
    printed = replace(dice[8], doubtful=True, found=0.3, face=Reading("1", 0.4, (), (dice[8].box,)))
    beside = replace(seen_die(Box(1500, 700, 1600, 800), "2"), doubtful=True, found=0.9)
    reading = of_dice([*dice[:7], in_place, printed, *dice[9:], beside], Hints())
    places = {piece.place for piece in reading.placed}
    assert "rows/constitution/1" in places
    assert "rows/constitution/2" not in places
    assert len(reading.placed) == 17
    assert reading.left_over == ()


def test_a_colour_between_two_near_names_is_told_with_both() -> None:
    place = Box(0, 0, 10, 10)
    between = seen_die(place, "1", Colour.GREEN, colours=[(Colour.RED, 0.2), (Colour.TURQUOISE, 0.3)])
    assert between.or_colour is Colour.TURQUOISE
    assert between.as_json()["or_colour"] == "turquoise"
    assert seen_die(place, "1", Colour.GREEN, colours=[(Colour.RED, 0.4)]).or_colour is None
    assert seen_die(place, "1", Colour.GREEN, colours=[(Colour.TURQUOISE, 0.05)]).or_colour is None

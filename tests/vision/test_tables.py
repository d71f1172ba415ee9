"""Dice of a photo become the state of a game."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.answers.laying import Outcome, beginning, laid
from scoring.games import load
from tests.vision.scenes import View, filled, seen_die
from vision.detector import DiceDetector
from vision.lattice import fit_lattice
from vision.palette import Colour
from vision.photo import Frame
from vision.reading import UNSURE, Box, DieReading
from vision.tables import again, read_table, reader_of, table_of
from vision.tables.again import ANOTHER, NOTHING
from vision.tables.box import identify
from vision.tables.contract import Spot
from vision.tables.diceminer import read as diceminer
from vision.tables.grid import gaps_in
from vision.tables.rollplayer import read as rollplayer
from vision.tables.sheet import overlooked
from vision.tables.table import Hints, TableReading

COLOURS = {
    "green": Colour.GREEN,
    "blue": Colour.BLUE,
    "red": Colour.RED,
    "purple": Colour.PURPLE,
    "black": Colour.BLACK,
    "white": Colour.WHITE,
    "gold": Colour.GOLD,
}
FULL = filled([3] * 6)
NO_HINTS = Hints()
ATTRIBUTES = ["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"]


def sheet(
    view: View, cells: list[tuple[int, int]], seed: int = 0, jitter: float = 0.05
) -> tuple[list[DieReading], dict]:
    """A sheet of random dice and its truth: rows of spelled dice."""
    chance = np.random.default_rng(seed)
    boxes = view.boxes(np.array(cells) + chance.uniform(-0.05, 0.05, (len(cells), 2)))
    truth: dict[str, list[str | None]] = {attribute: [None] * 3 for attribute in ATTRIBUTES}
    dice = []
    for (row, column), place in zip(cells, boxes, strict=True):
        name = list(COLOURS)[int(chance.integers(0, 7))]
        value = int(chance.integers(1, 7))
        truth[ATTRIBUTES[row]][column] = f"{name} {value}"
        dice.append(seen_die(place, str(value), COLOURS[name]))
    order = chance.permutation(len(dice))
    return [dice[number] for number in order], truth


def begun(reading: TableReading, hints: Hints = NO_HINTS, player: str = "Ann") -> Outcome:
    """The reading as the beginning of a game."""
    return laid(reading, [Spot()], beginning(reading.game, player, reading.pieces(), hints))


def rows_of(reading: TableReading) -> dict:
    return begun(reading).state.players[0].rows.model_dump(mode="json")


def asked(reading: TableReading) -> list[str]:
    return [question.text for question in begun(reading).questions]


@settings(max_examples=15, deadline=None, derandomize=True)
@given(
    elevation=st.floats(35, 65),
    around=st.floats(-25, 25),
    roll=st.sampled_from([0, 90, 180, 270]),
    seed=st.integers(0, 999),
)
def test_leaning_photos_know_the_far_end(elevation: float, around: float, roll: int, seed: int) -> None:
    """Strength is the row farthest from the camera, however the phone was turned."""
    dice, truth = sheet(View(elevation, around, roll, distance=11), FULL, seed)
    assert rows_of(rollplayer.of_dice(dice, Hints())) == truth


@pytest.mark.parametrize(("first_row", "roll"), [("top", 0), ("right", 90), ("bottom", 180), ("left", 270)])
def test_from_straight_above_a_person_tells_the_end(first_row: str, roll: int) -> None:
    dice, truth = sheet(View(90, 0, roll), FULL, 5)
    assert rows_of(rollplayer.of_dice(dice, Hints(first_row=first_row))) == truth


def test_from_straight_above_and_sideways_it_asks() -> None:
    dice, _ = sheet(View(90, 0, 90), FULL, 5)
    assert any("Which end" in question for question in asked(rollplayer.of_dice(dice, Hints())))


def test_from_straight_above_the_top_is_far() -> None:
    dice, truth = sheet(View(90, 4, 0), FULL, 6)
    reading = rollplayer.of_dice(dice, Hints())
    assert rows_of(reading) == truth
    assert not any("Which end" in question for question in asked(reading))


def test_partly_filled_rows_tell_left_from_right() -> None:
    """Rows are filled from the left, so a sideways sheet without perspective is still read."""
    dice, truth = sheet(View(90, 0, 90), filled([3, 2, 1, 3, 2, 1]), 7)
    assert rows_of(rollplayer.of_dice(dice, Hints())) == truth


def test_rows_that_hold_nothing_are_asked_about() -> None:
    dice, truth = sheet(View(60), filled([3, 2, 3, 1, 0, 0]), 8)
    reading = rollplayer.of_dice(dice, Hints())
    assert rows_of(reading) == truth
    assert any("4 of the 6 rows" in question for question in asked(reading))


def test_which_rows_hold_the_dice_is_told_by_one_tap() -> None:
    dice, _ = sheet(View(60), filled([3, 2, 3, 1, 0, 0]), 8)
    (question,) = [one for one in begun(rollplayer.of_dice(dice, Hints())).questions if one.id == "empty_rows"]
    assert [choice.value for choice in question.choices] == [0, 1, 2]
    assert question.choices[1].label == "Dexterity – Wisdom"
    told = rollplayer.of_dice(dice, Hints(empty_rows=1))
    before, after = ([piece.piece.value for piece in one.placed] for one in (rollplayer.of_dice(dice, Hints()), told))
    assert before == after
    assert {str(piece.place).split("/")[1] for piece in told.placed} == {
        "dexterity",
        "constitution",
        "intelligence",
        "wisdom",
    }
    assert all(one.id != "empty_rows" for one in begun(told).questions)


def test_more_empty_rows_than_a_sheet_has_are_as_many_as_it_has() -> None:
    dice, _ = sheet(View(60), filled([3, 2, 3, 1, 2, 0]), 8)
    rows = {str(piece.place).split("/")[1] for piece in rollplayer.of_dice(dice, Hints(empty_rows=5)).placed}
    assert rows == {"dexterity", "constitution", "intelligence", "wisdom", "charisma"}


def test_a_gap_in_a_row_is_asked_about() -> None:
    """Rows are filled from the left: a die lies where none was read."""
    dice, _ = sheet(View(60), [cell for cell in FULL if cell != (3, 0)], 8)
    outcome = begun(rollplayer.of_dice(dice, Hints("far")))
    (question,) = [one for one in outcome.questions if one.id == "unread"]
    assert question.where == "/players/0/rows/intelligence/0"
    assert "no gaps" in question.text


def test_what_may_be_a_die_is_one_where_a_die_must_lie() -> None:
    cells = filled([3] * 6)
    boxes = View(60).boxes(np.array(cells, dtype=float))
    dice = [
        seen_die(box, "2", (Colour.BLUE, Colour.RED, Colour.GREEN)[cell[1]])
        for cell, box in zip(cells, boxes, strict=True)
    ]
    unlikely = [replace(dice[cells.index(cell)], doubtful=True, found=0.2) for cell in ((2, 1), (4, 2))]
    others = [die for cell, die in zip(cells, dice, strict=True) if cell not in ((2, 1), (4, 2))]
    rows = rows_of(rollplayer.of_dice([*others, *unlikely], NO_HINTS))
    assert rows["constitution"] == ["blue 2", "red 2", "green 2"]
    assert rows["wisdom"] == ["blue 2", "red 2", None]


@pytest.mark.parametrize("counts", [[0, 3, 2, 1, 3, 2], [3, 1, 2, 2, 3, 0], [0, 0, 2, 1, 3, 2]])
def test_the_print_tells_which_rows_are_empty(counts: list[int]) -> None:
    """Places without dice are printed squares; beyond the sheet there are none."""
    view = View(62, 6)
    chance = np.random.default_rng(4)
    photo = chance.integers(90, 140, (2000, 2000, 3), dtype=np.uint8)
    for box in view.boxes(np.array(filled([3] * 6), dtype=float)):
        corners = [round(edge) for edge in box]
        cv2.rectangle(photo, corners[:2], corners[2:], (20, 20, 20), 6)
        cv2.circle(photo, [round(edge) for edge in box.centre], 12, (230, 220, 200), -1)
    dice, truth = sheet(view, filled(counts), 14)
    for die in dice:
        left, top, right, bottom = (round(edge) for edge in die.box)
        photo[top:bottom, left:right] = die.colour.value.rgb
    reading = table_of("rollplayer", dice, Hints(picture=Frame(photo)))
    assert rows_of(reading) == truth


def test_a_photo_of_nothing_is_told_and_changes_nothing() -> None:
    full = begun(rollplayer.of_dice(sheet(View(60), FULL)[0], Hints()))
    reading = rollplayer.of_dice([], Hints())
    after = laid(reading, [Spot(0)], full.state.model_dump(mode="json"))
    assert after.state == full.state
    assert [question.text for question in after.questions] == [NOTHING]


def test_a_trove_is_no_character_sheet_and_a_sheet_no_trove() -> None:
    symbols = [("gem2", Colour.YELLOW), ("dragon1", Colour.BLACK), ("chest1", Colour.GREEN), ("magic2", Colour.BLUE)]
    trove = [seen_die(Box(n * 50, 0, n * 50 + 40, 40), face, colour) for n, (face, colour) in enumerate(symbols)]
    dice = sheet(View(60), FULL)[0]
    for reading in (rollplayer.of_dice(trove, Hints()), diceminer.of_dice(dice, Hints())):
        assert asked(reading) == [ANOTHER]
    assert len(diceminer.of_dice(trove, Hints()).placed) == 4


def test_advice_is_given_only_where_something_is_unclear() -> None:
    reader, state = reader_of("rollplayer"), begun(rollplayer.of_dice(sheet(View(60), FULL)[0], Hints())).state
    plain = state.model_dump(mode="json")
    sure = {"id": "d0", "code": "red 6", "confidence": 0.99, "box": [0, 0, 9, 9], "place": "rows/wisdom/0"}
    for confidence, ids in ((0.99, []), (0.4, ["again"])):
        told = again.asked(reader, [{**sure, "confidence": confidence, "path": None}], ["glare 2"], plain, 0)
        assert [question.id for question in told if question.id == "again"] == ids


def test_dice_beside_the_sheet_are_left_over() -> None:
    dice, truth = sheet(View(60), FULL, 9)
    stray = seen_die(Box(2900, 300, 3000, 400), "6", Colour.WHITE)
    reading = rollplayer.of_dice([*dice, stray], Hints())
    assert rows_of(reading) == truth
    assert reading.left_over == (stray,)


def test_a_clear_die_brings_the_expansion_and_its_faces() -> None:
    dice, _ = sheet(View(60), FULL, 10)
    clear = seen_die(dice[0].box, "7", Colour.CLEAR)
    reading = rollplayer.of_dice([clear, *dice[1:]], Hints())
    assert begun(reading).state.options.expansion
    assert next(piece for piece in reading.placed if piece.die is clear).piece.value == "boost 7"


def test_yellow_is_gold_where_no_yellow_dice_exist() -> None:
    dice, _ = sheet(View(60), FULL, 11)
    yellow = seen_die(dice[0].box, "2", Colour.YELLOW)
    reading = rollplayer.of_dice([yellow, *dice[1:]], Hints())
    assert next(piece for piece in reading.placed if piece.die is yellow).piece.value == "gold 2"


def test_the_sheet_scores_and_keeps_its_evidence() -> None:
    dice, truth = sheet(View(60), FULL, 12)
    reading = rollplayer.of_dice(dice, Hints())
    game = load("rollplayer")
    outcome = begun(reading)
    result = game.score(outcome.state, game.catalogue)
    assert result.sheets[0].player == "Ann"
    assert game.parse(game.notation(outcome.state)) == outcome.state
    plain = outcome.as_json("en")
    assert {piece["where"]: piece["piece"] for piece in plain["pieces"]} == {
        f"/players/0/rows/{name}/{place}": die for name, row in truth.items() for place, die in enumerate(row)
    }
    assert [piece.box for piece in reading.placed] == [piece.piece.where[0] for piece in reading.placed]


def test_the_box_holds_ten_red_dice() -> None:
    """The eleventh die that looks red is the one that might be something else."""
    place = Box(0, 0, 10, 10)
    sure = [seen_die(place, "1", Colour.RED, colours=[(Colour.PURPLE, 0.05)]) for _ in range(10)]
    unsure = seen_die(place, "1", Colour.RED, colours=[(Colour.PURPLE, 0.4)])
    judged = identify([*sure, unsure], rollplayer.box(expansion=False))
    kinds = [one.piece.value.kind for one in judged]
    assert Counter(kinds) == {"red": 10, "purple": 1}
    assert kinds[-1] == "purple"
    # what the box changed is marked
    assert [one.in_words(lambda piece: piece.kind) for one in judged] == [None] * 10 + ["red"]
    kinds = [one.piece.value.kind for one in identify([*sure, unsure], rollplayer.box(expansion=True))]
    assert Counter(kinds) == {"red": 11}


def test_alike_dice_are_named_together_and_what_that_changed_is_marked() -> None:
    """One of three alike dice is read as white beside white ones that look otherwise: all three are clear."""
    bright, dim = (88.0, 0.0, 3.0), (62.0, 0.0, 2.0)
    white = [replace(seen_die(Box(0, 0, 9, 9), "2", Colour.WHITE), body=bright) for _ in range(2)]
    clear = [replace(seen_die(Box(0, 0, 9, 9), "4", Colour.CLEAR, colours=[(Colour.WHITE, 0.4)]), body=dim)] * 2
    taken_for_white = replace(seen_die(Box(0, 0, 9, 9), "5", Colour.WHITE, colours=[(Colour.CLEAR, 0.05)]), body=dim)
    judged = identify([*white, *clear, taken_for_white], rollplayer.box(expansion=True))
    assert [one.piece.value.kind for one in judged] == ["white", "white", "boost", "boost", "boost"]
    assert [one.by_looks.kind for one in judged] == ["white", "white", "boost", "boost", "white"]


def test_of_a_known_box_only_looks_count() -> None:
    seldom = seen_die(Box(0, 0, 9, 9), "4", Colour.WHITE)
    gold = replace(seldom, hue=seen_die(Box(0, 0, 9, 9), "4", Colour.GOLD).colour)
    kinds = rollplayer.box(expansion=False)
    assert [identify([die], kinds)[0].piece.value.kind for die in (seldom, gold)] == ["white", "gold"]


def test_a_row_before_the_first_may_hold_dice_that_are_only_likely() -> None:
    cells = filled([3] * 6)
    boxes = View(60).boxes(np.array(cells, dtype=float))
    colours = (Colour.BLUE, Colour.RED, Colour.GREEN)
    dice = [seen_die(box, str(row + 1), colours[column]) for (row, column), box in zip(cells, boxes, strict=True)]
    likely = [replace(die, doubtful=die.face.value == "1") for die in dice]
    rows = rows_of(rollplayer.of_dice(likely, Hints("far")))
    assert rows["strength"] == ["blue 1", "red 1", "green 1"] and rows["charisma"] == ["blue 6", "red 6", "green 6"]


def test_a_die_in_the_shade_keeps_the_colour_that_was_read() -> None:
    shades = [(88.0, 0.0, 3.0), (86.0, 0.0, 3.0), (55.0, 0.0, 2.0)]
    dice = [replace(seen_die(Box(0, 0, 9, 9), "2", Colour.RED), body=shade) for shade in shades]
    judged = identify(dice, rollplayer.box(expansion=True))
    assert {one.piece.value.kind for one in judged} == {"red"}
    assert min(one.piece.confidence for one in judged) > UNSURE  # their colour is plain, so nobody is asked


def test_more_dice_than_the_box_holds_are_still_read() -> None:
    dice = [seen_die(Box(0, 0, 10, 10), "1", Colour.WHITE) for _ in range(120)]
    assert len(identify(dice, rollplayer.box(expansion=True))) == 120


def test_a_trove_by_colour_and_face() -> None:
    shown = [
        ("3", Colour.WHITE, "T3"),
        ("beer", Colour.WHITE, "Tb"),
        ("dragon4", Colour.BLACK, "Hd4"),
        ("cave_in1", Colour.BLACK, "Hc1"),
        ("pickaxe", Colour.GREEN, "Kp"),
        ("chest2", Colour.GREEN, "Kc2"),
        ("gem3", Colour.YELLOW, "G3"),
        ("gem1", Colour.GOLD, "G1"),
        ("magic2", Colour.TURQUOISE, "M2"),
        ("magic1", Colour.BLUE, "M1"),
    ]
    dice = [seen_die(Box(60 * n, 0, 60 * n + 50, 50), face, colour) for n, (face, colour, _) in enumerate(shown)]
    reading = diceminer.of_dice(dice, Hints())
    assert load("diceminer").notation(begun(reading, player="Bob").state) == "Bob: " + " ".join(
        code for _, _, code in shown
    )
    assert asked(reading) == ["Which hero card does this player have?"]


def test_two_pips_on_a_treasure_die_are_two_gems() -> None:
    """Its colour tells the type; what was seen twice is then there twice."""
    faces = ("gem1", "gem3", "gem1", "2")
    dice = [seen_die(Box(n * 50, 0, n * 50 + 40, 40), face, Colour.YELLOW) for n, face in enumerate(faces)]
    placed = diceminer.of_dice([replace(die, body=(80.0, -10.0, 60.0)) for die in dice], Hints()).placed
    assert [one.piece.value for one in placed] == ["G1", "G3", "G1", "G2"]
    assert placed[-1].piece.confidence < UNSURE


def test_what_is_shaped_like_the_dice_of_a_trove_is_asked_about() -> None:
    """A symbol under a mirrored lamp: nobody can read it, but a die lies there."""
    dice = [seen_die(Box(n * 50, 0, n * 50 + 40, 40), "3", Colour.WHITE) for n in range(5)]
    unread = replace(seen_die(Box(300, 0, 342, 41), "magic2", Colour.TURQUOISE), doubtful=True, found=0.2, form=0.65)
    for form, width, there in ((0.65, 42, True), (0.3, 42, False), (0.65, 62, False)):
        one = replace(unread, form=form, box=Box(300, 0, 300 + width, 41))
        placed = diceminer.of_dice([*dice, one], Hints()).placed
        assert len(placed) == len(dice) + there
        assert not there or min(piece.piece.confidence for piece in placed) < UNSURE


def test_a_trove_of_which_no_die_is_sure_is_a_trove() -> None:
    dice = [seen_die(Box(n * 50, 0, n * 50 + 40, 40), "3", Colour.WHITE) for n in range(5)]
    assert len(diceminer.of_dice([replace(die, doubtful=True, found=0.4) for die in dice], Hints()).placed) == 5


def test_what_is_far_larger_or_smaller_than_the_dice_of_a_trove_is_none() -> None:
    dice = [seen_die(Box(60 * n, 0, 60 * n + 50, 50), "3", Colour.WHITE) for n in range(5)]
    card = seen_die(Box(0, 100, 180, 220), "5", Colour.WHITE)
    symbol = seen_die(Box(200, 100, 220, 120), "1", Colour.BLACK)
    assert [one.piece.value for one in diceminer.of_dice([*dice, card, symbol], Hints()).placed] == ["T3"] * 5


def test_where_a_die_must_lie_less_is_enough_to_see_it() -> None:
    cells = [cell for cell in filled([3, 3, 1]) if cell != (1, 0)]
    boxes = View(60).boxes(np.array(cells, dtype=float))
    there = {cell: seen_die(box, "2", Colour.RED) for cell, box in zip(cells, boxes, strict=True)}
    way = fit_lattice([die.box.centre for die in there.values()], 6, 3)
    assert way is not None
    there = {cell: list(there.values())[point] for point, cell in way.cells.items()}
    for found, taken in ((0.95, 12), (0.6, 1), (0.3, 0)):
        seen = overlooked(way, there, (6, 3), lambda boxes, found=found: [_maybe(box, found) for box in boxes])
        assert len(seen) == taken
        assert taken != 1 or set(seen) == set(gaps_in(there))


def _maybe(box: Box, found: float) -> DieReading:
    return replace(seen_die(box, "4", Colour.BLUE), found=found)


def test_a_face_helps_to_tell_the_colour() -> None:
    """Three gems are on yellow dice only, so a die that looks white in lamp light is a treasure die."""
    lamp = seen_die(Box(0, 0, 9, 9), "gem3", Colour.WHITE, colours=[(Colour.YELLOW, 0.3)])
    assert diceminer.of_dice([lamp], Hints()).placed[0].piece.value == "G3"


def test_a_colour_helps_to_tell_the_face() -> None:
    """A white die has pips: what looks like two gems is a two."""
    white = seen_die(Box(0, 0, 9, 9), "gem2", Colour.WHITE, faces=[("2", 0.3)])
    reading = diceminer.of_dice([white], Hints())
    assert reading.placed[0].piece.value == "T2"
    assert any("die 1" in question for question in asked(reading)) == (reading.placed[0].piece.confidence < UNSURE)


def test_the_owners_faces_narrow_the_reading() -> None:
    catalogue = load("diceminer").catalogue.with_owner({("hazard", "faces"): ["c1", "c1", "d4", "d4", "d4", "b"]})
    faces = next(kind for kind in diceminer.box(catalogue) if kind.name == "hazard").faces
    assert set(faces) == {"cave_in1", "dragon4", "beer"}


def test_games_without_a_table_reader_are_named() -> None:
    with pytest.raises(LookupError, match="chess"):
        table_of("chess", [], Hints())


def test_pieces_become_a_state_without_pixels() -> None:
    """What lies between pieces and state runs where there are no numbers in arrays and no pictures."""
    script = """
import sys
for name in ("cv2", "numpy", "onnxruntime", "PIL", "scipy"):
    sys.modules[name] = None
from vision.tables import READABLE, reader_of
from vision.tables.contract import Spot
from scoring.games import load
for game in READABLE:
    reader = reader_of(game)
    player = {"name": "Ann", **({"colour": "blue"} if game == "dwar7s" else {})}
    state = load(game).state.model_validate({"players": [player]}).model_dump(mode="json")
    laid = reader.lay([], state, Spot())
    reader.adjust(laid.pieces, laid.pieces, state | {"players": [state["players"][0] | {"rounds": [{"dice": []}]}]}, 0)
    assert reader.questions(laid.pieces, [], state, 0)
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_clear_die_that_may_show_seven_pips_does() -> None:
    """Readers know few dice with seven pips: they say five, and think of seven at all."""
    die = seen_die(Box(0, 0, 40, 40), "5", Colour.CLEAR, faces=[("7", 0.1)])
    assert identify([die], rollplayer.box(True))[0].piece.value.face == "7"
    plain = seen_die(die.box, "5", Colour.CLEAR, faces=[("4", 0.03)])
    assert identify([plain], rollplayer.box(True))[0].piece.value.face == "5"


@pytest.mark.parametrize("game", ["rollplayer", "diceminer", "yacht"])
def test_frames_of_a_camera_are_read_with_one_look_less(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(DiceDetector, "read", lambda _self, _picture, _doubtful, quick: asked.append(quick) or [])
    picture = Frame(np.zeros((64, 64, 3), np.uint8))
    for hints in (Hints(cards=False, quick=True), Hints(cards=False)):
        read_table(game, picture, hints)
    assert asked == [True, False]

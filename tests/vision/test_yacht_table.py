"""Five dice of a photo are a roll of Yacht: read, laid as a roll of the turn, corrected by people."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scoring.games import load
from tests.vision.scenes import seen_die
from vision.palette import Colour
from vision.photo import open_photo
from vision.reading import Box
from vision.tables import READABLE, read_table, reader_of, table_of
from vision.tables.contract import Asked, Pieces, Spot, State
from vision.tables.table import Hints

SHIPPED = Path(__file__).parents[2] / "vision" / "samples"
CARPET = Path(__file__).parent / "data" / "carpet.jpg"
TABLE = reader_of("yacht")


def state(**player: Any) -> State:
    data: State = load("yacht").state.model_validate({"players": [{"name": "Ann", **player}]}).model_dump(mode="json")
    return data


def pieces(faces: str) -> Pieces:
    """Dice in a row, in all colours."""
    dice = [seen_die(Box(40 * n, 0, 40 * n + 30, 30), face, list(Colour)[n]) for n, face in enumerate(faces)]
    return table_of("yacht", dice, Hints()).pieces()


def changed(laid: Any) -> dict[str, Any]:
    return {change.path: change.value for change in laid.changes}


SAMPLES = [
    (path, json.loads(path.with_suffix(".json").read_text("utf-8"))) for path in sorted(SHIPPED.glob("yacht-*.jpg"))
]


@pytest.mark.parametrize(
    ("photo", "dice"),
    [(CARPET, [1, 2, 3, 4, 5]), *((path, sorted(truth["players"][0]["dice"])) for path, truth in SAMPLES)],
)
def test_a_photo_of_five_dice_is_a_roll(photo: Path, dice: list[int]) -> None:
    reading = read_table("yacht", open_photo(photo), Hints())
    laid = TABLE.lay(reading.pieces(), state(), Spot(0))
    assert sorted(changed(laid)["/players/0/dice"]) == dice
    assert changed(laid)["/players/0/roll"] == 1


def test_colours_do_not_matter_and_every_die_has_its_place() -> None:
    laid = TABLE.lay(pieces("44416"), state(), Spot())
    assert changed(laid) == {"/players/0/dice": [4, 4, 4, 1, 6], "/players/0/roll": 1}
    assert [piece["path"] for piece in laid.pieces] == [f"/players/0/dice/{place}" for place in range(5)]


def test_with_a_roll_on_the_table_the_photo_may_show_the_next_one() -> None:
    so_far = state(dice="44416", roll=2)
    with pytest.raises(Asked) as asked:
        TABLE.lay(pieces("44455"), so_far, Spot())
    assert [choice.label for choice in asked.value.question.choices] == ["Roll 3", "Roll 2, again"]
    assert TABLE.likely_spot(so_far, 0) == Spot(0, 2)
    assert changed(TABLE.lay(pieces("44455"), so_far, Spot(0, 2)))["/players/0/roll"] == 3
    assert changed(TABLE.lay(pieces("44455"), so_far, Spot(0, 1)))["/players/0/roll"] == 2
    assert changed(TABLE.lay(pieces("44455"), state(dice="44416", roll=3), Spot()))["/players/0/roll"] == 3


def test_of_more_than_five_dice_the_surest_are_taken_and_it_is_asked() -> None:
    six = [{**piece, "confidence": 0.5 if place == 2 else 0.99} for place, piece in enumerate(pieces("123456"))]
    laid = TABLE.lay(six, state(), Spot())
    assert changed(laid)["/players/0/dice"] == [1, 2, 4, 5, 6]
    assert [piece["code"] for piece in laid.pieces if piece["path"] is None] == ["3"]
    (asked,) = TABLE.questions(laid.pieces, (), state(), 0)
    assert asked.text == "6 dice were found, and a roll is five. Which are they?"
    without = [piece for piece in laid.pieces if piece["code"] != "1"]
    mended = TABLE.adjust(laid.pieces, without, state(dice=[1, 2, 4, 5, 6]), 0)
    assert sorted(changed(mended)["/players/0/dice"]) == [2, 3, 4, 5, 6]


def test_a_corrected_die_leaves_what_people_typed() -> None:
    laid = TABLE.lay(pieces("4441"), state(), Spot())
    after = [{**piece, "code": "5"} if piece["code"] == "1" else piece for piece in laid.pieces]
    assert changed(TABLE.adjust(laid.pieces, after, state(dice="44416"), 0))["/players/0/dice"] == [4, 4, 4, 5, 6]
    taken_away = TABLE.adjust(laid.pieces, after, state(), 0)
    assert changed(taken_away)["/players/0/dice"] == []


def test_an_unsure_die_is_asked_for_by_its_number() -> None:
    unsure = [{**piece, "confidence": 0.4} if place == 1 else piece for place, piece in enumerate(pieces("44416"))]
    laid = TABLE.lay(unsure, state(), Spot())
    (asked,) = TABLE.questions(laid.pieces, (), state(), 0)
    assert (asked.text, asked.where) == ("What does die 2 show? I read 4.", "/players/0/dice/1")


def test_from_pieces_to_a_state_no_game_needs_pixels() -> None:
    """The packages themselves are plain Python, also where all of it stands in one file."""
    code = (
        "import sys; from vision.tables import READABLE, reader_of; [reader_of(game) for game in READABLE];"
        "print(sorted({'numpy', 'cv2', 'PIL', 'onnxruntime'} & set(sys.modules)))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
    assert "yacht" in READABLE

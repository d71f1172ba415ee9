"""The mountain of Dice Miner from photo to state: places, dice that were overlooked, corrections, questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scoring.diceminer.mountain import top_dice
from scoring.games import load
from tests.vision.scenes import seen_die
from vision.palette import Colour
from vision.photo import Frame, Picture
from vision.reading import Box, DieReading
from vision.tables import reader_of
from vision.tables.contract import Asked, CannotLay, Spot, State
from vision.tables.diceminer import read as diceminer
from vision.tables.diceminer import straight
from vision.tables.diceminer.mountain import mountain_of
from vision.tables.diceminer.places import ROWS, Place
from vision.tables.diceminer.questions import THE_MOUNTAIN
from vision.tables.table import Hints

TABLE = reader_of("diceminer")
SIDE = 60.0
WHOLE = [(row, place) for row, count in enumerate(ROWS) for place in range(count)]
DUG = [place for place in WHOLE if place not in ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (3, 0))]


def box_at(place: Place, lean: float = 0.0, turn: float = 0.0) -> Box:
    """The box around a die that stands on its corner, seen from a camera that leans and is held a little askew."""
    row, column = place
    x, y = (2 * column - ROWS[row] + 1) * SIDE / np.sqrt(2), row * SIDE / np.sqrt(2)
    x, y = x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)
    grown = 1 + lean * y / 400
    half = 0.7 * SIDE * grown
    centre = 500 + x * grown, 300 + y * (1 - 0.3 * lean) * grown
    return Box(centre[0] - half, centre[1] - half, centre[0] + half, centre[1] + half)


def dice_at(places: Sequence[Place], **view: float) -> list[DieReading]:
    return [seen_die(box_at(place, **view), "2", Colour.WHITE) for place in places]


def steps(places: Sequence[Place]) -> set[Place]:
    """Places without saying where the mountain's edge is."""
    first = min(column for _, column in places)
    return {(row, column - first) for row, column in places}


@pytest.mark.parametrize("view", [{}, {"lean": 0.5}, {"turn": 0.3}, {"lean": 0.4, "turn": -0.25}])
@pytest.mark.parametrize("places", [WHOLE, DUG, WHOLE[9:]])
def test_every_die_gets_its_place(places: list[Place], view: dict[str, float]) -> None:
    found = mountain_of(dice_at(places, **view), ROWS)
    assert found is not None and steps(list(found)) == steps(places)


def test_dice_that_were_overlooked_are_looked_for() -> None:
    """Every third die is not seen at first; beyond the mountain there is none."""
    seen = [place for number, place in enumerate(DUG) if number % 3]
    hidden = {place: box_at(place) for place in DUG}

    def look(boxes: Sequence[Box]) -> list[DieReading]:
        near = [min(np.hypot(*np.subtract(box.centre, one.centre)) for one in hidden.values()) for box in boxes]
        return [
            replace(seen_die(box, "2"), found=0.99 if far < 15 else 0.01) for box, far in zip(boxes, near, strict=True)
        ]

    found = mountain_of(dice_at(seen), ROWS, look)
    assert found is not None and steps(list(found)) == steps(DUG)


def test_dice_that_show_a_face_only_from_above_are_found() -> None:
    """From a low camera the upper side of a die is too flat to be told; straightened it is."""
    seen = [place for number, place in enumerate(WHOLE) if number % 3]
    middles = [box_at(place).centre for place in WHOLE]

    def look(boxes: Sequence[Box]) -> list[DieReading]:
        return [replace(seen_die(box, "3", Colour.WHITE), found=0.02) for box in boxes]

    def above(sides: Sequence[NDArray[np.float64]]) -> list[DieReading]:
        return [_at(side.mean(axis=0)) for side in sides]

    def _at(middle: NDArray[np.float64]) -> DieReading:
        there = min(float(np.hypot(*(middle - other))) for other in middles) < SIDE / 3
        return replace(seen_die(Box(0, 0, 1, 1), "5", Colour.WHITE), found=0.9 if there else 0.01)

    found = mountain_of(dice_at(seen), ROWS, look, above)
    assert found is not None and set(found) == set(WHOLE)
    assert {die.face.value for place, die in found.items() if place not in seen} == {"5"}


def test_an_upper_side_is_straightened(monkeypatch: pytest.MonkeyPatch) -> None:
    """A flat one that leans is read as a square, in the light of the whole photo, and told where it lies."""
    side = np.array([[300.0, 100.0], [420.0, 130.0], [320.0, 170.0], [200.0, 140.0]])
    photo = np.zeros((400, 600, 3), np.uint8)
    cv2.fillConvexPoly(photo, side.round().astype(np.int32), (200, 40, 30))

    class Detector:
        def light_of(self, picture: Picture) -> str:
            assert picture.width == 600
            return "light"

        def read_at(self, picture: Frame, places: Sequence[Box], light: str) -> list[DieReading]:
            assert light == "light" and len(places) == 2
            for place in places:
                left, top, right, bottom = (round(edge) for edge in place)
                inside = picture.content[top + 3 : bottom - 3, left + 3 : right - 3]
                assert place.width == place.height and (inside.reshape(-1, 3).mean(axis=0) > (190, 35, 25)).all()
                assert picture.content[top - 6, left - 6].sum() == 0
            return [seen_die(place, "4") for place in places]

    monkeypatch.setattr(straight, "dice_detector", Detector)
    for die in straight.seen_from_above(Frame(photo), [side, side]):
        assert die.box == die.face.where[0] == Box(200, 100, 420, 170)
    assert straight.seen_from_above(Frame(photo), []) == []


@pytest.mark.parametrize("step", [80, 130])
def test_dice_in_lines_are_a_trove(step: float) -> None:
    boxes = [Box(x * step, y * step, x * step + 60, y * step + 60) for x in range(4) for y in range(3)]
    dice = [seen_die(box, "2", Colour.WHITE) for box in boxes]

    def nothing(places: Sequence[Box]) -> list[DieReading]:
        return [replace(seen_die(box, "2"), found=0.0) for box in places]

    assert mountain_of(dice, ROWS) is None
    assert mountain_of(dice, ROWS, nothing) is None
    assert {seen.place for seen in diceminer.of_dice(dice, Hints()).placed} == {None}


def table(**more: Any) -> State:
    given = {"players": [{"name": "Ann"}, {"name": "Ben"}], **more}
    return load("diceminer").state.model_validate(given).model_dump(mode="json")


def test_the_mountain_goes_onto_the_table_and_the_referee_knows_what_lies_free() -> None:
    reading = diceminer.of_dice(dice_at(DUG), Hints())
    state = table(players=[{"name": "Ann", "rounds": [{"dice": ["T1"]}]}])
    laid = TABLE.lay(reading.pieces(), state, Spot(None, None))  # nobody must be asked whose round it is
    assert [change.path for change in laid.changes] == ["/mountain"]
    mountain = load("diceminer").state.model_validate({**state, "mountain": laid.changes[0].value}).mountain
    true = (
        load("diceminer")
        .state.model_validate(
            {
                "players": [],
                "mountain": [
                    ["T2" if (row, place) in DUG else None for place in range(n)] for row, n in enumerate(ROWS)
                ],
            }
        )
        .mountain
    )
    assert mountain and true and len(top_dice(mountain)) == len(top_dice(true))
    assert all(piece["path"] == f"/{piece['place']}" for piece in laid.pieces)


def test_a_correction_changes_one_die_of_the_mountain() -> None:
    laid = TABLE.lay(diceminer.of_dice(dice_at(DUG), Hints()).pieces(), table(), Spot())
    state = table(mountain=laid.changes[0].value)
    first, *others = laid.pieces
    changed = TABLE.adjust(laid.pieces, [{**first, "code": "Hd4"}, *others], state, 0)
    assert [(change.path, change.value) for change in changed.changes] == [(first["path"], "Hd4")]
    gone = TABLE.adjust(laid.pieces, others, state, 0)
    assert [(change.path, change.value) for change in gone.changes] == [(first["path"], None)]
    added = {"id": "h1", "code": "G1", "box": first["box"], "confidence": 1.0}
    back = TABLE.adjust(others, [*others, added], {**state, "mountain": _without(state, first)}, 0)
    assert [(change.path, change.value) for change in back.changes] == [(first["path"], "G1")]


def _without(state: State, piece: dict[str, Any]) -> list[list[str | None]]:
    rows = [list(row) for row in state["mountain"]]
    _, row, place = piece["place"].split("/")
    rows[int(row)][int(place)] = None
    return rows


def test_dice_beside_the_mountain_belong_to_nobody_yet() -> None:
    away = [seen_die(Box(900, 40 + 150 * n, 984, 124 + 150 * n), "3", Colour.WHITE) for n in range(2)]
    reading = diceminer.of_dice([*dice_at(WHOLE), *away], Hints())
    laid = TABLE.lay(reading.pieces(), table(), Spot())
    assert [piece["path"] for piece in laid.pieces if piece["place"] == "beside"] == [None, None]
    assert any("beside the mountain" in one.text for one in TABLE.questions(laid.pieces, (), table(), 0))


def test_a_photo_said_to_show_the_mountain_must_show_one() -> None:
    state = table(players=[{"name": "Ann", "rounds": [{"dice": ["T1"]}]}])
    trove = [{"id": "d0", "code": "T1", "box": [0, 0, 9, 9], "confidence": 0.9, "place": None}]
    with pytest.raises(CannotLay, match="no mountain"):
        TABLE.lay(trove, state, Spot(0, THE_MOUNTAIN))
    with pytest.raises(Asked) as asked:
        TABLE.lay(trove, state, Spot(0))
    assert THE_MOUNTAIN in [choice.value for choice in asked.value.question.choices]


def test_what_rests_on_nothing_is_no_die_and_what_others_rest_on_is_one() -> None:
    """Beside the mountain and below it something looks like a die; one that others rest on looks like none."""
    seen = [place for place in WHOLE if place not in ((3, 2), (4, 1), (4, 3))]
    doubted, strays = box_at((3, 2)), [(1, 3), (2, -1)]

    def look(boxes: Sequence[Box]) -> list[DieReading]:
        def chance(box: Box) -> float:
            x, y = box.centre
            if np.hypot(x - doubted.centre[0], y - doubted.centre[1]) < 15:
                return 0.2
            lying = [box_at(place).centre for place in (*WHOLE, *strays)]
            below = y > box_at((4, 0)).centre[1] + 20
            return 0.9 if below or min(np.hypot(x - a, y - b) for a, b in lying) < 15 else 0.01

        return [replace(seen_die(box, "2"), found=chance(box)) for box in boxes]

    found = mountain_of(dice_at(seen), ROWS, look)
    assert found is not None and steps(list(found)) == steps(WHOLE)

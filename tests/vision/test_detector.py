"""Finding and reading dice with networks whose answers are certain."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tests.vision.networks import draw_table, make_finder, make_lamp, make_reader
from vision.detector import DiceDetector
from vision.finder import ALONE, FAR, SQUARE, Finder, contrast_evened
from vision.found import Found, Judge, agreed, each_once, parted, tightened, with_large
from vision.network import ModelError, Network, thread_count
from vision.palette import Colour
from vision.photo import Frame, open_photo
from vision.reader import Copies, Looks, Reader, crop_around
from vision.reading import DieReading
from vision.weights import model_path

ROLL = [(60.0, 60.0, 3, Colour.RED), (200.0, 80.0, 6, Colour.WHITE), (120.0, 180.0, 1, Colour.GREEN)]
MAGENTA = (255, 0, 255)


def shown(dice: list[DieReading]) -> set[tuple[str, int | None]]:
    return {(die.colour.value.value, die.value) for die in dice}


def test_every_die_is_found_and_read(certain: DiceDetector) -> None:
    dice = certain.read(draw_table(320, 240, ROLL))
    assert shown(dice) == {("red", 3), ("white", 6), ("green", 1)}
    assert len(dice) == 3
    assert all(0.5 < die.confidence <= 1 for die in dice)


def test_boxes_lie_on_the_dice(certain: DiceDetector) -> None:
    dice = certain.read(draw_table(320, 240, ROLL))
    for x, y, face, _ in ROLL:
        die = next(die for die in dice if die.value == face)
        assert die.box.centre == pytest.approx((x, y), abs=4)
        assert die.face.where == (die.box,)


@pytest.mark.parametrize(("width", "height"), [(320, 320), (333, 217), (100, 300), (41, 41)])
def test_any_shape_of_picture_is_read(certain: DiceDetector, width: int, height: int) -> None:
    centre = (width / 2, height / 2)
    dice = certain.read(draw_table(width, height, [(*centre, 4, Colour.BLUE)]))
    assert shown(dice) == {("blue", 4)}
    assert dice[0].box.centre == pytest.approx(centre, abs=5)


def test_a_photo_is_answered_in_its_own_pixels(certain: DiceDetector) -> None:
    """A JPEG of four times the finder's size is decoded reduced, yet its boxes are those of the whole photo."""
    dice = [(4 * x, 4 * y, face, colour) for x, y, face, colour in ROLL]
    data = io.BytesIO()
    Image.fromarray(draw_table(1280, 960, dice, side=160)).save(data, "JPEG", quality=95)
    photo = open_photo(data.getvalue())
    seen = certain.read(photo)
    assert shown(seen) == {("red", 3), ("white", 6), ("green", 1)}
    assert next(die for die in seen if die.value == 3).box.centre == pytest.approx((240, 240), abs=16)


def test_boxes_stay_on_the_dice_of_a_tall_photo(certain: DiceDetector) -> None:
    """585 pixels are reduced to 74 and not to 73.1, which must not stretch the other direction."""
    data = io.BytesIO()
    Image.fromarray(draw_table(585, 5600, [(290, 5300, 3, Colour.RED)], side=350)).save(data, "JPEG", quality=95)
    (die,) = certain.read(open_photo(data.getvalue()))
    assert die.box.centre == pytest.approx((290, 5300), abs=20)


def test_small_dice_get_a_second_look(certain: DiceDetector) -> None:
    """Dice too small for the first look are found tile by tile, also across the borders of tiles."""
    places = [(x, y, 1 + (x + y) // 100 % 6, Colour.GREEN) for x in (100, 330, 600) for y in (90, 310, 500)]
    dice = certain.read(draw_table(640, 560, places, side=40))
    assert len(dice) == len(places)
    for x, y, face, _ in places:
        nearest = min(dice, key=lambda die: abs(die.box.centre[0] - x) + abs(die.box.centre[1] - y))
        assert nearest.box.centre == pytest.approx((x, y), abs=6)
        assert nearest.value == face


SURE, UNSURE, POLYHEDRON = (0.9, 0), (0.5, 0), (0.8, 1)


@pytest.mark.parametrize(
    ("seen", "twice"),
    [
        ([], True),
        ([SURE], False),
        ([SURE, UNSURE], True),
        ([SURE, (0.2, 0)], False),
        ([SURE] * 7, False),
        ([SURE] * 8, True),
        ([SURE, UNSURE, POLYHEDRON], True),
        ([SURE, UNSURE, POLYHEDRON, POLYHEDRON], False),
    ],
    ids=["nothing", "sure", "unsure", "hardly anything", "seven", "eight", "a polyhedron", "polyhedra"],
)
def test_a_photo_in_which_a_die_may_be_overlooked_is_looked_at_from_farther_away_with_its_contrast_evened(
    models_folder: Path, monkeypatch: pytest.MonkeyPatch, seen: list[tuple[float, int]], twice: bool
) -> None:
    finder = Finder(models_folder / "finder.onnx")
    shown = _found(*((32 * column, 40, 32 * column + 30, 70, sure) for column, (sure, _) in enumerate(seen)))
    shown = replace(shown, kind=np.array([kind for _, kind in seen], np.intp))
    looks: list[tuple[float, bool]] = []

    def watched(picture: np.ndarray, scale: float, seen_as: Callable[[np.ndarray], np.ndarray]) -> Found:
        looks.append((scale, seen_as is contrast_evened))
        return shown

    monkeypatch.setattr(finder, "_forward", watched)
    picture = Frame(np.zeros((240, 320, 3), np.uint8))
    second = [(finder.settings.smaller, True)]
    finder.find(picture, lambda boxes: np.zeros(len(boxes), np.float32))
    assert looks == [(1.0, False), *(second if twice else []), (FAR, False)]
    looks.clear()
    finder.find(picture, lambda boxes: np.zeros(len(boxes), np.float32), quick=True)
    assert looks == [(1.0, False), (FAR, False)]


def test_looks_from_farther_away_are_taken_from_one_small_copy(
    models_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large photo is shrunk once, and boxes are told in its own pixels all the same."""
    finder = Finder(models_folder / "finder.onnx")
    shapes: list[tuple[int, ...]] = []

    def watched(picture: np.ndarray, scale: float, seen_as: Callable[[np.ndarray], np.ndarray]) -> Found:
        shapes.append(picture.shape)
        return _found((32, 24, 64, 56, 0.6))

    monkeypatch.setattr(finder, "_forward", watched)
    found = finder.find(Frame(np.zeros((1200, 1600, 3), np.uint8)), lambda boxes: np.zeros(len(boxes), np.float32))
    assert shapes == [(240, 320, 3)] * 3
    assert found.boxes[0].tolist() == [160, 120, 320, 280]


@pytest.mark.parametrize(("table", "die"), [(14, 24), (252, 243)], ids=["black on black", "white on white"])
def test_evened_contrast_tells_a_die_from_a_table_of_its_colour(table: int, die: int) -> None:
    plain = np.full((240, 320, 3), table, np.float64)
    plain[100:140, 150:190] = die
    picture = np.clip(plain + np.random.default_rng(0).normal(0, 3, plain.shape), 0, 255).astype(np.uint8)

    def apart(pixels: np.ndarray) -> float:
        return abs(float(pixels[100:140, 150:190].mean()) - float(pixels[40:80, 150:190].mean()))

    assert apart(contrast_evened(picture)) > 1.5 * apart(picture)


@pytest.mark.parametrize(
    ("clear", "shift", "surer"),
    [(0.97, 0.0, True), (0.9, 0.0, False), (0.97, 30.0, False)],
    ids=["a clear face", "no clear face", "something beside it"],
)
@pytest.mark.parametrize("corner", [(120.0, 60.0), (4.0, 2.0)], ids=["amid", "at the rim"])
def test_what_is_perhaps_a_die_is_looked_at_alone(
    models_folder: Path, corner: tuple[float, float], clear: float, shift: float, surer: bool
) -> None:
    """It is told surer only where it shows a face, and only for what is seen in its own place."""
    finder = Finder(models_folder / "finder.onnx")
    left, top = corner
    box = [left, top, left + 60, top + 60]

    def network(batch: np.ndarray) -> dict[str, np.ndarray]:
        if batch.shape[2:] != (SQUARE, SQUARE):
            return {"found": np.array([[*box, 0.3, finder.die, 0]], np.float32), "output0": np.zeros((1, 6, 0))}
        reach = SQUARE * 60 / ALONE / 2 - 30  # of the picture on either side of the die
        at = [min(left, reach) + shift, min(top, reach)]
        edges = np.array([*at, at[0] + 60, at[1] + 60]) * ALONE / 60
        return {"found": np.array([[*edges, 0.8, finder.die, 0]], np.float32)}

    finder.network = network  # type: ignore[assignment]
    found = finder.find(Frame(np.zeros((240, 320, 3), np.uint8)), lambda boxes: np.full(len(boxes), clear, np.float32))
    die = found.boxes[:, 2] - found.boxes[:, 0] < 100  # what the look from far away says of it is another size
    assert found.confidence[die].max() == pytest.approx(0.8 if surer else 0.3)


def _found(*rows: tuple[float, float, float, float, float]) -> Found:
    """Dice of the first class: left, top, right, bottom and how sure."""
    table = np.array(rows, dtype=np.float32).reshape(-1, 5)
    return Found(table[:, :4], table[:, 4], np.zeros(len(table), dtype=np.intp))


LARGE_DIE = (90.0, 90.0, 410.0, 410.0, 0.9)


def _clear(large: float, small: float) -> Judge:
    """A judge to whom dice half as broad as the large one show their faces so clearly."""

    def judge(boxes: np.ndarray) -> np.ndarray:
        return np.where(boxes[:, 2] - boxes[:, 0] > 300, large, small)

    return judge


def test_pips_of_a_large_die_are_not_told_beside_it() -> None:
    pips = _found(*((x, y, x + 60, y + 60, 0.7) for x in (130, 310) for y in (120, 220, 320)))
    beside = _found((700, 40, 780, 120, 0.9))
    seen = with_large(Found.together([pips, beside]), _found(LARGE_DIE), 960, _clear(0.98, 0.7))
    assert seen.boxes.tolist() == [[700, 40, 780, 120], [90, 90, 410, 410]]


@pytest.mark.parametrize("sureness", [(0.7, 0.72, 0.75, 0.71), (0.5, 0.86), (0.6, 0.6, 0.6)])
def test_a_pile_is_not_swallowed_by_one_large_box(sureness: tuple[float, ...]) -> None:
    places = [(x, y) for x in (100, 250) for y in (100, 250)]
    pile = _found(*((x, y, x + 150, y + 150, sure) for (x, y), sure in zip(places, sureness, strict=False)))
    seen = with_large(pile, _found(LARGE_DIE), 960, _clear(0.6, 0.95))
    assert seen.boxes.tolist() == pile.boxes.tolist()


def test_polyhedra_beside_them_do_not_speak_against_dice() -> None:
    pile = _found(*((x, y, x + 90, y + 90, 0.8) for x in (100, 300) for y in (100, 200, 300)))

    def two_show_faces(boxes: np.ndarray) -> np.ndarray:
        return np.where(np.arange(len(boxes)) == 0, 0.7, np.where(np.arange(len(boxes)) < 3, 0.99, 0.0))

    assert len(with_large(pile, _found((90, 90, 410, 410, 0.6)), 960, two_show_faces)) == len(pile)


def test_a_die_is_not_swallowed_by_a_box_around_it_and_half_of_another() -> None:
    near = _found((100, 150, 260, 310, 0.78))
    assert with_large(near, _found((90, 90, 410, 410, 0.45)), 960, _clear(0.99, 0.99)).boxes.tolist() == [
        [100, 150, 260, 310]
    ]


@pytest.mark.parametrize(("halves", "dice"), [((0.97, 0.95), 2), ((0.97, 0.3), 1)])
@pytest.mark.parametrize("long", [(100.0, 100.0, 140.0, 180.0, 0.8), (100.0, 100.0, 180.0, 140.0, 0.8)])
def test_two_dice_in_one_long_box_are_parted(
    halves: tuple[float, float], dice: int, long: tuple[float, float, float, float, float]
) -> None:
    others = [(10.0, at, 50.0, at + 44, 0.9) for at in (10.0, 80.0, 200.0)]
    seen = parted(_found(*others, long), lambda boxes: np.array(halves, dtype=np.float32))
    assert len(seen) == 3 + dice
    assert sorted(np.prod(seen.boxes[3:, 2:] - seen.boxes[3:, :2], axis=1)) == [3200 / dice] * dice
    assert (seen.confidence[3:] == np.float32(0.8)).all()


def test_dice_of_a_squeezed_photo_and_lone_ones_are_not_parted() -> None:
    squeezed = _found(*((at, 100.0, at + 40, 175.0, 0.9) for at in (10.0, 80.0, 200.0, 300.0)))
    lone = _found((100, 100, 140, 180, 0.9))
    for found in (squeezed, lone):
        assert parted(found, lambda boxes: np.ones(len(boxes), np.float32)) is found


def test_where_a_die_lies_does_not_hang_on_which_of_two_looks_is_surer() -> None:
    """What a browser and a server are sure of differs in the last digits: no box may jump for that."""
    looks = np.array([[100, 100, 160, 160], [103, 98, 163, 157], [300, 100, 360, 160]], np.float32)
    drawn = []
    for first, second in ((0.9, 0.899), (0.9, 0.901)):
        seen = Found(looks, np.array([first, second, 0.5], np.float32), np.zeros(3, np.intp))
        drawn.append(agreed(each_once(seen, 0.5), seen).boxes)
    assert np.abs(drawn[0] - drawn[1]).max() < 0.1
    assert drawn[0][0] == pytest.approx([101.5, 99, 161.5, 158.5], abs=0.2)
    assert drawn[0][1] == pytest.approx(looks[2])


def test_what_is_far_less_sure_or_lies_elsewhere_moves_no_box() -> None:
    boxes = np.array([[100, 100, 160, 160], [104, 100, 164, 160], [100, 100, 130, 130]], np.float32)
    proposed = Found(boxes, np.array([0.9, 0.4, 0.88], np.float32), np.zeros(3, np.intp))
    assert agreed(proposed.only(np.array([0])), proposed).boxes[0] == pytest.approx(boxes[0])


def test_a_die_is_told_without_its_shadow_where_a_look_saw_it_alone() -> None:
    shadowed, bare, pip = (0, 0, 100, 100, 0.8), (0, 0, 65, 65, 0.75), (10, 10, 30, 30, 0.79)
    looks = _found(shadowed, bare, pip)
    assert tightened(_found(shadowed), looks, lambda boxes: np.array([0.95, 0.99])).boxes.tolist() == [[0, 0, 65, 65]]
    assert tightened(_found(shadowed), looks, lambda boxes: np.array([0.95, 0.4])).boxes.tolist() == [[0, 0, 100, 100]]


def test_one_pip_does_not_speak_against_the_die_it_is_on() -> None:
    seen = with_large(_found((200, 200, 300, 300, 0.8)), _found(LARGE_DIE), 960, _clear(0.6, 0.95))
    assert seen.boxes.tolist() == [list(LARGE_DIE[:4])]


def test_small_and_unlikely_boxes_from_far_away_are_left_to_the_first_look() -> None:
    far = _found((100, 100, 200, 200, 0.9), (300, 100, 700, 500, 0.3))
    assert len(with_large(_found(), far, 960, _clear(1.0, 1.0))) == 0


def test_what_is_certainly_a_die_is_told_without_a_clear_face(tmp_path: Path) -> None:
    unclear = make_reader(tmp_path / "reader.onnx", temperature={"face": 40.0, "colour": 1.0, "material": 1.0})
    table = draw_table(320, 240, [(100, 100, 4, Colour.RED)])
    lamp = make_lamp(tmp_path / "lamp.onnx")
    strict = DiceDetector(make_finder(tmp_path / "strict.onnx", certain=1.01), unclear, lamp, threads=1)
    assert strict.read(table) == []
    (die,) = DiceDetector(make_finder(tmp_path / "finder.onnx", certain=0.5), unclear, lamp, threads=1).read(table)
    assert die.value == 4
    assert not die.doubtful
    assert die.face.confidence < 0.5
    assert die.face.alternatives


def test_a_die_beside_no_sheet_is_told_only_if_it_is_surer(certain: DiceDetector) -> None:
    table = draw_table(320, 240, [(100, 100, 4, Colour.RED)])
    (die,) = certain.read(table)
    usual = certain.finder.settings
    try:
        certain.finder.settings = replace(usual, confidence=die.sureness - 0.03, certain=2.0)
        assert certain.read(table) == []
        (told,) = certain.read(table, doubtful=True)
        assert not told.doubtful
        certain.finder.settings = replace(usual, confidence=die.sureness - 0.1, certain=2.0)
        assert len(certain.read(table)) == 1
    finally:
        certain.finder.settings = usual


def test_a_colour_that_is_seldom_needs_more_to_be_told_and_its_looks_are_kept(tmp_path: Path) -> None:
    """Between two names the common one is told; of a known box only looks count."""
    told = {"temperature": {"face": 1.0, "colour": 3.0, "material": 1.0}}
    finder, lamp = make_finder(tmp_path / "finder.onnx"), make_lamp(tmp_path / "lamp.onnx")
    plain = DiceDetector(finder, make_reader(tmp_path / "plain.onnx", **told), lamp, threads=1)
    knowing = DiceDetector(finder, make_reader(tmp_path / "seldom.onnx", seldom={"turquoise": 1e-6}, **told), lamp)
    table = draw_table(320, 240, [(100, 100, 4, Colour.TURQUOISE)])
    (by_looks,), (common,) = plain.read(table), knowing.read(table)
    assert by_looks.colour.value == Colour.TURQUOISE == common.by_looks.value
    assert common.colour.value != Colour.TURQUOISE
    assert common.by_looks.confidence == pytest.approx(by_looks.colour.confidence)


def test_nothing_on_the_table_is_an_answer(certain: DiceDetector) -> None:
    assert certain.read(np.zeros((480, 640, 3), dtype=np.uint8)) == []


@pytest.fixture
def doubting(tmp_path: Path) -> DiceDetector:
    """A detector to which a square with one pip or none shows no face."""
    reader = make_reader(tmp_path / "doubting.onnx", faces=["none", "2", "3", "4", "5", "6", "1"])
    return DiceDetector(make_finder(tmp_path / "finder.onnx"), reader, threads=1)


def test_polyhedra_are_not_read(doubting: DiceDetector) -> None:
    assert shown(doubting.read(draw_table(320, 240, [ROLL[0], (200, 80, 0, MAGENTA)]))) == {("red", 3)}


def test_a_die_taken_for_a_polyhedron_is_told_where_it_shows_a_face_and_no_polyhedron_lies_there(
    doubting: DiceDetector, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = doubting.finder.find

    def all_polyhedra(*asked: Any) -> Found:
        found = find(*asked)
        return replace(found, kind=np.ones_like(found.kind))

    monkeypatch.setattr(doubting.finder, "find", all_polyhedra)
    assert shown(doubting.read(draw_table(320, 240, [ROLL[0]]))) == {("red", 3)}
    assert shown(doubting.read(draw_table(320, 240, [ROLL[0], (200, 80, 0, MAGENTA)]))) == set()


def test_what_shows_no_face_is_not_counted(certain: DiceDetector, doubting: DiceDetector) -> None:
    """What the finder takes for a die and the reader calls no face is left out."""
    table = draw_table(320, 240, [(100, 100, 1, Colour.RED), (200, 100, 2, Colour.RED)])
    assert shown(certain.read(table)) == {("red", 1), ("red", 2)}
    assert shown(doubting.read(table)) == {("red", 2)}


def test_alternatives_are_ranked_and_add_up(certain: DiceDetector) -> None:
    for die in certain.read(draw_table(320, 240, ROLL)):
        for part in (die.face, die.colour, die.material):
            chances = [part.confidence, *(other.confidence for other in part.alternatives)]
            assert chances == sorted(chances, reverse=True)
            assert sum(chances) <= 1 + 1e-6
        assert "none" not in {other.value for other in die.face.alternatives}


def test_calibration_of_the_weights_is_used(tmp_path: Path) -> None:
    finder = make_finder(tmp_path / "finder.onnx")
    sure = DiceDetector(finder, make_reader(tmp_path / "a.onnx", calibration=[4.0, 0.0, 0.0]), threads=1)
    die = sure.read(draw_table(320, 240, ROLL))[0]
    assert die.confidence == pytest.approx(1 / (1 + np.exp(-4)))


def test_a_crop_beyond_the_photo_repeats_its_edge() -> None:
    picture = np.full((20, 20, 3), 200, dtype=np.uint8)
    crop = crop_around(Copies(picture), np.array([-10, -10, 10, 10], dtype=np.float32), 0.5, 16)
    assert crop.shape == (16, 16, 3)
    assert (crop == 200).all()


@pytest.mark.parametrize(("share", "shape"), [(0.0, 0.5), (0.5, 0.707), (1.0, 1.0)])
def test_a_broad_die_is_evened_as_far_as_asked(share: float, shape: float) -> None:
    picture = np.zeros((200, 200, 3), dtype=np.uint8)
    picture[80:120, 60:140] = 255
    crop = crop_around(Copies(picture), np.array([60, 80, 140, 120], dtype=np.float32), 0.25, 120, share)
    rows, columns = np.nonzero(crop[..., 0] > 127)
    broad, high = np.ptp(columns) + 1, np.ptp(rows) + 1
    assert crop.shape == (120, 120, 3)
    assert broad == pytest.approx(80, abs=1)
    assert high / broad == pytest.approx(shape, abs=0.02)


def test_the_reader_evens_crops_as_far_as_its_weights_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = np.zeros((200, 200, 3), dtype=np.uint8)
    picture[80:120, 60:140] = Colour.RED.rgb
    shares = {}
    for share in (0.0, 1.0):
        reader = Reader(make_reader(tmp_path / "reader.onnx", evened=share))
        crops: list[np.ndarray] = []
        plain = reader.network
        monkeypatch.setattr(
            reader, "network", lambda batch, plain=plain, crops=crops: (crops.append(batch), plain(batch))[1]
        )
        reader.read(picture, np.array([[60, 80, 140, 120]], dtype=np.float32))
        shares[share] = float((crops[0][0].max(axis=0) > 0.1).mean())
    assert shares == {0.0: pytest.approx(0.5, abs=0.05), 1.0: 1.0}


def leaning_table() -> tuple[np.ndarray, np.ndarray]:
    """A die at the left rim and one at the right rim of a photo, each with a bright half away from its middle."""
    picture = np.full((300, 400, 3), 90, dtype=np.uint8)
    picture[130:170, 0:20] = picture[130:170, 380:400] = 250
    picture[130:170, 20:40] = picture[130:170, 360:380] = 30
    return picture, np.array([[0, 130, 40, 170], [360, 130, 400, 170]], dtype=np.float32)


@pytest.mark.parametrize(("turn", "brighter"), [(90.0, "top"), (-90.0, "bottom"), (0.0, "right")])
def test_a_crop_is_turned_to_the_left(turn: float, brighter: str) -> None:
    picture, boxes = leaning_table()
    crop = crop_around(Copies(picture), boxes[1], 0.0, 40, turn=turn).astype(float)
    halves = {"top": crop[:20], "bottom": crop[20:], "left": crop[:, :20], "right": crop[:, 20:]}
    assert max(halves, key=lambda half: halves[half].mean()) == brighter


def test_where_a_face_is_not_clear_the_camera_is_thought_to_be_held_another_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only straight from above do both dice lean outwards, and have their bright halves at the top."""
    picture, boxes = leaning_table()
    reader = Reader(make_reader(tmp_path / "reader.onnx", feet=[1.5, 0.0], clear=0.95))

    def bright_tops(batch: np.ndarray) -> dict[str, np.ndarray]:
        half = batch.shape[2] // 2
        lead = batch[:, :, :half].mean((1, 2, 3)) - batch[:, :, half:].mean((1, 2, 3))
        face = np.zeros((len(batch), len(reader.faces)), np.float32)
        face[:, 2] = 10 * lead
        return {"face": face, "colour": np.zeros((len(batch), len(Colour))), "material": np.zeros((len(batch), 4))}

    monkeypatch.setattr(reader, "network", bright_tops)
    clear = reader.read(picture, boxes).face[:, 2]
    monkeypatch.setattr(reader, "feet", (1.5,))
    monkeypatch.setattr(reader, "clear", 0.0)
    unclear = reader.read(picture, boxes).face[:, 2]
    assert clear.min() > 0.9 > 0.6 > unclear.max()


@pytest.mark.parametrize(
    ("elsewhere", "asked"),
    [(0.5, [(1.5, 9), (0.0, 1)]), (0.9, [(1.5, 9), (0.0, 1), (0.0, 5), (0.0, 3)])],
    ids=["less clear", "clearer"],
)
def test_only_dice_in_doubt_are_turned_another_way_unless_that_makes_them_clearer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, elsewhere: float, asked: list[tuple[float, int]]
) -> None:
    """No die is read twice under one foot, and what they show comes in the order in which they were given."""
    reader = Reader(make_reader(tmp_path / "reader.onnx", feet=[1.5, 0.0], clear=0.95))
    boxes = np.array([[10 * row, 0, 10 * row + 8, 8] for row in range(9)], np.float32)
    doubted, calls = 4, []

    def under(foot: float, copies: Copies, boxes: np.ndarray, light: object) -> Looks:
        calls.append((foot, len(boxes)))
        rows = (boxes[:, 0] / 10).astype(int)
        clear = np.where(rows == doubted, elsewhere if foot == 0.0 else 0.6, 0.99 if foot == 0.0 else 0.97)
        face = np.zeros((len(boxes), len(reader.faces)), np.float32)
        face[:, 0], face[:, 1] = clear, 1 - clear
        return Looks(face, np.zeros((len(boxes), 1)), np.zeros((len(boxes), 1)), rows[:, None].astype(np.float32))

    monkeypatch.setattr(reader, "_under", under)
    looks = reader.read(np.zeros((100, 100, 3), np.uint8), boxes)
    assert calls == asked
    assert looks.body[:, 0].tolist() == list(range(9))
    assert looks.face[doubted, 0] == pytest.approx(max(0.6, elsewhere))


def test_a_frame_hands_out_what_it_holds() -> None:
    frame = Frame(np.zeros((20, 30, 3), dtype=np.uint8))
    assert (frame.width, frame.height) == (30, 20)
    assert frame.pixels(10) is frame.content


def test_missing_or_damaged_weights_get_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"finder\.onnx is missing"):
        DiceDetector(tmp_path / "finder.onnx")
    (tmp_path / "finder.onnx").write_text("not a network")
    with pytest.raises(ModelError, match=r"finder\.onnx is damaged"):
        DiceDetector(tmp_path / "finder.onnx")


def test_weights_that_do_not_explain_themselves_are_refused(tmp_path: Path) -> None:
    network = Network(make_finder(tmp_path / "finder.onnx"), threads=1)
    with pytest.raises(ModelError, match="says nothing about 'crop'"):
        network.told("crop")


def test_weights_folder_and_threads_are_settings(models_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert model_path("finder.onnx") == models_folder / "finder.onnx"
    monkeypatch.setenv("TALLY_THREADS", "3")
    assert thread_count() == 3
    monkeypatch.setenv("TALLY_THREADS", "many")
    assert 1 <= thread_count() <= 4

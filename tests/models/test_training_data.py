"""Training tiles and crops: labels must stay on their dice whatever is done to the picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from datasets import decoys, things
from datasets.manifest import PIP_FACES, SYMBOL_FACES, Die
from models import crops, decoration, light, settings, tiles
from models import sketch as sketches
from models.album import Print, in_white_light
from models.maker import Maker
from models.sketch import sketch, symbol_sketch
from models.sprites import Sprite, cut_out, paste
from models.tiles import Stock
from vision.lamp import Light
from vision.reader import Copies, crop_around

CONFIG = settings.load()


def page_with_dice() -> Print:
    """A grey table with a red and a blue square."""
    image = np.full((400, 400, 3), 128, np.uint8)
    image[100:150, 100:150] = (250, 0, 0)
    image[250:310, 220:280] = (0, 0, 250)
    dice = (
        Die((100, 100, 150, 150), "pips", "2", "red", "plain"),
        Die((220, 250, 280, 310), "pips", "5", "blue", "plain"),
    )
    return Print(image, "byler_d6", dice, np.array([die.box for die in dice], np.float32))


def square_sprite() -> Sprite:
    mask = np.zeros((60, 60), np.float32)
    mask[15:45, 15:45] = 1
    image = np.zeros((60, 60, 3), np.uint8)
    image[15:45, 15:45] = (250, 0, 0)
    return Sprite(image, mask, mask, (Die((15, 15, 45, 45), "pips", "4"),), "byler_d6")


@pytest.mark.parametrize("seed", range(12))
def test_boxes_follow_the_dice_when_a_photo_is_turned(seed: int) -> None:
    rng = np.random.default_rng(seed)
    page = page_with_dice()
    matrix, exact = tiles._placement(np.array([125.0, 125.0]), np.array([200.0, 200.0]), 1.3, rng)
    moved = tiles._moved(page.boxes, matrix, exact)
    turned = cv2.warpAffine(page.image, matrix, (400, 400), borderValue=(128, 128, 128))
    rows, columns = np.nonzero(turned[..., 0] > 220)
    seen = np.array([columns.min(), rows.min(), columns.max(), rows.max()])
    # a square die turned freely reaches beyond the ellipse that stands for it, by at most its corners
    assert np.abs(moved[0] - seen).max() < (6 if exact else 0.25 * 65 * 1.3)


@pytest.mark.parametrize("seed", range(6))
def test_a_pasted_die_lies_where_its_label_says(seed: int) -> None:
    canvas = np.full((200, 200, 3), 90, np.uint8)
    (label,) = paste(canvas, square_sprite(), (100, 110), 50, np.random.default_rng(seed))
    red = canvas[..., 0].astype(int) - canvas[..., 1] > 90
    rows, columns = np.nonzero(red)
    assert label[0] == 0
    assert np.abs(label[1:] - [columns.min(), rows.min(), columns.max(), rows.max()]).max() < 4


def test_a_die_is_cut_from_a_plain_table() -> None:
    sprite = cut_out(page_with_dice(), 0, CONFIG.reader.feet[0])
    assert sprite is not None
    assert sprite.dice[0].face == "2"
    assert 0.85 < sprite.outline.sum() / 50**2 < 1.1


def test_tiles_carry_labels_inside_the_tile() -> None:
    rng = np.random.default_rng(3)
    stock = Stock({"byler_d6": [page_with_dice()]}, [], [square_sprite()], [], [])
    for _ in range(30):
        image, labels = tiles.tile(stock, CONFIG.finder, rng)
        side = CONFIG.finder.tile
        assert image.shape == (side, side, 3)
        assert image.dtype == np.uint8
        assert ((labels[:, 1:] >= 0) & (labels[:, 1:] <= side)).all()
        assert (labels[:, 3:] > labels[:, 1:3]).all()


def test_crops_keep_the_face_and_lose_the_colour_when_the_hue_is_turned() -> None:
    rng = np.random.default_rng(5)
    page = page_with_dice()
    stock = Stock({"byler_d6": [page]}, [], [], [], [])
    faces = crops.Faces({"byler_d6": crops.spots([page])}, [], [], stock)
    made = [crops.crop(faces, CONFIG.reader, rng) for _ in range(150)]
    known = {crops.FACES[crop.face] for crop in made}
    assert known == {"2", "5", "none"}
    coloured = [crop for crop in made if crop.colour != crops.UNKNOWN]
    assert 0.2 < len(coloured) / len(made) < 0.8
    for crop in coloured:
        red_die = crops.COLOURS[crop.colour] == "red"
        middle = crop.image[28:36, 28:36].reshape(-1, 3).mean(axis=0)
        assert (middle[0] > middle[2]) == red_die


def test_seen_from_the_side_a_crop_is_hardly_turned() -> None:
    assert crops._turn("render", 40.0, CONFIG.reader) < 45
    assert crops._turn("render", 85.0, CONFIG.reader) == 180


@pytest.mark.parametrize("seed", range(5))
def test_light_and_flaws_keep_shape_and_type(seed: int) -> None:
    rng = np.random.default_rng(seed)
    image = rng.integers(0, 256, (64, 64, 3)).astype(np.uint8)
    for changed in (light.relight(image, rng), light.degrade(image, rng, 3.0)):
        assert changed.shape == image.shape
        assert changed.dtype == np.uint8


def test_the_rate_warms_up_holds_and_falls() -> None:
    schedule = CONFIG.finder
    rates = [schedule.rate_at(step, 2000) for step in (0, schedule.warmup, 1000, 1999)]
    assert rates[0] < rates[1] == rates[2] == schedule.rate
    assert rates[3] < schedule.rate / 20


def test_a_die_pasted_beyond_the_edge_leaves_the_tile_alone() -> None:
    for centre in ((-120.0, 20.0), (20.0, -120.0), (900.0, 20.0)):
        canvas = np.full((200, 200, 3), 90, np.uint8)
        paste(canvas, square_sprite(), centre, 50, np.random.default_rng(0))
        assert (canvas == 90).all()


def test_symbol_sketches_show_the_faces_and_colours_of_the_game() -> None:
    rng = np.random.default_rng(0)
    dice = [symbol_sketch(rng).dice[0] for _ in range(400)]
    assert {die.face for die in dice} >= set(SYMBOL_FACES)
    bodies = {die.face: die.colour for die in dice if die.face != "beer"}
    assert (bodies["dragon3"], bodies["pickaxe"], bodies["gem2"], bodies["magic1"]) == (
        "black",
        "green",
        "yellow",
        "turquoise",
    )
    assert all(die.kind == ("pips" if die.face in PIP_FACES else "symbol") for die in dice)


def test_a_sketch_in_a_named_colour_has_it() -> None:
    rng = np.random.default_rng(1)
    named = [made for made in (sketch(rng) for _ in range(300)) if made.dice[0].colour == "red"]
    assert named
    for made in named:
        red, green, blue = np.median(made.image[made.outline > 0.9], axis=0)
        assert red > 1.5 * max(green, blue)


def test_printed_places_lie_in_the_tile_and_are_seen() -> None:
    canvas = np.full((256, 256, 3), 90, np.uint8)
    places = tiles.print_slots(canvas, 40, np.random.default_rng(2))
    assert len(places) > 3
    assert ((places > 0) & (places < 256)).all()
    assert (canvas != 90).any()


def test_rare_colours_are_drawn_as_often_as_common_ones() -> None:
    page = page_with_dice()
    real = {"byler_d6": [crops.Spot(page, 0)] * 90 + [crops.Spot(page, 1)] * 10}
    faces = crops.Faces(real, [], [], Stock({}, [], [], [], []))
    rng = np.random.default_rng(0)
    blue = sum(crops._any_spot(faces, "real", rng).n for _ in range(600)) / 600
    assert 0.25 < blue < 0.35  # half of them by colour, half as they come


def test_odd_inks_can_be_told_from_the_body() -> None:
    rng = np.random.default_rng(0)
    for body in ((20, 20, 22), (128, 128, 128), (240, 235, 220), (180, 20, 30)):
        inks = [sketches._odd_ink(np.array(body, np.float32), rng) for _ in range(50)]
        assert all(np.linalg.norm(ink - body) > 7 for ink in inks)
        # among them some that a black-and-white photo would hardly show
        assert any(abs(float(ink.mean() - np.mean(body))) < 30 for ink in inks)


def test_dark_pearl_shows_its_colour_in_streaks_and_keeps_its_name() -> None:
    rng = np.random.default_rng(4)
    dark_purple = np.array([40, 12, 48], np.float32)
    maker = sketches.Maker(rng)
    maker.veins, maker.pearl = [], True
    plastic = maker._plastic(dark_purple, rng)
    brightest = plastic.reshape(-1, 3)[plastic.max(axis=2).argmax()]
    assert brightest.max() > 1.15 * dark_purple.max()
    assert brightest / brightest.sum() == pytest.approx(dark_purple / dark_purple.sum(), abs=0.02)


def test_pips_that_shine_through_are_fainter_than_those_of_the_top() -> None:
    rng = np.random.default_rng(2)
    body = np.array([230, 235, 240], np.float32)
    maker = sketches.Maker(rng)
    maker.veins, maker.pearl, maker.rim, maker.bowl, maker.ring = [], False, 0.0, 0.0, 0.0
    one, six = (maker.face(value, body, np.zeros(3, np.float32), rng) for value in (1, 6))
    seen = sketches._shining_through(one, six, body, rng)
    own, shaded = np.abs(one - body).sum(axis=2) > 400, np.abs(seen - one).sum(axis=2) > 20
    assert shaded.any()
    assert not (own & shaded).any()  # the pip of the top hides what lies below it
    assert seen[shaded].mean() > one[own].mean() + 60


def test_training_photos_are_seen_in_white_light() -> None:
    """The reader gets every photo without the cast of its light: so it has to be taught."""

    class Candle:
        def light_of(self, image: np.ndarray) -> Light:
            return Light(red=float(np.log(1.25)), blue=float(-np.log(1.25)))

    page = page_with_dice()
    (lit,) = in_white_light([replace(page, image=Candle().light_of(page.image).shine_on(page.image))], Candle())
    red, green, blue = lit.image[10, 10].astype(int)
    assert abs(red - green) <= 3
    assert abs(blue - green) <= 3
    assert lit.dice == page.dice


def test_every_sketch_of_a_crop_is_a_new_one() -> None:
    only_sketches = CONFIG.reader.model_copy(update={"mix": {"sketched": 1.0}})
    faces = crops.Faces({}, [], [], Stock({}, [], [square_sprite()], [], []), sketches=True)
    rng = np.random.default_rng(0)
    made = [crops.crop(faces, only_sketches, rng) for _ in range(60)]
    assert {crops.FACES[crop.face] for crop in made} >= {"1", "2", "3", "4", "5", "6"}
    assert len({crop.image.tobytes() for crop in made}) == 60


def test_mirrored_lamps_only_brighten_a_dark_die() -> None:
    dark = np.full((80, 80, 3), 30, np.uint8)
    for seed in range(10):
        lit = light.glint(dark, np.random.default_rng(seed))
        assert lit.shape == dark.shape
        assert (lit >= 29).all()
        assert lit.max() > 60


@pytest.mark.parametrize("seed", range(8))
def test_dice_in_a_heap_lie_where_their_labels_say(seed: int) -> None:
    rng = np.random.default_rng(seed)
    canvas = np.full((256, 256, 3), 90, np.uint8)
    stock = Stock({}, [], [square_sprite()], [], [])
    labels = tiles._lay_heap(canvas, np.zeros((0, 5), np.float32), stock, rng, 40.0)
    assert len(labels) >= 2
    assert ((labels[:, 1:] >= 0) & (labels[:, 1:] <= 256)).all()
    for _, left, top, right, bottom in labels:
        middle = canvas[int(top + bottom) // 2, int(left + right) // 2].astype(int)
        assert middle[0] - middle[1] > 90  # the red of the die


@pytest.mark.parametrize("seed", range(4))
def test_a_thing_lies_where_a_die_might_and_has_no_label(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(seed)
    canvas = np.full((80, 80, 3), (255, 0, 255), np.uint8)
    decoration.print_thing(canvas, np.array([40.0, 40.0]), 50.0, rng)
    changed = (canvas != (255, 0, 255)).any(axis=2)
    assert changed[20:60, 20:60].any()
    assert not changed[:3, :3].any()
    bare = Stock(
        {}, [], [], [], [Print(np.full((300, 300, 3), 90, np.uint8), "drawn", (), np.zeros((0, 4), np.float32))]
    )
    only_nothing = CONFIG.reader.model_copy(update={"mix": {"none": 1.0}})
    faces = crops.Faces({"byler_d6": crops.spots([page_with_dice()])}, [], [], bare)
    places: list[np.ndarray] = []
    monkeypatch.setattr(crops, "print_thing", lambda canvas, centre, size, rng: places.append(centre))
    assert {crops.crop(faces, only_nothing, rng).face for _ in range(40)} == {crops.NONE}
    assert places
    assert np.abs(np.array(places) - CONFIG.reader.crop / 2).max() < CONFIG.reader.crop / 4


@pytest.mark.parametrize("draw", things.THINGS + decoys.DECOYS)
def test_things_are_drawn_with_an_outline(draw: Callable[[np.random.Generator], things.Thing]) -> None:
    for seed in range(20):
        picture, outline = draw(np.random.default_rng(seed))
        assert picture.shape == (things.SIDE, things.SIDE, 3)
        assert picture.dtype == np.uint8
        assert 0 < outline.max() <= 1


def test_a_keyboard_fills_its_picture_with_keys_of_one_maker() -> None:
    for seed in range(6):
        picture = decoys.keyboard(200, 40.0, np.random.default_rng(seed))
        assert picture.shape == (200, 200, 3)
        assert picture.std() > 3
    keys = np.full((200, 200, 3), (255, 0, 255), np.uint8)
    decoration.lay_keyboard(keys, 40.0, np.random.default_rng(0))
    covered = (keys != (255, 0, 255)).any(axis=2).mean()
    assert 0.1 < covered < 0.9


def test_tiles_with_nothing_to_find_show_things_and_have_no_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    laid: list[float] = []
    monkeypatch.setattr(tiles, "print_things", lambda canvas, size, rng: laid.append(size))
    bare = Print(np.full((300, 300, 3), 90, np.uint8), "drawn", (), np.zeros((0, 4), np.float32))
    nothing = CONFIG.finder.model_copy(update={"mix": {"empty": 1.0}})
    rng = np.random.default_rng(1)
    made = [tiles.tile(Stock({}, [], [], [], [bare]), nothing, rng) for _ in range(30)]
    assert all(len(labels) == 0 for _, labels in made)
    assert 3 < len(laid) < 30


def test_a_table_takes_the_colour_of_its_dice() -> None:
    canvas = np.full((100, 100, 3), 90, np.uint8)
    canvas[::2] = 160
    stock = Stock({}, [], [square_sprite()], [], [])
    alone = tiles._tinted(canvas, stock, np.random.default_rng(2))
    assert alone.sprites == stock.sprites
    assert canvas[..., 0].mean() > 180
    assert canvas[..., 1:].mean() < 40


def test_of_dice_below_others_only_those_that_can_be_seen_are_told() -> None:
    boxes = np.array([[0, 0, 40, 40], [50, 0, 90, 40]], np.float32)
    assert tiles._covered(boxes, np.array([20, 0, 60, 40], np.float32)).tolist() == [0.5, 0.25]
    canvas = np.full((200, 200, 3), 90, np.uint8)
    below = np.array([[0, 80, 80, 120, 120]], np.float32)
    for seed in range(12):
        labels = tiles._lay_upon(canvas, below, [square_sprite()], np.random.default_rng(seed))
        hidden = [tiles._covered(labels[:n, 1:], upper[1:]) for n, upper in enumerate(labels)]
        assert all((part < 0.5).all() for part in hidden)


def test_too_much_and_too_little_light_are_seen_at_times() -> None:
    grey = np.full((8, 8, 3), 150, np.uint8)
    rng = np.random.default_rng(0)
    tones = [int(light.expose(grey, rng)[0, 0, 0]) for _ in range(200)]
    assert 150 in tones
    assert max(tones) > 190
    assert min(tones) < 70


def test_look_alikes_of_photos_are_shown_to_the_reader_as_no_face(monkeypatch: pytest.MonkeyPatch) -> None:
    page = replace(page_with_dice(), look_alikes=np.array([[20, 300, 60, 380]], np.float32))
    (pair,) = crops.look_alikes([page])
    faces = crops.Faces({"byler_d6": crops.spots([page])}, [], [], Stock({}, [], [], [], []), [pair])
    only_nothing = CONFIG.reader.model_copy(update={"mix": {"none": 1.0}})
    seen = []
    view = crops._view
    monkeypatch.setattr(crops, "_view", lambda page, box, *rest: seen.append(box) or view(page, box, *rest))
    rng = np.random.default_rng(0)
    assert {crops.crop(faces, only_nothing, rng).face for _ in range(40)} == {crops.NONE}
    assert seen
    assert all((box == pair[1]).all() for box in seen)


def test_a_colour_between_two_names_is_taught_by_both() -> None:
    die = Die((0, 0, 9, 9), "pips", "3", "green", None, second="turquoise")
    rng = np.random.default_rng(0)
    taught = {crops._finish(np.zeros((80, 80, 3), np.uint8), die, rng).colour for _ in range(80)}
    assert {crops.COLOURS[colour] for colour in taught if colour != crops.UNKNOWN} == {"green", "turquoise"}


def broad(image: np.ndarray) -> float:
    """Breadth to height of what is red."""
    rows, columns = np.nonzero(image[..., 0].astype(int) - image[..., 1] > 60)
    return float((np.ptp(columns) + 1) / (np.ptp(rows) + 1))


def test_crops_of_a_squeezed_photo_are_evened_as_when_it_is_read() -> None:
    image = np.full((400, 400, 3), 90, np.uint8)
    image[180:220, 160:240] = (250, 0, 0)
    page = Print(
        image, "byler_d6", (Die((160, 180, 240, 220), "pips", "2"),), np.array([[160, 180, 240, 220]], np.float32)
    )
    rng = np.random.default_rng(0)
    views = [broad(crops._view(page, page.boxes[0], CONFIG.reader, rng, 0.0)) for _ in range(60)]
    as_read = broad(
        crop_around(Copies(image), page.boxes[0], CONFIG.reader.margin, CONFIG.reader.crop, CONFIG.reader.evened)
    )
    assert as_read == pytest.approx(2 ** (1 - CONFIG.reader.evened), abs=0.05)
    assert np.median(views) == pytest.approx(as_read, rel=0.12)


def test_a_die_laid_on_a_table_is_evened_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crops, "background", lambda stock, side, rng: np.full((side, side, 3), 90, np.uint8))
    monkeypatch.setattr(crops, "_lay_beside", lambda *place: None)
    mask = np.ones((30, 60), np.float32)
    red = np.full((30, 60, 3), (250, 0, 0), np.uint8)
    broad_die = Sprite(red, mask, mask, (Die((0, 0, 60, 30), "pips", "4"),), "")
    faces = crops.Faces({}, [], [], Stock({}, [], [], [], []))
    as_it_lies = CONFIG.reader.model_copy(update={"turn": {"": 0.0}})
    rng = np.random.default_rng(1)
    laid = [broad(crops._laid(broad_die, faces, as_it_lies, rng)) for _ in range(60)]
    assert np.median(laid) == pytest.approx(2 ** (1 - CONFIG.reader.evened), rel=0.12)


@pytest.mark.parametrize("setting", ["square", "frame"])
def test_pips_may_be_square_and_framed(setting: str) -> None:
    """The same maker with and without: other pixels, the same ink on the same body."""
    body, ink = np.full(3, 200, np.float32), np.full(3, 20, np.float32)
    maker = Maker(np.random.default_rng(1), plain=True)
    maker.square, maker.frame, maker.rim, maker.bowl, maker.ring = False, 0.0, 0.0, 0.0, 0.0
    round_pips = maker.face(4, body, ink, np.random.default_rng(2))
    setattr(maker, setting, 0.08 if setting == "frame" else True)
    other = maker.face(4, body, ink, np.random.default_rng(2))
    inked = [(face[..., 0] < 110).mean() for face in (round_pips, other)]
    assert not np.array_equal(round_pips, other)
    assert (inked[1] > inked[0] * 1.5) if setting == "frame" else (inked[1] == pytest.approx(inked[0], rel=0.15))

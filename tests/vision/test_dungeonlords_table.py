"""Dungeon Lords from a photo: the site, the cells, the rules as a prior, and from pieces to a state."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any

import cv2
import numpy as np
import pytest

from api.log.laying import state_with
from models.verdicts import Truth
from models.verdicts.dungeonlords import verdict_of
from scoring.dungeonlords.pieces import Square, square_name
from scoring.games import load
from vision.gallery import Naming
from vision.photo import Frame
from vision.quads import as_corners
from vision.reading import Alternative
from vision.tables import reader_of
from vision.tables.contract import Laid, Pieces, Spot, State
from vision.tables.dungeonlords import folk, overseen
from vision.tables.dungeonlords.around import SIZES, Around, cards_along, stretched
from vision.tables.dungeonlords.board import on_board
from vision.tables.dungeonlords.cells import Look, crosses_beyond, look, settled
from vision.tables.dungeonlords.chosen import Eye
from vision.tables.dungeonlords.found import Found, with_tiles
from vision.tables.dungeonlords.hanging import lattices
from vision.tables.dungeonlords.legal import breaches, likeliest
from vision.tables.dungeonlords.people import people, who
from vision.tables.dungeonlords.places import place_of
from vision.tables.dungeonlords.prison import overlooked
from vision.tables.dungeonlords.pulled import pulled_to
from vision.tables.dungeonlords.read import of_things
from vision.tables.dungeonlords.rooms import entrance_end
from vision.tables.dungeonlords.site import Guess
from vision.tables.dungeonlords.sites import beyond, ground_of, tiles_left
from vision.tables.dungeonlords.spanned import spanned
from vision.tables.table import Hints, TableReading
from vision.things import Form, Kind, Thing

CELL = 100
CORNER = ((0.02, 0.02), (0.98, 0.02), (0.98, 0.98), (0.02, 0.98))
BROWN, PALE, ROCK = (120, 85, 60), (235, 230, 215), (90, 110, 60)
DUNGEON = {
    (2, 0): "tunnel!",
    (2, 1): "?!",
    (2, 2): "tunnel",
    (3, 2): "tunnel",
    (4, 2): "?",
    (1, 2): "tunnel",
    (1, 3): "?",
    (0, 2): "tunnel",
}
# How the table is seen: the corners of the site and what is around it (10 x 8 cells) in the picture.
VIEWS = {
    "from above": [(0, 0), (1000, 0), (1000, 800), (0, 800)],
    "leaning": [(180, 60), (820, 90), (1080, 760), (-60, 700)],
    "turned": [(120, 30), (960, 150), (900, 820), (20, 700)],
}


def drawn(dungeon: dict[Square, str], ground: tuple[int, int, int] | np.ndarray, arm: int = 30) -> np.ndarray:
    """A table with the tiles of a dungeon from its cell (2, 2) on; `arm` is cut away beside the arms of a cross."""
    rng = np.random.default_rng(5)
    table = np.full((8 * CELL, 10 * CELL, 3), ground, np.float64)
    for (column, row), kind in dungeon.items():
        x, y = (column + 2) * CELL + 2, (row + 2) * CELL + 2
        side = CELL - 4
        colour = PALE if kind.endswith("!") else BROWN if kind == "tunnel" else ROCK
        if kind.startswith("tunnel"):
            table[y + arm : y + side - arm, x : x + side] = colour
            table[y : y + side, x + arm : x + side - arm] = colour
        else:
            table[y : y + side, x : x + side] = colour
            if kind == "?":
                table[y + 15 : y + 40, x + 15 : x + 35] = (220, 200, 60)
    return (table + rng.normal(0, 4, table.shape)).clip(0, 255).astype(np.uint8)


def photographed(
    dungeon: dict[Square, str],
    view: str,
    found: list[Square],
    ground: tuple[int, int, int] = (30, 24, 20),
    arm: int = 30,
) -> tuple[Frame, list[Thing]]:
    """A picture of the dungeon, and some of its tiles as a finder finds them: each as the square around it."""
    corners = np.array([[0, 0], [1000, 0], [1000, 800], [0, 800]], np.float32)
    seen = cv2.getPerspectiveTransform(corners, np.array(VIEWS[view], np.float32))
    picture = cv2.warpPerspective(drawn(dungeon, ground, arm), seen, (1000, 800), borderValue=ground)
    things = []
    for column, row in found:
        left, top = (column + 2) * CELL + 2, (row + 2) * CELL + 2
        side = CELL - 4
        quad = np.array([[[left, top], [left + side, top], [left + side, top + side], [left, top + side]]], np.float64)
        around = [(float(x), float(y)) for x, y in cv2.perspectiveTransform(quad, seen)[0]]
        form = Form.CROSS if dungeon[column, row].startswith("tunnel") else Form.RECTANGLE
        things.append(Thing(Kind.TILE, (around[0], around[1], around[2], around[3]), 0.9, form))
    return Frame(np.asarray(picture, np.uint8)), things


def printed_board(frames: tuple[int, int, int] | None = None) -> np.ndarray:
    """An empty board: coloured print all over, and the plain site, with such frames in all of its cells or none."""
    rng = np.random.default_rng(11)
    board = np.full((640, 1000, 3), (60, 70, 40), np.uint8)
    for _ in range(260):
        x, y = (int(place) for place in rng.integers(0, (1000, 640)))
        colour = tuple(int(part) for part in rng.integers(0, 256, 3))
        cv2.ellipse(board, (x, y), tuple(int(one) for one in rng.integers(5, 26, 2)), float(x), 0, 360, colour, -1)
    left, top, right, bottom = (round(share) for share in (9, 0.388 * 640, 487, 0.984 * 640))
    site = np.full((4 * CELL, 5 * CELL, 3), (30, 24, 20), np.uint8)
    for x, y in product(range(0, 5 * CELL, CELL), range(0, 4 * CELL, CELL) if frames else ()):
        cv2.rectangle(site, (x + 6, y + 6), (x + CELL - 7, y + CELL - 7), frames or (), 8)
    board[top:bottom, left:right] = cv2.resize(site, (right - left, bottom - top), interpolation=cv2.INTER_AREA)
    return board


def built_on(board: np.ndarray, dungeon: dict[Square, str]) -> np.ndarray:
    """The board with the tiles of a dungeon on it, seen from the side."""
    left, top, right, bottom = (round(share) for share in (9, 0.388 * 640, 487, 0.984 * 640))
    table, site = np.zeros((8 * CELL, 10 * CELL, 3)), np.s_[2 * CELL : 6 * CELL, 2 * CELL : 7 * CELL]
    table[site] = cv2.resize(board[top:bottom, left:right], (5 * CELL, 4 * CELL))
    tiles = drawn(dungeon, table)[site]
    full = board.copy()
    full[top:bottom, left:right] = cv2.resize(tiles, (right - left, bottom - top), interpolation=cv2.INTER_AREA)
    corners = np.array([[0, 0], [1000, 0], [1000, 640], [0, 640]], np.float32)
    there = np.array([[1150, 880], [130, 820], [240, 150], [1040, 110]], np.float32)  # on its head
    seen = cv2.getPerspectiveTransform(corners, there)
    return np.asarray(cv2.warpPerspective(full, seen, (1280, 960), borderValue=(120, 100, 80)), np.uint8)


def test_the_print_of_a_board_taught_once_gives_the_place_of_every_tile() -> None:
    board = printed_board()
    photo = Frame(built_on(board, DUNGEON))
    assert not of_things(photo, [], Hints()).placed
    reading = of_things(photo, [], Hints(boards=lambda: [board]))
    assert read_as(reading) == true_places(DUNGEON)
    assert not reading.left_open


def test_frames_printed_in_every_cell_of_a_taught_board_are_no_rooms() -> None:
    """Wherever the light falls: what the taught board shows in an empty cell is print."""
    board = printed_board(frames=(170, 90, 70))
    light = np.linspace(1.0, 0.6, 1280)[None, :, None] * (1.0, 0.9, 0.8)
    photo = Frame((built_on(board, DUNGEON) * light).astype(np.uint8))
    reading = of_things(photo, [], Hints(boards=lambda: [board]))
    assert read_as(reading) == true_places(DUNGEON)


def read_as(reading: TableReading) -> dict[str, str]:
    return {str(seen.place): seen.piece.value for seen in reading.placed}


def true_places(dungeon: dict[Square, str]) -> dict[str, str]:
    return {place_of(square): kind for square, kind in dungeon.items()}


@pytest.mark.parametrize("view", VIEWS)
def test_a_dungeon_is_read_from_its_tiles(view: str) -> None:
    photo, things = photographed(DUNGEON, view, list(DUNGEON))
    assert read_as(of_things(photo, things, Hints())) == true_places(DUNGEON)


@pytest.mark.parametrize("view", VIEWS)
def test_tiles_that_were_not_found_are_seen_in_their_cells(view: str) -> None:
    found = [(2, 0), (2, 1), (2, 2), (3, 2), (4, 2), (1, 2)]
    photo, things = photographed(DUNGEON, view, found)
    assert read_as(of_things(photo, things, Hints())) == true_places(DUNGEON)


@pytest.mark.parametrize("arm", [16, 22, 34])
def test_the_arms_of_a_cross_may_be_wide_or_narrow(arm: int) -> None:
    picture, things = photographed(DUNGEON, "leaning", list(DUNGEON), arm=arm)
    assert read_as(of_things(picture, things, Hints())) == true_places(DUNGEON)


def test_a_room_taken_for_a_card_and_a_cross_taken_for_a_token_are_tiles_too() -> None:
    picture, things = photographed(DUNGEON, "leaning", list(DUNGEON))
    kinds = [Kind.TOKEN if thing.form is Form.CROSS else Kind.CARD for thing in things]
    taken = [replace(thing, kind=kind) for thing, kind in zip(things, kinds, strict=True)]
    assert read_as(of_things(picture, taken, Hints())) == true_places(DUNGEON)


def test_a_few_tiles_are_found_among_many_places_printed_in_rows() -> None:
    def square(x: float, y: float, side: float) -> Thing:
        return Thing(Kind.TILE, ((x, y), (x + side, y), (x + side, y + side), (x, y + side)), 0.9)

    tiles = [square(100 * column, 100 * row, 95) for column, row in ((2, 0), (2, 1), (1, 2), (2, 2))]
    stores = [square(700 + 130 * column, 40 + 140 * row, 120) for column in range(4) for row in range(3)]
    joints = [square(205 + 22 * column, 5 + 22 * row, 20) for column in range(4) for row in range(4)]
    found = [frozenset(cells) for cells, _ in lattices([*joints, *stores, *tiles])]
    assert frozenset(range(28, 32)) in found


def test_crosses_beside_a_site_tell_that_it_lies_elsewhere() -> None:
    picture, _ = photographed(DUNGEON, "from above", [])
    site = np.array([[CELL, 0, 2 * CELL], [0, CELL, 2 * CELL], [0, 0, 1]], np.float64)
    shifted = site @ np.array([[1, 0, 0], [0, 1, 1], [0, 0, 1]], np.float64)
    pixels = picture.pixels(1000)
    guesses = [Guess(one, "tiles") for one in (site, shifted)]
    assert [crosses_beyond(pixels, 1.0, one) for one in guesses] == [0, 1]
    eye = Eye(pixels, 1.0, Found.of([]), np.zeros((0, 4, 2)))
    assert [eye.beside(eye.at_site(one)).beyond for one in guesses] == [0, 1]


def test_a_site_is_not_moved_to_where_something_lies_beside_it() -> None:
    """That is looked at only where the site itself would be worth more."""
    picture, _ = photographed(DUNGEON, "from above", [])
    site = np.array([[CELL, 0, 2 * CELL], [0, CELL, 2 * CELL], [0, 0, 1]], np.float64)
    first = look(picture.pixels(1000), 1.0, Guess(site, "tiles"))
    looked_beside: list[Look] = []

    def beside(one: Look, crosses: int) -> Look:
        looked_beside.append(one)
        return replace(one, beyond=crosses)

    def worth(one: Look) -> float:  # the farther to the right, the better
        return one.guess.at(2.5, 2)[0] - 100 * one.beyond

    moved = [
        settled(first, lambda guess: replace(first, guess=guess), partial(beside, crosses=n), worth) for n in (0, 1)
    ]
    assert moved[0].guess.at(2.5, 2)[0] > first.guess.at(2.5, 2)[0]
    assert moved[1] is first
    assert all(worth(one) > worth(first) for one in looked_beside)


def test_crosses_that_were_found_tell_their_cells_and_how_exactly_a_site_lies() -> None:
    _picture, things = photographed(DUNGEON, "from above", list(DUNGEON))
    site = np.array([[CELL, 0, 2 * CELL], [0, CELL, 2 * CELL], [0, 0, 1]], np.float64)
    lower = site @ np.array([[1, 0, 0], [0, 1, 1], [0, 0, 1]], np.float64)
    aside = site @ np.array([[1, 0, 0.2], [0, 1, 0], [0, 0, 1]], np.float64)
    right, beside, off = (Found.of(things).on(Guess(one, "tiles")).beside() for one in (site, lower, aside))
    assert right == (0, pytest.approx(0, abs=0.01))
    assert beside is not None and beside[0] == 1
    assert off == (0, pytest.approx(0.2, abs=0.01))
    here, few = (Found.of(some).on(Guess(site, "tiles")) for some in (things, things[:2]))
    assert here.cells is not None and {(int(x), int(y)) for y, x in np.argwhere(here.cells.tiles)} == set(DUNGEON)
    assert few.cells is None and few.beside() is None


def test_on_a_board_too_a_cross_that_was_found_is_no_room() -> None:
    picture, things = photographed(DUNGEON, "from above", list(DUNGEON))
    guess = Guess(np.array([[CELL, 0, 2 * CELL], [0, CELL, 2 * CELL], [0, 0, 1]], np.float64), "board")
    cells = look(picture.pixels(1000), 1.0, guess)
    doubtful = replace(cells, chances=np.full_like(cells.chances, 0.2))
    told = with_tiles(doubtful, Found.of(things).on(guess), printed=True).likeliest
    assert {square for square, kind in told.items() if kind} == set(DUNGEON)
    assert all(told[square].startswith("tunnel") == kind.startswith("tunnel") for square, kind in DUNGEON.items())


def test_a_doubtful_cross_is_believed_in_a_cell_that_looks_like_one_among_sure_ones() -> None:
    picture, things = photographed(DUNGEON, "from above", list(DUNGEON))
    guess = Guess(np.array([[CELL, 0, 2 * CELL], [0, CELL, 2 * CELL], [0, 0, 1]], np.float64), "tiles")
    cells = look(picture.pixels(1000), 1.0, guess)
    likely = np.array([0.05, 0.86, 0.03, 0.03, 0.03])[:, None, None] * np.ones_like(cells.chances)
    seen = [replace(thing, confidence=0.3, doubtful=True) if thing is things[-1] else thing for thing in things]
    for found, last in ((seen, "tunnel"), (things[:-1], "")):
        told = with_tiles(replace(cells, chances=likely), Found.of(found).on(guess), printed=True).likeliest
        assert told[list(DUNGEON)[-1]] == last


def test_a_dungeon_on_stripes_is_read_by_what_the_finder_found() -> None:
    dungeon = {square: kind.removesuffix("!") for square, kind in DUNGEON.items()}
    picture, things = photographed(dungeon, "from above", list(dungeon))
    striped = picture.pixels(1000).copy()
    for start in range(-800, 1000, 120):
        band = np.zeros(striped.shape[:2], np.uint8)
        cv2.line(band, (start, 0), (start + 800, 800), 1, 45)
        striped[(band > 0) & (striped.max(axis=2) < 45)] = (150, 150, 160)
    reading = of_things(Frame(striped), things, Hints())
    assert read_as(reading) == true_places(dungeon)


def test_cards_around_a_site_tell_which_way_its_columns_run() -> None:
    site = np.array([[CELL, 0, 2 * CELL], [0, CELL, 2 * CELL], [0, 0, 1]], np.float64)
    turned = site @ np.array([[0, -1, 4.5], [1, 0, -0.5], [0, 0, 1]], np.float64)

    def cards(*sizes: tuple[float, float]) -> np.ndarray:
        return np.array([[(800, 100), (800 + x, 100), (800 + x, 100 + y), (800, 100 + y)] for x, y in sizes], float)

    upright, lying, token = (110, 175), (175, 110), (60, 60)
    assert [cards_along(Guess(site, "tiles"), cards(one)) for one in (upright, lying, token)] == [1, -1, 0]
    assert [cards_along(Guess(turned, "tiles"), cards(one)) for one in (upright, lying)] == [-1, 1]
    assert cards_along(Guess(site, "tiles"), cards(upright, upright, lying)) == pytest.approx(1 / 3)


def test_tiles_that_are_all_alike_are_of_one_side() -> None:
    pale = {square: kind.replace("?", "tunnel").removesuffix("!") + "!" for square, kind in DUNGEON.items()}
    picture, things = photographed(pale, "from above", list(pale))
    light = np.linspace(0.72, 1.0, 1000)[None, :, None]
    dim = Frame((picture.pixels(1000) * light * (1.0, 0.97, 0.93)).astype(np.uint8))
    assert read_as(of_things(dim, things, Hints())) == true_places(pale)


def test_a_shadow_above_bare_tiles_is_no_board() -> None:
    wood = (150, 110, 75)
    picture, _ = photographed(DUNGEON, "from above", [], ground=wood)
    guess = Guess(np.array([[CELL, 0, 2 * CELL], [0, CELL, 2 * CELL], [0, 0, 1]], np.float64), "tiles")
    shaded, board = picture.pixels(1000).astype(np.float64), picture.pixels(1000).copy()
    shaded[: 2 * CELL] *= 0.6
    board[: 2 * CELL] = (90, 140, 200)
    for pixels, printed in ((shaded.astype(np.uint8), False), (board, True)):
        assert on_board(pixels, 1.0, look(pixels, 1.0, guess)) is printed


def test_a_dungeon_on_a_bright_table_is_read_too() -> None:
    dungeon = {square: kind.removesuffix("!") for square, kind in DUNGEON.items()}
    photo, things = photographed(dungeon, "leaning", list(dungeon), (190, 200, 225))
    assert read_as(of_things(photo, things, Hints())) == true_places(dungeon)


def test_pale_sides_are_told_by_candle_light_and_in_half_shadow() -> None:
    photo, things = photographed(DUNGEON, "leaning", list(DUNGEON))
    pixels = photo.pixels().astype(np.float64) * (1.0, 0.75, 0.4)
    pixels[:, 480:] *= 0.65
    dim = Frame(pixels.clip(0, 255).astype(np.uint8))
    assert read_as(of_things(dim, things, Hints())) == true_places(DUNGEON)


def test_a_board_outlined_badly_is_pulled_to_the_tiles_on_it() -> None:
    """The outline is off by a fifth of a cell, the tiles lie where they lie."""
    right = np.array([[100.0, 0, 200], [0, 100, 150], [0, 0, 1]])
    tiles = [(2, 0), (2, 1), (2, 2), (3, 2), (1, 2)]
    around = [np.array([[200 + 100 * (x + u), 150 + 100 * (y + v)] for u, v in CORNER]) for x, y in tiles]
    things = [Thing(Kind.TILE, as_corners(quad), 0.9) for quad in around]
    off = right @ np.array([[1.03, 0.02, 0.15], [0, 0.97, 0.2], [0, 0, 1]])
    pulled = pulled_to(off, things)
    assert pulled is not None
    middles = np.array([[x + 0.5, y + 0.5, 1] for x, y in tiles])
    assert np.abs((pulled @ middles.T - right @ middles.T)[:2]).max() < 8 < np.abs((off - right)[:2, 2]).max()
    assert pulled_to(off, things[:2]) is None, "two tiles are too few"


def test_a_card_beside_bare_tiles_is_asked_about_until_all_are_taught() -> None:
    photo, things = photographed(DUNGEON, "from above", list(DUNGEON))
    pixels = np.array(photo.pixels())
    pixels[20:195, 820:930] = (150, 40, 40)
    card = Thing(Kind.CARD, ((820, 20), (930, 20), (930, 195), (820, 195)), 0.9)
    (asked,) = [one for one in of_things(Frame(pixels), [*things, card], Hints()).placed if one.place == "monsters"]
    assert asked.piece.value == "?"
    knows_all = Hints(taught=people("monsters"))
    assert "monsters" not in read_as(of_things(Frame(pixels), [*things, card], knows_all))


def test_what_is_conquered_before_nearer_tiles_is_rather_misread() -> None:
    seen = {(2, 0): "tunnel!", (2, 1): "tunnel", (2, 2): "tunnel!"}
    chances = {square: {kind: 0.97, "": 0.03} for square, kind in seen.items()}
    assert likeliest(chances) == seen
    chances[2, 2] = {"tunnel!": 0.6, "tunnel": 0.4, "": 0.0}
    assert likeliest(chances)[2, 2] == "tunnel"


def test_bare_tiles_that_fit_other_columns_are_asked_about() -> None:
    shaft = {(2, 0): "tunnel", (2, 1): "tunnel", (2, 2): "tunnel"}
    two_shafts = shaft | {(3, 0): "?", (4, 0): "tunnel", (4, 1): "tunnel", (4, 2): "tunnel"}
    for dungeon, clear in ((DUNGEON, True), (two_shafts, False)):
        reading = of_things(*photographed(dungeon, "from above", list(dungeon)), Hints())
        assert ("columns" not in reading.left_open) == clear
    asked = reader_of("dungeonlords").questions([], ["columns"], fresh(), 0)
    assert "other columns" in asked[0].text


def test_a_photo_of_nothing_changes_nothing() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (60, 80, 3), dtype=np.uint8)
    picture = Frame(np.asarray(cv2.resize(noise, (800, 600)), np.uint8))
    board = Thing(Kind.BOARD, ((50, 50), (750, 60), (740, 500), (60, 520)), 0.9)
    for things in ([], [board]):
        reading = of_things(picture, things, Hints())
        assert not reading.placed
        reader, state = reader_of("dungeonlords"), fresh()
        laid = reader.lay(reading.pieces(), state, Spot(0))
        assert not laid.changes
        (question,) = reader.questions(laid.pieces, reading.left_open, state, 0)
        assert "nothing was changed" in question.text


def test_the_rules_count_breaches_and_mend_an_unsure_cell() -> None:
    legal = {square: DUNGEON.get(square, "") for square in [(x, y) for x in range(5) for y in range(4)]}
    assert breaches(legal) == 0
    assert breaches(legal | {(2, 0): ""}) > 0
    assert breaches(legal | {(3, 2): "?"}) == 1, "two rooms touch"
    chances = {square: {kind: 0.97, ("tunnel" if kind == "" else ""): 0.03} for square, kind in legal.items()}
    chances[2, 2] = {"": 0.6, "tunnel": 0.4}
    assert likeliest(chances) == legal


@dataclass(frozen=True)
class Name:
    item: str | None
    confidence: float
    alternatives: tuple[Alternative[str], ...]
    quarter: int = 0


def test_of_two_rooms_that_look_alike_the_zone_decides() -> None:
    photo, things = photographed(DUNGEON, "from above", list(DUNGEON))
    alike = (Alternative("hatchery", 0.9), Alternative("mushroom_bed", 0.88))

    def namer(pictures: Any, **looks: Any) -> list[Name]:
        return [Name(None, 0.9, alike) for _ in pictures]

    rooms = read_as(of_things(photo, things, Hints(namer=namer)))
    assert rooms["dungeon/B4"] == rooms["dungeon/E3"] == "mushroom_bed"
    assert rooms["dungeon/C2"] == "?!", "the pale back of a room tells no name"
    alike = (Alternative("hatchery", 0.02), Alternative("mushroom_bed", 0.01))
    rooms = read_as(of_things(photo, things, Hints(namer=namer)))
    assert rooms["dungeon/B4"] == "?", "what hardly looks like either is asked about"


def fresh() -> State:
    game = load("dungeonlords")
    return game.state.model_validate({"players": [{"name": "Ann"}, {"name": "Ben"}]}).model_dump(mode="json")


def pieces_of(codes: dict[str, str]) -> Pieces:
    return [
        {
            "id": f"d{number}",
            "code": code,
            "confidence": 0.95,
            "box": [number * 10.0, 0.0, number * 10.0 + 8, 8.0],
            "options": [],
            "place": place,
        }
        for number, (place, code) in enumerate(codes.items())
    ]


def tiles_after(laid: Laid) -> list[str]:
    (dungeon,) = [change.value for change in laid.changes if change.path.endswith("/dungeon")]
    return [
        square_name((tile["x"], tile["y"])) + (f":{tile['room']}" if tile["room"] else "") + "!" * tile["conquered"]
        for tile in dungeon
    ]


def test_tiles_and_cards_are_laid_with_their_paths() -> None:
    codes = {"dungeon/C2": "mint", "dungeon/C1": "tunnel!", "monsters": "troll"}
    laid = reader_of("dungeonlords").lay(pieces_of(codes), fresh(), Spot(1))
    assert tiles_after(laid) == ["C1!", "C2:mint"]
    assert [piece["path"] for piece in laid.pieces] == [
        "/players/1/dungeon/1",
        "/players/1/dungeon/0",
        "/players/1/monsters/0",
    ]
    assert ("/players/1/monsters", [{"id": "troll", "down": False}]) in [(one.path, one.value) for one in laid.changes]


def test_a_conquered_room_keeps_the_name_it_had() -> None:
    state = fresh()
    state["players"][0]["dungeon"][1]["room"] = "mint"
    codes = {"dungeon/C1": "tunnel!", "dungeon/C2": "?!", "dungeon/C3": "?"}
    laid = reader_of("dungeonlords").lay(pieces_of(codes), state, Spot(0))
    assert tiles_after(laid) == ["C1!", "C2:mint!", "C3:?"]


def test_a_correction_changes_its_own_square_only() -> None:
    reader, state = reader_of("dungeonlords"), fresh()
    laid = reader.lay(pieces_of({"dungeon/C1": "tunnel", "dungeon/C2": "?", "dungeon/C3": "tunnel"}), state, Spot(0))
    state["players"][0]["dungeon"] = laid.changes[0].value
    state["players"][0]["dungeon"].append({"x": 0, "y": 3, "room": "mint", "conquered": False})
    named = [{**piece, "code": "hatchery"} if piece["code"] == "?" else piece for piece in laid.pieces[:2]]
    assert tiles_after(reader.adjust(laid.pieces, named, state, 0)) == ["C1", "C2:hatchery", "A4:mint"]


def test_unnamed_rooms_are_asked_with_three_candidates_that_may_stand_there() -> None:
    reader, state = reader_of("dungeonlords"), fresh()
    laid = reader.lay(pieces_of({"dungeon/C1": "tunnel", "dungeon/C4": "?"}), state, Spot(0))
    state["players"][0]["dungeon"] = laid.changes[0].value
    asked = reader.questions(laid.pieces, [], state, 0)
    assert asked[0].where == "/players/0/dungeon/1" and "C4" in asked[0].text
    assert len(asked[0].choices) == 3 and "hatchery" not in [choice.value for choice in asked[0].choices]
    assert [question.id for question in asked[1:]] == [
        "prisoners",
        "monsters",
        "letters",
        "imps",
        "gold",
        "food",
        "evil",
    ]


def test_which_room_was_lost_is_not_asked() -> None:
    reader, state = reader_of("dungeonlords"), fresh()
    laid = reader.lay(pieces_of({"dungeon/C1": "tunnel!", "dungeon/C2": "?!", "dungeon/C3": "?"}), state, Spot(0))
    state["players"][0]["dungeon"] = laid.changes[0].value
    rooms = [one.text for one in reader.questions(laid.pieces, [], state, 0) if one.id == "piece"]
    assert rooms == ["Which room is at C3?"]


def test_a_state_is_judged_square_by_square_and_room_by_room() -> None:
    reading = of_things(*photographed(DUNGEON, "from above", list(DUNGEON)), Hints())
    written = ["C1!", "C2:mint!", "C3", "D3", "E3:mint", "B3", "B4:tool_shed", "A3"]
    exact = verdict_of(Truth("dungeonlords", "00", {"players": [{"name": "Ann", "dungeon": written}]}, {}), reading)
    assert exact.core_exact and not exact.exact and exact.failed == "room asked"
    assert (exact.pieces["squares right"], exact.pieces["right"], exact.pieces["asked"]) == (20, 6, 2)
    fewer = {"players": [{"name": "Ann", "dungeon": written[:-1]}]}
    other = verdict_of(Truth("dungeonlords", "00", fewer, {}), reading)
    assert not other.core_exact and other.failed == "which squares are filled"
    assert (other.pieces["squares right"], other.pieces["invented"]) == (19, 1)


def test_tiles_whose_outlines_are_bad_span_their_lattice_by_their_middles() -> None:
    """Eight tiles of a site seen from the side, two cards beside it, all a little off."""
    rng = np.random.default_rng(5)
    tiles = [(2, 0), (2, 1), (2, 2), (1, 1), (3, 1), (0, 1), (2, 3), (4, 1)]
    centres = [(100 + 60 * x + 12 * y, 80 + 44 * y - 6 * x) for x, y in tiles]
    seen = [(float(x + rng.normal(0, 2)), float(y + rng.normal(0, 2))) for x, y in [*centres, (520, 60), (560, 260)]]
    first = spanned(seen)[0]
    assert set(first) == set(range(len(tiles)))
    turned = {n: complex(*first[n]) - complex(*first[0]) for n in first}
    true = {n: complex(*tiles[n]) - complex(*tiles[0]) for n in first}
    assert any(all(1j**quarter * turned[n] == true[n] for n in first) for quarter in range(4))


def test_a_card_in_the_prison_without_a_name_is_asked_for_and_never_left_out() -> None:
    """It was not to be told apart: no points are told before somebody says who it is."""
    state = load("dungeonlords").state.model_validate({"players": [{"name": "Ann"}]}).model_dump(mode="json")
    options = [{"code": "thief_1", "confidence": 0.4}, {"code": "thief_2", "confidence": 0.3}]
    common = {"confidence": 0.9, "box": [0, 0, 9, 9], "options": []}
    tiles = [{"id": f"t{row}", "code": "tunnel", "place": f"dungeon/C{row + 1}", **common} for row in range(3)]
    unknown = {"id": "p", "code": "?", "place": "prisoners", **common, "options": options}
    known = {"id": "q", "code": "golem", "place": "monsters", **common}
    table = reader_of("dungeonlords")
    laid = table.lay([*tiles, unknown, known], state, Spot(0))
    after = state_with(state, laid)
    assert after["players"][0]["prisoners"] == [] and [one["id"] for one in after["players"][0]["monsters"]] == [
        "golem"
    ]
    assert table.unnamed(laid.pieces, after) == 1
    (asked,) = [one for one in table.questions(laid.pieces, (), after, 0) if one.text == "Who is this in the prison?"]
    assert [choice.value for choice in asked.choices] == ["thief_1", "thief_2"]
    named = [{**piece, "code": "thief_2"} if piece["id"] == "p" else piece for piece in laid.pieces]
    final = state_with(after, table.adjust(laid.pieces, named, after, 0))
    assert final["players"][0]["prisoners"] == ["thief_2"] and table.unnamed(named, final) == 0


def test_who_lies_where_cards_belong_is_told_when_no_other_comes_near() -> None:
    """Half hidden, it looks little like any card, but all of them were taught and only one comes near."""
    hints = Hints(taught=people("prisoners"))
    dim = Naming(None, 0.2, (Alternative("thief_1", 0.2), Alternative("thief_2", 0.001)))
    assert who("prisoners", True, dim, hints).value == "thief_1"
    assert who("prisoners", False, dim, hints).value == "?"
    assert who("prisoners", True, dim, Hints(taught=frozenset({"thief_1"}))).value == "?"
    twins = Naming(None, 0.2, (Alternative("thief_1", 0.2), Alternative("thief_2", 0.15)))
    assert who("prisoners", True, twins, hints).value == "?"


def test_a_prisoner_that_was_not_found_is_found_where_prisoners_lie() -> None:
    """The prison is searched for tiles of their size; those that were found are not told twice."""
    cells, middles = 60, [(6.0, 2.15), (7.4, 2.2)]
    table = np.full((7 * cells, 11 * cells, 3), (60, 45, 35), np.uint8)
    for x, y in middles:
        wide, high = (round(side * cells / 2) for side in SIZES["prisoners"])
        left, top = round((x + 0.5) * cells), round((y + 2.5) * cells)
        cv2.rectangle(table, (left - wide, top - high), (left + wide, top + high), (200, 180, 90), -1)
    guess = Guess(np.array([[cells, 0, 0.5 * cells], [0, cells, 2.5 * cells], [0, 0, 1.0]]), "board")
    places = list(overlooked(Frame(table), guess, []))
    found = [np.mean(one, axis=0) for one in places[:2]]
    true = [np.array([(x + 0.5) * cells, (y + 2.5) * cells]) for x, y in middles]
    assert all(min(np.hypot(*(one - other)) for one in found) < 4 for other in true)
    seen = [(float(found[0][0]), float(found[0][1]))]
    left = [np.mean(one, axis=0) for one in overlooked(Frame(table), guess, seen)]
    assert np.hypot(*(left[0] - found[1])) < 4


@pytest.mark.parametrize("degrees", [-13, 9])
def test_a_prisoner_that_lies_askew_is_found_as_it_lies(degrees: float) -> None:
    cells = 60
    table = np.full((7 * cells, 11 * cells, 3), (60, 45, 35), np.uint8)
    size = np.array(SIZES["prisoners"]) * cells
    true = cv2.boxPoints(((6.9 * cells, 4.65 * cells), tuple(size), degrees))
    cv2.fillConvexPoly(table, true.round().astype(np.int32), (200, 180, 90))
    guess = Guess(np.array([[cells, 0, 0.5 * cells], [0, cells, 2.5 * cells], [0, 0, 1.0]]), "board")
    found = np.array(next(overlooked(Frame(table), guess, [])))
    assert all(np.hypot(*(found - corner).T).min() < 4 for corner in true)


@pytest.mark.parametrize(("sure", "told"), [(0.5, ["thief_1"]), (0.1, [])])
def test_a_blurred_prisoner_is_told_when_no_other_comes_near(
    sure: float, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody saw it, and the gallery is not sure; print looks like nobody."""
    monkeypatch.setattr(overseen, "find_pieces", lambda *_: [])
    corners = as_corners(np.array([[400.0, 250], [440, 250], [440, 320], [400, 320]]))
    monkeypatch.setattr(folk, "overlooked", lambda *_: iter([corners]))
    guess = Guess(np.array([[60.0, 0, 30], [0, 60, 150], [0, 0, 1]]), "board")

    def namer(pictures: Any, **looks: Any) -> list[Name]:
        return [Name(None, sure, (Alternative("thief_1", sure), Alternative("wizard_2", 0.0))) for _ in pictures]

    hints = Hints(namer=namer, taught=people("prisoners"))
    found = folk.folk(Frame(np.full((420, 660, 3), 60, np.uint8)), guess, [], hints, printed=True)
    assert [one.piece.value for one in found] == told


@pytest.mark.parametrize(("sure", "told"), [(0.9, ("monsters", "slime")), (0.02, ("prisoners", "?"))])
def test_beside_bare_tiles_a_card_is_who_it_looks_like_though_it_was_seen_too_small(
    sure: float, told: tuple[str, str]
) -> None:
    quad = np.array([[700.0, 100], [754, 100], [754, 190], [700, 190]])  # as large as a prisoner's tile
    guess = Guess(np.array([[60.0, 0, 30], [0, 60, 150], [0, 0, 1]]), "tiles")

    def namer(pictures: Any, **looks: Any) -> list[Name]:
        return [Name("slime" if sure > 0.5 else None, sure, (Alternative("slime", sure),)) for _ in pictures]

    seen = Thing(Kind.CARD, as_corners(quad), 0.9)
    table = Frame(np.full((420, 900, 3), 60, np.uint8))
    (found,) = folk.folk(table, guess, [seen], Hints(namer=namer, taught=people("monsters")), printed=False)
    assert (found.place, found.piece.value) == told


def test_rooms_that_were_taught_tell_where_the_entrance_is() -> None:
    """The tops of rooms lie towards the entrance; those that nobody knows, or that disagree, tell nothing."""
    guess = Guess(np.array([[100.0, 0, 0], [0, 100.0, 0], [0, 0, 1]]), "tiles")
    named = [Naming("mint", 0.99, (), quarter) for quarter in range(4)]
    assert [entrance_end(guess, [one]) for one in named] == ["top", "right", "bottom", "left"]
    assert entrance_end(guess, named[:2]) is None
    assert entrance_end(guess, [named[1], Naming(None, 0.3, (), 0)]) == "right"
    assert entrance_end(guess, []) is None


def test_a_taught_room_turns_a_dungeon_that_lies_on_its_head() -> None:
    """The photo is taken from the other side: the dungeon comes out as it was built, and nothing is asked."""
    photo, things = photographed(DUNGEON, "from above", list(DUNGEON))
    turned = Frame(np.ascontiguousarray(photo.pixels()[::-1, ::-1]))
    seen = [replace(one, corners=tuple((1000 - x, 800 - y) for x, y in one.corners)) for one in things]
    known = Hints(namer=lambda pictures, **_: [Naming("mint", 0.99, (), _way_up(one)) for one in pictures])
    reading = of_things(turned, seen, known)
    assert {place: code.replace("mint", "?") for place, code in read_as(reading).items()} == true_places(DUNGEON)
    assert "first_row" not in reading.left_open


def _way_up(room: np.ndarray) -> int:
    """By the yellow mark that is drawn in the upper left corner of a room."""
    marks = [np.rot90(room, quarter)[:128, :128].astype(int) for quarter in range(4)]
    return int(np.argmax([(mark[..., 0] - mark[..., 2]).sum() for mark in marks]))


def test_a_pattern_of_the_table_is_no_tile_where_none_was_found() -> None:
    """A dark spot as large as a tunnel beside bare tiles; the tiles that were found leave it out."""
    photo, things = photographed(DUNGEON, "from above", list(DUNGEON))
    pixels = photo.pixels().copy()
    pixels[2 * CELL + 12 : 3 * CELL - 12, 2 * CELL + 12 : 3 * CELL - 12] = (52, 42, 36)
    assert read_as(of_things(Frame(pixels), things, Hints())) == true_places(DUNGEON)


def test_a_card_cut_at_a_printed_line_is_made_as_long_as_its_breadth_says() -> None:
    guess = Guess(np.array([[100.0, 0, 300], [0, 100.0, 400], [0, 0, 1]]), "tiles")
    short = ((800.0, 100.0), (910.0, 100.0), (910.0, 250.0), (800.0, 250.0))
    up, down = stretched(Around("monsters", short, short, at_home=False), guess)
    assert np.allclose(np.array(down)[2:, 1], 275) and np.allclose(np.array(down)[:2, 1], 100)
    assert np.allclose(np.array(up)[:2, 1], 75) and np.allclose(np.array(up)[2:, 1], 250)
    whole = ((800.0, 100.0), (910.0, 100.0), (910.0, 275.0), (800.0, 275.0))
    assert stretched(Around("monsters", whole, whole, at_home=False), guess) == ()


def test_tiles_beyond_a_board_are_another_players() -> None:
    """What lies on the board is its own, cards beside it are no tiles, and two tiles make no dungeon yet."""
    guess = Guess(np.array([[100.0, 0, 300], [0, 100.0, 400], [0, 0, 1]]), "board")
    board, bare = ground_of(guess, printed=True), ground_of(guess, printed=False)
    assert np.allclose(bare[0], (300, 400)) and np.allclose(bare[2], (800, 800))
    assert (board[0] < bare[0]).all() and (board[2] > bare[2]).all() and np.ptp(board[:, 0]) > 2 * np.ptp(bare[:, 0])

    def tile(x: float, y: float, wide: float = 95, high: float = 95) -> Thing:
        corners = (x, y), (x + wide, y), (x + wide, y + high), (x, y + high)
        return Thing(Kind.TILE, corners, 0.9)

    own, monsters = [tile(500, 500), tile(900, 500)], [tile(900 + 120 * row, 0, 110, 175) for row in range(4)]
    others = [tile(1600, 500), tile(1700, 500), tile(1700, 600)]
    assert beyond(board, [*own, *monsters, *others]) == [*monsters, *others]
    assert tiles_left(guess, [*monsters, *others]) and not tiles_left(guess, [*monsters, *others[:2]])

"""A layout of Dwar7s Fall from photo to state: cards named together, laid, corrected, asked about."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from api.answers.laying import beginning, laid
from datasets.pieces import Shelf
from datasets.tabletop import shoot
from datasets.tabletops import dwar7s as composed
from scoring.dwar7s.pieces import Colour, Kind
from scoring.games import load
from vision.gallery import Naming
from vision.photo import Frame
from vision.reading import Alternative
from vision.tables import read_table, reader_of
from vision.tables.again import OTHER_GAME, asked
from vision.tables.contract import CannotLay, Pieces, Spot, State
from vision.tables.dwar7s.cards import Look, decide
from vision.tables.dwar7s.colours import Dwarf, dwarves_on
from vision.tables.dwar7s.crowds import counted, size_of
from vision.tables.dwar7s.frames import frame_of
from vision.tables.dwar7s.places import cell_of
from vision.tables.dwar7s.read import of_things
from vision.tables.table import Hints
from vision.things import Flaw, Thing
from vision.things import Kind as ThingKind

TABLE = reader_of("dwar7s")
ONE_EACH = dict.fromkeys(Kind, 1)
RED, BLUE = {Colour.RED: 0.97, Colour.BLUE: 0.03}, {Colour.BLUE: 0.97, Colour.RED: 0.03}


def piece(code: str, place: tuple[int, int], confidence: float = 0.95, **more: Any) -> dict[str, Any]:
    x, y = place
    box = [100 * x, 100 * y, 100 * x + 96, 100 * y + 96]
    told = {"code": code, "confidence": confidence, "box": box, "options": [], "place": f"table/{x},{y}"}
    return {"id": f"{code}@{x},{y}", **told, **more}


def state_of(notation: str) -> State:
    game = load("dwar7s")
    return game.state.model_dump(game.parse(notation), mode="json")


def lies(laid_pieces: Any) -> dict[tuple[int, int], str]:
    """The cards of a layout by place, from the bottom up."""
    (change,) = laid_pieces.changes
    return {
        (stack["x"], stack["y"]): " + ".join(f"{one['colour']} {one['kind']} {one['turn']}" for one in stack["cards"])
        for stack in change.value
    }


def test_clear_cards_are_named_with_their_turn() -> None:
    named = decide([Look({Kind.TAVERN: 0.96}, RED, 2), Look({Kind.CASTLE: 0.95}, BLUE, 1)], ONE_EACH)
    assert [one.card.value for one in named] == ["red tavern 2", "blue castle 1"]
    assert all(one.by_looks is None for one in named)


def test_a_card_that_lies_elsewhere_is_not_named_twice() -> None:
    """Both look like the same mine; the box has one of it, and what that changed is marked."""
    surely = Look({Kind.RUBY_MINE: 0.97, Kind.EMERALD_MINE: 0.02}, RED)
    rather = Look({Kind.RUBY_MINE: 0.55, Kind.EMERALD_MINE: 0.44}, RED)
    alone = decide([rather], ONE_EACH)[0]
    assert alone.card.value == "?"
    first, second = decide([surely, rather], ONE_EACH)
    assert first.card.value == "red ruby_mine 0"
    assert (second.card.value, second.by_looks) == ("red emerald_mine 0", "red ruby_mine 0")
    without = decide([surely, rather], ONE_EACH, with_box=False)
    assert [one.card.value for one in without] == ["red ruby_mine 0", "?"]


def test_strangers_and_untaught_cards_stay_open_with_three_candidates() -> None:
    stranger = decide([Look({Kind.TAVERN: 0.3, Kind.CASTLE: 0.1}, BLUE)], ONE_EACH)[0].card
    assert stranger.value == "?" and stranger.alternatives[0].value == "blue tavern 0"
    untaught = decide([Look({Kind.TAVERN: 0.97}, RED), Look({}, RED)], ONE_EACH)[1].card
    assert untaught.value == "?" and len(untaught.alternatives) == 3
    assert "red tavern 0" not in [other.value for other in untaught.alternatives]


def test_dwarves_stand_on_their_card_and_open_cards_are_not_laid() -> None:
    pieces = [
        piece("red castle 1", (0, 0)),
        piece("?", (1, 0), 0.1, options=[{"code": "red tavern 0", "confidence": 0.1}]),
        piece("dwarf blue", (0, 0), 0.5),
        {**piece("dwarf blue", (0, 0), 0.5), "id": "second"},
    ]
    result = TABLE.lay(pieces, state_of("Ann:b Ben:r | - | -"), Spot())
    (stack,) = result.changes[0].value
    assert stack["dwarves"] == {"blue": 2}
    assert [one["path"] for one in result.pieces] == ["/table/0/cards/0", None, *["/table/0/dwarves/blue"] * 2]


def test_a_later_photo_is_laid_over_the_table_whichever_way_up() -> None:
    """The photo is taken from the other side of the table: all is turned twice and counted from its own corner."""
    state = state_of("Ann:b Ben:r | 4,4:Car 5,4:Tab1 5,5:Rub2 | -")
    turned = [piece("red castle 2", (1, 1)), piece("blue tavern 3", (0, 1)), piece("blue ruby_mine 0", (0, 0))]
    found = lies(TABLE.lay([*turned, piece("red general_store 2", (1, 0))], state, Spot()))
    assert found == {
        (4, 4): "red castle 0",
        (5, 4): "blue tavern 1",
        (5, 5): "blue ruby_mine 2",
        (4, 5): "red general_store 0",
    }


def test_cards_below_stay_and_a_new_card_of_the_kind_covers() -> None:
    state = state_of("Ann:b Ben:r | 0,0:Car 1,0:Rub+Rur1 2,0:Tab 3,0:Stb | -")
    pieces = [
        piece("red castle 0", (0, 0)),
        piece("red ruby_mine 1", (1, 0)),
        piece("red tavern 0", (2, 0)),
    ]
    found = lies(TABLE.lay(pieces, state, Spot()))
    assert found[1, 0] == "blue ruby_mine 0 + red ruby_mine 1"
    assert found[2, 0] == "blue tavern 0 + red tavern 0"
    assert found[3, 0] == "blue general_store 0", "the photo does not reach so far"


def test_naming_an_open_card_puts_it_into_the_layout() -> None:
    state = state_of("Ann:b Ben:r | - | -")
    pieces = [piece("red castle 1", (0, 0)), piece("?", (1, 0), 0.1), piece("dwarf red", (1, 0), 0.5)]
    first = TABLE.lay(pieces, state, Spot())
    state["table"] = first.changes[0].value
    after = [first.pieces[0], {**first.pieces[1], "code": "blue tavern 3"}, first.pieces[2]]
    again = TABLE.adjust(first.pieces, after, state, 0)
    assert again.changes[0].value[1]["dwarves"] == {"red": 1}, "the dwarf on it waited for its card"
    assert lies(again) == {(0, 0): "red castle 1", (1, 0): "blue tavern 3"}
    assert again.pieces[1]["path"] == "/table/1/cards/0"


def test_corrections_change_only_what_was_corrected() -> None:
    state = state_of("Ann:b Ben:r | - | -")
    pieces: Pieces = [piece("red castle 1", (0, 0)), piece("blue tavern 0", (1, 0)), piece("dwarf red", (0, 0), 0.5)]
    first = TABLE.lay(pieces, state, Spot())
    state["table"] = [{**stack, "dwarves": {**stack["dwarves"], "blue": 1}} for stack in first.changes[0].value]
    after = [first.pieces[0], {**first.pieces[1], "code": "blue tavern 2"}]
    table = TABLE.adjust(first.pieces, after, state, 0).changes[0].value
    assert [stack["cards"][-1]["turn"] for stack in table] == [1, 2]
    assert table[0]["dwarves"] == {"red": 0, "blue": 1} and table[1]["dwarves"] == {"blue": 1}


def test_a_code_of_no_piece_is_refused() -> None:
    state = state_of("Ann:b Ben:r | - | -")
    with pytest.raises(CannotLay, match="neither a card nor a dwarf"):
        TABLE.adjust([], [piece("a knight", (0, 0))], state, 0)


def test_a_card_added_by_hand_finds_its_place() -> None:
    state = state_of("Ann:b Ben:r | - | -")
    pieces = [piece("red castle 1", (0, 0)), piece("blue tavern 0", (1, 0)), piece("red tavern 0", (0, 1))]
    first = TABLE.lay(pieces, state, Spot())
    state["table"] = first.changes[0].value
    added = {**piece("blue castle 0", (1, 1)), "place": None}
    again = TABLE.adjust(first.pieces, [*first.pieces, added], state, 0)
    assert lies(again)[1, 1] == "blue castle 0"


def test_questions_name_the_column_and_row_and_mark_what_the_box_changed() -> None:
    state = state_of("Ann:b Ben:r | - | -")
    pieces = [
        piece("red castle 1", (0, 0)),
        piece("?", (2, 1), 0.1, options=[{"code": "red tavern 0", "confidence": 0.1}]),
        piece("red emerald_mine 0", (1, 0), by_looks="red ruby_mine 0"),
    ]
    result = TABLE.lay(pieces, state, Spot())
    asked = TABLE.questions(result.pieces, (), state, 0)
    assert asked[0].text == "Which card lies at column 3, row 2?"
    assert [choice.value for choice in asked[0].choices] == ["red tavern 0"]
    assert "looks like red Ruby mine" in asked[1].text
    assert [one.id for one in asked[2:]] == ["dwarves", "gems", "goals"]


@pytest.mark.parametrize("colour", list(Colour))
def test_the_frame_tells_the_colour_under_any_lamp(colour: Colour) -> None:
    rgb = {
        Colour.BLUE: (40, 90, 200),
        Colour.RED: (190, 30, 40),
        Colour.GREEN: (40, 160, 60),
        Colour.YELLOW: (230, 190, 40),
    }
    card = np.full((192, 192, 3), rgb[colour], np.uint8)
    card[20:-20, 20:-20] = (140, 130, 120)
    for lamp in ((1.0, 1.0, 1.0), (1.0, 0.85, 0.7), (0.45, 0.5, 0.55)):
        found = frame_of((card * lamp).astype(np.uint8)).colours
        assert max(found, key=lambda one: found[one]) is colour and found[colour] > 0.8


def test_dwarves_are_shapes_inside_the_frame() -> None:
    card = np.full((192, 192, 3), (190, 30, 40), np.uint8)
    card[20:-20, 20:-20] = (140, 130, 120)
    cv2.rectangle(card, (60, 90), (90, 130), (40, 90, 210), -1)
    cv2.rectangle(card, (110, 90), (140, 130), (200, 30, 30), -1)
    assert sorted(str(one.colour) for one in dwarves_on(card)) == ["blue", "red"]


def test_what_is_printed_on_a_card_is_no_dwarf() -> None:
    """A yellow print on a card with a red frame, taught by one with a blue frame in brighter light."""
    inside = np.full((192, 192, 3), (90, 100, 110), np.uint8)
    cv2.putText(inside, "W", (40, 100), cv2.FONT_HERSHEY_SIMPLEX, 2.5, (230, 180, 30), 14)
    cv2.circle(inside, (120, 130), 12, (60, 60, 60), 3)
    taught, met = (np.full((192, 192, 3), frame, np.uint8) for frame in ((40, 90, 210), (170, 20, 30)))
    for card in (taught, met):
        card[20:-20, 20:-20] = inside[20:-20, 20:-20]
    met = (met * 0.7).astype(np.uint8)
    assert dwarves_on(met), "nobody said what is printed there"
    assert dwarves_on(met, taught) == []
    cv2.rectangle(met, (108, 112), (134, 148), (40, 150, 50), -1)
    assert [str(one.colour) for one in dwarves_on(met, taught)] == ["green"]


def test_a_dwarf_on_a_place_printed_in_its_own_colour_is_seen() -> None:
    """Rings and icons in one strong green; the light that they are met in is another one."""
    rng = np.random.default_rng(8)
    taught = np.asarray(cv2.GaussianBlur(rng.integers(60, 140, (192, 192, 3), np.uint8), (0, 0), 6), np.uint8)
    for place in ((60, 60), (130, 60), (130, 130)):
        cv2.circle(taught, place, 13, (20, 200, 90), 3)
    cv2.rectangle(taught, (45, 110), (80, 150), (20, 200, 90), -1)
    met = (taught * np.array([1.1, 0.8, 0.9])).clip(0, 255).astype(np.uint8)
    assert dwarves_on(met, taught) == []
    cv2.rectangle(met, (112, 104), (150, 150), (25, 140, 70), -1)
    (dwarf,) = dwarves_on(met, taught)
    assert str(dwarf.colour) == "green" and dwarf.box[0] * 192 > 100 and dwarf.box[1] * 192 > 100


def yellow_card() -> np.ndarray:
    """A taught card whose ground is yellow and uneven, with an icon."""
    rng = np.random.default_rng(4)
    uneven = cv2.GaussianBlur(rng.normal(0, 1, (192, 192, 1)), (0, 0), 9)[..., None] * 12
    card = (np.array([170.0, 160.0, 50.0]) * (1 + 0.5 * uneven)).clip(0, 255).astype(np.uint8)
    cv2.circle(card, (90, 110), 20, (40, 40, 30), -1)
    return np.asarray(card, np.uint8)


def test_a_shadow_that_ends_on_a_card_is_no_dwarf() -> None:
    taught = yellow_card()
    met = taught.astype(np.float32)
    met[np.tri(192, k=-70, dtype=bool)] *= 0.55
    assert dwarves_on(met.astype(np.uint8), taught) == []


def test_the_shadow_of_a_dwarf_is_no_dwarf_of_the_colour_of_the_print() -> None:
    taught = yellow_card()
    met = taught.copy()
    cv2.rectangle(met, (120, 70), (150, 110), (30, 70, 190), -1)
    dark = met[80:112, 151:172]
    dark[:] = (dark * 0.5).astype(np.uint8)
    assert [str(one.colour) for one in dwarves_on(met, taught)] == ["blue"]


@pytest.mark.parametrize("colour", [(30, 70, 190), (220, 200, 20)])
def test_a_shadow_that_falls_beside_a_dwarf_is_no_further_one(colour: tuple[int, int, int]) -> None:
    """Also where the dwarf has the colour of the print that its shadow falls on."""
    taught = yellow_card()
    met = taught.copy()
    cv2.rectangle(met, (120, 110), (150, 150), colour, -1)
    dark = met[70:95, 115:150]
    dark[:] = (dark * 0.5).astype(np.uint8)
    (dwarf,) = dwarves_on(met, taught)
    assert dwarf.box[1] * 192 > 100


def test_walls_in_warm_light_do_not_tell_the_colour_of_a_card() -> None:
    """Grey walls along three sides take on the colour of the lamp; the taught picture tells that they are walls."""
    card = np.full((192, 192, 3), (60, 120, 200), np.uint8)
    card[15:-15, 15:-15] = (140, 130, 120)
    card[:10] = card[-10:] = card[:, :10] = (128, 118, 108)
    taught = card.copy()
    taught[(card == (60, 120, 200)).all(axis=2)] = (190, 40, 40)
    met = (card * (1.1, 0.95, 0.7)).clip(0, 255).astype(np.uint8)
    alone, beside = frame_of(met).colours, frame_of(met, taught).colours
    assert max(beside, key=beside.__getitem__) is Colour.BLUE and beside[Colour.BLUE] > alone[Colour.BLUE]


def test_a_picture_taught_without_its_frame_hides_no_colour() -> None:
    card = np.full((192, 192, 3), (60, 120, 200), np.uint8)
    card[16:-16, 16:-16] = (24, 18, 30)
    colours = frame_of(card, np.ascontiguousarray(card[20:-20, 20:-20])).colours
    assert colours[Colour.BLUE] > 0.95


SQUARE = np.array([[0, 0], [100, 0], [100, 100], [0, 100]], np.float64)


def test_dwarves_that_touch_are_counted_by_the_usual_one() -> None:
    """One that is only a little larger than the others is still one; a group is longer, too."""
    alone = Dwarf(Colour.RED, 0.02, (0.2, 0.2, 0.35, 0.4))
    larger = Dwarf(Colour.RED, 0.034, (0.2, 0.2, 0.38, 0.44))
    pair = Dwarf(Colour.RED, 0.034, (0.2, 0.2, 0.48, 0.4))
    assert counted([size_of(one, SQUARE) for one in (alone, alone, alone, larger, pair)]) == [1, 1, 1, 1, 2]
    assert counted([]) == []


def test_a_dwarf_on_a_card_far_away_is_one_though_the_card_is_seen_low() -> None:
    """Straightened, the far card is drawn out to a square, and who stands on it with it."""
    near, far = Dwarf(Colour.RED, 0.028, (0.2, 0.3, 0.39, 0.56)), Dwarf(Colour.RED, 0.045, (0.2, 0.3, 0.4, 0.71))
    low = SQUARE * (1, 0.6)
    assert counted([size_of(near, SQUARE)] * 2 + [size_of(far, SQUARE)]) == [1, 1, 2], "were all cards seen alike"
    assert counted([size_of(near, SQUARE)] * 2 + [size_of(far, low)]) == [1, 1, 1]


def test_print_that_is_much_smaller_than_the_dwarves_of_the_photo_is_none() -> None:
    dwarf, print_ = Dwarf(Colour.RED, 0.03, (0.2, 0.3, 0.39, 0.56)), Dwarf(Colour.GREEN, 0.009, (0.7, 0.2, 0.8, 0.3))
    cut = Dwarf(Colour.GREEN, 0.009, (0.7, 0.13, 0.8, 0.2))
    assert counted([size_of(one, SQUARE) for one in (dwarf, dwarf, dwarf, print_, cut)]) == [1, 1, 1, 0, 1]
    assert counted([size_of(print_, SQUARE)]) == [1]


def test_dwarves_that_the_frame_cuts_do_not_say_how_large_a_dwarf_is() -> None:
    cut, whole = Dwarf(Colour.RED, 0.018, (0.2, 0.13, 0.39, 0.27)), Dwarf(Colour.RED, 0.04, (0.2, 0.3, 0.4, 0.6))
    assert counted([size_of(one, SQUARE) for one in (cut, cut, cut, whole)]) == [1, 1, 1, 1]


def test_cards_of_another_game_are_told_as_such() -> None:
    """Every kind is taught, and nothing in a layout of six looks like any of them."""
    quads = [[(x, y), (x + 100, y), (x + 100, y + 100), (x, y + 100)] for y in (50, 153) for x in (50, 153, 256)]
    things = [Thing(ThingKind.CARD, tuple(corners), 0.9) for corners in quads]  # type: ignore[arg-type]
    pixels = np.full((400, 500, 3), (90, 40, 90), np.uint8)
    pixels[50:253, 50:356] = (200, 190, 180)
    frame = Frame(pixels)
    strange = Naming(None, 0.001, (Alternative("castle", 0.001),))
    hints = Hints(namer=lambda flats, **_: [strange] * len(flats), taught=frozenset(Kind))
    assert of_things(frame, things, hints).left_open == (OTHER_GAME,)
    plain = Naming("castle", 0.97, (Alternative("castle", 0.97),))
    known = Hints(namer=lambda flats, **_: [plain] + [strange] * (len(flats) - 1), taught=frozenset(Kind))
    assert len(of_things(frame, things, known).placed) == len(things)
    doubted = [*things[:-1], replace(things[-1], confidence=0.6)]  # and it looks like no card that was taught
    assert len(of_things(frame, doubted, known).placed) == len(things) - 1
    untaught = replace(known, taught=frozenset(Kind) - {Kind.CASTLE})
    assert len(of_things(frame, doubted, untaught).placed) == len(things)


def test_a_card_that_the_photo_cuts_off_is_told_of_but_not_counted() -> None:
    quads = [((x, 50), (x + 100, 50), (x + 100, 150), (x, 150)) for x in (50, 153, 256)]
    things = [Thing(ThingKind.CARD, quad, 0.97) for quad in quads]
    things[2] = replace(things[2], flaws=(Flaw.CUT_OFF,))
    frame = Frame(np.full((200, 310, 3), (200, 190, 180), np.uint8))
    plain = Naming("castle", 0.97, (Alternative("castle", 0.97),))
    reading = of_things(frame, things, Hints(namer=lambda flats, **_: [plain] * len(flats)))
    assert {seen.place for seen in reading.placed} == {"table/0,0", "table/1,0"}
    begun = beginning("dwar7s", "Ann", reading.pieces(), Hints())
    clear = [{**one, "confidence": 0.97} for one in reading.pieces()]
    first = asked(TABLE, clear, reading.left_open, begun, 0)[0]
    assert "not counted: 1" in str(first.text)


@pytest.fixture(scope="module")
def table() -> tuple[Frame, dict[str, Any]]:
    """A composed table whose icons are simple forms."""
    rng = np.random.default_rng(3)
    icons = np.zeros((24, 96, 96), np.uint8)
    for icon in icons:
        cv2.fillPoly(icon, [cv2.convexHull(rng.integers(8, 88, (5, 2)).astype(np.int32))], 255)
    shelf = Shelf([], [], icons, [], [], icons)
    made = composed.table(composed.copy(shelf, rng), shelf, rng)
    shot = shoot(made.things, np.full((1920, 1920, 3), (120, 90, 60), np.uint8), rng, (55.0, 75.0), 0.05)
    return Frame(shot.picture), made.state


def test_with_nothing_taught_the_grid_comes_out_with_cards_to_name(table: tuple[Frame, dict[str, Any]]) -> None:
    frame, truth = table
    reading = read_table("dwar7s", frame, Hints())
    cells = {cell_of(str(seen.place)) for seen in reading.placed}
    true = {(stack["x"], stack["y"]) for stack in truth["table"]}
    left, top = min(x for x, _ in true), min(y for _, y in true)
    assert cells == {(x - left, y - top) for x, y in true}
    outcome = laid(reading, [Spot()], beginning("dwar7s", "Ann", reading.pieces(), Hints()))
    assert outcome.state.table == ()
    assert sum("Which card lies at" in question.text for question in outcome.questions) == len(true)


def test_everybody_whose_cards_are_seen_plays_before_any_is_named(table: tuple[Frame, dict[str, Any]]) -> None:
    frame, truth = table
    begun = TABLE.beginning("Ann", read_table("dwar7s", frame, Hints()).pieces(), Hints())
    seen = {stack["cards"][-1]["colour"] for stack in truth["table"]} | {
        colour for stack in truth["table"] for colour in stack["dwarves"]
    }
    assert {player["colour"] for player in begun["players"]} == seen


def test_a_bare_table_changes_nothing() -> None:
    frame = Frame(np.full((600, 800, 3), (120, 90, 60), np.uint8))
    reading = read_table("dwar7s", frame, Hints())
    assert reading.placed == ()

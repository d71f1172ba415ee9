"""A character from photo to state: cards known, laid, corrected and asked about, the sheet turned by its print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from scoring.games import load
from tests.vision.scenes import View, filled, seen_die
from vision.gallery import Naming
from vision.palette import Colour
from vision.photo import Frame
from vision.reading import UNSURE, Alternative, Box, Reading
from vision.tables import reader_of
from vision.tables.beside import Card, box_of, candidates, cut_away, named, titles_of
from vision.tables.contract import Pieces, Spot, State
from vision.tables.rollplayer import cards as character
from vision.tables.rollplayer import read as rollplayer
from vision.tables.rollplayer.counters import rings_of, words_of
from vision.tables.rollplayer.marker import marker_on
from vision.tables.table import Hints
from vision.things import Flaw, Kind, Thing

TABLE = reader_of("rollplayer")
CATALOGUE = load("rollplayer").catalogue
BLANK = Frame(np.full((900, 1200, 3), 90, dtype=np.uint8))


def fresh(**more: Any) -> State:
    return load("rollplayer").state.model_validate({"players": [{"name": "Ann", **more}]}).model_dump(mode="json")


def piece(code: str, place: str, confidence: float = 0.97, **more: Any) -> dict[str, Any]:
    return {
        "id": f"{place} {code}",
        "code": code,
        "place": place,
        "confidence": confidence,
        "box": [0, 0, 9, 9],
        **more,
    }


def after(state: State, laid: Any) -> dict[str, Any]:
    player = {**state["players"][0]}
    for change in laid.changes:
        player[change.path.split("/")[3]] = change.value
    return player


def thing(left: float, kind: Kind = Kind.CARD, side: float = 200) -> Thing:
    right, bottom = left + side, 50 + 1.4 * side
    return Thing(kind, ((left, 50), (right, 50), (right, bottom), (left, bottom)), 0.9)


def taught(*names: str | None) -> Hints:
    """Hints whose namer knows the things in this order; None for one that it does not know."""

    def namer(pictures: Sequence[Any], **looks: Any) -> list[Naming]:
        return [Naming(name, 0.98 if name else 0.1, (), 0) for name, _ in zip(names, pictures, strict=True)]

    return Hints(namer=namer, taught=frozenset(name for name in names if name))


SEEN = [
    piece("elf", "race"),
    piece("ranger", "hero_class"),
    piece("hermit", "alignment"),
    piece("0,2", "marker", 0.5),
    piece("hunter", "backstory"),
    piece("longsword", "cards"),
]


def test_cards_go_where_they_belong_and_what_is_not_seen_stays() -> None:
    state = fresh(cards=["leather_boots"], gold=3, rows={"wisdom": ["red 4"]})
    laid = TABLE.lay(SEEN, state, Spot(0))
    player = after(state, laid)
    assert (player["race"], player["hero_class"], player["alignment"]) == ("elf", "ranger", "hermit")
    assert (player["backstory"], player["marker"]) == ("hunter", [0, 2])
    assert player["cards"] == ["leather_boots", "longsword"]
    assert player["rows"]["wisdom"][0] == "red 4"  # no die is seen: the sheet stays
    assert laid.pieces[-1]["path"] == "/players/0/cards/1"


def test_two_photos_make_one_character() -> None:
    """Left half, right half: the second one adds to the first."""
    state = fresh()
    state["players"][0] = after(state, TABLE.lay(SEEN[:2], state, Spot(0)))
    dice = [piece("red 4", "rows/strength/0")]
    player = after(state, TABLE.lay([*dice, piece("longbow", "cards")], state, Spot(0)))
    assert (player["race"], player["hero_class"], player["cards"]) == ("elf", "ranger", ["longbow"])
    assert player["rows"]["strength"] == ["red 4", None, None]


@pytest.mark.parametrize(
    ("corrected", "field", "value"),
    [
        (piece("wizard", "hero_class"), "hero_class", "wizard"),
        (piece("1,0", "marker"), "marker", [1, 0]),
        (piece("longbow", "cards"), "cards", ["leather_boots", "longbow"]),
    ],
)
def test_a_correction_changes_its_card_and_nothing_else(corrected: dict[str, Any], field: str, value: Any) -> None:
    state = fresh(cards=["leather_boots"])
    laid = TABLE.lay(SEEN, state, Spot(0))
    state["players"][0] = after(state, laid)
    old = next(one for one in laid.pieces if one["place"] == corrected["place"])
    told: Pieces = [{**one, "code": corrected["code"]} if one is old else one for one in laid.pieces]
    adjusted = TABLE.adjust(laid.pieces, told, state, 0)
    assert after(state, adjusted) == {**state["players"][0], field: value}


def test_a_card_that_is_none_goes_and_what_people_typed_stays() -> None:
    state = fresh(cards=["leather_boots"])
    laid = TABLE.lay(SEEN, state, Spot(0))
    state["players"][0] = after(state, laid)
    left = [one for one in laid.pieces if one["place"] not in ("cards", "race")]
    player = after(state, TABLE.adjust(laid.pieces, left, state, 0))
    assert (player["cards"], player["race"]) == (["leather_boots"], None)


def test_unsure_cards_and_the_marker_are_asked_about_and_known_ones_are_not() -> None:
    pieces = [*SEEN[:4], piece("hunter", "backstory", 0.6, options=[{"code": "craftsman", "confidence": 0.3}])]
    state = fresh()
    laid = TABLE.lay(pieces, state, Spot(0))
    state["players"][0] = after(state, laid)
    asked = TABLE.questions(laid.pieces, ["cubes 3", "unknown_cards 2"], state, 0)
    texts = [question.text for question in asked]
    assert any("nine squares" in text for text in texts)
    assert any("I read Hunter" in text for text in texts)
    assert any("2 more cards" in text for text in texts)
    assert not any("Which race" in text or "experience" in text for text in texts)  # no expansion, so no cubes
    state["options"]["expansion"] = True
    assert any("I count 3" in one.text for one in TABLE.questions(laid.pieces, ["cubes 3"], state, 0))


def test_what_was_taught_is_known_once_each() -> None:
    things = [thing(20), thing(260), thing(500), thing(740)]
    found = character.cards_of(BLANK, things, [], taught("ranger", "wizard", "longsword", None))
    assert [card.piece.value for card in found.known] == ["ranger", "longsword"]  # one class only
    assert found.unknown == 1
    places = [seen.place for seen in character.pieces_of(BLANK, found.known, Hints())]
    assert places == ["hero_class", "cards"]


def test_a_die_is_no_card() -> None:
    die = seen_die(Card(Reading("", 1.0), thing(20, side=60).corners, 0).box)
    assert candidates([thing(20, Kind.TILE, 60), thing(400)], [die]) == [thing(400)]


def test_a_card_that_the_photo_cuts_off_is_noticed_but_no_candidate() -> None:
    die = seen_die(Card(Reading("", 1.0), thing(20, side=60).corners, 0).box)
    cut = [replace(one, flaws=(Flaw.CUT_OFF,)) for one in (thing(20, side=60), thing(400), thing(550, Kind.TILE, 60))]
    assert candidates([*cut, thing(700)], [die]) == [thing(700)]
    assert cut_away([*cut, thing(700)], [die], Hints()) == cut[1:2]
    assert cut_away(cut, [die], Hints(alone=True)) == []  # there the photo was cut apart


def test_a_sheet_that_would_lie_across_the_rows_of_its_dice_was_not_seen_well() -> None:
    """The cards beside it tell then which way its player sees it."""
    boxes = View(90).boxes(np.array(filled([3] * 6), dtype=float))
    dice = [seen_die(box, "4", Colour.RED) for box in boxes]
    sheet = Card(Reading("elf", 0.65), thing(20, Kind.BOARD).corners, 1)
    names = ("negotiate", "scout", "search")
    upright = [Card(Reading(name, 0.9), thing(400 + 120 * row).corners, 0) for row, name in enumerate(names)]
    turned = [replace(card, quarter=2) for card in upright]
    assert character.first_row_of([sheet, *upright], CATALOGUE, dice) == "top"
    assert character.first_row_of([sheet, *turned], CATALOGUE, dice) == "bottom"
    assert character.first_row_of([sheet, *upright[:2]], CATALOGUE, dice) == "right"  # which will be asked about
    assert character.first_row_of(upright[:2], CATALOGUE, dice) is None


@pytest.mark.parametrize(("quarter", "end"), [(0, "top"), (1, "right"), (2, "bottom"), (3, "left")])
def test_the_print_on_the_sheet_tells_which_end_is_strength(quarter: int, end: str) -> None:
    sheet = Card(Reading("elf", 0.98), thing(20, Kind.BOARD).corners, quarter)
    assert character.first_row_of([sheet], CATALOGUE) == end
    dice = [
        seen_die(box, str(row % 6 + 1), Colour.RED)
        for (row, _), box in zip(
            filled([3] * 6), View(90, roll=90 * quarter).boxes(np.array(filled([3] * 6))), strict=True
        )
    ]
    reading = rollplayer.of_dice(dice, Hints(first_row=end))
    assert {seen.place: seen.piece.value for seen in reading.placed}["rows/strength/0"] == "red 1"


def test_titles_hold_every_language() -> None:
    assert titles_of(CATALOGUE, ("race",))["elf"] == tuple(CATALOGUE.items["elf"].name.values())


def test_nothing_to_name_is_no_question_for_anybody() -> None:
    assert named(BLANK, [], taught(), {}).known == ()


def drawn_card(square: tuple[int, int] | None, light: float = 1.0, shift: int = 0) -> np.ndarray:
    """An alignment card with a number in each square, and perhaps a marker on one of them."""
    card = np.full((256, 256, 3), 190, np.uint8)
    cv2.rectangle(card, (6, 6), (249, 46), (240, 235, 220), -1)
    for number in range(9):
        row, column = divmod(number, 3)
        x, y = int(256 * (0.08 + 0.28 * (column + 0.5))), int(256 * (0.22 + 0.243 * (row + 0.5)))
        cv2.rectangle(card, (x - 34, y - 29), (x + 34, y + 29), (70, 60, 120), 2)
        cv2.putText(card, str(number - 4), (x - 18, y + 12), 0, 1.0, (70, 60, 120), 3, cv2.LINE_AA)
        if (row, column) == square:
            cv2.circle(card, (x + 3, y - 2), 25, (60, 120, 200), -1, cv2.LINE_AA)
            cv2.circle(card, (x + 3, y - 2), 17, (240, 240, 240), 4, cv2.LINE_AA)
    moved = np.roll(card, shift, (0, 1))
    slope = np.linspace(light, light * 0.75, 256)[None, :, None]
    return (moved * slope).clip(0, 255).astype(np.uint8)


@pytest.mark.parametrize("square", [(row, column) for row in range(3) for column in range(3)])
def test_the_marker_is_what_differs_from_the_taught_card(square: tuple[int, int]) -> None:
    """In another light, with corners a little off; on a card that nobody taught it is the odd square."""
    photographed = drawn_card(square, light=0.7, shift=4)
    found, sure = marker_on(photographed, drawn_card(None))
    assert found == square and sure > UNSURE
    odd, doubt = marker_on(photographed, None)
    assert odd == square and doubt < UNSURE


def test_a_card_without_a_marker_is_not_told_for_sure() -> None:
    assert marker_on(drawn_card(None, light=0.8, shift=3), drawn_card(None))[1] < UNSURE


def counter(colour: tuple[int, int, int], turn: float = 0.0) -> np.ndarray:
    """A round token with a bar across it, turned."""
    token = np.full((96, 96, 3), 120, np.uint8)
    cv2.circle(token, (48, 48), 46, colour, -1, cv2.LINE_AA)
    tip = np.array([np.cos(turn), np.sin(turn)]) * 26
    cv2.line(token, (48 - tip).astype(int).tolist(), (48 + tip).astype(int).tolist(), (250, 250, 250), 9)
    return token


def test_counters_are_known_by_their_rings_however_they_are_turned() -> None:
    known = {word: rings_of(counter(colour)) for word, colour in (("gold", (210, 170, 40)), ("wounds", (180, 30, 30)))}
    for turn in (0.3, 1.4, 2.9):
        assert words_of([rings_of(counter((200, 160, 45), turn))], known) == ["gold"]
    assert words_of([rings_of(counter((170, 40, 35), 0.8))], known) == ["wounds"]
    assert words_of([rings_of(counter((30, 60, 220)))], known) == [None]
    assert words_of([], known) == []


def test_of_two_groups_of_counters_one_is_another_kind() -> None:
    """Seen alone it might be gold as well, but gold lies beside it."""
    known = {word: rings_of(counter(colour)) for word, colour in (("gold", (210, 170, 40)), ("wounds", (190, 90, 40)))}
    gold, orange = rings_of(counter((205, 168, 42))), rings_of(counter((200, 128, 40)))
    assert words_of([orange], known) == ["gold"]
    assert words_of([orange, gold], known) == ["wounds", "gold"]


def test_what_decides_most_points_is_asked_first() -> None:
    """A class decides up to twelve stars of goals, gold none at all."""
    rows = {name: ["red 6", "blue 5", "green 4"] for name in ("strength", "dexterity", "constitution", "wisdom")}
    state = fresh(race="elf", backstory="hunter", rows=rows, cards=["longsword"])
    asked = TABLE.questions([], ["gold 4"], state, 0)
    ids = [question.id for question in asked]
    assert ids[0] == "hero_class" and ids[-1] == "gold"
    assert [choice.value for choice in asked[-1].choices] == [4, 5, 3, 6]
    assert asked[-1].where == "/players/0/gold"


@pytest.mark.parametrize(
    ("name", "first", "second", "told"),
    [
        ("cleric", 0.06, 0.001, True),
        ("cleric", 0.06, 0.03, False),
        ("wand", 0.4, 0.001, True),
        ("wand", 0.2, 0.001, False),
        ("wand", 0.4, 0.1, False),
    ],
    ids=["the only class", "two classes alike", "a card like no other", "a card like none", "two cards alike"],
)
def test_a_card_that_looks_like_one_and_no_other_is_told(name: str, first: float, second: float, told: bool) -> None:
    """A character has one class, so that less is enough for it than for one of many cards."""
    other = Alternative("paladin" if name == "cleric" else "longbow", second)
    guessed = [Card(Reading(name, first, (other,)), thing(0).corners, 0)]
    found = character._must_be(guessed, [], load("rollplayer").catalogue)
    assert [card.piece.value for card in found] == [name] * told


def sheet_with_dice() -> tuple[Thing, list[Any]]:
    """A sheet on whose left half six dice lie."""
    corners = ((100.0, 100.0), (1000.0, 100.0), (1000.0, 700.0), (100.0, 700.0))
    boxes = [Box(x, y, x + 60, y + 60) for x in (150, 250) for y in (150, 300, 450)]
    return Thing(Kind.BOARD, corners, 0.9), [seen_die(box, "4", Colour.RED) for box in boxes]


def beneath(hints: Hints) -> Any:
    """What is told of a sheet under dice: nothing is printed on it that could be read."""
    sheet, dice = sheet_with_dice()
    return named(BLANK, [sheet], hints, titles_of(CATALOGUE, ("race", "class")), dice, titles_of(CATALOGUE, ("race",)))


def test_a_sheet_under_dice_is_known_by_what_is_seen_beside_them() -> None:
    asked: list[Any] = []

    def namer(pictures: Sequence[Any], *, covered: Any = (), rim: float = 0.0) -> list[Naming]:
        asked.extend(covered)
        return [Naming(None, 0.004, (Alternative("elf", 0.004), Alternative("orc", 0.0001)), 1) for _ in pictures]

    races = frozenset(titles_of(CATALOGUE, ("race",)))
    found = beneath(Hints(namer=namer, taught=races))
    first = asked[0][0]
    assert tuple(round(edge, 2) for edge in first) == (0.06, 0.08, 0.12, 0.18)
    assert len(asked[0]) == 6 and not found.known
    guess = found.guessed[0]
    assert (guess.piece.value, guess.quarter) == ("elf", 1)
    assert 0.8 < guess.piece.confidence < UNSURE  # told, and asked about


def test_what_lies_under_dice_is_a_sheet_and_no_card() -> None:
    def namer(pictures: Sequence[Any], **looks: Any) -> list[Naming]:
        return [Naming("ranger", 0.98, (Alternative("ranger", 0.98),), 0) for _ in pictures]

    found = beneath(Hints(namer=namer, taught=frozenset({"ranger"})))
    assert not found.known and not found.guessed and found.unknown == 1


def test_the_fewer_sheets_are_taught_the_less_sure_one_is() -> None:
    def namer(pictures: Sequence[Any], **looks: Any) -> list[Naming]:
        return [Naming(None, 0.004, (Alternative("elf", 0.004),), 0) for _ in pictures]

    found = beneath(Hints(namer=namer, taught=frozenset({"elf", "orc"})))
    assert found.guessed[0].piece.confidence < 0.2


def test_a_part_of_a_sheet_under_dice_is_no_sheet() -> None:
    """The half on which the dice lie looks like a card, and like no taught sheet."""
    sheet, dice = sheet_with_dice()
    half = Thing(Kind.CARD, ((110.0, 110.0), (420.0, 110.0), (420.0, 690.0), (110.0, 690.0)), 0.6)

    def namer(pictures: Sequence[Any], *, covered: Any = (), rim: float = 0.0) -> list[Naming]:
        return [Naming(None, 0.004, (Alternative("elf" if len(covered) else "orc", 0.004),), 0) for _ in pictures]

    races = titles_of(CATALOGUE, ("race",))
    found = named(BLANK, [half, sheet], Hints(namer=namer, taught=frozenset(races)), races, dice, races)
    assert [card.box for card in found.guessed] == [box_of(sheet.corners)]

"""The picture: well formed, every piece can be tapped, kingdoms are tinted, single cards can be compared."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import HealthCheck, given, settings

from scoring.drawing import spoken_by
from scoring.dwar7s import GAME
from scoring.dwar7s.card_picture import draw_card
from scoring.dwar7s.draw import draw
from scoring.paint import PAINT
from tests.scoring.dwar7s.anything import ANY_TABLE, SHIPPED, card, known, stack, table

SVG = "{http://www.w3.org/2000/svg}"


def picture(state):
    return ET.fromstring(draw(state, SHIPPED))


def paths(root):
    return {element.get("data-path") for element in root.iter() if element.get("data-path")}


@pytest.mark.parametrize("name", GAME.samples)
def test_every_piece_of_a_sample_can_be_tapped(name):
    state = GAME.sample(name)
    found = paths(picture(state))
    for place, one in enumerate(state.table):
        assert f"/table/{place}/cards/{len(one.cards) - 1}" in found
        assert {f"/table/{place}/dwarves/{colour}" for colour, count in one.dwarves.items() if count} <= found
    assert {f"/players/{seat}" for seat in range(len(state.players))} <= found


def test_free_spots_are_offered_while_cards_may_be_placed():
    spots = [e for e in picture(table(stack(0, 0, card("blue castle")))).iter() if e.get("data-path") == "/table/-"]
    assert {(e.get("data-x"), e.get("data-y")) for e in spots} == {("0", "-1"), ("1", "0"), ("0", "1"), ("-1", "0")}
    assert "/table/-" not in paths(picture(table(stack(0, 0, card("blue castle")), phase="counting")))


def tints(root, place):
    (group,) = [e for e in root.iter() if e.get("data-path") == f"/table/{place}"]
    return [e.get("fill") for e in group.iter(f"{SVG}rect") if e.get("fill-opacity")]


def test_kingdoms_are_tinted_and_shared_ones_twice():
    alone = picture(
        table(
            stack(0, 0, card("blue castle", "r")), stack(1, 0, card("red castle")), stack(2, 0, card("red tavern", "l"))
        )
    )
    assert [tints(alone, place) for place in range(3)] == [[PAINT["blue"][0]], [PAINT["red"][0]], []]
    shared = picture(table(stack(0, 0, card("blue castle")), stack(1, 0, card("red castle"))))
    assert tints(shared, 1) == [PAINT["blue"][0], PAINT["red"][0]]


def test_walls_and_unknown_walls_look_different():
    def lines(state):
        return list(picture(state).iter(f"{SVG}line"))

    assert len(lines(table(stack(0, 0, card("blue castle", "tl"))))) == 2
    unknown = draw(table(stack(0, 0, "blue castle"), phase="counting"), SHIPPED)
    assert "stroke-dasharray" in unknown
    assert ">?</text>" in unknown


def test_points_stand_on_the_cards():
    text = draw(table(stack(0, 0, card("blue castle", points=-3))), SHIPPED)
    assert ">−3</text>" in text


def test_the_picture_fits_a_phone_and_grows_only_when_it_must():
    small = picture(table(stack(0, 0, card("blue castle"))))
    assert small.get("viewBox").startswith("0 0 390 ")
    row = table(*(stack(x, 0, card("red tavern")) for x in range(20)))
    assert float(picture(row).get("width")) > 390


def test_the_picture_speaks_other_languages():
    with spoken_by(lambda text: getattr(text, "values", {}).get("el", text)):
        assert "Κάστρο" in draw(table(stack(0, 0, card("blue castle")), phase="counting"), SHIPPED)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ANY_TABLE)
def test_any_table_that_validates_is_drawn(state):
    assert len(paths(picture(state))) >= len(state.players)


@pytest.mark.parametrize("item", SHIPPED.items)
def test_every_card_has_a_picture(item):
    assert ET.fromstring(draw_card(item, SHIPPED)).find(f"{SVG}title").text == SHIPPED.items[item].name["en"]


def test_the_picture_of_a_card_shows_what_was_entered():
    before, after = (
        draw_card("ruby_mine", SHIPPED),
        draw_card("ruby_mine", known(ruby_mine={"walls": "top, left", "points": -2})),
    )
    edges = {f"/walls/{edge}" for edge in ("top", "right", "bottom", "left")}
    assert edges | {"/points", "/slots", "/need"} <= paths(ET.fromstring(before))
    assert "stroke-dasharray" in before
    assert "stroke-dasharray" not in after
    assert ">−2</text>" in after
    goal = draw_card("trade_1", known(trade_1={"cost": "ruby, ruby, gold", "points": 5}))
    assert goal.count(PAINT["red"][0]) >= 2

"""The shared way of drawing: well-formed, escaped, themed, tappable."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.drawing import (
    PHONE,
    PIPS,
    badge,
    circle,
    curve,
    die,
    drawing,
    element,
    figure,
    group,
    label,
    line,
    polygon,
    rect,
    shift,
    spoken_by,
    tint,
    write,
)
from scoring.paint import PAINT, on, theme
from scoring.words import say

SVG = "{http://www.w3.org/2000/svg}"


def read(*children, title="A picture"):
    return ET.fromstring(drawing(PHONE, 100, *children, title=title))


def test_every_piece_of_the_box_of_shapes_is_well_formed():
    root = read(
        rect(0, 0, 10, 10, 3, fill="card", stroke="edge"),
        circle(1, 1, 1, fill="none"),
        line(0, 0, 1, 1, stroke="wall"),
        polygon((0, 0), (1, 0), (0, 1), fill="gold"),
        curve("M0 0 L1 1", stroke="ink"),
        tint(0, 0, 1, 1, "blue"),
        badge(5, 5, "-2", "bad"),
        figure(0, 0, 20, "red"),
        shift(1, 2, circle(0, 0, 1), turn=90, size=2),
    )
    assert root.get("viewBox") == "0 0 390 100"
    assert root.find(f"{SVG}title").text == "A picture"


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1))
def test_any_text_survives(text):
    root = read(label(0, 0, text), group(circle(0, 0, 1), path=f"/players/{text}", title=text), title=text)
    assert root.find(f"{SVG}text").text == text
    assert root.find(f"{SVG}g").get("data-path") == f"/players/{text}"
    assert root.find(f"{SVG}g/{SVG}title").text == text


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_shows_its_pips(face):
    pips = {(x, y) for x, y in PIPS[face]}
    assert len(pips) == face
    assert pips == {(-x, -y) for x, y in pips}, "a face looks the same upside down"
    assert write(die(0, 0, 20, face)).count("<circle") == face


def test_a_die_with_another_face_shows_the_sign():
    assert ">7</text>" in write(die(0, 0, 20, 7, "black"))
    assert ">★</text>" in write(die(0, 0, 20, "★"))


def test_characters_that_no_file_may_hold_are_shown_as_unreadable():
    assert read(group(label(0, 0, "A\x00nn\ud800"), path="\x07")).find(f"{SVG}g/{SVG}text").text == "A\ufffdnn\ufffd"


def test_only_paints_of_the_box_are_known():
    with pytest.raises(KeyError):
        rect(0, 0, 1, 1, fill="#123456")


def test_a_drawing_brings_light_and_dark_for_each_paint_it_uses_and_no_other():
    text = drawing(10, 10, rect(0, 0, 1, 1, fill="gold", stroke="wall"), title="x")
    light, dark = text.split("@media(prefers-color-scheme:dark)")
    for half, column in ((light, 0), (dark, 1)):
        assert f".f-gold{{fill:var(--tally-gold,{PAINT['gold'][column]})}}" in half
        assert f".s-wall{{stroke:var(--tally-wall,{PAINT['wall'][column]})}}" in half
    assert "--tally-purple" not in text


def test_without_css_the_light_colour_is_still_there():
    assert f'fill="{PAINT["red"][0]}"' in write(circle(0, 0, 1, fill="red"))


def test_a_page_can_set_every_paint_itself():
    for dark in (False, True):
        declarations = dict(part.split(":") for part in theme(dark).rstrip(";").split(";"))
        assert declarations == {f"--tally-{role}": colours[dark] for role, colours in PAINT.items()}


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("paint", sorted(set(PAINT) - {"table", "card", "slot", "edge"}))
def test_pips_and_letters_can_be_told_from_what_they_stand_on(paint, dark):
    assert contrast(PAINT[paint][dark], PAINT[on(paint)][dark]) >= 3


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("ink", ["ink", "faint", "bad", "good", "accent"])
@pytest.mark.parametrize("ground", ["table", "card"])
def test_texts_are_legible(ink, ground, dark):
    assert contrast(PAINT[ink][dark], PAINT[ground][dark]) >= 4.5


def test_texts_speak_the_language_of_the_page():
    greek = {"castle": "κάστρο", "the table": "το τραπέζι"}
    with spoken_by(lambda text: greek.get(text, text)):
        text = drawing(9, 9, label(1, 1, say("castle")), group(title=say("castle")), title=say("the table"))
    assert text.count("κάστρο") == 2
    assert "<title>το τραπέζι</title>" in text
    assert "castle" in drawing(9, 9, label(1, 1, say("castle")), title="x")


def test_a_long_text_is_made_to_fit_and_a_short_one_is_left_alone():
    assert dict(label(0, 0, "inn", 12, fit=40).attributes)["font-size"] == "12"
    small = float(dict(label(0, 0, "general store", 12, fit=40).attributes)["font-size"])
    assert 4 < small < 6


def test_elements_are_values():
    assert die(1, 2, 30, 4, "red") == die(1, 2, 30, 4, "red")
    assert len({circle(0, 0, 1), circle(0, 0, 1), circle(0, 0, 2)}) == 2
    assert element("g", data_path=None).attributes == ()


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

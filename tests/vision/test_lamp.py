"""The light of a photo: known lights are taken away exactly, and the lamp that ships finds lights nobody told it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.networks import draw_table, make_finder, make_lamp, make_reader
from vision.detector import DiceDetector
from vision.lamp import WHITE, Lamp, Light, chart
from vision.palette import Colour
from vision.photo import Pixels, open_photo
from vision.weights import model_path

SAMPLES = Path(__file__).parents[2] / "vision" / "samples"
LAMPLIGHT = Light(0.35, -0.35)


@pytest.fixture(scope="module")
def lamp() -> Lamp:
    return Lamp(model_path("lamp.onnx"))


@pytest.mark.parametrize("light", [LAMPLIGHT, Light(-0.2, 0.2)], ids=["warm", "cold"])
def test_the_shipped_lamp_sees_what_light_was_added(lamp: Lamp, light: Light) -> None:
    """Most of the light that was added to a photo is taken away again; some stays, as tables may be brown."""
    stays = []
    for photo in SAMPLES.glob("*.jpg"):
        pixels = open_photo(photo).pixels(640)
        seen = np.subtract(lamp.light_of(light.shine_on(pixels)), lamp.light_of(pixels))
        stays.append(np.abs(seen - light).mean() / np.abs(light).mean())
    assert max(stays) < 0.6
    assert np.mean(stays) < 0.35


@pytest.mark.parametrize("cloth", [(120, 120, 120), (40, 110, 60), (150, 40, 45), (40, 60, 140)])
def test_the_colour_of_a_table_is_not_taken_for_that_of_the_light(lamp: Lamp, cloth: tuple[int, int, int]) -> None:
    """Grey things of all shades on a coloured cloth."""
    table = np.full((96, 96, 3), cloth, np.uint8)
    for shade in range(40, 240, 25):
        left, top = 4 + (shade * 7) % 72, 4 + (shade * 13) % 72
        table[top : top + 18, left : left + 18] = shade
    assert max(np.abs(lamp.light_of(table))) < 0.15


@given(st.floats(-0.6, 0.6), st.floats(-0.6, 0.6))
def test_what_is_burnt_out_stays_white(red: float, blue: float) -> None:
    glare = np.full((2, 2, 3), 255, np.uint8)
    assert (Light(red, blue).take_from([glare])[0] == 255).all()


def test_many_pictures_at_once_are_as_each_alone() -> None:
    rng = np.random.default_rng(3)
    pictures = [rng.integers(0, 255, (height, width, 3), dtype=np.uint8) for height, width in ((4, 7), (9, 2), (1, 1))]
    light = Light(0.4, -0.3)
    for together, alone in zip(light.take_from(pictures), pictures, strict=True):
        assert (together == light.take_from([alone])[0]).all()
    assert light.take_from([]) == []


@pytest.mark.parametrize("table", [np.zeros((90, 90, 3), np.uint8), np.full((90, 90, 3), 255, np.uint8)])
def test_without_usable_pixels_the_light_counts_as_white(lamp: Lamp, table: Pixels) -> None:
    assert lamp.light_of(table) == WHITE


def test_colours_are_judged_relative_to_the_light(tmp_path: Path) -> None:
    finder, reader = make_finder(tmp_path / "finder.onnx"), make_reader(tmp_path / "reader.onnx")
    dusk = Light(0.0, -1.2)
    seen = DiceDetector(finder, reader, make_lamp(tmp_path / "dusk.onnx", *dusk), threads=1)
    blind = DiceDetector(finder, reader, make_lamp(tmp_path / "white.onnx"), threads=1)
    white = [(100.0, 100.0, 3, Colour.WHITE)]
    lit = dusk.shine_on(draw_table(320, 240, white))
    assert [die.colour.value for die in seen.read(lit)] == [Colour.WHITE]
    assert [die.colour.value for die in blind.read(lit)] != [Colour.WHITE]


@given(st.floats(-0.6, 0.6), st.floats(-0.6, 0.6), st.integers(0, 1000))
def test_what_shines_can_be_taken_away(red: float, blue: float, seed: int) -> None:
    """Up to brightness and rounding, as long as nothing is clipped."""
    picture = np.random.default_rng(seed).integers(30, 70, (8, 8, 3), dtype=np.uint8)
    light = Light(red, blue)
    back = light.take_from([light.shine_on(picture)])[0].astype(float)
    colour, was = back / back.sum(axis=2, keepdims=True), picture / picture.sum(axis=2, keepdims=True, dtype=float)
    assert np.abs(colour - was).max() < 0.02


def test_a_chart_moves_with_the_light() -> None:
    """Two bins warmer: the same chart, two places further."""
    picture = np.full((10, 10, 3), (90, 100, 110), np.uint8)
    picture[:5] = (120, 100, 80)
    plain, warm = (np.argwhere(chart(light.shine_on(picture), 32, 0.07)[0]) for light in (WHITE, Light(0.14, -0.14)))
    assert np.abs(warm - plain - (2, -2)).max() <= 1
    assert (warm != plain).all()

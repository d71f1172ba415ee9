"""Rendering: one line when Blender is missing, and a real little scene when it is there."""

from pathlib import Path

import numpy as np
import pytest

from datasets import manifest, render
from datasets.layouts import Spot
from datasets.render.__main__ import main
from datasets.tabletops import Flat, Upright

needs_blender = pytest.mark.skipif(not render.available(), reason=render.MISSING)


def test_without_blender_one_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("datasets.render.__main__.available", lambda: False)
    assert main(["sprites", "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err.strip() == render.MISSING
    assert "pip install '.[render]'" in render.MISSING
    assert list(tmp_path.iterdir()) == []


@needs_blender
def test_a_rendered_table_is_labelled_and_not_rendered_twice(tmp_path: Path) -> None:
    arguments = ["rollplayer", "--out", str(tmp_path), "--count", "1", "--seed", "4"]
    assert main(arguments) == 0
    first = list(manifest.read(tmp_path / "manifest.jsonl"))
    assert (tmp_path / first[0].image).exists()
    assert (tmp_path / first[0].extra["truth"]).exists()
    assert all(die.box[2] > die.box[0] and die.colour for die in first[0].dice)
    assert main(arguments) == 0
    assert list(manifest.read(tmp_path / "manifest.jsonl")) == first


@needs_blender
def test_pieces_of_a_rendered_table_are_where_its_truth_says() -> None:
    from datasets.render.tabletops import Run, shoot

    red = np.full((64, 64, 3), (220, 10, 10), np.uint8)
    figure = np.full((12, 8), 255, np.uint8)
    things = [
        Flat("card", "one", red, Spot(0, 0, 1, 1)),
        Flat("tile", "two", red, Spot(2, 0.5, 1, 1, 0.3), 0.01, "cross"),
        Upright("dwarf", figure, np.array([20.0, 30, 220]), Spot(1, 0.2, 0.4, 0.5)),
    ]
    surface = np.full((64, 64, 3), 120, np.uint8)
    run = Run(1, 1, 1, 200, 1)
    shot = shoot(things, "dwar7s", surface, np.random.default_rng(3), run, (50.0, 55.0), 0.1)
    assert shot.picture.shape == (150, 200, 3)
    for piece, colour in zip(shot.pieces, (0, 0, 2), strict=True):
        x, y = np.array(piece["corners"]).mean(axis=0).astype(int)
        pixel = shot.picture[y, x].astype(int)
        assert pixel[colour] > np.delete(pixel, colour).max() + 40
    assert [piece["kind"] for piece in shot.pieces] == ["card", "tile", "figure"]


@needs_blender
def test_dice_of_a_rendered_table_show_what_its_state_says() -> None:
    from datasets.render import laying

    rng = np.random.default_rng(2)
    for game, codes in (("rollplayer", ("gold 6", "boost 8", "black 1")), ("diceminer", ("T3", "Hc3", "Hd3", "Kb"))):
        makers = laying.makers(game, rng)
        for code in codes:
            die, face = laying.shown(code, makers)
            assert face in [name.removeprefix("n") for name in die.faces]
    assert laying.SYMBOLS["Hd3"] == ("hazard", "dragon3") and laying.SYMBOLS["Kb"] == ("tool", "beer")

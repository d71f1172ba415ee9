"""Rendering: one line when Blender is missing, and a real little scene when it is there."""

from pathlib import Path

import pytest

from datasets import manifest, render
from datasets.render.__main__ import main

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

"""One command builds what can be built here, and says what it could not."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets import build, manifest


def photo_set(folder: Path, label: str) -> None:
    """One little photo with one labelled die in its lower right quarter."""
    for part in ("images", "labels"):
        (folder / part).mkdir(parents=True)
    cv2.imwrite(str(folder / "images" / "one.jpg"), np.full((80, 120, 3), 90, np.uint8))
    (folder / "labels" / "one.txt").write_text(label, encoding="utf-8")


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    root = tmp_path / "photos"
    photo_set(root / "dice" / "train" / "byler_d6", "4 0.75 0.75 0.2 0.3\n")
    photo_set(root / "cards" / "pinochle", "")
    return root


def test_real_sets_that_are_there_are_listed_and_others_left_out(photos: Path, tmp_path: Path) -> None:
    assert build.real_sets(photos, tmp_path / "runs") == 2
    listed = list(manifest.read(tmp_path / "runs" / "real" / "byler_d6" / "manifest.jsonl"))
    assert [die.face for die in listed[0].dice] == ["5"]
    assert not (tmp_path / "runs" / "real" / "pxl_trays").exists()


def test_without_blender_the_rest_is_still_built(
    photos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build, "available", lambda: False)
    assert build.main(["--photos", str(photos), "--out", str(tmp_path / "runs"), "--composites", "2"]) == 0
    said = capsys.readouterr()
    assert said.err.strip() == build.MISSING
    assert "2 real photos listed" in said.out
    assert "0 composites laid" in said.out


def test_held_out_seeds_never_meet_training_seeds() -> None:
    used = {recipe.folder: set(range(recipe.seed, recipe.seed + recipe.count)) for recipe in build.RECIPES}
    scenes = used["renders/val_scenes"]
    trained = [seeds for folder, seeds in used.items() if "sprites" in folder]
    assert len(trained) == 3
    assert not scenes & set().union(*trained)

"""Tiny data for the trainings: two photos with drawn dice, no renders, networks of full width but few steps."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.manifest import Die, Picture, write
from models import extras, settings, train
from models.settings import Config

# `make test-train` installs what they need.
collect_ignore = (
    ["test_corrected.py", "test_outlines.py", "test_overlay.py", "test_training.py"] if extras.missing() else []
)


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Config:
    """The shipped configuration over one source of two photos; checkpoints and caches go to a folder of their own."""
    from models import finder

    monkeypatch.setattr(finder, "CACHE", tmp_path / "cache")
    monkeypatch.setattr(finder, "TABLES", 2)
    monkeypatch.setattr(train, "RUNS", tmp_path / "train")
    _photos(tmp_path / "real" / "byler_d6")
    usual = settings.load()
    data = usual.data.model_copy(
        update={
            "real": tmp_path / "real",
            "rendered": [],
            "train_sources": ["byler_d6"],
            "val_sources": [],
            "backgrounds": [],
        }
    )
    small = usual.finder.model_copy(update={"batch": 2, "tile": 128, "start": None})
    few = usual.reader.model_copy(update={"batch": 4})
    return usual.model_copy(update={"data": data, "finder": small, "reader": few})


def _photos(folder: Path) -> None:
    folder.mkdir(parents=True)
    rng = np.random.default_rng(0)
    pictures = []
    for name in ("one", "two"):
        image = rng.integers(60, 90, (240, 320, 3)).astype(np.uint8)
        dice = []
        for x, face in ((60, 1), (160, 3), (250, 5)):
            cv2.rectangle(image, (x - 25, 80), (x + 25, 130), (235, 240, 245), -1)
            for n in range(face):
                cv2.circle(image, (x - 15 + 7 * n, 105), 3, (10, 10, 10), -1)
            dice.append(Die((x - 25, 80, x + 25, 130), "pips", str(face), "white"))
        cv2.imwrite(str(folder / f"{name}.png"), image)
        pictures.append(Picture(f"{name}.png", "byler_d6", 320, 240, None, tuple(dice)))
    write(folder / "manifest.jsonl", pictures)

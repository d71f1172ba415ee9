"""The networks that ship: small enough, and they say all that the run time asks of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import models
from datasets.manifest import MATERIALS
from models.crops import COLOURS, FACES
from vision.detector import DiceDetector
from vision.weights import WEIGHTS

FOLDER = Path(models.__file__).parent


def test_all_files_are_small() -> None:
    sizes = [(FOLDER / name).stat().st_size for name in WEIGHTS]
    assert sum(sizes) < 25_000_000


def test_they_name_what_the_data_names() -> None:
    detector = DiceDetector(FOLDER / "finder.onnx", FOLDER / "reader.onnx", threads=1)
    assert detector.finder.settings.names == ("die", "polyhedron")
    assert detector.reader.names == {"face": FACES, "colour": COLOURS, "material": MATERIALS}


def test_an_empty_table_has_no_dice() -> None:
    detector = DiceDetector(FOLDER / "finder.onnx", FOLDER / "reader.onnx", threads=1)
    assert detector.read(np.full((320, 320, 3), 120, np.uint8)) == []

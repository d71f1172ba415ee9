"""Detectors for the tests: a certain one made by hand, and the one that ships."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.vision.networks import make_cards, make_finder, make_lamp, make_reader
from vision.detector import DiceDetector

NO_CARD = [(0, 0.0, [[0.1, 0.1], [0.2, 0.1], [0.2, 0.2], [0.1, 0.2]])]
"""What a finder of cards sees that is sure of nothing."""


@pytest.fixture(scope="session")
def certain(tmp_path_factory: pytest.TempPathFactory) -> DiceDetector:
    """A detector whose answers on drawn tables are certain."""
    folder = tmp_path_factory.mktemp("networks")
    networks = make_finder(folder / "finder.onnx"), make_reader(folder / "reader.onnx"), make_lamp(folder / "lamp.onnx")
    return DiceDetector(*networks, threads=1)


@pytest.fixture
def models_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of weights that Tally uses instead of its own."""
    make_finder(tmp_path / "finder.onnx")
    make_reader(tmp_path / "reader.onnx")
    make_lamp(tmp_path / "lamp.onnx")
    make_cards(tmp_path / "cards.onnx", NO_CARD)
    monkeypatch.setenv("TALLY_MODELS", str(tmp_path))
    return tmp_path

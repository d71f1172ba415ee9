"""The weights are found in a checkout and in an installed package, and the wheel carries all of them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from vision.weights import MODELS_SETTING, WEIGHTS, model_path, weights_folder

ROOT = Path(__file__).parent.parent.parent


def test_an_installed_package_carries_its_weights(tmp_path: Path) -> None:
    package = tmp_path / "vision"
    package.mkdir()
    assert weights_folder(package) == tmp_path / "models"
    (package / "weights").mkdir()
    assert weights_folder(package) == package / "weights"


def test_the_wheel_maps_every_network() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    mapped = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    shipped = {path.name for path in (ROOT / "models").glob("*.onnx")}
    assert shipped >= set(WEIGHTS)
    networks = {source: target for source, target in mapped.items() if source.endswith(".onnx")}
    sources = {"finder-float.onnx"}  # what the shipped one is made of (`models.quantise`)
    assert networks == {f"models/{name}": f"vision/weights/{name}" for name in shipped - sources}


def test_data_of_others_come_with_their_licence() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    licence = "models/tessdata/LICENSE"
    assert licence in project["project"]["license-files"]
    assert "Apache License" in (ROOT / licence).read_text("utf-8")


def test_a_folder_of_ones_own_is_taken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(MODELS_SETTING, str(tmp_path))
    assert model_path("finder.onnx") == tmp_path / "finder.onnx"
    monkeypatch.delenv(MODELS_SETTING)
    assert model_path("finder.onnx") == ROOT / "models" / "finder.onnx"

"""Where the weights lie: as files, so that asking for them loads no network."""

from __future__ import annotations

import os
from pathlib import Path

WEIGHTS = ("finder.onnx", "reader.onnx", "lamp.onnx")
SHIPPED = (*WEIGHTS, "cards.onnx", "gallery.onnx", "gallery-match.onnx", "gallery-overlay.onnx")
MODELS_SETTING = "TALLY_MODELS"


def model_path(name: str) -> Path:
    """Where the weights that ship with Tally are, or those of the TALLY_MODELS folder, which must hold all of them."""
    folder = os.environ.get(MODELS_SETTING)
    return (Path(folder) if folder else weights_folder(Path(__file__).parent)) / name


def weights_folder(package: Path) -> Path:
    """An installed package carries its weights inside; in a checkout they lie beside it, where they are made."""
    inside = package / "weights"
    return inside if inside.is_dir() else package.parent / "models"


def weights_marks() -> tuple[tuple[int, int], ...]:
    """When each file was written and how large it is: the same marks are the same weights."""
    there = [model_path(name).stat() for name in SHIPPED if model_path(name).is_file()]
    return tuple((one.st_mtime_ns, one.st_size) for one in there)


def weights_there() -> bool:
    """Whether photos can be read here."""
    return all(model_path(name).is_file() for name in WEIGHTS)

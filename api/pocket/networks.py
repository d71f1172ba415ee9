"""What a browser is told about a network beside its file: the runtime there does not read a network's own words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scoring.languages import SPOKEN

EYES = ("finder.onnx", "reader.onnx", "lamp.onnx")
CARDS = ("cards.onnx", "gallery.onnx", "gallery-match.onnx", "gallery-overlay.onnx")
"""Fetched when a photo of cards is first read."""
LETTERS = tuple(f"{spoken.three_letters}.traineddata" for spoken in SPOKEN.values())
"""What Tesseract knows of each language, fetched with them."""


def told_by(path: Path) -> dict[str, Any]:
    """Its metadata and the names of its input and outputs."""
    import onnxruntime as ort

    session = ort.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    metadata = dict(session.get_modelmeta().custom_metadata_map)
    return {
        "input": session.get_inputs()[0].name,
        "outputs": [output.name for output in session.get_outputs()],
        "metadata": metadata,
    }

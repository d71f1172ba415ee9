"""What a browser is told about a network beside its file: the runtime there does not read a network's own words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

EYES = ("finder.onnx", "reader.onnx", "lamp.onnx")
BEFORE_CLASSES = 4  # rows of a proposal that say where it is


def told_by(path: Path) -> dict[str, Any]:
    """Its metadata, the names of its input and outputs, and which of its proposals are worth handing on."""
    import onnxruntime as ort

    session = ort.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    metadata = dict(session.get_modelmeta().custom_metadata_map)
    told = {
        "input": session.get_inputs()[0].name,
        "outputs": [output.name for output in session.get_outputs()],
        "metadata": metadata,
    }
    if "propose" in metadata:
        last = BEFORE_CLASSES + len(json.loads(metadata["names"]))
        told["keep"] = {"from": BEFORE_CLASSES, "to": last, "least": json.loads(metadata["propose"])}
    return told

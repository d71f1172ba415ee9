"""ONNX Runtime as the page has it: a reading waits while the browser runs a network."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from api.pocket import tape


class SessionOptions:
    """Nothing here is chosen by Python."""

    def add_session_config_entry(self, key, value):
        """Ignored."""


class InferenceSession:
    """A network of the browser; its file here only describes it."""

    def __init__(self, path, options=None, providers=()):
        self._name = Path(path).name
        self._told = json.loads(Path(path).read_text("utf-8"))

    def get_inputs(self):
        return [SimpleNamespace(name=self._told["input"])]

    def get_outputs(self):
        return [SimpleNamespace(name=name) for name in self._told["outputs"]]

    def get_modelmeta(self):
        return SimpleNamespace(custom_metadata_map=self._told["metadata"])

    def run(self, names, feeds):
        (batch,) = feeds.values()
        given = np.ascontiguousarray(batch, dtype=np.float32)
        found = tape.wait("run", self._name, given.reshape(-1).view(np.uint8).data, list(given.shape))
        return [np.frombuffer(data, dtype=kind).copy().reshape(shape) for data, shape, kind in found]

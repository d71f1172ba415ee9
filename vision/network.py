"""One ONNX network: its session, and everything it says about itself in its metadata."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from scoring.faults import TallyError
from scoring.words import say

Tensor = NDArray[np.float32]

THREADS_SETTING = "TALLY_THREADS"
MOMENT = "200"  # microseconds: as quick as waiting on and on where cores are free


class ModelError(TallyError, RuntimeError):
    """The weights are missing or are not the ones this version expects."""


class Network:
    """A session of ONNX Runtime with named outputs and typed metadata."""

    def __init__(self, path: Path, threads: int | None = None) -> None:
        if not path.is_file():
            raise ModelError(say("The weights file {name} is missing; install Tally again.", name=path.name))
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads or thread_count()
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # Threads wait busily inside a run, which is a sixth faster, and sleep after it: the cores are the page's, too.
        # They do so for a moment only: on a machine with much else to do the one they wait for may have no core, and
        # an honest photo would seem to take more work than any photo may.
        options.add_session_config_entry("session.force_spinning_stop", "1")
        options.add_session_config_entry("session.intra_op.spin_duration_us", MOMENT)
        # Whole numbers of eight bits: older processors add two products in sixteen bits, which may overflow. They are
        # asked to add in 32, as newer ones and browsers do, so that everybody reads alike.
        options.add_session_config_entry("session.x64quantprecision", "1")
        try:
            self._session = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except Exception as error:
            raise ModelError(say("The weights file {name} is damaged; install Tally again.", name=path.name)) from error
        self.name = path.name
        self._input = self._session.get_inputs()[0].name
        self._metadata: Mapping[str, str] = self._session.get_modelmeta().custom_metadata_map
        self.outputs = [output.name for output in self._session.get_outputs()]

    def told(self, key: str, default: Any = None) -> Any:
        """What the network's metadata says under `key`."""
        if key not in self._metadata:
            if default is None:
                raise ModelError(
                    say("The weights file {name} says nothing about {what}.", name=self.name, what=repr(key))
                )
            return default
        return json.loads(self._metadata[key])

    def __call__(self, batch: Tensor) -> dict[str, Tensor]:
        """Run the network on a batch; pictures are (N, 3, H, W), red green blue from 0 to 1."""
        results = self._session.run(None, {self._input: batch})
        return dict(zip(self.outputs, results, strict=True))


def thread_count() -> int:
    """Threads per network: the TALLY_THREADS setting, else the cores this process may use, at most four."""
    setting = os.environ.get(THREADS_SETTING, "")
    if setting.isdigit() and int(setting) > 0:
        return int(setting)
    return min(4, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def as_batch(pictures: Sequence[NDArray[np.uint8]]) -> Tensor:
    """Pictures of one size as the tensor a network takes."""
    return np.asarray(cv2.dnn.blobFromImages(pictures, 1 / 255), dtype=np.float32)


def softmax(logits: Tensor, temperature: float) -> Tensor:
    """Probabilities of each row; the temperature was fitted so that they mean what they say."""
    scaled = logits / np.float32(temperature)
    powers = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    chances: Tensor = powers / powers.sum(axis=1, keepdims=True)
    return chances

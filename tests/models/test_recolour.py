"""Teaching a finished reader its colours anew."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
from typer.testing import CliRunner

from models.crops import COLOURS
from models.recolour import Colouring, app, fitted
from models.shades import alone
from vision.network import as_batch
from vision.weights import model_path


def test_only_colours_change_and_the_file_tells(tmp_path: Path) -> None:
    out = tmp_path / "reader.onnx"
    colouring = Colouring(model_path("reader.onnx"))
    weight, bias = colouring.layer
    crops = [np.random.default_rng(seed).integers(0, 256, (80, 80, 3), dtype=np.uint8) for seed in range(3)]
    names = ["face", "colour", "material"]
    first = alone(onnx.load(model_path("reader.onnx"))).SerializeToString()
    before = ort.InferenceSession(first).run(names, {colouring.input: as_batch(crops)})
    np.testing.assert_allclose(colouring.features(crops) @ weight.T + bias, before[1], atol=1e-3)
    colouring.write(weight * 0, bias + 1, {"crops": 3}, out)
    after = ort.InferenceSession(str(out)).run(names, {colouring.input: as_batch(crops)})
    np.testing.assert_array_equal(before[0], after[0])
    np.testing.assert_array_equal(before[2], after[2])
    np.testing.assert_allclose(after[1], np.tile(bias + 1, (3, 1)), atol=1e-4)
    told = {prop.key: json.loads(prop.value) for prop in onnx.load(out).metadata_props}
    assert told["training"]["recoloured"] == {"crops": 3}
    assert told["feet"]


def test_without_crops_only_white_becomes_likelier(tmp_path: Path) -> None:
    out = tmp_path / "reader.onnx"
    result = CliRunner().invoke(app, [str(model_path("reader.onnx")), str(out), "--crops", "0", "--white", "0.5"])
    assert result.exit_code == 0, result.output
    (weight, bias), (weight_then, bias_then) = (Colouring(path).layer for path in (model_path("reader.onnx"), out))
    np.testing.assert_array_equal(weight, weight_then)
    np.testing.assert_allclose(bias_then - bias, [0.5 if colour == "white" else 0 for colour in COLOURS], atol=1e-6)


def test_a_colour_that_was_called_otherwise_is_learned_and_the_others_stay() -> None:
    rng = np.random.default_rng(1)
    places = np.array([[3.0, 0.0], [0.0, 3.0], [-3.0, 0.0]])
    seen = np.vstack([rng.normal(place, 0.3, (60, 2)) for place in places])
    colours = np.repeat([0, 1, 1], 60)  # what lay at the third place was called 2 before
    weight, bias = fitted(seen, colours, places.copy(), np.zeros(3))
    assert (np.argmax(seen @ weight.T + bias, axis=1) == colours).mean() > 0.95

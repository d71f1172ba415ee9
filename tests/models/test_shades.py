"""A second reader's say in colours, in the shipped file and taken out of it again."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
import pytest
from typer.testing import CliRunner

from models.shades import alone, app, beside, joined
from vision.network import Tensor
from vision.weights import model_path

HEADS = ("face", "colour", "material")
SHIPPED = model_path("reader.onnx")


def answers(model: onnx.ModelProto, crops: Tensor) -> dict[str, Tensor]:
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return dict(zip(HEADS, session.run(list(HEADS), {session.get_inputs()[0].name: crops}), strict=True))


def crops() -> Tensor:
    """Crops that are their own mirror pictures: a reader says of them the same both ways."""
    half = np.random.default_rng(4).random((3, 3, 80, 40), dtype=np.float32)
    return np.concatenate([half, half[..., ::-1]], axis=3)


def reader_and_other() -> tuple[onnx.ModelProto, onnx.ModelProto]:
    """The first reader that ships, and the same, surer of everything it says by one."""
    first, other = alone(onnx.load(SHIPPED)), alone(onnx.load(SHIPPED))
    for node in other.graph.node:
        if node.op_type == "Gemm":
            bias = next(tensor for tensor in other.graph.initializer if tensor.name == node.input[2])
            bias.CopyFrom(onnx.numpy_helper.from_array(onnx.numpy_helper.to_array(bias) + 1, bias.name))
    return first, other


@pytest.mark.parametrize("shares", [{"face": 0.0, "colour": 1.0}, {"face": 0.25, "colour": 0.6}])
def test_faces_and_colours_are_shared_and_materials_are_not(shares: dict[str, float]) -> None:
    first, other = reader_and_other()
    before, beside = answers(first, crops()), answers(other, crops())
    now = answers(joined(first, other, shares), crops())
    np.testing.assert_array_equal(now["material"], before["material"])
    for head, share in shares.items():
        wanted = (1 - share) * before[head] + share * beside[head]
        np.testing.assert_allclose(now[head], wanted, atol=2e-4)
        assert np.abs(beside[head] - before[head]).min() > 0.1


def test_the_first_reader_can_be_had_alone_again() -> None:
    first, other = reader_and_other()
    before = answers(first, crops())
    again = answers(alone(joined(first, other, {"face": 0.5, "colour": 0.5})), crops())
    for head in HEADS:
        np.testing.assert_array_equal(again[head], before[head])


def test_so_can_the_second_but_for_materials() -> None:
    first, other = reader_and_other()
    wanted = answers(other, crops())
    second = beside(joined(first, other, {"face": 0.5, "colour": 0.5}))
    assert second is not None
    session = ort.InferenceSession(second.SerializeToString(), providers=["CPUExecutionProvider"])
    said = session.run(["face", "colour"], {session.get_inputs()[0].name: crops()})
    for head, answer in zip(("face", "colour"), said, strict=True):
        np.testing.assert_allclose(answer, wanted[head], atol=1e-5)


def test_a_file_with_one_reader_has_no_second() -> None:
    assert beside(alone(onnx.load(SHIPPED))) is None


def test_a_joined_file_says_so(tmp_path: Path) -> None:
    out = tmp_path / "reader.onnx"
    result = CliRunner().invoke(app, [str(SHIPPED), str(SHIPPED), str(out), "--faces", "0.25"])
    assert result.exit_code == 0, result.output
    told = {prop.key: json.loads(prop.value) for prop in onnx.load(out).metadata_props}
    assert told["training"]["together_with"]["shares"]["face"] == 0.25
    assert told["faces"] == json.loads(next(p.value for p in onnx.load(SHIPPED).metadata_props if p.key == "faces"))

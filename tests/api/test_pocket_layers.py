"""Networks in two parts, our own layers and the rest, answer as the whole does."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
import onnxruntime as ort
import pytest
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from api.pocket.layers import split
from api.pocket.parts import LAYERS
from tests.browser.conftest import needs_weights
from vision.weights import model_path

HERE = Path(__file__).parent
POCKET = HERE.parent.parent / "api" / "pocket"
SAMPLES = HERE.parent.parent / "vision" / "samples"
TOO_OLD = 3
OLDER_NODE = ["--experimental-wasm-relaxed-simd"]
"""Multiplies and adds in one step only when it is asked to."""
LARGE = 16
needs_node = pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
numbers = np.random.default_rng(3)


def drawn(name: str, *shape: int) -> TensorProto:
    return numpy_helper.from_array(numbers.normal(0, 0.2, shape).astype(np.float32), name)


def small_network(file: Path) -> Path:
    """Everything that our layers know, and around it what they leave alone."""
    constants = [
        *(drawn("first", LARGE, 3, 3, 3), drawn("bias", LARGE), drawn("second", 8, 8, 3, 3), drawn("eight", 8)),
        *(drawn("third", 32, 24, 1, 1), drawn("thirty", 32), drawn("fifth", 8, 96, 5, 5), drawn("odd", 5, 32, 1, 1)),
        numpy_helper.from_array(np.array([1, 1, 2, 2], np.float32), "scales"),
        *(numpy_helper.from_array(np.array([place]), f"at {place}") for place in (0, 1, 3, 8, 16, -1, -9999)),
    ]
    same = {"kernel_shape": [3, 3], "pads": [1] * 4}
    wide = {"kernel_shape": [5, 5], "pads": [2] * 4}
    nearest = {"mode": "nearest", "coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
    nodes = [
        helper.make_node("Slice", ["images", "at -1", "at -9999", "at 3", "at -1"], ["mirrored"]),
        helper.make_node("Conv", ["mirrored", "first", "bias"], ["a"], strides=[2, 2], **same),
        helper.make_node("Sigmoid", ["a"], ["a sigmoid"]),
        helper.make_node("Mul", ["a", "a sigmoid"], ["b"]),
        helper.make_node("Slice", ["b", "at 0", "at 8", "at 1"], ["left"]),
        helper.make_node("Slice", ["b", "at 8", "at 16", "at 1"], ["right"]),
        helper.make_node("Conv", ["right", "second", "eight"], ["c"], **same),
        helper.make_node("Add", ["right", "c"], ["d"]),
        helper.make_node("Concat", ["left", "right", "d"], ["e"], axis=1),
        helper.make_node("Conv", ["e", "third", "thirty"], ["f"]),
        helper.make_node("MaxPool", ["f"], ["g"], **wide),
        helper.make_node("Resize", ["g", "", "scales"], ["h"], **nearest),
        helper.make_node("Resize", ["f", "", "scales"], ["i"], **nearest),
        helper.make_node("Concat", ["h", "i", "h"], ["j"], axis=1),
        helper.make_node("Conv", ["j", "fifth"], ["whole"], **wide),  # of a size that is left alone
        helper.make_node("Conv", ["f", "odd"], ["part"]),  # of so many channels, too
        helper.make_node("ReduceMax", ["mirrored"], ["most"], keepdims=0),
    ]
    for number, node in enumerate(nodes):
        node.name = f"node {number}"
    sides: list[Any] = ["batch", 3, "height", "width"]
    outputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in ("whole", "part", "most")]
    entrance = [helper.make_tensor_value_info("images", TensorProto.FLOAT, sides)]
    graph = helper.make_graph(nodes, "small", entrance, outputs, constants)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9), file)
    return file


def session(network: Path) -> ort.InferenceSession:
    return ort.InferenceSession(str(network), providers=["CPUExecutionProvider"])


def in_two_parts(network: Path, batch: NDArray[np.float32], code: str, folder: Path) -> list[Any]:
    """What our layers and the rest say of pictures; the rest lies beside the network, whose weights it looks for."""
    found = split(network)
    assert found
    (told := folder / "told.json").write_bytes(found[0])
    (rest := folder / "rest.onnx").write_bytes(found[1])
    (beside := folder / network.name).write_bytes(network.read_bytes())
    (given := folder / "batch").write_bytes(batch.tobytes())
    files = [HERE / "layers_in_node.mjs", POCKET / code, told, beside, given, json.dumps(batch.shape), folder / "found"]
    for flags in ([], OLDER_NODE):
        made = subprocess.run(["node", *flags, *files], capture_output=True, text=True, check=False)
        if made.returncode != TOO_OLD:
            break
    assert made.returncode == 0, made.stderr
    flat, feeds = np.fromfile(folder / "found", np.float32), {"images": batch}
    for name, shape in json.loads(made.stdout):
        feeds[name], flat = flat[: np.prod(shape)].reshape(shape), flat[np.prod(shape) :]
    left = session(rest)
    return list(left.run(None, {one.name: feeds[one.name] for one in left.get_inputs()}))


@needs_node
@pytest.mark.parametrize("code", LAYERS)
@pytest.mark.parametrize("sides", [(32, 32), (18, 26), (2, 2)])
def test_two_parts_say_what_the_whole_says(tmp_path: Path, code: str, sides: tuple[int, int]) -> None:
    network = small_network(tmp_path / "small.onnx")
    batch = numbers.random((3, 3, *sides), dtype=np.float32)
    (there := tmp_path / "there").mkdir()
    found = in_two_parts(network, batch, code, there)
    for one, other in zip(session(network).run(None, {"images": batch}), found, strict=True):
        np.testing.assert_allclose(other, one, rtol=1e-4, atol=1e-5)


def test_what_is_ours_and_what_is_left(tmp_path: Path) -> None:
    found = split(small_network(tmp_path / "small.onnx"))
    assert found
    works = [step[0] for step in json.loads(found[0])["steps"]]
    assert [works.count(work) for work in ("convolve", "largest", "double")] == [3, 1, 2]
    rest = onnx.load_from_string(found[1])
    assert sorted(node.op_type for node in rest.graph.node) == ["Conv", "Conv", "ReduceMax", "Slice"]
    assert {one.name for one in rest.graph.input} == {"images", "j", "f"}


def test_a_network_without_such_layers_stays_whole(tmp_path: Path) -> None:
    nodes = [helper.make_node("Relu", ["images"], ["out"], name="only")]
    ends = [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", 3, "h", "w"]) for name in ("images", "out")]
    onnx.save(helper.make_model(helper.make_graph(nodes, "none", ends[:1], ends[1:])), tmp_path / "none.onnx")
    assert split(tmp_path / "none.onnx") is None


@needs_node
@needs_weights
@pytest.mark.parametrize("code", LAYERS)
@pytest.mark.parametrize(("name", "sides"), [("reader.onnx", (80, 80)), ("cards.onnx", (320, 256))])
def test_what_ships_says_the_same(tmp_path: Path, code: str, name: str, sides: tuple[int, int]) -> None:
    """The finder is not asked: it rounds to whole numbers, and what is nearly between two of them may go either way."""
    photos = [cv2.imread(str(SAMPLES / f"{photo}.jpg"))[:, :, ::-1] for photo in ("dice-1", "dwar7s-1")]
    batch = cv2.dnn.blobFromImages([cv2.resize(photo, sides[::-1]) for photo in photos], 1 / 255)
    found = in_two_parts(model_path(name), np.asarray(batch, np.float32), code, tmp_path)
    for one, other in zip(session(model_path(name)).run(None, {"images": batch}), found, strict=True):
        np.testing.assert_allclose(other, one, rtol=1e-3, atol=2e-3)

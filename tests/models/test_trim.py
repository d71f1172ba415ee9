"""Shorter weights: what a network says stays the same, and its file packs into less."""

from __future__ import annotations

import gzip

import numpy as np
import onnx
import onnxruntime as ort
from onnx import TensorProto, helper, numpy_helper

from models.trim import rounded, trim


def a_network() -> onnx.ModelProto:
    rng = np.random.default_rng(0)
    weights = numpy_helper.from_array(rng.normal(size=(64, 32)).astype(np.float32), "weights")
    few = numpy_helper.from_array(np.array([0.123456789], np.float32), "few")
    nodes = [helper.make_node("MatMul", ["x", "weights"], ["y"]), helper.make_node("Mul", ["y", "few"], ["z"])]
    graph = helper.make_graph(
        nodes,
        "small",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 64])],
        [helper.make_tensor_value_info("z", TensorProto.FLOAT, [1, 32])],
        [weights, few],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


def said(model: onnx.ModelProto, x: np.ndarray) -> np.ndarray:
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return np.asarray(session.run(None, {"x": x})[0])


def test_a_network_says_nearly_the_same_and_packs_into_less() -> None:
    before, x = a_network(), np.random.default_rng(1).normal(size=(1, 64)).astype(np.float32)
    answer, size = said(before, x), len(gzip.compress(before.SerializeToString()))
    after = trim(before)
    assert np.abs(said(after, x) - answer).max() < 2e-3 * np.abs(answer).max()
    assert len(gzip.compress(after.SerializeToString())) < 0.8 * size
    assert numpy_helper.to_array(after.graph.initializer[1])[0] == np.float32(0.123456789)  # fewer than a layer has


def test_rounding_is_to_the_nearest_and_never_twice() -> None:
    numbers = np.random.default_rng(2).normal(size=1000).astype(np.float32)
    once = rounded(numbers)
    assert (np.abs(once - numbers) <= np.abs(numbers) * 2.0**-12).all()
    assert (rounded(once) == once).all()

"""What a network's file says of its nodes, and what of it is the same whatever is looked at."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import onnxruntime as ort
from numpy.typing import NDArray
from onnx import ModelProto, NodeProto, helper, numpy_helper

TOGETHER = 8
"""Channels that our own layers compute at a time."""


def told(node: NodeProto) -> dict[str, Any]:
    return {one.name: helper.get_attribute_value(one) for one in node.attribute}


def can_convolve(weights: NDArray[np.float32], settings: dict[str, Any]) -> bool:
    """Square kernels of 1 or 3 pixels, with as many zeros around as keep the size, perhaps every second pixel."""
    if weights.ndim != 4:
        return False
    side, stride = weights.shape[2], settings.get("strides", [1, 1])
    fits = weights.shape[2:] in ((1, 1), (3, 3)) and list(settings.get("pads", [0] * 4)) == [side // 2] * 4
    plain = settings.get("group", 1) == 1 and set(settings.get("dilations", [1])) == {1}
    plain = plain and settings.get("auto_pad", b"NOTSET") == b"NOTSET"
    return fits and plain and list(stride) in ([1, 1], [2, 2])[: side // 2 + 1] and len(weights) % TOGETHER == 0


def constants(model: ModelProto) -> dict[str, NDArray[Any]]:
    """All that is the same whatever is looked at: weights, settings, and the bounds of slices, which are computed."""
    known = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    for node in model.graph.node:
        if node.op_type == "Constant":
            known[node.output[0]] = numpy_helper.to_array(told(node)["value"])
        elif node.op_type == "Identity" and node.input[0] in known:
            known[node.output[0]] = known[node.input[0]]
    asked = {name for node in model.graph.node if node.op_type == "Slice" for name in node.input[1:]}
    return known | _computed(model, sorted(asked - set(known)))


def _computed(model: ModelProto, names: list[str]) -> dict[str, NDArray[Any]]:
    """What a network computes under these names, where two pictures of different size give the same."""
    if not names:
        return {}
    asking = ModelProto()
    asking.CopyFrom(model)
    asking.graph.output.extend(onnx.ValueInfoProto(name=name) for name in names)
    options = ort.SessionOptions()
    options.log_severity_level = 3
    session = ort.InferenceSession(asking.SerializeToString(), options, providers=["CPUExecutionProvider"])
    entrance = session.get_inputs()[0]
    sides = [[side if isinstance(side, int) else free for side in entrance.shape[1:]] for free in (64, 128)]
    one, other = (session.run(names, {entrance.name: np.zeros((1, *side), np.float32)}) for side in sides)
    pairs = zip(names, one, other, strict=True)
    return {name: first for name, first, second in pairs if np.array_equal(first, second)}

"""Between which numbers the values inside a network lie, as whole numbers of eight bits tell them best.

From the least to the largest is too far: what a layer hands on is seldom near its ends, and what lies far below zero
is nothing after SiLU, however far. So the ends are where the values that come out differ least from what they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import onnx
import onnxruntime as ort
from numpy.typing import NDArray

from vision.network import Tensor

Values = NDArray[np.float32]
Range = tuple[float, float]

EACH = 4000  # values of a tensor that are kept of every photo
ENDS, ROUNDS = 24, 3  # ends that are tried on each side, and how often
NEAREST = 0.1  # the lower end is at least so far below zero,
SHORTEST = 0.2  # and the upper one at least so much of the largest value
MEASURED = ("Conv", "Sigmoid", "Mul", "Add", "Concat", "MaxPool", "Resize", "Slice")


@dataclass
class Seen:
    """What passed through one tensor."""

    low: float = 0.0
    high: float = 1e-3
    some: list[Values] = field(default_factory=list)

    def add(self, values: Values, rng: np.random.Generator) -> None:
        self.low, self.high = min(self.low, float(values.min())), max(self.high, float(values.max()))
        self.some.append(values.ravel()[rng.integers(0, values.size, EACH)])


def ranges(model: onnx.ModelProto, photos: Iterable[Tensor]) -> dict[str, Range]:
    """The best range of every tensor that layers hand on."""
    names = _tensors(model)
    kinds = {output: node.op_type for node in model.graph.node for output in node.output}
    seen = _seen(model, names, photos)
    return {
        name: (0.0, 1.0) if kinds[name] == "Sigmoid" else best(seen[name], silu if kinds[name] == "Conv" else as_it_is)
        for name in names
    }


def best(seen: Seen, then: Callable[[Values], Values]) -> Range:
    """The range with which values differ least from themselves, after what is done with them."""
    values = np.concatenate(seen.some)
    low, high = seen.low, seen.high
    lows = [max(seen.low, -end) for end in np.geomspace(NEAREST, max(NEAREST, -seen.low), ENDS)]
    highs = np.geomspace(SHORTEST * seen.high, seen.high, ENDS).tolist()
    for _ in range(ROUNDS):
        low = min(lows, key=lambda end: off(values, (end, high), then))
        high = min(highs, key=lambda end: off(values, (low, end), then))
    return low, high


def off(values: Values, ends: Range, then: Callable[[Values], Values]) -> float:
    """By how much whole numbers from 0 to 255 between these ends change values.

    >>> off(np.array([0.0, 0.1, 0.5], np.float32), (0.0, 255.0), as_it_is) > 0.08
    True
    """
    step = (ends[1] - ends[0]) / 255
    zero = np.round(-ends[0] / step)
    told = (np.clip(np.round(values / step) + zero, 0, 255) - zero) * step
    return float(np.mean((then(told.astype(np.float32)) - then(values)) ** 2))


def silu(values: Values) -> Values:
    """What every convolution's values become."""
    return np.asarray(values / (1 + np.exp(-np.maximum(values, -80))), dtype=np.float32)


def as_it_is(values: Values) -> Values:
    return values


def _tensors(model: onnx.ModelProto) -> list[str]:
    """Those of fractions; shapes, which are calculated on the way, are whole numbers already."""
    inferred = onnx.shape_inference.infer_shapes(model).graph.value_info
    fractions = {one.name for one in inferred if one.type.tensor_type.elem_type == onnx.TensorProto.FLOAT}
    made = [output for node in model.graph.node if node.op_type in MEASURED for output in node.output]
    return [name for name in made if name in fractions]


def _seen(model: onnx.ModelProto, names: Sequence[str], photos: Iterable[Tensor]) -> dict[str, Seen]:
    told = onnx.ModelProto()
    told.CopyFrom(model)
    have = {output.name for output in told.graph.output}
    told.graph.output.extend(
        onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None) for name in names if name not in have
    )
    session = ort.InferenceSession(told.SerializeToString(), providers=["CPUExecutionProvider"])
    rng, seen = np.random.default_rng(3), {name: Seen() for name in names}
    for photo in photos:
        for name, values in zip(names, session.run(list(names), {session.get_inputs()[0].name: photo}), strict=True):
            seen[name].add(values, rng)
    return seen

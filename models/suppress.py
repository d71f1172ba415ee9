"""Let a finder's graph tell every thing once: repeats are left out inside the file, wherever it runs.

python -m models.suppress models/finder.onnx
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import typer
from onnx import TensorProto, helper, numpy_helper

from models.export import label

RAW, FOUND = "output0", "found"
# What the columns of `found` are; rows are things, the surest of each picture first.
COLUMNS = ("left", "top", "right", "bottom", "confidence", "kind", "picture")
# Less likely things are not told; whoever asks may want more.
LEAST = 0.02
MOST = 300
# From middles and sides to corners, then the surest of what overlaps: operator, inputs, output, attributes.
STEPS: tuple[tuple[str, tuple[str, ...], str, dict[str, Any]], ...] = (
    ("Transpose", (RAW,), "things", {"perm": [0, 2, 1]}),
    ("Slice", ("things", "zero", "two", "last_axis"), "middle", {}),
    ("Slice", ("things", "two", "four", "last_axis"), "sides", {}),
    ("Slice", ("things", "four", "all", "last_axis"), "scores", {}),
    ("Mul", ("sides", "half"), "reach", {}),
    ("Sub", ("middle", "reach"), "low", {}),
    ("Add", ("middle", "reach"), "high", {}),
    ("Concat", ("low", "high"), "corners", {"axis": 2}),
    ("ReduceMax", ("scores",), "surest", {"axes": [2], "keepdims": 1}),
    ("ArgMax", ("scores",), "which", {"axis": 2, "keepdims": 1}),
    ("Cast", ("which",), "kind", {"to": TensorProto.FLOAT}),
    ("Concat", ("corners", "surest", "kind"), "rows", {"axis": 2}),
    ("Transpose", ("surest",), "as_one_class", {"perm": [0, 2, 1]}),
    ("NonMaxSuppression", ("corners", "as_one_class", "most", "iou", "least"), "chosen", {}),
    ("Gather", ("chosen", "picture_and_place"), "places", {"axis": 1}),
    ("GatherND", ("rows", "places"), "told", {}),
    ("Gather", ("chosen", "zero"), "pictures", {"axis": 1}),
    ("Cast", ("pictures",), "picture", {"to": TensorProto.FLOAT}),
    ("Concat", ("told", "picture"), FOUND, {"axis": 1}),
)

app = typer.Typer(add_completion=False, help=__doc__)


def with_found(model: onnx.ModelProto, iou: float) -> onnx.ModelProto:
    """The same network with one more output: of boxes that overlap by more than `iou`, only the surest."""
    if any(output.name == FOUND for output in model.graph.output):
        return model
    whole = {"zero": [0], "two": [2], "four": [4], "all": [1 << 30], "last_axis": [2], "most": [MOST]}
    shares = {"half": [0.5], "iou": [iou], "least": [LEAST]}
    constants = {name: np.array(value, np.int64) for name, value in (whole | {"picture_and_place": [0, 2]}).items()}
    constants |= {name: np.array(value, np.float32) for name, value in shares.items()}
    for name, value in constants.items():
        model.graph.initializer.append(numpy_helper.from_array(value, _inner(name)))
    for operator, inputs, output, attributes in STEPS:
        made = helper.make_node(operator, [*map(_inner, inputs)], [_inner(output)], _inner(output), **attributes)
        model.graph.node.append(made)
    model.graph.output.append(helper.make_tensor_value_info(FOUND, TensorProto.FLOAT, ["things", len(COLUMNS)]))
    return model


def without_found(model: onnx.ModelProto) -> onnx.ModelProto:
    """The network alone."""
    graph = model.graph
    for parts in (graph.node, graph.initializer, graph.output):
        kept = [part for part in parts if part.name != FOUND and not part.name.startswith(f"{FOUND}/")]
        del parts[:]
        parts.extend(kept)
    return model


def _inner(name: str) -> str:
    """A name that no network has given already."""
    return name if name in (RAW, FOUND) else f"{FOUND}/{name}"


@app.command()
def main(path: Path) -> None:
    """Add the output to an exported finder that has none."""
    model = onnx.load(path)
    told = {prop.key: json.loads(prop.value) for prop in model.metadata_props}
    onnx.save(with_found(model, float(told["iou"])), path)
    label(path, told | {"columns": COLUMNS})


if __name__ == "__main__":
    app()

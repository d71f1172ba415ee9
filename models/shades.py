"""Let a second reader have a say in colours: `python -m models.shades READER.onnx SECOND.onnx OUT.onnx`.

What teaches a reader the colours of strangers' dice may cost it a few faces. So faces and materials stay with the one
reader, and colours are the mean of what both say; of the second only what leads to its colours is kept, without its
mirror picture, at half the price of a reader. `models.start` and `models.recolour` go on with the first one.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
import typer
from onnx import TensorProto, compose, helper, numpy_helper
from onnx.utils import Extractor

from models.crops import COLOURS
from models.export import label

SECOND = "second/"  # what the names of its nodes begin with
COLOUR = "colour"

app = typer.Typer(add_completion=False, help=__doc__)
SHARE = typer.Option(0.5, min=0.0, max=1.0, help="How much the second reader's word counts.")


def joined(reader: onnx.ModelProto, second: onnx.ModelProto, share: float) -> onnx.ModelProto:
    """The first reader, whose colours are so far the second's."""
    images = reader.graph.input[0].name
    own, other = f"{SECOND}own", f"{SECOND}said"
    beside = compose.add_prefix(_colours_alone(second), SECOND, inplace=True)
    said = beside.graph.output[0].name
    for node in beside.graph.node:
        node.input[:] = [images if name == f"{SECOND}{second.graph.input[0].name}" else name for name in node.input]
    for node in reader.graph.node:
        node.output[:] = [own if name == COLOUR else name for name in node.output]
    weights = {f"{SECOND}share": share, f"{SECOND}rest": 1 - share}
    constants = [numpy_helper.from_array(np.array(value, np.float32), name) for name, value in weights.items()]
    reader.graph.initializer.extend([*beside.graph.initializer, *constants])
    reader.graph.node.extend(
        [
            *beside.graph.node,
            helper.make_node("Mul", [own, f"{SECOND}rest"], [f"{SECOND}kept"], f"{SECOND}keep"),
            helper.make_node("Mul", [said, f"{SECOND}share"], [other], f"{SECOND}say"),
            helper.make_node("Add", [f"{SECOND}kept", other], [COLOUR], f"{SECOND}both"),
        ]
    )
    onnx.checker.check_model(reader)
    return reader


def alone(reader: onnx.ModelProto) -> onnx.ModelProto:
    """The first reader of a joined file, as it was; any other file as it is."""
    graph = reader.graph
    if not any(node.name.startswith(SECOND) for node in graph.node):
        return reader
    for parts in (graph.node, graph.initializer):
        kept = [part for part in parts if not part.name.startswith(SECOND)]
        del parts[:]
        parts.extend(kept)
    for node in graph.node:
        node.output[:] = [COLOUR if name == f"{SECOND}own" else name for name in node.output]
    return reader


def _colours_alone(reader: onnx.ModelProto) -> onnx.ModelProto:
    """Of a reader only what leads from its crops to its colours, without their mirror pictures."""
    shapes = {tensor.name: tensor.dims for tensor in reader.graph.initializer}
    layers = [node for node in reader.graph.node if node.op_type == "Gemm"]
    names = next(node for node in layers if shapes[node.input[1]][0] == len(COLOURS))
    said = helper.make_tensor_value_info(names.output[0], TensorProto.FLOAT, ["crops", len(COLOURS)])
    reader.graph.value_info.append(said)
    return Extractor(reader).extract_model([reader.graph.input[0].name], [names.output[0]])


@app.command()
def main(reader: Path, second: Path, out: Path, share: float = SHARE) -> None:
    """Write the first reader with colours that are so far the second's."""
    first, other = (alone(onnx.load(path)) for path in (reader, second))
    told = {prop.key: json.loads(prop.value) for prop in first.metadata_props}
    notes = next(json.loads(prop.value) for prop in other.metadata_props if prop.key == "training")
    onnx.save(joined(first, other, share), out)
    label(out, told | {"training": told["training"] | {"colours_with": notes | {"share": share}}})


if __name__ == "__main__":
    app()

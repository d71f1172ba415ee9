"""Let a second reader have a say: `python -m models.shades READER.onnx SECOND.onnx OUT.onnx`.

What teaches a reader the colours of strangers' dice may cost it a few faces. So two of them are asked: the one counts
more for faces, the other for colours; materials stay with the first. `models.start`, `models.average` and
`models.recolour` go on with the first one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
import typer
from onnx import compose, helper, numpy_helper
from onnx.utils import Extractor

from models.export import label

SECOND = "second/"  # what the names of its nodes begin with

app = typer.Typer(add_completion=False, help=__doc__)
FACE_SHARE = typer.Option(0.35, min=0.0, max=1.0, help="How much the second reader's word on faces counts.")
COLOUR_SHARE = typer.Option(1.0, min=0.0, max=1.0, help="The same for colours.")


def joined(reader: onnx.ModelProto, second: onnx.ModelProto, shares: Mapping[str, float]) -> onnx.ModelProto:
    """The first reader, which says so much of what the second does of each head."""
    images, theirs = (model.graph.input[0].name for model in (reader, second))
    beside = compose.add_prefix(Extractor(second).extract_model([theirs], list(shares)), SECOND, inplace=True)
    for node in beside.graph.node:
        node.input[:] = [images if name == f"{SECOND}{theirs}" else name for name in node.input]
    for node in reader.graph.node:
        node.output[:] = [f"{SECOND}own/{name}" if name in shares else name for name in node.output]
    reader.graph.node.extend(beside.graph.node)
    reader.graph.initializer.extend(beside.graph.initializer)
    for head, share in shares.items():
        _mix(reader.graph, head, share)
    onnx.checker.check_model(reader)
    return reader


def _mix(graph: onnx.GraphProto, head: str, share: float) -> None:
    """A head whose answer is the weighed mean of what both readers say."""
    inner = f"{SECOND}{head}/"
    for name, value in (("share", share), ("rest", 1 - share)):
        graph.initializer.append(numpy_helper.from_array(np.array(value, np.float32), inner + name))
    steps = (
        ("Mul", [f"{SECOND}own/{head}", inner + "rest"], inner + "kept"),
        ("Mul", [SECOND + head, inner + "share"], inner + "said"),
        ("Add", [inner + "kept", inner + "said"], head),
    )
    graph.node.extend(
        helper.make_node(operator, inputs, [output], f"{inner}{n}")
        for n, (operator, inputs, output) in enumerate(steps)
    )


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
        node.output[:] = [name.removeprefix(f"{SECOND}own/") for name in node.output]
    return reader


def beside(reader: onnx.ModelProto) -> onnx.ModelProto | None:
    """The second reader of a joined file, which has no word on materials; none where a file holds one reader only."""
    second = onnx.ModelProto()
    second.CopyFrom(reader)
    graph = second.graph
    mixed = tuple(f"{SECOND}{head.name}/" for head in graph.output)  # where both are weighed
    for parts in (graph.node, graph.initializer):
        kept = [part for part in parts if part.name.startswith(SECOND) and not part.name.startswith(mixed)]
        del parts[:]
        parts.extend(kept)
    for node in graph.node:
        node.name = node.name.removeprefix(SECOND)
        node.input[:] = [name.removeprefix(SECOND) for name in node.input]
        node.output[:] = [name.removeprefix(SECOND) for name in node.output]
    for tensor in graph.initializer:
        tensor.name = tensor.name.removeprefix(SECOND)
    said = {name for node in graph.node for name in node.output}
    heads = [head for head in graph.output if head.name in said]
    del graph.output[:]
    graph.output.extend(heads)
    return second if graph.node else None


@app.command()
def main(reader: Path, second: Path, out: Path, faces: float = FACE_SHARE, colours: float = COLOUR_SHARE) -> None:
    """Write the first reader with a say of the second."""
    first, other = (alone(onnx.load(path)) for path in (reader, second))
    told = {prop.key: json.loads(prop.value) for prop in first.metadata_props}
    notes = next(json.loads(prop.value) for prop in other.metadata_props if prop.key == "training")
    shares = {"face": faces, "colour": colours}
    onnx.save(joined(first, other, shares), out)
    label(out, told | {"training": told["training"] | {"together_with": notes | {"shares": shares}}})


if __name__ == "__main__":
    app()

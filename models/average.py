"""The mean of two trainings of one network: `python -m models.average EARLIER LATER OUT`.

Two stops of the same training, the later one on harder pictures, are right about different photos; their mean kept
what both knew. Both are checkpoints (.pt), whose mean can be exported, or both exported files (.onnx), whose mean can
ship; it says of itself what the later one says. `--share` is how much of it is the later one's.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import typer

from models.extras import need_training

app = typer.Typer(add_completion=False, help=__doc__)


SHARE = typer.Option(0.5, min=0.0, max=1.0, help="How much the later one counts.")


@app.command()
def main(earlier: Path, later: Path, out: Path, share: float = SHARE) -> None:
    """Write the mean of two checkpoints or of two exported files."""
    need_training()
    if later.suffix == ".onnx":
        of_files(earlier, later, out, share)
    else:
        of_checkpoints(earlier, later, out, share)


def of_checkpoints(earlier: Path, later: Path, out: Path, share: float = 0.5) -> None:
    """The mean of the averaged weights of two checkpoints."""
    import torch

    from models.loop import save

    first, last = (torch.load(path, weights_only=False) for path in (earlier, later))
    weights = {
        key: first["average"][key].lerp(value, share) if value.dtype.is_floating_point else value
        for key, value in last["average"].items()
    }
    notes = {**last["notes"], "mean_of_steps": [first["step"], last["step"]]}
    save(out, average=weights, step=last["step"], notes=notes)


def of_files(earlier: Path, later: Path, out: Path, share: float = 0.5) -> None:
    """The mean of two exported files of one network, layer by layer as the picture passes them."""
    import onnx
    from onnx import numpy_helper

    from models.shades import alone

    first, last = alone(onnx.load(earlier)), alone(onnx.load(later))
    known = {tensor.name: numpy_helper.to_array(tensor) for tensor in first.graph.initializer}
    twins = dict(zip(_weights(last), _weights(first), strict=True))
    for tensor in last.graph.initializer:
        if tensor.name in twins:
            mean = numpy_helper.to_array(tensor) * share + known[twins[tensor.name]] * (1 - share)
            tensor.CopyFrom(numpy_helper.from_array(mean.astype(np.float32), tensor.name))
    told = {prop.key: prop.value for prop in last.metadata_props}
    before = {prop.key: prop.value for prop in first.metadata_props}
    notes = json.loads(told["training"]) | {"mean_with": json.loads(before["training"]), "share": share}
    onnx.helper.set_model_props(last, told | {"training": json.dumps(notes)})
    onnx.checker.check_model(last)
    onnx.save(last, out)


def _weights(model: object) -> list[str]:
    """The names of what was learned, in the order in which it is used."""
    stored = {tensor.name for tensor in model.graph.initializer}  # type: ignore[attr-defined]
    layers = [node for node in model.graph.node if node.op_type in ("Conv", "Gemm")]  # type: ignore[attr-defined]
    return list(dict.fromkeys(name for node in layers for name in node.input[1:] if name in stored))


if __name__ == "__main__":
    app()

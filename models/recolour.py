"""Teach a finished reader its colours anew, and nothing else: `python -m models.recolour READER.onnx OUT.onnx`.

What people call green or purple was drawn otherwise before, and the whole reader need not be trained again for that:
its features of some thousand crops are computed once, and the last layer before the colours is fitted to them, near to
what it was. Faces are read exactly as before. Of a file in which a second reader has a say (`models.shades`) the first
is taken.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime as ort
import typer
from numpy.typing import NDArray
from onnx import numpy_helper
from rich.progress import track

from models import settings
from models.crops import COLOURS, UNKNOWN, Crop, Faces, crop
from models.export import label
from models.extras import need_training
from models.light import Rng
from models.shades import alone
from vision.network import as_batch

Floats = NDArray[np.float64]
app = typer.Typer(add_completion=False, help=__doc__)
CONFIG = typer.Option(settings.CONFIG, help="The configuration file.")
WITHOUT = typer.Option([], help="Leave a source of real photos out (may be repeated).")
CROPS = typer.Option(9000, help="So many crops of dice whose colour is known.")
# How often a crop is of each kind: real dice know best what colours are called.
MIX = {"real": 0.5, "pasted": 0.1, "drawn": 0.15, "sketched": 0.25, "rendered": 0.0, "none": 0.0}
BATCH = 32
ROUNDS = 400
RATE = 0.02
OFTEN = typer.Option(
    0.0, help="How much more often dice are white than in training, which shows rare colours as often: a logarithm."
)
NEAR = 2e-4  # how dear it is to leave what was known
SMOOTHING = 0.05


class Colouring:
    """The layer of an exported reader that names colours, and what it sees of a crop and of its mirror picture."""

    def __init__(self, path: Path) -> None:
        self.model = alone(onnx.load(path))
        stored = {tensor.name: tensor for tensor in self.model.graph.initializer}
        gemms = [node for node in self.model.graph.node if node.op_type == "Gemm"]
        ways = [node for node in gemms if stored[node.input[1]].dims[0] == len(COLOURS)]
        self.weight, self.bias = (stored[ways[0].input[n]] for n in (1, 2))
        self.taps = [node.input[0] for node in ways]
        tapped = onnx.ModelProto()
        tapped.CopyFrom(self.model)
        tapped.graph.output.extend(onnx.helper.make_empty_tensor_value_info(name) for name in self.taps)
        self.session = ort.InferenceSession(tapped.SerializeToString(), providers=["CPUExecutionProvider"])
        self.input = self.session.get_inputs()[0].name

    def features(self, images: list[Any]) -> Floats:
        """What the layer sees, the mean of both ways: the answer is the mean of both."""
        seen = self.session.run(self.taps, {self.input: as_batch(images)})
        return np.asarray(np.mean(seen, axis=0), np.float64)

    @property
    def layer(self) -> tuple[Floats, Floats]:
        weight, bias = (numpy_helper.to_array(tensor).astype(np.float64) for tensor in (self.weight, self.bias))
        return weight, bias

    def write(self, weight: Floats, bias: Floats, notes: dict[str, Any], out: Path) -> None:
        """The reader with another layer; what it says of itself stays, and its training tells of this one."""
        for tensor, value in ((self.weight, weight), (self.bias, bias)):
            tensor.CopyFrom(numpy_helper.from_array(value.astype(np.float32), tensor.name))
        told = {prop.key: json.loads(prop.value) for prop in self.model.metadata_props}
        onnx.save(self.model, out)
        label(out, told | {"training": told["training"] | {"recoloured": notes}})


def coloured_crops(faces: Faces, chosen: settings.Reader, count: int, rng: Rng) -> list[Crop]:
    """Crops of dice whose colour somebody named."""
    mixed = chosen.model_copy(update={"mix": MIX})
    made: list[Crop] = []
    while len(made) < count:
        one = crop(faces, mixed, rng)
        if one.colour != UNKNOWN:
            made.append(one)
    return made


def fitted(features: Floats, colours: NDArray[np.int64], weight: Floats, bias: Floats) -> tuple[Floats, Floats]:
    """The layer that names these colours best, near to what it was; every colour counts the same.

    >>> rng = np.random.default_rng(0)
    >>> seen = np.vstack([rng.normal((1, 0), 0.1, (50, 2)), rng.normal((0, 1), 0.1, (50, 2))])
    >>> weight, bias = fitted(seen, np.repeat([0, 1], 50), np.zeros((2, 2)), np.zeros(2))
    >>> int(((seen @ weight.T + bias).argmax(axis=1) == np.repeat([0, 1], 50)).sum())
    100
    """
    middle, spread = features.mean(axis=0), features.std(axis=0) + 1e-3
    seen = (features - middle) / spread
    first = np.column_stack([weight * spread, bias + weight @ middle])
    table, now = np.column_stack([seen, np.ones(len(seen))]), first.copy()
    counts = np.bincount(colours, minlength=len(bias))
    shares = (1 / np.sqrt(np.maximum(counts, 1)))[colours]
    shares /= shares.sum()
    wanted = np.eye(len(bias))[colours] * (1 - SMOOTHING) + SMOOTHING / len(bias)
    mean, square = np.zeros_like(now), np.zeros_like(now)
    for step in range(1, ROUNDS + 1):
        said = table @ now.T
        chances = np.exp(said - said.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        slope = ((chances - wanted) * shares[:, None]).T @ table + NEAR * (now - first)
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        rate = RATE * (1 - step / (ROUNDS + 1))
        now -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    fresh = now[:, :-1] / spread
    return fresh, now[:, -1] - fresh @ middle


def expecting(bias: Floats, white: float) -> Floats:
    """The layer's offsets when white is so much more common than in training; most dice of most people are."""
    return bias + white * (np.array(COLOURS) == "white")


@app.command()
def main(
    reader: Path,
    out: Path,
    without: list[str] = WITHOUT,
    crops: int = CROPS,
    config: Path = CONFIG,
    seed: int = 0,
    white: float = OFTEN,
) -> None:
    """Fit the colours of an exported reader to the training dice; without crops, only expect white as often as told."""
    if not crops:
        colouring = Colouring(reader)
        weight, bias = colouring.layer
        colouring.write(weight, expecting(bias, white), {"white": white}, out)
        return
    need_training()
    from models import reader as task

    chosen = settings.load(config)
    faces = task.stock(chosen, tuple(without), True, seed)
    colouring = Colouring(reader)
    made = coloured_crops(faces, chosen.reader, crops, np.random.default_rng([seed, 7]))
    features = np.concatenate(
        [
            colouring.features([one.image for one in made[start : start + BATCH]])
            for start in track(range(0, len(made), BATCH), "Features")
        ]
    )
    colours = np.array([one.colour for one in made])
    weight, bias = colouring.layer
    before = float(((features @ weight.T + bias).argmax(axis=1) == colours).mean())
    weight, bias = fitted(features, colours, weight, bias)
    after = float(((features @ weight.T + bias).argmax(axis=1) == colours).mean())
    colouring.write(weight, expecting(bias, white), {"crops": crops, "without": without, "white": white}, out)
    typer.echo(f"colours of the training crops right: {before:.3f} before, {after:.3f} now")


if __name__ == "__main__":
    app()

"""Write a finder's convolutions in whole numbers of eight bits: half the time, a third of the size.

python -m models.quantise models/finder-float.onnx models/finder.onnx

Between which numbers the values of each layer lie is measured on training photos (`models.ranges`). The first layers,
whose values go furthest and which take little time, and the last ones, which tell confidence and corners, stay as they
are. Sums of whole numbers are the same on every processor, in a browser as on a server (`vision/network.py` asks
processors that would overflow not to).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import onnx
import typer

from datasets.manifest import read
from models import album, settings, suppress
from models.export import label
from models.ranges import ranges
from models.suppress import without_found
from vision.finder import padded, resized
from vision.network import Tensor, as_batch

FIRST = tuple(f"/model.{layer}/" for layer in range(5))
HEAD = "/model.22/"
BRANCHES = (f"{HEAD}cv2", f"{HEAD}cv3")  # the two branches of the head: corners and classes
LAST = ".2/Conv"
PHOTOS = 5  # of every source

app = typer.Typer(add_completion=False, help=__doc__)
CONFIG = typer.Option(settings.CONFIG, help="The configuration file.")
WITHOUT = typer.Option([], help="Measure without a source of real photos (may be repeated).")


def stays(node: onnx.NodeProto) -> bool:
    """Whether a node goes on calculating with fractions: the first layers, and the head but for its first ones.

    >>> names = ("/model.4/cv1/conv/Conv", "/model.21/cv1/conv/Conv", "/model.22/cv2.0/cv2.0.1/conv/Conv")
    >>> names += ("/model.22/cv2.0/cv2.0.2/Conv", "/model.22/dfl/conv/Conv")
    >>> [stays(onnx.helper.make_node("Conv", ["seen"], ["said"], name)) for name in names]
    [True, False, False, True, True]
    """
    if HEAD in node.name:
        return not node.name.startswith(BRANCHES) or node.name.endswith(LAST)
    return node.name.startswith(FIRST)


def shown(config: settings.Config, without: list[str]) -> Iterator[Tensor]:
    """Photos as the finder sees them in its first look."""
    size, rng = config.finder.size, np.random.default_rng(1)
    for source in config.data.train_sources:
        manifest = config.data.real / source / "manifest.jsonl"
        if source in without or not manifest.exists():
            continue
        pictures = list(read(manifest))
        for row in rng.permutation(len(pictures))[:PHOTOS]:
            pixels = album.pixels_of(manifest.parent / pictures[row].image)
            scale = size / max(pixels.shape[:2])
            fitted = resized(pixels, round(pixels.shape[1] * scale), round(pixels.shape[0] * scale))
            yield as_batch([padded(fitted, 32)])


@app.command()
def main(source: Path, out: Path, without: list[str] = WITHOUT, config: Path = CONFIG) -> None:
    """Write the finder of `source` in whole numbers."""
    from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
    from onnxruntime.quantization.shape_inference import quant_pre_process

    photos = shown(settings.load(config), without)
    first = list(islice(photos, 1))

    class Photos(CalibrationDataReader):
        """One photo, since the runtime wants to measure as well."""

        def get_next(self) -> dict[str, Tensor] | None:
            return {"images": first.pop()} if first else None

    model = onnx.load(source)
    told = {prop.key: json.loads(prop.value) for prop in model.metadata_props}
    with TemporaryDirectory() as folder:
        alone, ready = Path(folder) / "alone.onnx", Path(folder) / "ready.onnx"
        onnx.save(without_found(model), alone)
        quant_pre_process(str(alone), str(ready), skip_symbolic_shape=True)
        network = onnx.load(ready)
        measured = ranges(network, [*first, *photos])
        quantize_static(
            str(ready),
            str(out),
            Photos(),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=[node.name for node in network.graph.node if stays(node)],
            extra_options={
                "TensorQuantOverrides": {
                    name: [{"rmin": np.float32(low), "rmax": np.float32(high)}]
                    for name, (low, high) in measured.items()
                }
            },
        )
    label(out, told | {"bits": 8})
    suppress.main(out)


if __name__ == "__main__":
    app()

"""Write a finder's convolutions in whole numbers of eight bits: half the time, a quarter of the size.

python -m models.quantise models/finder-float.onnx models/finder.onnx

How large the numbers between two layers get is measured on training photos. The last layers, which tell confidence
and corners, stay as they are. Processors without an instruction of their own for it add two products in sixteen bits,
where weights of eight bits may overflow; `--seven` keeps them smaller, at the price of some dice.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import onnx
import typer

from datasets.manifest import read
from models import album, settings, suppress
from models.export import label
from models.suppress import without_found
from vision.finder import padded, resized
from vision.network import Tensor, as_batch

HEAD = "/model.22/"
BRANCHES = (f"{HEAD}cv2", f"{HEAD}cv3")  # the two branches of the head: corners and classes
LAST = ".2/Conv"
PHOTOS = 5  # of every source

app = typer.Typer(add_completion=False, help=__doc__)
CONFIG = typer.Option(settings.CONFIG, help="The configuration file.")
SEVEN = typer.Option(False, "--seven", help="Weights of seven bits, for processors that would overflow.")
WITHOUT = typer.Option([], help="Measure without a source of real photos (may be repeated).")


def stays(node: onnx.NodeProto) -> bool:
    """Whether a node goes on calculating with fractions: all of the head but the first layers of its branches.

    >>> names = ("/model.21/cv1/conv/Conv", "/model.22/cv2.0/cv2.0.1/conv/Conv", "/model.22/cv2.0/cv2.0.2/Conv")
    >>> [stays(onnx.helper.make_node("Conv", ["seen"], ["said"], name)) for name in names]
    [False, False, True]
    """
    if HEAD not in node.name:
        return False
    return not node.name.startswith(BRANCHES) or node.name.endswith(LAST)


def shown(config: settings.Config, without: list[str]) -> Iterator[dict[str, Tensor]]:
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
            yield {"images": as_batch([padded(fitted, 32)])}


@app.command()
def main(source: Path, out: Path, without: list[str] = WITHOUT, seven: bool = SEVEN, config: Path = CONFIG) -> None:
    """Write the finder of `source` in whole numbers."""
    from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
    from onnxruntime.quantization.shape_inference import quant_pre_process

    class Photos(CalibrationDataReader):
        def __init__(self) -> None:
            self.rest = shown(settings.load(config), without)

        def get_next(self) -> dict[str, Tensor] | None:
            return next(self.rest, None)

    model = onnx.load(source)
    told = {prop.key: json.loads(prop.value) for prop in model.metadata_props}
    with TemporaryDirectory() as folder:
        alone, ready = Path(folder) / "alone.onnx", Path(folder) / "ready.onnx"
        onnx.save(without_found(model), alone)
        quant_pre_process(str(alone), str(ready), skip_symbolic_shape=True)
        quantize_static(
            str(ready),
            str(out),
            Photos(),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=seven,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=[node.name for node in onnx.load(ready).graph.node if stays(node)],
        )
    label(out, told | {"bits": 7 if seven else 8})
    suppress.main(out)


if __name__ == "__main__":
    app()

"""`python -m models.trim NETWORK.onnx ...`: weights of twelve binary digits, which pack into half the space.

A phone fetches the networks compressed, and the last digits of a weight are chance, which no packing shortens. Rounded
away they change what is read by less than a change of light does. The numbers stay what they are to every reader of the
file: of 32 bits.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import typer
from numpy.typing import NDArray
from onnx import TensorProto, numpy_helper

LAST = 12  # of the 23 binary digits behind the point are rounded away
FEW = 64  # numbers of a small tensor are settings rather than weights

app = typer.Typer(add_completion=False, help=__doc__)


def rounded(weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """The nearest numbers with fewer digits.

    >>> rounded(np.array([1.0, 0.1, -3.14159], np.float32)).tolist()
    [1.0, 0.100006103515625, -3.1416015625]
    """
    bits = np.ascontiguousarray(weights, np.float32).view(np.uint32)
    return ((bits + (1 << (LAST - 1))) & ~np.uint32((1 << LAST) - 1)).view(np.float32)


def trim(model: onnx.ModelProto) -> onnx.ModelProto:
    """The network with shorter weights."""
    for tensor in model.graph.initializer:
        if tensor.data_type == TensorProto.FLOAT and np.prod(tensor.dims) >= FEW:
            short = rounded(numpy_helper.to_array(tensor))
            tensor.CopyFrom(numpy_helper.from_array(short, tensor.name))
    return model


@app.command()
def main(networks: list[Path]) -> None:
    """Write every network anew with shorter weights."""
    for path in networks:
        onnx.save(trim(onnx.load(path)), path)


if __name__ == "__main__":
    app()

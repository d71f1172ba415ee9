"""Weights to start a training from: a checkpoint, or a shipped ONNX file turned back into the network it was."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from models.shades import alone, beside

FOLDED = "onnx::"  # how the exporter names weights into which a normalisation was folded
WRAPPER = "reader."  # the shipped reader is wrapped by its mirror picture


def load(network: nn.Module, start: Path, second: bool = False) -> bool:
    """Give a network the weights of a file; returns whether its norms were folded and need their statistics back.

    Of a file with two readers it gets the first, or the `second` with the first one's word on materials.
    """
    if start.suffix != ".onnx":
        network.load_state_dict(torch.load(start, weights_only=False)["average"])
        return False
    model = onnx.load(start)
    other = beside(model) if second else None
    if second and other is None:
        raise ValueError(f"{start} holds one reader only.")
    unfold(network, alone(model))
    if other is not None:
        unfold(network, other, whole=False)
    return True


@torch.no_grad()  # type: ignore[untyped-decorator]
def unfold(network: nn.Module, model: Any, whole: bool = True) -> None:
    """Give a network what an exported file computes; every norm passes on what its convolution has taken over.

    ValueError when the file belongs to another network, or leaves a part open that is to be `whole`.
    """
    weights = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    layers = dict(network.named_modules())
    norms = dict(_norms(network))
    filled = set()
    for name, (weight, bias) in _layers(model, weights):
        layer = layers.get(name)
        if layer is None or layer.weight.shape != weight.shape:
            raise ValueError(f"The file has a layer {name} of {weight.shape} that this network has not.")
        layer.weight.copy_(torch.from_numpy(weight.copy()))
        filled.add(f"{name}.weight")
        if bias is not None and layer.bias is not None:
            layer.bias.copy_(torch.from_numpy(bias.copy()))
            filled.add(f"{name}.bias")
        elif bias is not None:
            filled |= _pass_on(layers[norms[name]], norms[name], bias)
    for name, value in network.state_dict().items():
        if name in weights and name not in filled:
            value.copy_(torch.from_numpy(weights[name].copy()))
            filled.add(name)
    fresh = getattr(network, "fresh", None)  # a part that older files have not
    new = {name for name, _ in network.named_parameters() if fresh and name.startswith(fresh)}
    if whole and (missing := {name for name, _ in network.named_parameters()} - filled - new):
        raise ValueError(f"The file says nothing of {', '.join(sorted(missing))}.")


def _layers(model: Any, weights: dict[str, Any]) -> Iterator[tuple[str, tuple[Any, Any]]]:
    """Name, weight and bias of every convolution and every linear layer of a file, each once."""
    for node in model.graph.node:
        if node.op_type in ("Conv", "Gemm") and node.input[1] in weights:
            stored = node.input[1]
            name = module_of(node.name) if stored.startswith(FOLDED) else stored.removesuffix(".weight")
            bias = weights[node.input[2]] if len(node.input) > 2 else None
            yield name.removeprefix(WRAPPER), (weights[stored], bias)


def module_of(node: str) -> str:
    """The module that a node of the graph belongs to.

    >>> module_of("/reader/fine/fine.2/m.0/cv1/conv/Conv")
    'reader.fine.2.m.0.cv1.conv'
    >>> module_of("/reader/mix_1/mix.0/Conv")
    'reader.mix.0'
    """
    parts: list[str] = []
    for part in node.strip("/").split("/")[:-1]:
        stem, _, again = part.partition("_")
        part = stem if again.isdigit() else part
        if parts and part.startswith(parts[-1] + "."):
            parts.pop()
        parts.append(part)
    return ".".join(parts)


def _norms(network: nn.Module) -> Iterator[tuple[str, str]]:
    """Each convolution with the norm that follows it."""
    listed = [(name, part) for name, part in network.named_modules() if isinstance(part, nn.Conv2d | nn.BatchNorm2d)]
    for (name, part), (after, norm) in pairwise(listed):
        if isinstance(part, nn.Conv2d) and isinstance(norm, nn.BatchNorm2d):
            yield name, after


def _pass_on(norm: nn.BatchNorm2d, name: str, bias: np.ndarray) -> set[str]:
    """Let a norm add the folded bias and change nothing else; the names of what was set."""
    norm.running_mean.zero_()
    norm.running_var.fill_(1.0)
    norm.weight.fill_(float(np.sqrt(1.0 + norm.eps)))
    norm.bias.copy_(torch.from_numpy(bias.copy()))
    return {f"{name}.weight", f"{name}.bias"}

"""A network in two parts for browsers: layers that `deploy/layers/layers.c` computes, and the rest for ONNX Runtime.

Convolutions of numbers with fractions, and what lies between them, are most of a network's work, and what ONNX Runtime
has for browsers takes two to three times as long for them. Whatever else a network does stays where it is. Neither part
has weights: both find them in the network's own file, which a browser has anyway.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import ModelProto, NodeProto, TensorProto, helper

from api.pocket.graphs import can_convolve, constants, told

SMALL = 1024
"""Bytes: what is shorter stays in the rest, which may have to know it before it begins."""


@dataclass(frozen=True)
class View:
    """Some channels of a value."""

    value: int
    first: int
    count: int


@dataclass
class Plan:
    """What is to be done in turn, and what is handed over at the end."""

    channels: list[int] = field(default_factory=list)
    steps: list[list[Any]] = field(default_factory=list)
    handed: dict[str, int] = field(default_factory=dict)

    def value(self, channels: int) -> int:
        """A new picture of so many channels."""
        self.channels.append(channels)
        return len(self.channels) - 1

    def plain(self) -> dict[str, Any]:
        """For the page."""
        return {"channels": self.channels, "steps": self.steps, "handed": self.handed}


class Splitting:
    """One network while it is taken apart."""

    def __init__(self, file: bytes, name: str) -> None:
        self.file, self.name, self.model = file, name, onnx.load_from_string(file)
        self.graph = self.model.graph
        self.entrance: str = self.graph.input[0].name
        self.constants = constants(self.model)
        self.users: dict[str, list[NodeProto]] = {}
        for node in self.graph.node:
            for name in node.input:
                self.users.setdefault(name, []).append(node)
        self.plan = Plan()
        self.views: dict[str, View] = {}
        self.outputs = {one.name for one in self.graph.output}
        self._takes = {
            "Conv": self._convolution,
            "Slice": self._slice,
            "Concat": self._concat,
            "Add": self._sum,
            "MaxPool": self._largest,
            "Resize": self._doubled,
        }

    def split(self) -> tuple[Plan, ModelProto]:
        """The plan of our own layers, and what is left."""
        self.views[self.entrance] = View(self._enter(mirrored=False), 0, self._depth())
        for node in self.graph.node:
            if node.op_type in self._takes and node.output[0] not in self.views:
                self._takes[node.op_type](node)
        return self._handed_over()

    def _depth(self) -> int:
        depth: int = self.graph.input[0].type.tensor_type.shape.dim[1].dim_value
        return depth

    def _enter(self, mirrored: bool) -> int:
        value = self.plan.value(self._depth())
        self.plan.steps.append(["enter", value, int(mirrored)])
        return value

    def _whole(self, name: str) -> int | None:
        """A value of our own with this content and nothing else."""
        view = self.views.get(name)
        if view is None or (not view.first and view.count == self.plan.channels[view.value]):
            return None if view is None else view.value
        value = self._joined([view])
        self.views[name] = View(value, 0, view.count)
        return value

    def _joined(self, views: list[View], adds: bool = False) -> int:
        count = views[0].count if adds else sum(view.count for view in views)
        value, at = self.plan.value(count), 0
        parts: list[list[int]] = []
        for view in views:
            parts.append([view.value, view.first, view.count, at, int(adds and bool(parts))])
            at += 0 if adds else view.count
        self.plan.steps.append(["join", value, parts])
        return value

    def _give(self, name: str, value: int) -> None:
        self.views[name] = View(value, 0, self.plan.channels[value])

    def _convolution(self, node: NodeProto) -> None:
        weights, settings = self.constants.get(node.input[1]), told(node)
        places = [self._place(name) for name in node.input[1:]]
        if weights is None or -1 in places or len(places) != 2 or not can_convolve(weights, settings):
            return
        value = self._whole(node.input[0])
        if value is None:
            return
        activation = self._activation(node.output[0])
        out = self.plan.value(len(weights))
        kernel, stride = weights.shape[2], settings.get("strides", [1])[0]
        self.plan.steps.append(["convolve", value, out, kernel, stride, *places, int(bool(activation))])
        self._give(activation or node.output[0], out)

    def _place(self, name: str) -> int:
        """Where numbers with fractions lie in the network's file."""
        known = self.constants.get(name)
        return -1 if known is None or known.dtype != np.float32 else self.file.find(known.astype("<f4").tobytes())

    def _activation(self, name: str) -> str:
        """What x times its sigmoid is called, where nobody asks for x itself."""
        users = self.users.get(name, [])
        if len(users) != 2 or {one.op_type for one in users} != {"Sigmoid", "Mul"} or name in self.outputs:
            return ""
        sigmoid, product = sorted(users, key=lambda one: one.op_type, reverse=True)
        alone = self.users.get(sigmoid.output[0]) == [product] and sigmoid.output[0] in product.input
        return str(product.output[0]) if alone else ""

    def _slice(self, node: NodeProto) -> None:
        view = self.views.get(node.input[0])
        asked = [self.constants.get(name) for name in node.input[1:]]
        if view is None or any(one is None or one.size != 1 for one in asked):
            return
        start, end, axis, *step = (int(one.item()) for one in asked if one is not None)
        if node.input[0] == self.entrance:
            if (axis, step) == (3, [-1]):
                self._give(node.output[0], self._enter(mirrored=True))
        elif axis == 1 and step in ([], [1]) and 0 <= start < end and not (start % 4 or min(end, view.count) % 4):
            self.views[node.output[0]] = View(view.value, view.first + start, min(end, view.count) - start)

    def _concat(self, node: NodeProto) -> None:
        views = [self.views[name] for name in node.input if name in self.views]
        if told(node)["axis"] == 1 and len(views) == len(node.input) and all(view.count % 4 == 0 for view in views):
            self._give(node.output[0], self._joined(views))

    def _sum(self, node: NodeProto) -> None:
        views = [self.views[name] for name in node.input if name in self.views]
        if len(views) == 2 and views[0].count == views[1].count and views[0].count % 4 == 0:
            self._give(node.output[0], self._joined(views, adds=True))

    def _largest(self, node: NodeProto) -> None:
        settings = told(node)
        side = settings["kernel_shape"][0]
        usual = settings == {**settings, "kernel_shape": [side] * 2, "pads": [side // 2] * 4}
        if side % 2 and usual and set(settings.get("strides", [1])) == {1} and not settings.get("ceil_mode"):
            self._of_same_channels("largest", node, side // 2)

    def _doubled(self, node: NodeProto) -> None:
        settings, scales = told(node), self.constants.get(node.input[2] if len(node.input) > 2 else "")
        nearest = tuple(settings.get(name) for name in ("mode", "coordinate_transformation_mode", "nearest_mode"))
        if nearest == (b"nearest", b"asymmetric", b"floor") and scales is not None and list(scales) == [1, 1, 2, 2]:
            self._of_same_channels("double", node)

    def _of_same_channels(self, work: str, node: NodeProto, *more: int) -> None:
        value = self._whole(node.input[0])
        if value is not None and self.plan.channels[value] % 4 == 0:
            out = self.plan.value(self.plan.channels[value])
            self.plan.steps.append([work, value, out, *more])
            self._give(node.output[0], out)

    def _handed_over(self) -> tuple[Plan, ModelProto]:
        """What of our layers the rest looks at, and that rest; a mirrored picture is mirrored there once more."""
        mirrored = {node.output[0] for node in self.users.get(self.entrance, []) if node.op_type == "Slice"}
        ours = set(self.views) - mirrored - {self.entrance}
        made = {name: node for node in self.graph.node for name in node.output}
        wanted, kept, asked = list(self.outputs), [], set()
        while wanted:
            name = wanted.pop()
            if name in asked:
                continue
            asked.add(name)
            if name not in ours and name in made:
                kept.append(made[name].name)
                wanted += made[name].input
        for name in sorted(asked & ours):
            value = self._whole(name)
            assert value is not None
            self.plan.handed[name] = value
        return self.plan, self._rest({*kept}, asked)

    def _rest(self, kept: set[str], asked: set[str]) -> ModelProto:
        rest = ModelProto()
        rest.CopyFrom(self.model)
        graph = rest.graph
        nodes = [node for node in graph.node if node.name in kept]
        inputs = [one for one in graph.input if one.name in asked]
        for name, value in self.plan.handed.items():
            sides: list[str | int | None] = ["n", self.plan.channels[value], None, None]
            inputs.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, sides))
        numbers = [self._elsewhere(one) for one in graph.initializer if one.name in asked]
        for part, content in ((graph.node, nodes), (graph.input, inputs), (graph.initializer, numbers)):
            copies = [type(one).FromString(one.SerializeToString()) for one in content]
            del part[:]
            part.extend(copies)
        del graph.value_info[:]
        return rest

    def _elsewhere(self, numbers: TensorProto) -> TensorProto:
        """Numbers that are read from the network's own file."""
        content, place = numbers.raw_data, self.file.find(numbers.raw_data)
        if len(content) < SMALL or place < 0:
            return numbers
        there = {"location": self.name, "offset": place, "length": len(content)}
        numbers.ClearField("raw_data")
        numbers.data_location = TensorProto.EXTERNAL
        numbers.external_data.extend(onnx.StringStringEntryProto(key=key, value=str(it)) for key, it in there.items())
        return numbers


def split(path: Path) -> tuple[bytes, bytes] | None:
    """What the page computes of a network, in words, and the rest of it; None where that is nothing."""
    plan, rest = Splitting(path.read_bytes(), path.name).split()
    if not any(work == "convolve" for work, *_ in plan.steps):
        return None
    return json.dumps(plan.plain(), separators=(",", ":")).encode(), rest.SerializeToString()

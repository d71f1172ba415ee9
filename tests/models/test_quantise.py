"""Whole numbers in a finder: ranges that serve what comes after, and a shipped file that finds what its twin finds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

import models
from models.quantise import stays
from models.ranges import Seen, as_it_is, best, off, ranges, silu
from vision.detector import DiceDetector
from vision.found import overlaps
from vision.photo import open_photo

FOLDER = Path(models.__file__).parent
SAMPLES = FOLDER.parent / "vision" / "samples"


def seen(values: np.ndarray) -> Seen:
    found = Seen()
    found.add(values.astype(np.float32), np.random.default_rng(0))
    return found


def test_what_silu_makes_nothing_of_takes_no_numbers_away_from_the_rest() -> None:
    values = np.random.default_rng(1).uniform(-90, 6, 20_000)
    low, high = best(seen(values), silu)
    assert -20 < low < -3
    assert high > 5.5
    some = values.astype(np.float32)
    assert off(some, (low, high), silu) < 0.1 * off(some, (-90, 6), silu)


def test_a_value_that_comes_once_does_not_widen_a_range() -> None:
    values = np.append(np.random.default_rng(2).normal(size=200_000), 60)
    assert best(seen(values), as_it_is)[1] < 20


def test_fractions_are_measured_and_shapes_are_not() -> None:
    weights = numpy_helper.from_array(np.ones((2, 3, 1, 1), np.float32), "weights")
    nodes = [
        helper.make_node("Conv", ["x", "weights"], ["y"]),
        helper.make_node("Sigmoid", ["y"], ["s"]),
        helper.make_node("Shape", ["s"], ["long"]),
        helper.make_node("Add", ["long", "long"], ["longer"]),
    ]
    given = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 3, 4, 4])
    told = helper.make_tensor_value_info("longer", TensorProto.INT64, [4])
    model = helper.make_model(
        helper.make_graph(nodes, "small", [given], [told], [weights]),
        opset_imports=[helper.make_opsetid("", 17)],
        ir_version=9,
    )
    found = ranges(model, [np.full((1, 3, 4, 4), 2, np.float32)])
    assert set(found) == {"y", "s"}
    assert found["s"] == (0.0, 1.0)
    assert found["y"][1] <= 6.0


def test_the_finder_that_ships_finds_what_the_one_it_was_made_of_finds() -> None:
    networks = [DiceDetector(FOLDER / name, threads=1, with_mat=False) for name in ("finder.onnx", "finder-float.onnx")]
    for photo in ("dice-1.jpg", "yacht-2.jpg"):
        whole, fractions = (one.finder._look(open_photo(SAMPLES / photo), 0.4, 640) for one in networks)
        whole, fractions = (one.only(one.confidence > 0.5) for one in (whole, fractions))
        assert len(whole.boxes) == len(fractions.boxes)
        for box, sure in zip(fractions.boxes, fractions.confidence, strict=True):
            shares = overlaps(whole.boxes, np.tile(box, (len(whole.boxes), 1)))
            assert shares.max() > 0.93
            assert abs(float(whole.confidence[shares.argmax()]) - float(sure)) < 0.1


def test_the_first_and_the_last_layers_keep_their_fractions() -> None:
    nodes = onnx.load(FOLDER / "finder.onnx").graph.node
    whole = {name for node in nodes if node.op_type == "DequantizeLinear" for name in node.output}
    for node in (node for node in nodes if node.op_type == "Conv"):
        assert (node.input[1] in whole) == (not stays(node)), node.name

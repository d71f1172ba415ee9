"""Three small networks with the interface of the ones that ship, made by hand so that their answers are certain.

The finder sees squares of 40 network pixels that are bright in any colour ("die") or magenta ("polyhedron").
The reader takes the mean colour of a crop, and its face from the size of the black square in its middle.
The lamp says the light it was made with, whatever it sees. Test pictures are drawn by `draw_table`.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from models.suppress import COLUMNS, with_found
from vision.palette import Colour, Material

DIE = 40
PIP_AREA = 0.1
INNER = 0.6
FACES = ["1", "2", "3", "4", "5", "6", "none"]
FINDER = {
    "names": ["die", "polyhedron"],
    "size": 320,
    "stride": 32,
    "propose": 0.1,
    "confidence": 0.4,
    "certain": 0.95,
    "iou": 0.5,
    "small_die": 30,
    "smaller": 0.7,
    "target_die": 60,
    "tile": 320,
    "columns": COLUMNS,
}
READER = {
    "faces": FACES,
    "colours": [str(colour) for colour in Colour],
    "materials": [str(material) for material in Material],
    "crop": 48,
    "margin": 0.0,
    "temperature": {"face": 1.0, "colour": 1.0, "material": 1.0},
}


def _save(path: Path, nodes: list, inputs: list, outputs: list, constants: dict, told: dict) -> Path:
    weights = [numpy_helper.from_array(np.asarray(value), name) for name, value in constants.items()]
    graph = helper.make_graph(nodes, path.stem, inputs, outputs, weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    helper.set_model_props(model, {key: json.dumps(value) for key, value in told.items()})
    onnx.checker.check_model(model)
    onnx.save(model, path)
    return path


def make_finder(path: Path, **told: object) -> Path:
    """A finder for bright and magenta squares."""
    node = helper.make_node
    half = DIE // 2
    down = {"kernel_shape": [DIE + 1, 1], "pads": [half, 0, half, 0], "count_include_pad": 1}
    across = {"kernel_shape": [1, DIE + 1], "pads": [0, half, 0, half], "count_include_pad": 1}
    around = {"kernel_shape": [13, 13], "pads": [6] * 4}
    nodes = [
        node("ReduceMax", ["images"], ["brightest"], axes=[1], keepdims=1),
        node("Greater", ["brightest", "dim"], ["is_bright"]),
        node("Cast", ["is_bright"], ["bright"], to=TensorProto.FLOAT),
        node("Split", ["images"], ["red", "green", "blue"], axis=1),
        node("Sub", ["one", "green"], ["not_green"]),
        node("Mul", ["red", "blue"], ["red_blue"]),
        node("Mul", ["red_blue", "not_green"], ["magenta"]),
        node("Sub", ["bright", "magenta"], ["other"]),
        node("Concat", ["other", "magenta"], ["maps"], axis=1),
        node("AveragePool", ["maps"], ["columns"], **down),
        node("AveragePool", ["columns"], ["mean"], **across),
        node("Slice", ["mean", "start", "end", "axes", "steps"], ["coarse"]),
        node("Sub", ["coarse", "limit"], ["above"]),
        node("Mul", ["above", "two"], ["stretched"]),
        node("Clip", ["stretched", "zero", "one"], ["everywhere"]),
        node("MaxPool", ["everywhere"], ["highest"], **around),
        node("GreaterOrEqual", ["everywhere", "highest"], ["is_peak"]),
        node("Cast", ["is_peak"], ["peak"], to=TensorProto.FLOAT),
        node("Mul", ["everywhere", "peak"], ["scores"]),
        node("Slice", ["coarse", "zero_index", "one_index", "channel"], ["single"]),
        node("Mul", ["single", "zero"], ["nothing"]),
        node("Add", ["nothing", "step"], ["steps_map"]),
        node("CumSum", ["steps_map", "three"], ["x"], exclusive=1),
        node("CumSum", ["steps_map", "two_index"], ["y"], exclusive=1),
        node("Add", ["nothing", "side"], ["w"]),
        node("Concat", ["x", "y", "w", "w", "scores"], ["rows"], axis=1),
        node("Reshape", ["rows", "shape"], ["output0"]),
    ]
    constants = {
        "one": np.float32(1),
        "zero": np.float32(0),
        "two": np.float32(2),
        "limit": np.float32(0.4),
        "dim": np.float32(0.5),
        "step": np.float32(4),
        "side": np.float32(DIE),
        "three": np.int64(3),
        "two_index": np.int64(2),
        "start": np.int64([0, 0]),
        "end": np.int64([1 << 30, 1 << 30]),
        "axes": np.int64([2, 3]),
        "steps": np.int64([4, 4]),
        "zero_index": np.int64([0]),
        "one_index": np.int64([1]),
        "channel": np.int64([1]),
        "shape": np.int64([0, 6, -1]),
    }
    images = helper.make_tensor_value_info("images", TensorProto.FLOAT, ["batch", 3, "height", "width"])
    output = helper.make_tensor_value_info("output0", TensorProto.FLOAT, ["batch", 6, "places"])
    facts = FINDER | told
    _save(path, nodes, [images], [output], constants, facts)
    onnx.save(with_found(onnx.load(path), facts["iou"]), path)
    return path


def make_reader(path: Path, **told: object) -> Path:
    """A reader of mean colour and darkness."""
    node = helper.make_node
    palette = np.array([colour.rgb for colour in Colour], dtype=np.float32) / 255
    size = READER["crop"]
    inner = round(size * (1 + INNER) / 2)
    dots = np.array([PIP_AREA * n for n in range(1, 7)] + [0.9], dtype=np.float32)
    nodes = [
        node("Slice", ["crops", "inner_start", "inner_end", "axes"], ["inner"]),
        node("ReduceMax", ["inner"], ["bright"], axes=[1], keepdims=1),
        node("Greater", ["bright", "dim"], ["is_lit"]),
        node("Cast", ["is_lit"], ["lit"], to=TensorProto.FLOAT),
        node("ReduceMean", ["lit"], ["light"], axes=[2, 3], keepdims=0),
        node("Sub", ["one", "light"], ["dark"]),
        node("Sub", ["dark", "dots"], ["off"]),
        node("Mul", ["off", "off"], ["off2"]),
        node("Mul", ["off2", "sharp_face"], ["face"]),
        node("ReduceMean", ["inner"], ["mean"], axes=[2, 3], keepdims=0),
        node("Add", ["light", "tiny"], ["safe_light"]),
        node("Div", ["mean", "safe_light"], ["body"]),
        node("MatMul", ["body", "palette"], ["agree"]),
        node("Sub", ["agree", "norms"], ["near"]),
        node("Mul", ["near", "sharp_colour"], ["colour"]),
        node("MatMul", ["mean", "no_material"], ["material"]),
    ]
    constants = {
        "one": np.float32(1),
        "dim": np.float32(0.3),
        "tiny": np.float32(1e-6),
        "inner_start": np.int64([size - inner, size - inner]),
        "inner_end": np.int64([inner, inner]),
        "axes": np.int64([2, 3]),
        "dots": dots,
        "sharp_face": np.float32(-2000),
        "palette": np.ascontiguousarray(palette.T),
        "norms": (palette**2).sum(axis=1) / 2,
        "sharp_colour": np.float32(200),
        "no_material": np.zeros((3, len(Material)), dtype=np.float32),
    }
    crops = helper.make_tensor_value_info("crops", TensorProto.FLOAT, ["n", 3, "s", "s"])
    outputs = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", None]) for name in ("face", "colour", "material")
    ]
    return _save(path, nodes, [crops], outputs, constants, READER | told)


def make_lamp(path: Path, red: float = 0.0, blue: float = 0.0) -> Path:
    """A lamp of which the light is known."""
    node = helper.make_node
    nodes = [
        node("ReduceSum", ["charts", "axes"], ["sum"], keepdims=0),
        node("Mul", ["sum", "nothing"], ["zero"]),
        node("Add", ["zero", "known"], ["light"]),
    ]
    constants = {
        "axes": np.int64([1, 2, 3]),
        "nothing": np.zeros((1, 1), dtype=np.float32),
        "known": np.array([[red, blue]], dtype=np.float32),
    }
    charts = helper.make_tensor_value_info("charts", TensorProto.FLOAT, ["n", 2, "b", "b"])
    light = helper.make_tensor_value_info("light", TensorProto.FLOAT, ["n", 2])
    return _save(path, nodes, [charts], [light], constants, {"side": 64, "bins": 32, "step": 0.07})


def draw_table(
    width: int, height: int, dice: list[tuple[float, float, int, Colour | tuple[int, int, int]]], side: int = DIE
) -> np.ndarray:
    """A black table with square dice: centre, face and colour; a face is a black square in the middle."""
    table = np.zeros((height, width, 3), dtype=np.uint8)
    for x, y, face, colour in dice:
        _square(table, x, y, side, colour.rgb if isinstance(colour, Colour) else colour)
        _square(table, x, y, round(side * INNER * (face * PIP_AREA) ** 0.5), (0, 0, 0))
    return table


def _square(table: np.ndarray, x: float, y: float, side: int, rgb: tuple[int, int, int]) -> None:
    left, top = round(x - side / 2), round(y - side / 2)
    table[max(top, 0) : top + side, max(left, 0) : left + side] = rgb


CARDS = {
    "names": ["card", "tile", "tile cross", "board", "token disc"],
    "stride": 32,
    "looks": [320, 640],
    "small": 60,
    "best": [20, 260],
    "propose": 0.1,
    "confidence": {"card": 0.4, "tile": 0.4, "board": 0.4, "token": 0.4},
}


def make_cards(path: Path, things: list[tuple[int, float, list[list[float]]]], **told: object) -> Path:
    """A finder of cards that always sees the same things: class, confidence, corners in shares of the width."""
    node = helper.make_node
    classes = len(CARDS["names"])
    scores = np.zeros((1, classes, len(things)), dtype=np.float32)
    corners = np.zeros((1, 8, len(things)), dtype=np.float32)
    boxes = np.zeros((1, 4, len(things)), dtype=np.float32)
    for place, (kind, confidence, quad) in enumerate(things):
        scores[0, kind, place] = confidence
        corners[0, :, place] = np.array(quad, dtype=np.float32).ravel()
        low, high = np.min(quad, axis=0), np.max(quad, axis=0)
        boxes[0, :, place] = [*(low + high) / 2, *high - low]
    nodes = [
        node("Shape", ["images"], ["size"]),
        node("Slice", ["size", "three", "four"], ["wide"]),
        node("Cast", ["wide"], ["width"], to=TensorProto.FLOAT),
        node("Mul", ["corners", "width"], ["placed"]),
        node("Mul", ["boxes", "width"], ["around"]),
        node("Concat", ["around", "scores", "placed"], ["output0"], axis=1),
    ]
    constants = {
        "three": np.int64([3]),
        "four": np.int64([4]),
        "corners": corners,
        "scores": scores,
        "boxes": boxes,
    }
    images = helper.make_tensor_value_info("images", TensorProto.FLOAT, ["batch", 3, "height", "width"])
    output = helper.make_tensor_value_info("output0", TensorProto.FLOAT, ["batch", 4 + classes + 8, len(things)])
    return _save(path, nodes, [images], [output], constants, CARDS | told)

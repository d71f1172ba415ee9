"""The finder's file tells every thing once."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper

from models.suppress import COLUMNS, with_found


@pytest.fixture
def told(tmp_path: Path) -> onnxruntime.InferenceSession:
    """A graph that passes on what a finder would say of two pictures."""
    names = ["batch", 6, "places"]
    said, raw = (helper.make_tensor_value_info(name, TensorProto.FLOAT, names) for name in ("said", "output0"))
    graph = helper.make_graph([helper.make_node("Identity", ["said"], ["output0"])], "finder", [said], [raw])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.save(with_found(model, iou=0.5), tmp_path / "finder.onnx")
    return onnxruntime.InferenceSession(tmp_path / "finder.onnx")


def test_of_boxes_that_overlap_the_surest_is_told_in_each_picture(told: onnxruntime.InferenceSession) -> None:
    # middle and sides of a box, then how likely it is a die and another polyhedron
    first = [[50, 50, 40, 40, 0.6, 0.1], [52, 51, 40, 40, 0.1, 0.9], [150, 50, 40, 20, 0.3, 0.2]]
    second = [[50, 50, 40, 40, 0.01, 0.01], [52, 51, 40, 40, 0.4, 0.0], [150, 50, 40, 20, 0.7, 0.2]]
    said = np.array([first, second], np.float32).transpose(0, 2, 1)
    (found,) = told.run(["found"], {"said": said})
    assert found.shape[1] == len(COLUMNS)
    expected = [
        [32, 31, 72, 71, 0.9, 1, 0],
        [130, 40, 170, 60, 0.3, 0, 0],
        [130, 40, 170, 60, 0.7, 0, 1],
        [32, 31, 72, 71, 0.4, 0, 1],
    ]
    assert np.allclose(found, expected, atol=1e-4)


def test_a_picture_of_nothing_has_no_rows(told: onnxruntime.InferenceSession) -> None:
    (found,) = told.run(["found"], {"said": np.zeros((1, 6, 5), np.float32)})
    assert found.shape == (0, len(COLUMNS))


def test_the_output_is_added_once(tmp_path: Path) -> None:
    path = Path(__file__).parents[2] / "models" / "finder.onnx"
    shipped = onnx.load(path)
    assert [output.name for output in with_found(shipped, 0.5).graph.output] == ["output0", "found"]

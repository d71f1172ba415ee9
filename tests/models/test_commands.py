"""The commands of the workshop say what is missing, and an ONNX file says how it wants to be used."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper
from typer.testing import CliRunner

from datasets.manifest import Die, Picture, write
from models import calibrate, evaluate, export, extras, report, scores, train
from tests.vision.networks import draw_table, make_finder, make_lamp, make_reader
from tests.vision.scenes import seen_die
from vision.detector import DiceDetector
from vision.palette import Colour
from vision.reading import Box


@pytest.mark.parametrize(
    ("app", "words"), [(train.app, ["finder"]), (train.app, ["reader"]), (export.app, ["finder", "a.pt", "b.onnx"])]
)
def test_one_line_says_which_extra_is_missing(app: object, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "missing", lambda: ["torch"])
    result = CliRunner().invoke(app, words)  # type: ignore[arg-type]
    assert result.exit_code == 1
    assert result.output.strip() == "torch not installed: pip install '.[train]'"


def test_an_onnx_file_carries_facts_as_json(tmp_path: Path) -> None:
    value = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1]) for name in ("x", "y")]
    graph = helper.make_graph([helper.make_node("Identity", ["x"], ["y"])], "same", value[:1], value[1:])
    path = tmp_path / "same.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)
    for facts in ({"old": 1}, {"names": ["die", "polyhedron"], "margin": 0.2}):
        export.label(path, facts)
    kept = {prop.key: json.loads(prop.value) for prop in onnx.load(path).metadata_props}
    assert kept == {"names": ["die", "polyhedron"], "margin": 0.2}


def test_confidence_is_fitted_to_what_was_right() -> None:
    rng = np.random.default_rng(0)
    sure = rng.uniform(-3, 3, (4000, 2))
    right = rng.random(4000) < 1 / (1 + np.exp(-(0.5 + 1.0 * sure[:, 0] + 0.3 * sure[:, 1])))
    shift, of_die, of_face = calibrate.logistic(sure, right)
    assert shift == pytest.approx(0.5, abs=0.15)
    assert of_die == pytest.approx(1.0, abs=0.15)
    assert of_face == pytest.approx(0.3, abs=0.15)


def test_the_table_has_a_column_for_each_set() -> None:
    table = report.as_table({"a": {"exact roll": 0.5}, "b": {"exact roll": 1.0, "finder ms": 20.0}})
    assert [str(column.header) for column in table.columns] == ["figure", "a", "b"]
    assert table.row_count == 2


def test_stages_are_timed_without_changing_their_answer() -> None:
    clock = evaluate.Timed()
    assert clock.watch("sum", lambda a, b: a + b)(2, 3) == 5
    assert len(clock.spent["sum"]) == 1


def test_every_threshold_of_the_mean_precision_is_named_once() -> None:
    assert len(scores.THRESHOLDS) == 10
    assert scores.THRESHOLDS[0] == 0.5
    assert scores.THRESHOLDS[-1] == pytest.approx(0.95)


def test_the_thresholds_are_where_most_rolls_are_exact() -> None:
    """A die that is sure, one that is less sure, and an ornament less sure than both."""
    boxes = [Box(left, 0.0, left + 9.0, 9.0) for left in (0.0, 20.0, 40.0)]
    sure = zip(boxes, "351", (0.1, 0.4, 0.5), (0.9, 0.8, 0.7), strict=True)
    dice = tuple(replace(seen_die(box, face, faces=[("6", other)]), found=found) for box, face, other, found in sure)
    truth = tuple(evaluate.as_seen(die) for die in dice[:2])
    judged = calibrate.Judged(scores.Photo("roll.jpg", truth, ()), dice)
    least, certain = calibrate.best_thresholds([[judged]])
    assert judged.shown(least, certain).exact
    assert judged.shown(0.2, 1.01).invented
    assert judged.shown(0.6, 0.6).invented
    assert judged.shown(0.4, 0.75).exact
    assert judged.shown(0.6, 0.75).exact  # by the die alone


def test_of_thresholds_about_as_good_the_one_that_invents_least_is_taken() -> None:
    die = replace(seen_die(Box(0.0, 0.0, 9.0, 9.0), "3", faces=[("6", 0.1)]), found=0.95)
    ornament = replace(seen_die(Box(20.0, 0.0, 29.0, 9.0), "1", faces=[("6", 0.1)]), found=0.45)
    alone = calibrate.Judged(scores.Photo("roll.jpg", (evaluate.as_seen(die),), ()), (die,))
    tempting = replace(alone, dice=(die, ornament))  # one photo in two hundred: worth less than what counts as equal
    best = calibrate.best_thresholds([[alone] * 199 + [tempting]])
    assert tempting.shown(0.3, 1.01).invented
    assert tempting.shown(*best).exact


def test_the_reader_is_measured_alone_in_true_boxes(tmp_path: Path) -> None:
    """The finder of this detector finds nothing at all."""
    detector = DiceDetector(
        make_finder(tmp_path / "finder.onnx", propose=2.0),
        make_reader(tmp_path / "reader.onnx"),
        make_lamp(tmp_path / "lamp.onnx"),
    )
    table = draw_table(320, 240, [(80, 80, 3, Colour.RED), (200, 120, 5, Colour.WHITE)])
    cv2.imwrite(str(tmp_path / "table.png"), table[..., ::-1])
    dice = (Die((60, 60, 100, 100), "pips", "3"), Die((180, 100, 220, 140), "pips", "4"))
    write(tmp_path / "manifest.jsonl", [Picture("table.png", "render", 320, 240, None, dice)])
    figures = evaluate.measure(detector, tmp_path / "manifest.jsonl", "two dice", None, quick=True)
    assert figures["dice found"] == 0.0
    assert figures["value right in true boxes"] == 0.5

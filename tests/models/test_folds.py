"""The folds of the honest forecast."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from models import folds
from models.settings import load


def test_every_fold_trains_without_the_photographers_it_is_measured_on() -> None:
    for fold, left_out in folds.FOLDS.items():
        *trained, measured = folds.commands(fold, folds.STEPS)
        assert [word for word in measured if word in left_out] == list(left_out)
        trainings = [command for command in trained if command[0] == "models.train"]
        assert len(trainings) == len(folds.STEPS)
        assert all(set(left_out) <= set(command) and "--resume" in command for command in trainings)


def test_no_photographer_is_left_out_twice_and_each_is_a_training_source() -> None:
    every = [source for pair in folds.FOLDS.values() for source in pair]
    assert len(set(every)) == len(every)
    assert set(every) <= set(load().data.train_sources)


def test_the_report_has_the_mean_per_photographer(tmp_path: Path) -> None:
    lines = ["set,kind,figure,value"]
    lines += [f"{name},real,exact roll,{value}" for name, value in (("aws_cam", 0.8), ("aws_phone", 0.9), ("mean", 0))]
    (tmp_path / "1").mkdir()
    (tmp_path / "1" / "evaluation.csv").write_text("\n".join(lines), encoding="utf-8")
    results = folds.measured(tmp_path)
    assert results["mean"]["exact roll"] == pytest.approx(0.85)
    assert set(results) == {"aws_cam", "aws_phone", "mean"}


@pytest.mark.parametrize(("asked", "said"), [("report", "No fold is measured"), ("7", "there are the folds")])
def test_what_cannot_be_told_is_said(asked: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert said in CliRunner().invoke(folds.app, [asked]).output

"""An honest forecast: networks that never saw the photographers they are asked about, one fold after the other.

python -m models.folds 1        # train, export and measure one fold; stopped at any moment, the same command goes on
python -m models.folds report   # one table of all folds that are measured, with the mean per photographer

Every fold leaves two photographers out and starts from COCO, as the shipped files have seen them all.
"""

from __future__ import annotations

import csv
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from models import report
from models.extras import need_training

# `matteo_desk`, one desk, and the pictures of numeral cubes always train.
FOLDS = {
    "1": ("aws_cam", "aws_phone"),
    "2": ("byler_d6", "pxl_trays"),
    "3": ("roboflow_epanemu", "shut_the_box"),
}
STEPS = {"finder": 1500, "reader": 10000, "lamp": 1500}
RUNS, FOLDER = Path("runs/train"), Path("runs/folds")

app = typer.Typer(add_completion=False, help=__doc__)


def commands(fold: str, steps: dict[str, int], folder: Path = FOLDER) -> list[list[str]]:
    """What a fold takes, in order; every part of it goes on where it stood.

    >>> commands("1", {"finder": 2})[0]
    ['models.train', 'finder', '--name', 'fold1-finder', '--steps', '2', '--resume', '--without', 'aws_cam', \
'--without', 'aws_phone']
    """
    without = [word for source in FOLDS[fold] for word in ("--without", source)]
    plan = []
    for network, most in steps.items():
        name, out = f"fold{fold}-{network}", folder / fold / f"{network}.onnx"
        plan.append(["models.train", network, "--name", name, "--steps", str(most), "--resume", *without])
        plan.append(["models.export", network, str(RUNS / f"{name}.pt"), str(out)])
    files = [word for network in steps for word in (f"--{network}", str(folder / fold / f"{network}.onnx"))]
    sets = [word for source in FOLDS[fold] for word in ("--sets", source)]
    plan.append(["models.evaluate", "--quick", "--out", str(folder / fold / "evaluation.csv"), *files, *sets])
    return plan


def measured(folder: Path = FOLDER) -> dict[str, dict[str, float]]:
    """The figures of every photographer whose fold is measured, and their mean."""
    results: dict[str, dict[str, float]] = defaultdict(dict)
    for path in sorted(folder.glob("*/evaluation.csv")):
        with path.open(encoding="utf-8") as file:
            for row in csv.DictReader(file):
                if row["set"] in FOLDS[path.parent.name] and row["figure"] in report.HEADLINES:
                    results[row["set"]][row["figure"]] = float(row["value"])
    return {**results, report.MEAN: report.mean_of(results)} if results else {}


@app.command()
def main(
    fold: Annotated[str, typer.Argument(help="1, 2, 3 or report")],
    finder_steps: int = STEPS["finder"],
    reader_steps: int = STEPS["reader"],
) -> None:
    """Go on with a fold, or report what is measured."""
    if fold == "report":
        results = measured()
        Console().print(report.as_table(results) if results else "No fold is measured yet: python -m models.folds 1")
        return
    if fold not in FOLDS:
        raise typer.BadParameter(f"there are the folds {', '.join(FOLDS)}, and report", param_hint="FOLD")
    need_training()
    for command in commands(fold, STEPS | {"finder": finder_steps, "reader": reader_steps}):
        subprocess.run([sys.executable, "-m", *command], check=True)


if __name__ == "__main__":
    app()

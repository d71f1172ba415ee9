"""The figures of an evaluation as one table and one CSV file: a column for each set, and the mean of photographers."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path
from statistics import fmean

from rich.table import Table

Figures = Mapping[str, float]
MEAN = "mean"
# What is said of photographers as a whole: each counts the same, however many photos are there.
HEADLINES = (
    "exact roll",
    "dice found",
    "value right",
    "false dice per photo",
    "colour right",
    "taps per photo",
    "asked per photo",
)


def mean_of(results: Mapping[str, Figures]) -> dict[str, float]:
    """The mean of the headlines over the sets that have them.

    >>> mean_of({"a": {"exact roll": 0.5, "colour right": float("nan")}, "b": {"exact roll": 1.0, "colour right": 0.9}})
    {'exact roll': 0.75, 'colour right': 0.9}
    """
    means = {}
    for key in HEADLINES:
        values = [result[key] for result in results.values() if key in result and result[key] == result[key]]
        if values:
            means[key] = fmean(values)
    return means


def as_table(results: Mapping[str, Figures]) -> Table:
    """One column a set, one row a figure."""
    table = Table("figure", *results)
    figures = dict.fromkeys(key for result in results.values() for key in result)
    for key in figures:
        table.add_row(key, *(f"{result[key]:.3f}" if key in result else "" for result in results.values()))
    return table


def write(path: Path, results: Mapping[str, Figures], kinds: Mapping[str, str]) -> None:
    """One line a figure, so that runs can be compared by any tool."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["set", "kind", "figure", "value"])
        for name, result in results.items():
            writer.writerows([name, kinds.get(name, ""), key, round(value, 4)] for key, value in result.items())

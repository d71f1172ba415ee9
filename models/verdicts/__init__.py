"""A composed table's truth beside what was read of it: which pieces are right, wrong, asked or missed, and the score.

Each game has a module of its own with `verdict_of`.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from scoring.games import load
from vision.tables import reader_of
from vision.tables.contract import Spot, State
from vision.tables.table import TableReading

KINDS = ("right", "wrong", "asked", "missed")


@dataclass(frozen=True)
class Truth:
    """What is true of a composed table."""

    game: str
    copy: str
    state: State
    told: dict[str, Any]

    @classmethod
    def load(cls, path: Path) -> Truth:
        """From the file beside the picture."""
        told = json.loads(path.read_text("utf-8"))
        return cls(told["game"], told["copy"], told["state"], told["told"])


@dataclass(frozen=True)
class Verdict:
    """How a reading stands beside the truth.

    `core_exact` leaves out what a photo only proposes or cannot tell, `failed` is the first stage that did, and
    `pieces` counts those that are right, wrong, asked, missed and invented, and more that a game counts.
    """

    exact: bool
    core_exact: bool
    score_exact: bool
    pieces: Counter[str]
    failed: str


class Judge(Protocol):
    """What the module of a game offers."""

    def verdict_of(self, truth: Truth, reading: TableReading) -> Verdict: ...


def judge_of(game: str) -> Judge:
    """The module of a game."""
    module: Judge = import_module(f"models.verdicts.{game}")
    return module


def scores_alike(truth: Truth, reading: TableReading, begun: State) -> bool:
    """Whether everybody gets the same points as on the true table when the reading is laid on the table begun."""
    game = load(truth.game)
    told = {**truth.state, **truth.told}
    start = game.state.model_validate({**told, **begun}).model_dump(mode="json")
    for change in reader_of(truth.game).lay(reading.pieces(), start, Spot(0)).changes:
        _put(start, change.path.strip("/").split("/"), change.value)
    states = [game.state.model_validate(start), game.state.model_validate(told)]
    totals = [[sheet.at_least for sheet in game.score(one, game.catalogue).sheets] for one in states]
    return totals[0] == totals[1]


def _put(state: Any, path: list[str], value: Any) -> None:
    first, *rest = path
    key = int(first) if isinstance(state, list) else first
    if rest:
        _put(state[key], rest, value)
    else:
        state[key] = value

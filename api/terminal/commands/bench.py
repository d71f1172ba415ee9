"""``tally bench``: figures that anyone can measure again."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from api.errors import UserError
from api.terminal.render import console, print_json
from scoring.askbench import figures as rule_questions
from scoring.games import GAME_IDS, load
from scoring.names import unknown_names
from scoring.words import say


def show_figures(as_json: bool, only: list[str]) -> None:
    """Measure and print; ``only`` picks some of the groups."""
    groups = _groups()
    for refusal in unknown_names(say("group of figures"), only, list(groups)):
        raise UserError(refusal)
    figures = {name: measure() for name, measure in groups.items() if not only or name in only}
    if as_json:
        print_json(figures)
        return
    for name, group in figures.items():
        console().print(name, style="bold")
        for figure, value in group.items():
            console().print(f"  {figure}: {value}", markup=False)


def _groups() -> dict[str, Callable[[], dict[str, Any]]]:
    groups: dict[str, Callable[[], dict[str, Any]]] = {"startup": startup, "rules": rule_questions}
    for game_id in GAME_IDS:
        groups[game_id] = _game_figures(game_id)
    groups["vision"] = lambda: dict(import_module("vision.bench").figures())
    groups["gallery"] = lambda: dict(import_module("vision.gallery_bench").figures())
    groups["log"] = lambda: dict(import_module("api.tables.bench").figures())
    groups["service"] = lambda: dict(import_module("api.http.bench").figures())
    return groups


def _game_figures(game_id: str) -> Callable[[], dict[str, Any]]:
    return lambda: load(game_id).figures()


def startup(runs: int = 7) -> dict[str, Any]:
    """Wall time of a whole ``tally score`` beside that of a bare interpreter, best of several runs."""
    command = [sys.executable, "-m", "api.terminal.cli", "score", GAME_IDS[0], "sample"]
    score_seconds = _best_of(runs, command)
    bare_seconds = _best_of(runs, [sys.executable, "-c", "pass"])
    return {
        "tally_score_seconds": round(score_seconds, 3),
        "ratio_to_bare_python": round(score_seconds / bare_seconds, 1),
    }


def _best_of(runs: int, command: list[str]) -> float:
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return min(times)

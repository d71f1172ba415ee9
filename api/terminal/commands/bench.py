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
from scoring import sources
from scoring.games import GAME_IDS, games, load
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
    groups: dict[str, Callable[[], dict[str, Any]]] = {"startup": startup, "rules": rule_search}
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


def rule_search() -> dict[str, Any]:
    """How often the first rule, and one of the first three, is a right answer to a player's question."""
    asked = [game.id for game in games() if (game.folder / "searches.yaml").is_file()]
    return {game_id: rule_search_of(game_id) for game_id in asked}


def rule_search_of(game_id: str) -> dict[str, Any]:
    """Top-1 and top-3 over the questions of one game."""
    game = load(game_id)
    questions = sources.load(game.folder / "searches.yaml", sources.read_yaml)
    ranks = [_rank(game.rulebook.search(q["ask"], 3), set(q.get("rules", [q.get("rule")]))) for q in questions]
    started = time.perf_counter()
    for question in questions:
        game.rulebook.search(question["ask"], 3)
    milliseconds = (time.perf_counter() - started) * 1000 / len(questions)
    return {
        "questions": len(questions),
        "top1": round(sum(r == 1 for r in ranks) / len(ranks), 3),
        "top3": round(sum(r is not None for r in ranks) / len(ranks), 3),
        "milliseconds_per_question": round(milliseconds, 2),
    }


def _rank(hits: list[Any], right: set[str]) -> int | None:
    return next((place for place, hit in enumerate(hits, 1) if hit.rule.id in right), None)

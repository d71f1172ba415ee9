"""How fast a game is that measures nothing itself: its samples, scored again and again."""

from __future__ import annotations

from time import process_time
from typing import Any

SECONDS = 0.5


def figures(game: Any) -> dict[str, float]:
    """Sheets and checks a second over all samples, in processor time."""
    states = [game.sample(name) for name in game.samples]
    if not states:
        return {}
    sheets = _per_second(lambda: sum(len(game.score(state, game.catalogue).sheets) for state in states))
    checks = _per_second(lambda: len([game.problems(state, game.catalogue) for state in states]))
    return {"sheets_per_second": round(sheets), "checks_per_second": round(checks)}


def _per_second(work: Any) -> float:
    done, start = work(), process_time()
    while (spent := process_time() - start) < SECONDS:
        done += work()
    return float(done) / spent

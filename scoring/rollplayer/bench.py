"""Speed on one core: score sheets, odds, coach."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from scoring.rollplayer import GAME
from scoring.rollplayer.odds import chances, pools_of
from scoring.rollplayer.referee.coach import advise
from scoring.rollplayer.score import score


def figures() -> dict[str, float]:
    """Measured in processor time, so that a busy machine does not change them much."""
    table, running, catalogue = GAME.sample("five"), GAME.sample("two"), GAME.catalogue
    return {
        "sheets_per_second": len(table.players) * per_second(lambda: score(table, catalogue)),
        "problems_checks_per_second": per_second(lambda: GAME.problems(table, catalogue)),
        "odds_8_dice_6_xp_ms": 1000 / per_second(_cold_odds),
        "odds_8_dice_6_xp_five_steps_ms": 1000 / per_second(lambda: chances(8, 6, (12, 16, 20, 24, 28))),
        "coach_swap_ms": 1000 / per_second(lambda: advise(running, 0, "dexterity", catalogue)),
    }


def _cold_odds() -> None:
    """The first question of an evening: nothing about pools of eight dice is remembered."""
    pools_of.cache_clear()
    chances(8, 6, (28,))


def per_second(work: Callable[[], object], seconds: float = 1.0) -> float:
    """How often some work is done in a second of processor time."""
    work()
    done, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        work()
        done += 1
    return done / spent

"""Speed of the Dungeon Lords engine on one core, for ``tally bench``."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from scoring.dungeonlords.battle.advice import best_defence
from scoring.dungeonlords.battle.ask import Battle
from scoring.dungeonlords.battle.moves import endings, plans
from scoring.dungeonlords.battle.setup import arena_of, card_of
from scoring.dungeonlords.battle.training import training_battle
from scoring.games import load

SECONDS = 1.0

SECOND_YEAR = {
    "year": 2,
    "lord": {
        "name": "Eleni",
        "dungeon": ["C1!", "C2!", "C3", "B2:hatchery", "D2", "E2:training_room", "A2", "C4"],
        "monsters": ["vampire", "troll", "goblin", "witch"],
        "trolls": 1,
        "traps": ["rolling_stone", "pendulum", "cursed_ring"],
        "party": ["paladin_2", "fighter_7", "thief_6", "priest_6"],
        "gold": 3,
        "food": 2,
        "imps": 5,
        "evil": 10,
    },
    "cards": [2, 3, 3, 2],
    "options": {"year_two_traps": "same"},
}
"""A second-year battle with four monsters, three traps, the paladin and four known cards."""


def figures() -> dict[str, float]:
    """Sheets, battle rounds and solved battles: how many a second, or how many seconds."""
    game = load("dungeonlords")
    table = game.sample()
    battle = Battle.model_validate(SECOND_YEAR)
    start = process_time()
    best_defence(battle, game.catalogue)
    solving = process_time() - start
    return {
        "sheets_per_second": _rate(lambda: len(game.score(table, game.catalogue).sheets)),
        "battle_rounds_per_second": _rate(_rounds),
        "second_year_battle_seconds": solving,
        "practice_boards_per_second": _rate(lambda: bool(best_defence(training_battle(3), game.catalogue))),
    }


def _rounds() -> int:
    """Resolve the first round of the second-year battle in every way there is."""
    game = load("dungeonlords")
    battle = Battle.model_validate(SECOND_YEAR)
    arena, position, _ = arena_of(battle, game.catalogue)
    card = card_of(battle.cards[0], game.catalogue)
    return sum(
        1
        for place, hits, crowds in plans(arena, position)
        for hit, traps in hits
        for sent in crowds
        for _ in endings(arena, hit, place, sent, traps, card)
    )


def _rate(work: Callable[[], int]) -> float:
    """How many units of work a second; ``work`` returns how many it did."""
    done, start = 0, process_time()
    while (elapsed := process_time() - start) < SECONDS:
        done += work()
    return done / elapsed

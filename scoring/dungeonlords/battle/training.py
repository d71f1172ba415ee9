"""The four practice boards of the book: their set-ups follow from the published solutions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field

from scoring.catalogue import Catalogue
from scoring.dungeonlords.battle.advice import best_defence
from scoring.dungeonlords.battle.ask import Battle
from scoring.game import Model
from scoring.sheet import Ruling

FATIGUE = 2

BOARDS: Mapping[int, Mapping[str, Any]] = {
    1: {
        "party": ("fighter_1", "fighter_2", "priest_1"),
        "monsters": ("troll", "goblin"),
        "traps": ("rolling_stone",),
        "food": 1,
    },
    2: {
        "party": ("fighter_3", "thief_3", "thief_2"),
        "monsters": ("witch", "ghost"),
        "traps": ("poisoned_meal",),
        "food": 1,
    },
    3: {
        "party": ("fighter_4", "priest_3", "thief_4"),
        "monsters": ("vampire",),
        "traps": ("cursed_ring", "pendulum"),
        "gold": 1,
    },
    4: {
        "party": ("priest_2", "thief_1", "priest_4"),
        "monsters": ("slime",),
        "traps": ("fire_wall", "anti_magic_dart"),
    },
}


class Training(Model):
    """Which of the four practice boards."""

    board: Literal[1, 2, 3, 4] = Field(default=1, description="The number on the practice board.")


def training_battle(board: int) -> Battle:
    """The battle on this practice board: three tunnels in a row, fatigue 2 in every round."""
    lord = {"name": f"Board {board}", "imps": 0, "trolls": BOARDS[board]["monsters"].count("troll"), **BOARDS[board]}
    return Battle.model_validate({"lord": lord, "cards": [FATIGUE] * 4})


def training(ask: Training, catalogue: Catalogue) -> Ruling:
    """The best defence of a practice board; each can be held with one tile lost."""
    return best_defence(training_battle(ask.board), catalogue)

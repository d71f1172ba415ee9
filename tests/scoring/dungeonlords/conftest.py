"""Shared by the Dungeon Lords tests: the game, and short ways to ask its referee."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scoring.catalogue import Catalogue
from scoring.game import Game
from scoring.games import load
from scoring.sheet import Ruling


@pytest.fixture(scope="session")
def game() -> Game[Any]:
    return load("dungeonlords")


@pytest.fixture(scope="session")
def catalogue(game: Game[Any]) -> Catalogue:
    return game.catalogue


@pytest.fixture
def ask(game: Game[Any]) -> Callable[..., Ruling]:
    """Put a question to the referee: ``ask("taxes", lord={...})``."""

    def put(question_id: str, **words: Any) -> Ruling:
        question = game.question(question_id)
        return question.answer(question.ask.model_validate(words), game.catalogue)

    return put


@pytest.fixture
def battle(ask: Callable[..., Ruling]) -> Callable[..., Ruling]:
    """Fight with fatigue 2: ``battle("fighter_1 priest_1", "troll", "rolling_stone", [plans], food=1)``."""

    def fight(party: str, monsters: str, traps: str, plans: list[dict[str, Any]], **more: Any) -> Ruling:
        lord = {
            "name": "Ann",
            "imps": 0,
            "party": party.split(),
            "monsters": monsters.split(),
            "traps": traps.split(),
            **{key: more.pop(key) for key in ("gold", "food", "imps", "evil", "dungeon", "prisoners") if key in more},
        }
        cards = more.pop("cards", [2, 2, 2, 2])
        return ask("battle", lord=lord, cards=cards, plans=plans, **more)

    return fight

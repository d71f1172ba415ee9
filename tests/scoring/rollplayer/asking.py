"""How the tests put a dispute to the referee of Roll Player."""

from __future__ import annotations

from typing import Any

from scoring.rollplayer import GAME
from scoring.sheet import Ruling

CATALOGUE = GAME.catalogue


def ask(question: str, **asked: Any) -> Ruling:
    found = GAME.question(question)
    ruling: Ruling = found.answer(found.ask.model_validate(asked), CATALOGUE)
    assert ruling.verdict and set(ruling.rules) <= set(GAME.rulebook.rules)
    return ruling


def ann(**extra: Any) -> dict[str, Any]:
    return {"name": "Ann", **extra}

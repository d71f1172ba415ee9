"""How well questions in own words are answered: ``tally bench --only rules``.

``unseen.yaml`` of a game holds questions by somebody who read only its rulebook; nobody who writes phrasings or tunes
the search reads them. ``searches.yaml`` holds older questions, which the search was tuned on.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from scoring.answers import Verdict
from scoring.found import Reply
from scoring.game import Game
from scoring.games import games
from scoring.sources import load, read_yaml

KEPT_APART, TUNED_ON = "unseen.yaml", "searches.yaml"


class Asking(Protocol):
    """Whatever can be asked: a game, or its desk alone."""

    def ask(self, question: str, limit: int = 3) -> Reply:
        """What answers a question."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one question; ``outside`` is one that no book answers."""

    lang: str
    outside: bool
    first: bool
    among_three: bool
    verdict: bool | None
    sure: bool
    seconds: float


def figures() -> dict[str, Any]:
    """For every game that has questions, the shares that were answered right, whole and per language."""
    return {
        f"{game.id} {name.partition('.')[0]}": shares(outcomes(game, name))
        for name in (KEPT_APART, TUNED_ON)
        for game in games()
        if (game.folder / name).is_file()
    }


def outcomes(game: Game[Any], name: str = KEPT_APART) -> list[Outcome]:
    """Every question of a file put to the game."""
    questions = load(game.folder / name, read_yaml)
    for lang in {question["lang"]: question for question in questions}.values():
        game.ask(lang["ask"])  # the shelves are built at the first question
    return [outcome(game, question) for question in questions]


def outcome(game: Asking, question: Mapping[str, Any]) -> Outcome:
    """One question put to the game."""
    started = time.process_time()
    reply = game.ask(question["ask"], 3)
    seconds = time.process_time() - started
    right = set(question.get("rules") or filter(None, [question.get("rule")]))
    found = [hit.rule.id in right for hit in reply.hits]
    return Outcome(
        question["lang"],
        not right,
        bool(found and found[0]),
        any(found),
        _right_verdict(reply, question) if right and "verdict" in question else None,
        reply.sure and reply.hits[0].verdict != Verdict.SILENT,
        seconds,
    )


def _right_verdict(reply: Reply, question: Mapping[str, Any]) -> bool:
    """Whether what is said first is right; a number must be the same number."""
    if not reply.sure or reply.hits[0].verdict != question["verdict"]:
        return False
    first = reply.hits[0]
    return first.verdict != Verdict.NUMBER or _numbers(first.number) == _numbers(str(question["number"]))


def _numbers(text: str) -> list[str]:
    """The numbers of a text: "3" and "3 gold" say the same."""
    return re.findall(r"\d+", text)


def shares(asked: list[Outcome]) -> dict[str, Any]:
    """The shares of all, and of each language."""
    whole = _shares(asked)
    for lang in sorted({one.lang for one in asked}):
        whole[lang] = _shares([one for one in asked if one.lang == lang])
    whole["milliseconds_of_the_processor"] = round(1000 * sum(one.seconds for one in asked) / len(asked), 2)
    return whole


def _shares(asked: list[Outcome]) -> dict[str, Any]:
    inside, outside = [one for one in asked if not one.outside], [one for one in asked if one.outside]
    told = {
        "questions": len(asked),
        "first": _share(one.first for one in inside),
        "among_three": _share(one.among_three for one in inside),
        "verdict": _share(one.verdict for one in inside if one.verdict is not None),
        "answered": _share(one.sure for one in inside),
        "right_silence": _share(not one.sure for one in outside),
    }
    return {name: value for name, value in told.items() if value is not None}


def _share(right: Iterable[bool]) -> float | None:
    counted = list(right)
    return round(sum(counted) / len(counted), 3) if counted else None

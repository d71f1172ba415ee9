"""Which open question decides most points: the score with each of its answers, the widest range first. Plain Python."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pydantic import ValidationError

from scoring.games import load
from vision.tables.contract import Question, State

MOST_ANSWERS = 12  # of a question are tried: enough to see how much hangs on it
Answers = Callable[[Question], Sequence[Any]]


def most_points_first(game_id: str, questions: Sequence[Question], answers: Answers, state: State) -> list[Question]:
    """The questions in the order in which they decide points; those that decide as many stay as they are."""
    return sorted(questions, key=lambda question: -decided(game_id, question, answers(question), state))


def decided(game_id: str, question: Question, answers: Sequence[Any], state: State) -> int:
    """How many points lie between the best and the worst of these answers."""
    if question.where is None or len(answers) < 2:
        return 0
    player = _player_of(question.where)
    every = max(1, len(answers) // MOST_ANSWERS)
    totals = list(_totals(game_id, question.where, answers[::every], state, player))
    return max(totals, default=0) - min(totals, default=0)


def _totals(game_id: str, path: str, answers: Iterable[Any], state: State, player: int) -> Iterable[int]:
    game = load(game_id)
    for answer in answers:
        tried = copy.deepcopy(state)
        *way, last = path.strip("/").split("/")
        holder: Any = tried
        for part in way:
            holder = holder[int(part)] if isinstance(holder, list) else holder[part]
        holder[int(last) if isinstance(holder, list) else last] = answer
        try:
            sheets = game.score(game.state.model_validate(tried), game.catalogue).sheets
        except ValidationError:
            continue
        yield sheets[player].at_least


def _player_of(path: str) -> int:
    """Whose part of the state a path names.

    >>> _player_of("/players/2/hero_class"), _player_of("/monster")
    (2, 0)
    """
    parts = path.strip("/").split("/")
    return int(parts[1]) if parts[0] == "players" else 0

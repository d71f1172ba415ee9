"""``tally score``: the sheet of a state."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from api.answers.encode import plain
from api.errors import UserError
from api.language.speech import spoken
from api.owner.printed import catalogue_of
from api.terminal.input import find_game, load_state
from api.terminal.render import check_language, print_json, print_score
from scoring.game import Game
from scoring.todo import count
from scoring.words import say


def show_score(game_id: str, given: str, as_json: bool, svg: str | None, lang: str) -> None:
    """Score a state and print the sheet, the standing and what looks wrong."""
    game = find_game(game_id)
    state = load_state(game, given)
    catalogue = catalogue_of(game)
    counted = count(game, state, catalogue)
    problems = game.problems(state, catalogue)
    if svg:
        write_drawing(game, state, svg)
    if as_json:
        told = {"game": game.id, **plain(counted.score), "needs": plain(counted.needs), "problems": plain(problems)}
        print_json(spoken(told, check_language(lang)))
    else:
        print_score(game, counted, problems, lang)


def write_drawing(game: Game[Any], state: Any, path: str) -> None:
    """Draw the state into an SVG file."""
    write_text(path, game.draw(state, catalogue_of(game)))


def write_text(path: str, text: str) -> None:
    """Write a file the user asked for, or say why it cannot be written."""
    try:
        Path(path).write_text(text, "utf-8")
    except OSError as error:
        raise UserError(say("{name} cannot be written: {reason}.", name=path, reason=error.strerror)) from None

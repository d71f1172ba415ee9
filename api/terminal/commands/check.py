"""``tally check``: everything wrong with a state."""

from __future__ import annotations

from api.answers.encode import plain
from api.language.speech import spoken
from api.owner.printed import catalogue_of
from api.terminal.input import find_game, load_state
from api.terminal.render import check_language, print_json, print_problems


def show_problems(game_id: str, given: str, as_json: bool, lang: str) -> int:
    """Print every problem; the exit code is 1 if there is any."""
    game = find_game(game_id)
    problems = game.problems(load_state(game, given), catalogue_of(game))
    if as_json:
        print_json(spoken(plain(problems), check_language(lang)))
    else:
        print_problems(game, problems, lang)
    return 1 if problems else 0

"""``tally games``, ``tally schema`` and ``tally notation``."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from api.terminal.input import find_game, load_state
from api.terminal.render import console, print_json
from api.terminal.spoken import speak
from scoring.game import Game
from scoring.games import broken_games, games
from scoring.words import say


def show_games(as_json: bool) -> None:
    """List the games."""
    rows, broken = [describe(game) for game in games()], broken_games()
    if as_json:
        print_json([*rows, *({"id": game_id, "broken": speak(why)} for game_id, why in broken.items())])
        return
    table = Table(box=None, pad_edge=False, title_justify="left")
    for heading in (say("game"), say("title"), say("players"), say("samples"), say("referee answers")):
        table.add_column(speak(heading), overflow="fold")
    for row in rows:
        players = speak(say("{fewest} to {most}", fewest=row["players"][0], most=row["players"][1]))
        table.add_row(
            row["id"],
            row["title"],
            players,
            ", ".join(row["samples"]),
            ", ".join(q["id"] for q in row["questions"]),
        )
    console().print(table)
    for why in broken.values():
        console().print(speak(why), markup=False)


def describe(game: Game[Any]) -> dict[str, Any]:
    """One game as plain data."""
    return {
        "id": game.id,
        "title": game.title,
        "players": list(game.players),
        "samples": dict(game.samples),
        "questions": [{"id": q.id, "title": q.title} for q in game.questions],
        "rules": len(game.rulebook.rules),
    }


def show_schema(game_id: str) -> None:
    """Print the JSON Schema of a game's state."""
    print_json(find_game(game_id).state.model_json_schema())


def show_notation(game_id: str, given: str, as_json: bool) -> None:
    """Print a state as one line, or as JSON."""
    game = find_game(game_id)
    state = load_state(game, given)
    if as_json:
        print_json(state.model_dump(mode="json", exclude_defaults=True))
    else:
        print(game.notation(state))

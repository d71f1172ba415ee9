"""The games as the routes use them: states checked, scores, problems and drawings as plain data in a language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from api.answers.encode import plain
from api.answers.refusals import Unreadable, unreadable
from api.language.speech import spoken, translator
from api.owner.printed import catalogue_of
from scoring.drawing import spoken_by
from scoring.game import Game
from scoring.moves import Move
from scoring.todo import count
from scoring.told import Told
from scoring.words import say


def state_from(game: Game[Any], state: Any, notation: str | None = None) -> Any:
    """A checked state from plain data or from a notation."""
    if notation is not None:
        return game.parse(notation)
    if state is None:
        raise Unreadable(say("Send a state or a notation."))
    try:
        return game.state.model_validate(state)
    except ValidationError as error:
        raise unreadable(error, say("The state"), state) from None


def plain_state(state: Any) -> dict[str, Any]:
    """A state as data in which every place exists, defaults included."""
    data: dict[str, Any] = state.model_dump(mode="json")
    return data


def score(game: Game[Any], state: Any, lang: str, unnamed: int = 0, told: Sequence[Told] = ()) -> dict[str, Any]:
    """Sheets with the lines that were told, standing, remarks, and all that the final number still waits for."""
    counted = count(game, state, catalogue_of(game), told, unnamed)
    data: dict[str, Any] = spoken({**plain(counted.score), "needs": plain(counted.needs)}, lang)
    return data


def problems(game: Game[Any], state: Any, lang: str) -> list[dict[str, Any]]:
    """Everything wrong with a state."""
    found: list[dict[str, Any]] = spoken(plain(game.problems(state, catalogue_of(game))), lang)
    return found


def moves(game: Game[Any], state: Any, lang: str) -> list[list[dict[str, Any]]]:
    """For every player what can be done now with one press."""
    speak, catalogue = translator(lang), catalogue_of(game)
    return [[_move(move, speak) for move in game.moves(state, seat, catalogue)] for seat, _ in enumerate(state.players)]


def _move(move: Move, speak: Callable[[str], str]) -> dict[str, Any]:
    return {
        "title": speak(move.title),
        "place": move.place,
        "changes": [
            {"op": "add" if path.endswith("/-") else "replace", "path": path, "value": value}
            for path, value in move.changes
        ],
        "keep": [{"item": item, "field": field, "value": value} for item, field, value in move.keep],
    }


def told(game: Game[Any], state: Any) -> list[dict[str, Any]]:
    """For every player what the table tells of the questions to the referee, by the question's id."""
    asked = [(question.id, question.told) for question in game.questions if question.told]
    return [{question: dict(tell(state, seat)) for question, tell in asked} for seat, _ in enumerate(state.players)]


def draw(game: Game[Any], state: Any, lang: str, player: int | None = None) -> str:
    """The state as an SVG picture; one player's part of it where players do not share a table."""
    alone = player is not None and not game.shared
    if alone and player is not None:
        if player >= len(state.players):
            raise Unreadable(say("There is no player {number} at this table.", number=player + 1))
        state = state.model_copy(update={"players": (state.players[player],)})
    with spoken_by(translator(lang)):
        picture = game.draw(state, catalogue_of(game))
    return picture.replace('data-path="/players/0', f'data-path="/players/{player}') if alone else picture


def new_state(
    game: Game[Any],
    names: list[str],
    options: dict[str, Any],
    colours: list[str],
    kept: Mapping[str, Any] = MappingProxyType({}),
) -> dict[str, Any]:
    """The state of a table at which nothing has happened yet; ``kept`` comes from a table before it."""
    given: dict[str, Any] = {**kept, "players": [{"name": name} for name in names]}
    for player, colour in zip(given["players"], _piece_colours(game, len(names), colours), strict=False):
        player["colour"] = colour
    if options:
        given["options"] = options
    return plain_state(state_from(game, given))


def _piece_colours(game: Game[Any], count: int, wished: list[str]) -> list[str]:
    """The colours of the players' pieces, if the game gives each player one; a wish is kept where it can be."""
    schema = game.state.model_json_schema()
    player = schema["$defs"].get(schema["properties"]["players"]["items"]["$ref"].rsplit("/", 1)[-1], {})
    if "colour" not in player.get("required", ()):
        return []
    named = schema["$defs"][player["properties"]["colour"]["$ref"].rsplit("/", 1)[-1]]["enum"]
    chosen: list[str] = []
    for seat in range(count):
        wish = wished[seat] if seat < len(wished) else ""
        free = [colour for colour in named if colour not in chosen] or named
        chosen.append(wish if wish in free else free[0])
    return chosen

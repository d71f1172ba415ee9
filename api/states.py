"""From what a user hands in (a file, notation, JSON, stdin, a sample's name) to a game state."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from api.errors import UserError, sentence_for
from scoring.game import Game, NotationError
from scoring.games import UnknownGame, load
from scoring.names import unknown_name
from scoring.words import say

LARGEST_STATE = 2_000_000


def find_game(game_id: str) -> Game[Any]:
    """The game, or a sentence that lists the ones we know."""
    try:
        return load(game_id)
    except UnknownGame as error:
        raise UserError(error.args[0]) from None


def load_state(game: Game[Any], given: str) -> Any:
    """A state from a JSON file, a notation, JSON text, ``-`` for stdin, or ``sample[:NAME]``."""
    if given == "sample" or given.startswith("sample:"):
        return _sample(game, given.partition(":")[2])
    text, name = read_text(given, "state")
    return parse_state(game, text, name)


def parse_state(game: Game[Any], text: str, name: str = "the state") -> Any:
    """A state from JSON text or notation."""
    if text.lstrip().startswith(("{", "[")):
        return validate(game.state, parse_json(text, name), name)
    try:
        return game.parse(text.strip())
    except NotationError as error:
        raise UserError(f"That is not a {game.title} notation: {error}") from None
    except ValidationError as error:
        raise UserError(sentence_for(error, name)) from None


def load_model(model: type[BaseModel], given: str, what: str) -> Any:
    """A model other than a game state from a JSON file, JSON text or stdin."""
    text, name = read_text(given, what)
    return validate(model, parse_json(text, name), name)


def read_text(given: str, what: str) -> tuple[str, str]:
    """The text behind an argument and what to call it in a sentence."""
    if given == "-":
        return sys.stdin.read(LARGEST_STATE), f"the {what} from standard input"
    if given.lstrip().startswith(("{", "[")):
        return given, f"the {what}"
    path = Path(given)
    if _is_file(path):
        return _read(path), path.name
    if path.suffix in (".json", ".txt", ".yaml") or "/" in given.split(" ", maxsplit=1)[0]:
        raise UserError(f"There is no file {given!r}.")
    return given, f"the {what}"


def parse_json(text: str, name: str) -> Any:
    """Plain data; a sentence with line and column where the JSON breaks."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise UserError(f"{name[:1].upper()}{name[1:]} is not valid JSON: {error.msg} at {where}.") from None
    except RecursionError:
        raise UserError(f"{name[:1].upper()}{name[1:]} is nested too deeply to be a game state.") from None


def validate(model: type[BaseModel], data: Any, name: str) -> Any:
    """Data as a model, or a sentence naming the fields at fault."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise UserError(sentence_for(error, name)) from None


def _sample(game: Game[Any], name: str) -> Any:
    if name and (refusal := unknown_name(say("sample"), name, list(game.samples))):
        raise UserError(refusal)
    return game.sample(name or None)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a long notation is no path at all
        return False


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST_STATE:
            raise UserError(f"{path.name} is too large to be a game state ({path.stat().st_size:,} bytes).")
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise UserError(f"{path.name} is not a text file. A state is JSON or a notation.") from None
    except OSError as error:
        raise UserError(f"{path.name} cannot be read: {error.strerror}.") from None

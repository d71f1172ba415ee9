"""From what a user hands in (a file, notation, JSON, stdin, a sample's name) to a game state."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from api.errors import UserError
from scoring.broken import BrokenGame
from scoring.complaints import faults, told
from scoring.game import Game, NotationError
from scoring.games import UnknownGame, load
from scoring.names import unknown_name
from scoring.words import say

LARGEST_STATE = 2_000_000
JSON_FAULTS = (
    say("Expecting value"),
    say("Expecting property name enclosed in double quotes"),
    say("Expecting ':' delimiter"),
    say("Expecting ',' delimiter"),
    say("Illegal trailing comma before end of object"),
    say("Illegal trailing comma before end of array"),
    say("Unterminated string starting at"),
    say("Invalid control character at"),
    say("Extra data"),
)
"""What the reader of JSON complains about, in its own words, so that they can be said in another language."""


def find_game(game_id: str) -> Game[Any]:
    """The game, or a sentence that lists the ones we know."""
    try:
        return load(game_id)
    except (UnknownGame, BrokenGame) as error:
        raise UserError(error.sentence) from None


def load_state(game: Game[Any], given: str) -> Any:
    """A state from a JSON file, a notation, JSON text, ``-`` for stdin, or ``sample[:NAME]``."""
    if given == "sample" or given.startswith("sample:"):
        return _sample(game, given.partition(":")[2])
    text, name = read_text(given, say("the state"))
    return parse_state(game, text, name)


def parse_state(game: Game[Any], text: str, name: str) -> Any:
    """A state from JSON text or notation."""
    if text.lstrip().startswith(("{", "[")):
        return validate(game.state, parse_json(text, name), name)
    try:
        return game.parse(text.strip())
    except NotationError as error:
        what = error.args[0]
        raise UserError(say("That is not a {game} notation: {what}", game=game.title, what=what)) from None


def load_model(model: type[BaseModel], given: str, what: str) -> Any:
    """A model other than a game state from a JSON file, JSON text or stdin."""
    text, name = read_text(given, what)
    return validate(model, parse_json(text, name), name)


def read_text(given: str, what: str) -> tuple[str, str]:
    """The text behind an argument and what to call it in a sentence; ``what`` is how a person calls it."""
    if given == "-":
        return sys.stdin.read(LARGEST_STATE), say("{what} from standard input", what=what)
    if given.lstrip().startswith(("{", "[")):
        return given, what
    path = Path(given)
    if _is_file(path):
        return _read(path), path.name
    if path.suffix in (".json", ".txt", ".yaml") or "/" in given.split(" ", maxsplit=1)[0]:
        raise UserError(say("There is no file {name}.", name=repr(given)))
    return given, what


def parse_json(text: str, name: str) -> Any:
    """Plain data; a sentence with line and column where the JSON breaks."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = {"line": error.lineno, "column": error.colno}
        text = say(
            "In {name}, line {line}, column {column}: not valid JSON ({what}).", name=name, what=error.msg, **where
        )
        raise UserError(text) from None
    except RecursionError:
        raise UserError(say("Too deeply nested to be a game state: {name}.", name=name)) from None


def validate(model: type[BaseModel], data: Any, name: str) -> Any:
    """Data as a model, or a sentence naming the fields at fault."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise UserError(say("{name}: {faults}.", name=name, faults=told(faults(error, data)))) from None


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
            size = f"{path.stat().st_size:,}"
            raise UserError(say("{name} is too large to be a game state ({size} bytes).", name=path.name, size=size))
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise UserError(say("{name} is not a text file. A state is JSON or a notation.", name=path.name)) from None
    except OSError as error:
        raise UserError(say("{name} cannot be read: {reason}.", name=path.name, reason=error.strerror)) from None

"""A referee's question asked field by field: what the table tells is taken from it, the rest is typed without JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from rich.prompt import Prompt

from api.answers.encode import plain
from api.errors import UserError
from api.language.speech import spoken_schema, translator
from api.terminal.render import console
from scoring.complaints import faults, told
from scoring.game import Game
from scoring.question import Question
from scoring.words import say

NOTHING = "-"
KEPT: Any = object()
MOST = 40
YES = {"y", "yes", "true", "1", "ν", "ναι", "t", "tak"}
NO = {"n", "no", "false", "0", "ο", "οχι", "όχι", "nie"}
SEATS = ("player", "seat")


def filled(game: Game[Any], question: Question, state: Any, seat: int, lang: str) -> BaseModel:
    """The whole question: the table's part of it from ``state``, everything else asked for."""
    ask: dict[str, Any] = plain(question.example)
    from_table = _from_table(game, question, state, seat)
    ask.update(from_table)
    schema = spoken_schema(question.ask.model_json_schema(), lang)
    speak = translator(lang)
    console().print(speak(question.title), style="bold", markup=False)
    console().print(speak(say("Enter keeps what stands in brackets; - is nothing.")), style="dim", markup=False)
    lies_there = {name for name, field in question.ask.model_fields.items() if field.annotation in _pieces_of(game)}
    if lies_there - from_table.keys():
        told_so = say("What lies on the table is that of the example; --table takes yours.")
        console().print(speak(told_so), style="dim", markup=False)
    for name, part in schema["properties"].items():
        if name not in from_table and name not in lies_there:
            ask = _asked(question, ask, name, part, schema, lang)
    try:
        return question.ask.model_validate(ask)
    except ValidationError as error:
        raise UserError(say("{what}.", what=told(faults(error, ask)))) from None


def _from_table(game: Game[Any], question: Question, state: Any, seat: int) -> dict[str, Any]:
    """What a table tells of a question: all of it, one player's part, the seat, and what the game itself knows."""
    if state is None:
        return {}
    if not 0 <= seat < len(state.players):
        raise UserError(say("There are {count} players at this table.", count=len(state.players)))
    player = state.players[seat]
    known: dict[str, Any] = {}
    for name, field in question.ask.model_fields.items():
        if field.annotation is game.state:
            known[name] = plain(state)
        elif field.annotation is type(player):
            known[name] = plain(player)
        elif name in SEATS and field.annotation in (int, int | None):
            known[name] = seat
    return known | (dict(plain(question.told(state, seat))) if question.told else {})


def _pieces_of(game: Game[Any]) -> tuple[Any, ...]:
    """The models of a whole table and of one player's part of it."""
    return game.state, *get_args(game.state.model_fields["players"].annotation)


def _asked(
    question: Question, ask: dict[str, Any], name: str, part: Mapping[str, Any], root: Mapping[str, Any], lang: str
) -> dict[str, Any]:
    """The question with one more field told; what cannot be is said and asked for again."""
    stands = ask.get(name, part.get("default"))
    if part.get("description"):
        console().print(part["description"], style="dim", markup=False)
    while True:
        changed = {**ask, name: _told(part.get("title", name), stands, part, root, lang)}
        if changed[name] is KEPT:
            return ask
        fault = _fault(question, changed, name)
        if not fault:
            return changed
        console().print(translator(lang)(fault), style="yellow", markup=False)


def _told(label: str, stands: Any, part: Mapping[str, Any], root: Mapping[str, Any], lang: str) -> Any:
    """What is typed for a field; KEPT for Enter. What has fields of its own is asked for one by one."""
    schema = _resolved(part, root)
    each = _resolved(schema.get("items", {}), root)
    short = isinstance(stands, list) and bool(stands) and not any(isinstance(one, dict) for one in stands)
    many, parts = "properties" in each and not short, "properties" in schema
    how = say("how many") if many else say("yes: one by one") if parts else ""
    hint = f" ({translator(lang)(how)})" if how else _choices(part, root)
    try:
        typed = Prompt.ask(f"{label}{hint} \\[{_written(stands)}]", default="", show_default=False).strip()
    except EOFError:
        raise UserError(say("The typing ended before everything was told.")) from None
    if not typed:
        return KEPT
    if many and typed.isdigit():
        there = stands if isinstance(stands, list) else []
        numbered = [(f"{label} {n + 1}", there[n] if n < len(there) else {}) for n in range(min(int(typed), MOST))]
        return [_fields_told(name, one, each, root, lang) for name, one in numbered]
    if parts and typed.casefold() in YES:
        return _fields_told(label, stands or {}, schema, root, lang)
    if short and "properties" in each:  # the game writes these in a word: "vampire:B@thief_4"
        return value_of(typed, {"type": "array"}, root)
    return value_of(typed, part, root)


def _fields_told(
    label: str, stands: Mapping[str, Any], schema: Mapping[str, Any], root: Mapping[str, Any], lang: str
) -> dict[str, Any]:
    """Something with fields of its own, each of them asked for."""
    told_now = {
        name: _told(f"{label} › {part.get('title', name)}", stands.get(name, part.get("default")), part, root, lang)
        for name, part in schema["properties"].items()
    }
    return {**stands, **{name: value for name, value in told_now.items() if value is not KEPT}}


def _fault(question: Question, ask: dict[str, Any], name: str) -> str:
    """What is wrong with one field of a question; other fields may still be told."""
    try:
        question.ask.model_validate(ask)
    except ValidationError as error:
        here = [
            fault for fault, raw in zip(faults(error, ask), error.errors(), strict=False) if raw["loc"][:1] == (name,)
        ]
        return told(here) if here else ""
    return ""


def value_of(typed: str, part: Mapping[str, Any], root: Mapping[str, Any]) -> Any:
    """A typed text as the value that a schema asks for; what does not fit stays a text, and the model says why.

    >>> value_of("yes", {"type": "boolean"}, {}), value_of("3", {"type": "integer"}, {}), value_of("-", {}, {})
    (True, 3, None)
    >>> value_of("B3, A3", {"type": "array", "items": {"type": "string"}}, {})
    ['B3', 'A3']
    >>> value_of("Ann 3, Bob 5", {"type": "object", "additionalProperties": {"type": "integer"}}, {})
    {'Ann': 3, 'Bob': 5}
    """
    text = typed.strip()
    if text == NOTHING:
        return None
    if text[:1] in ("{", "["):
        try:
            return json.loads(text)
        except ValueError:
            return text
    schema = _resolved(part, root)
    kind = schema.get("type")
    if kind == "boolean":
        return True if text.casefold() in YES else False if text.casefold() in NO else text
    if kind == "integer":
        return int(text) if re.fullmatch(r"[+-]?\d+", text) else text
    if kind == "array":
        return [value_of(one, schema.get("items", {}), root) for one in re.split(r"[,;]\s*", text) if one]
    if "properties" in schema:
        return {
            key: value_of(one, inner, root)
            for (key, inner), one in zip(schema["properties"].items(), re.split(r"[,;\s]+", text), strict=False)
        }
    if kind == "object":
        pairs = (re.split(r"[=:\s]\s*(?=\S+$)", one, maxsplit=1) for one in re.split(r"[,;]\s*", text) if one)
        inner = schema.get("additionalProperties", {})
        return {pair[0]: value_of(pair[-1], inner if isinstance(inner, dict) else {}, root) for pair in pairs}
    return text


def _resolved(part: Mapping[str, Any], root: Mapping[str, Any]) -> Mapping[str, Any]:
    """A part of a schema behind its reference, or the one of several that is not nothing."""
    if "$ref" in part:
        return _resolved(root["$defs"][part["$ref"].rpartition("/")[2]], root)
    for other in part.get("anyOf", ()):
        if other.get("type") != "null":
            return _resolved(other, root)
    return part


def _choices(part: Mapping[str, Any], root: Mapping[str, Any]) -> str:
    schema = _resolved(part, root)
    return f" ({', '.join(map(str, schema['enum']))})" if "enum" in schema else ""


def _written(value: Any) -> str:
    """A value as it would be typed."""
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and any(isinstance(one, dict) for one in value):
        return str(len(value))
    parts = list(value.values()) if isinstance(value, dict) and "name" not in value else value
    if isinstance(parts, list) and all(isinstance(one, str | int) for one in parts):
        names = isinstance(value, dict) and all(isinstance(one, int) for one in parts)
        return ", ".join(f"{key} {one}" for key, one in value.items()) if names else ", ".join(map(str, parts))
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "…"

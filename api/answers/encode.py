"""Score sheets, rulings, problems and rules as plain data for JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

from pydantic import BaseModel

from api.answers.origin import origin_said
from api.language.speech import translator
from scoring.rulebook import Rule
from scoring.sheet import Award, ScoreSheet, Standing
from scoring.words import Sentence

SIMPLE = frozenset({type(None), str, int, float, bool, Sentence})


def plain(value: Any) -> Any:
    """Any value of the engine as dicts, lists, strings and numbers; sheets and standings get their sums."""
    kind = value.__class__
    if kind in SIMPLE:  # nearly everything is: to ask for each what else it may be takes longer than all the rest
        return value
    if kind is tuple or kind is list:
        return [plain(part) for part in value]
    if isinstance(value, str | int | float) and not isinstance(value, Enum):
        return value
    if names := _field_names(kind):
        return {name: plain(getattr(value, name)) for name in names} | _derived(value)
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, Mapping):
        return {_key(key): plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(part) for part in value]
    if isinstance(value, Enum):
        return value.value
    return value


@cache
def _field_names(kind: type) -> tuple[str, ...]:
    """Of a dataclass what is compared, for that is its data; nothing of anything else."""
    return tuple(field.name for field in fields(kind) if field.compare) if is_dataclass(kind) else ()


def _derived(value: Any) -> dict[str, Any]:
    if isinstance(value, ScoreSheet):
        return {"total": value.total, "at_least": value.at_least}
    if isinstance(value, Award):
        return {"line": str(value.line)}
    if isinstance(value, Standing):
        return {"winners": list(value.winners)}
    return {}


def _key(key: Any) -> str:
    if isinstance(key, tuple):
        return ".".join(map(str, key))
    return str(key.value if isinstance(key, Enum) else key)


def rule_data(rule: Rule, lang: str) -> dict[str, Any]:
    """One rule in one language."""
    return {
        "id": rule.id,
        "title": rule.title[lang],
        "text": rule.text[lang],
        "note": rule.note[lang] if rule.note else None,
        "source": rule.source,
        "heading": rule.origin.heading,
        "origin": translator(lang)(origin_said(rule.origin)),
        "related": list(rule.related),
        "scores": rule.scores,
    }

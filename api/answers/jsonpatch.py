"""Small changes to plain JSON data: add, replace and remove of RFC 6902, and nothing else."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from api.answers.refusals import Unreadable
from scoring.bounds import PlainData
from scoring.words import say


class Change(BaseModel):
    """One change at one place."""

    model_config = ConfigDict(extra="forbid")

    op: Literal["add", "replace", "remove"] = "replace"
    path: str = Field(description="JSON pointer; `-` as the last part of an `add` appends to a list", max_length=400)
    value: PlainData = Field(default=None, description="The new value; not used by `remove`")


def parts(path: str) -> list[str]:
    """The steps of a JSON pointer.

    >>> parts("/players/0/a~1b")
    ['players', '0', 'a/b']
    """
    if path and not path.startswith("/"):
        text = say("The place {path} must start with a slash, as in /players/0/name.", path=repr(path))
        raise Unreadable(text)
    return [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")[1:]]


def look_up(data: Any, path: str) -> Any:
    """What lies at a place; Unreadable if nothing does."""
    for part in parts(path):
        data = _step(data, part, path)
    return data


def patched(data: Any, changes: Sequence[Change]) -> Any:
    """A copy of the data with all changes made, in order.

    >>> patched({"dice": [1, 2]}, [Change(op="add", path="/dice/-", value=6), Change(op="remove", path="/dice/0")])
    {'dice': [2, 6]}
    """
    data = copy.deepcopy(data)
    for change in changes:
        steps = parts(change.path)
        if not steps:
            if change.op == "remove":
                raise Unreadable(say("The whole state cannot be removed."))
            data = copy.deepcopy(change.value)
            continue
        holder = data
        for part in steps[:-1]:
            holder = _step(holder, part, change.path)
        _apply(holder, steps[-1], change)
    return data


def _apply(holder: Any, key: str, change: Change) -> None:
    if isinstance(holder, dict):
        if change.op == "remove":
            _there(key in holder, change.path)
            del holder[key]
        else:
            holder[key] = copy.deepcopy(change.value)
    elif isinstance(holder, list):
        if change.op == "add":
            holder.insert(len(holder) if key == "-" else _index(key, len(holder) + 1, change.path), change.value)
        elif change.op == "remove":
            del holder[_index(key, len(holder), change.path)]
        else:
            holder[_index(key, len(holder), change.path)] = copy.deepcopy(change.value)
    else:
        _there(False, change.path)


def _step(data: Any, part: str, path: str) -> Any:
    if isinstance(data, dict):
        _there(part in data, path)
        return data[part]
    if isinstance(data, list):
        return data[_index(part, len(data), path)]
    return _there(False, path)


def _index(part: str, length: int, path: str) -> int:
    _there(part.isascii() and part.isdigit() and len(part) < 7 and int(part) < length, path)
    return int(part)


def _there(found: bool, path: str) -> None:
    if not found:
        raise Unreadable(say("There is nothing at {path} to change.", path=path))

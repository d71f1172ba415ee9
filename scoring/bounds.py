"""How large anything of a state can be: the one place where every text, list, number and depth gets its bound.

A field may say its own bound; whatever says none gets the one here. A text with a bound is also checked to be valid
Unicode, so that no half of a character gets into a table. Depth is bounded because no model contains itself; plain data
that belongs to no model yet (a change, a table to be restored) is measured with `within_bounds`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator

from scoring.faults import TallyError
from scoring.words import say

LONGEST_TEXT = 200
MOST_ENTRIES = 400
LARGEST_NUMBER = 1_000_000
DEEPEST = 24
MOST_VALUES = 100_000

_BOUNDS: Mapping[str, Mapping[str, int]] = {
    "str": {"max_length": LONGEST_TEXT},
    "int": {"ge": -LARGEST_NUMBER, "le": LARGEST_NUMBER},
    "float": {"ge": -LARGEST_NUMBER, "le": LARGEST_NUMBER},
    "list": {"max_length": MOST_ENTRIES},
    "tuple": {"max_length": MOST_ENTRIES},
    "set": {"max_length": MOST_ENTRIES},
    "frozenset": {"max_length": MOST_ENTRIES},
    "dict": {"max_length": MOST_ENTRIES},
}
_STRICTER = {"ge": "gt", "le": "lt"}
_NO_SCHEMAS = frozenset({"metadata", "default", "serialization", "config", "cls", "function"})
"""Parts of a core schema that hold values, never schemas."""


def bounded(schema: Any) -> Any:
    """A core schema of pydantic in which every text, list and number has a bound, its own or the common one."""
    if isinstance(schema, Mapping):
        grown = {key: part if key in _NO_SCHEMAS else bounded(part) for key, part in schema.items()}
        kind = grown.get("type")
        if kind == "tuple" and "variadic_item_index" not in grown:
            return grown  # its length is its form
        for limit, value in _BOUNDS.get(kind, {}).items() if isinstance(kind, str) else ():
            if _STRICTER.get(limit) not in grown:
                grown.setdefault(limit, value)
        return grown
    if isinstance(schema, list):
        return [bounded(part) for part in schema]
    return schema


class OutOfBounds(TallyError, ValueError):  # noqa: N818  # reads better at the call site than OutOfBoundsError
    """Plain data that is larger or deeper than anything of a table can be."""


def within_bounds(data: Any) -> Any:
    """Plain JSON data itself, if every text, list, number and depth of it can be part of a table.

    >>> within_bounds({"players": [{"name": "Ann", "gold": 3}]})
    {'players': [{'name': 'Ann', 'gold': 3}]}
    """
    level, depth, counted = [data], 0, 0
    while level:  # without recursion: the data may be as deep as a stack
        counted += len(level)
        if depth > DEEPEST:
            raise OutOfBounds(say("This is nested too deeply"))
        if counted > MOST_VALUES:
            raise OutOfBounds(say("there are too many; at most {max_length}", max_length=MOST_VALUES))
        level, depth = _inside(level), depth + 1
    return data


def _inside(level: list[Any]) -> list[Any]:
    """The keys and values inside some values, each of which is checked by itself."""
    inside: list[Any] = []
    for value in level:
        kind = value.__class__  # most are one of these; to ask what else they may be takes several times as long
        if value is None:
            continue
        if kind is str or isinstance(value, str):
            if not value.isascii():
                _check_text(value)
        elif kind is int or isinstance(value, int | float):
            if not abs(value) <= LARGEST_NUMBER:
                raise OutOfBounds(say("it must be at most {le}", le=LARGEST_NUMBER))
        elif kind is dict or isinstance(value, dict):
            inside += value
            inside += value.values()
        elif kind is list or isinstance(value, list | tuple):
            inside += value
    return inside


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise OutOfBounds(say("it must be a text")) from None


PlainData = Annotated[Any, AfterValidator(within_bounds)]
"""Any JSON that is no deeper and no larger than a table can be, for the bodies of requests."""
PlainObject = Annotated[dict[str, Any], AfterValidator(within_bounds)]
"""The same with fields."""

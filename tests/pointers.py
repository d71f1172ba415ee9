"""Where pieces of evidence lead in a state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def leading_nowhere(pointers: Iterable[str], data: Any) -> list[str]:
    """The JSON pointers that name nothing in the data.

    >>> leading_nowhere(["/players/0/hp", "/players/1", "/players/-1", "/rounds", "players"], {"players": [{"hp": 7}]})
    ['/players/1', '/players/-1', '/rounds', 'players']
    """
    return [pointer for pointer in pointers if not _leads(pointer, data)]


def _leads(pointer: str, data: Any) -> bool:
    start, *steps = pointer.split("/")
    for step in steps:
        if isinstance(data, list) and step.isdecimal() and int(step) < len(data):
            data = data[int(step)]
        elif isinstance(data, dict) and step in data:
            data = data[step]
        else:
            return False
    return start == ""

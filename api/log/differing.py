"""The steps from one table to another, as small as they are seen."""

from __future__ import annotations

from typing import Any

from api.log.paths import Path, pointer, same
from api.log.refused import ABSENT
from api.log.steps import Put, Set, Step, Take, setting


def difference(before: Any, after: Any, path: Path = ()) -> list[Step]:
    """What leads from one object to another.

    >>> [step.plain() for step in difference({"dice": [1, 2, 3], "gold": 1}, {"dice": [1, 3], "gold": 1})]
    [{'kind': 'take', 'path': '/dice', 'index': 1, 'value': 2}]
    """
    if same(before, after):
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        keys = [*before, *(key for key in after if key not in before)]
        return [
            step
            for key in keys
            for step in difference(before.get(key, ABSENT), after.get(key, ABSENT), (*path, str(key)))
        ]
    if isinstance(before, list) and isinstance(after, list):
        return _of_lists(before, after, path)
    return [setting(pointer(path), before, after)]


def refined(step: Step) -> list[Step]:
    """A step that sets a whole list or object as what really changes in it, so that others may change the rest.

    >>> [step.plain() for step in refined(setting("/hand", ["Wand"], ["Wand", "Rope"]))]
    [{'kind': 'put', 'path': '/hand', 'index': 1, 'value': 'Rope'}]
    """
    if not isinstance(step, Set) or same(step.before, step.after):
        return [step]
    return difference(step.before, step.after, step.place)


def _of_lists(before: list[Any], after: list[Any], path: Path) -> list[Step]:
    """What is equal at both ends stays; of the rest, entries are changed one by one, then put in or taken out."""
    start = 0
    while start < min(len(before), len(after)) and same(before[start], after[start]):
        start += 1
    end = 0
    while end < min(len(before), len(after)) - start and same(before[-1 - end], after[-1 - end]):
        end += 1
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    shared = min(len(old), len(new))
    steps = [
        step for index in range(shared) for step in difference(old[index], new[index], (*path, str(start + index)))
    ]
    at = pointer(path)
    taken = [Take(path=at, index=start + index, value=old[index]) for index in range(len(old) - 1, shared - 1, -1)]
    added = [Put(path=at, index=start + index, value=new[index]) for index in range(shared, len(new))]
    return [*steps, *taken, *added]

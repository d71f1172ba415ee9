"""Making steps: from a table to the table after them, or the first reason why not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from api.log.paths import Path, index_of, list_at, look_up, parts, pointer, same, value_at
from api.log.refused import ABSENT, NothingThere, Refused, Unmet
from api.log.steps import Add, Move, Put, Set, Step, Take, setting
from scoring.words import say

Document = dict[str, Any]


def applied(document: Document, steps: Sequence[Step]) -> tuple[Document, list[Step]]:
    """A copy with all steps made in order, and the steps as they stand: one for each, every index said.

    >>> applied({"gold": 4}, [Add(path="/gold", n=3)])[0]
    {'gold': 7}
    """
    document = copied(document)
    return document, [_make(document, step) for step in steps]


def copied(data: Any) -> Any:
    """A copy of plain data: objects, lists, and what cannot change."""
    if isinstance(data, dict):
        return {key: copied(value) for key, value in data.items()}
    return [copied(value) for value in data] if isinstance(data, list) else data


def _make(document: Document, step: Step) -> Step:
    match step:
        case Set():
            return _set(document, step)
        case Add():
            return _add(document, step)
        case Put():
            return _put(document, step)
        case Take():
            return _take(document, step)
        case Move():
            _take(document, step.taking)
            put = _put(document, step.putting)
            return step.model_copy(update={"to_index": put.index})


def _holder(document: Document, path: Path) -> tuple[Any, Any]:
    """What holds a place, and what lies there now."""
    holder = look_up(document, path[:-1], path)
    return holder, value_at(holder, path[-1], path)


def _set(document: Document, step: Set) -> Set:
    path = step.place
    holder, found = _holder(document, path)
    if isinstance(holder, list) and step.after is ABSENT:
        raise NothingThere(step.path)
    if not same(found, step.before):
        if not same(found, step.after):
            raise Unmet(step.path, step.before, found)
        return setting(step.path, found, found)
    _write(holder, path, step.after)
    return step


def _add(document: Document, step: Add) -> Add:
    """In an object that counts, what is not there is none of it; null is not known, and stays so."""
    path = step.place
    holder, found = _holder(document, path)
    if found is ABSENT:
        found = 0
    if not isinstance(found, int) or isinstance(found, bool):
        raise Refused(say("Nothing can be added here: the number is not known yet."))
    _write(holder, path, found + step.n)
    return step


def _put(document: Document, step: Put) -> Put:
    path = parts(step.path)
    entries = list_at(document, path)
    index = len(entries) if step.index is None else step.index
    if index > len(entries):
        raise NothingThere(pointer((*path, str(index))))
    entries.insert(index, copied(step.value))
    return step.model_copy(update={"index": index})


def _take(document: Document, step: Take) -> Take:
    place = step.place
    entries = list_at(document, place[:-1])
    index = index_of(place[-1], len(entries), place)
    if not same(entries[index], step.value):
        raise Unmet(pointer(place), step.value, entries[index])
    del entries[index]
    return step


def _write(holder: Any, path: Path, value: Any) -> None:
    if value is ABSENT:
        holder.pop(path[-1], None)
    elif isinstance(holder, list):
        holder[int(path[-1])] = copied(value)
    else:
        holder[path[-1]] = copied(value)

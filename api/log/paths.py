"""Places in plain data as JSON pointers (RFC 6901), and what lies there."""

from __future__ import annotations

from typing import Any

from api.log.refused import ABSENT, NothingThere

Path = tuple[str, ...]


def parts(pointer: str) -> Path:
    """The steps of a JSON pointer.

    >>> parts("/players/0/a~1b")
    ('players', '0', 'a/b')
    """
    if not pointer:
        return ()
    if not pointer.startswith("/"):
        raise NothingThere(pointer)
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:])


def pointer(path: Path) -> str:
    """The JSON pointer of a path.

    >>> pointer(("players", "0", "a/b"))
    '/players/0/a~1b'
    """
    return "".join("/" + part.replace("~", "~0").replace("/", "~1") for part in path)


def look_up(data: Any, path: Path, on_the_way_to: Path = ()) -> Any:
    """What lies at a place; NothingThere if nothing does."""
    for part in path:
        data = _step(data, part, on_the_way_to or path)
    return data


def index_of(part: str, length: int, path: Path) -> int:
    """A part of a path as an index below ``length``."""
    if not (part.isascii() and part.isdigit() and len(part) < 7 and int(part) < length):
        raise NothingThere(pointer(path))
    return int(part)


def list_at(data: Any, path: Path) -> list[Any]:
    """The list at a place."""
    found = look_up(data, path)
    if not isinstance(found, list):
        raise NothingThere(pointer((*path, "0")))
    return found


def value_at(holder: Any, key: str, path: Path) -> Any:
    """What a holder has under a key; ABSENT if an object has no such field."""
    if isinstance(holder, dict):
        return holder.get(key, ABSENT)
    return _step(holder, key, path)


def _step(data: Any, part: str, path: Path) -> Any:
    if isinstance(data, dict) and part in data:
        return data[part]
    if isinstance(data, list):
        return data[index_of(part, len(data), path)]
    raise NothingThere(pointer(path))


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON: 1 is 1.0, and neither is true.

    >>> same({"a": [1]}, {"a": [1.0]}), same(1, True), same(None, ABSENT)
    (True, False, False)
    """
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    alike = type(one) is type(other) or (isinstance(one, int | float) and isinstance(other, int | float))
    return alike and bool(one == other)

"""Finding what is on the table twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator


def twice(held: Iterable[tuple[str, str]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Values that occur more than once, with all their places."""
    pairs = list(held)
    for value, count in Counter(value for value, _ in pairs).items():
        if count > 1:
            yield value, tuple(where for other, where in pairs if other == value)

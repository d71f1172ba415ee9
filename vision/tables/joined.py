"""Photos of parts of one table put together: what lies beyond a photo's edge is not empty, and overlaps tell the place.

Plain Python. A reader tells places that its photo does not show as words in what it leaves open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import product

from vision.tables.grid import Cell

UNSEEN = "unseen"


def beyond(places: Iterable[str]) -> tuple[str, ...]:
    """Places beyond the edge of a photo as words.

    >>> unseen_in(["cut 1", *beyond(["dungeon/A1"])])
    frozenset({'dungeon/A1'})
    """
    return tuple(f"{UNSEEN} {place}" for place in places)


def unseen_in(left_open: Sequence[str]) -> frozenset[str]:
    """The places that a photo does not show."""
    told = [word.partition(" ") for word in left_open]
    return frozenset(place for kind, _, place in told if kind == UNSEEN)


def shift_of(seen: Mapping[Cell, str], known: Mapping[Cell, str], shape: Cell, enough: int) -> Cell:
    """By how much a part of a table must be moved to lie over what is known of it.

    Not at all unless it then lies better, and at least so many pieces as they are known.

    >>> known = {(0, 0): "a", (0, 1): "b", (0, 2): "c", (1, 2): "d"}
    >>> shift_of({(0, 0): "b", (0, 1): "c", (1, 1): "d"}, known, (2, 4), 3)
    (0, 1)
    """
    best, found = (0, 0), _agreement(seen, known, (0, 0))
    for shift in product(range(1 - shape[0], shape[0]), range(1 - shape[1], shape[1])):
        inside = all(0 <= row + shift[0] < shape[0] and 0 <= column + shift[1] < shape[1] for row, column in seen)
        if inside and (agreed := _agreement(seen, known, shift)) > max(found, enough - 1):
            best, found = shift, agreed
    return best


def _agreement(seen: Mapping[Cell, str], known: Mapping[Cell, str], shift: Cell) -> int:
    """How many pieces lie as they are known; those that lie otherwise speak twice against it."""
    pairs = [(code, known.get((row + shift[0], column + shift[1]))) for (row, column), code in seen.items()]
    return sum(1 if code == there else -2 for code, there in pairs if there is not None)


def moved(cells: Collection[Cell], shift: Cell, shape: Cell) -> set[Cell]:
    """The cells of a table that lie beyond a photo of which these do, once it is moved."""
    everything = set(product(range(shape[0]), range(shape[1])))
    return everything - {(row + shift[0], column + shift[1]) for row, column in everything - set(cells)}

"""The mountain: which dice lie free, and how the others slide when one is taken.

Each row has one place more than the row above. A die rests on two dice of the row below, and up to two dice rest
on it, one on each of its upper sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from scoring.diceminer.pieces import Die
from scoring.diceminer.state import Mountain


class Place(NamedTuple):
    """A place on the mountain, counted from 0; written as row.place, counted from 1 at the top left."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"{self.row + 1}.{self.column + 1}"

    @property
    def pointer(self) -> str:
        """Where the place is in a mountain given as rows."""
        return f"/mountain/{self.row}/{self.column}"


def place(text: str) -> Place | None:
    """The place that a text like ``3.2`` names (third row, second die), None if it names none.

    >>> place("3.2")
    Place(row=2, column=1)
    """
    row, _, column = text.strip().partition(".")
    if row.isdecimal() and column.isdecimal() and int(row) > 0 and int(column) > 0:
        return Place(int(row) - 1, int(column) - 1)
    return None


@dataclass(frozen=True, slots=True)
class Slid:
    """The mountain after a die was taken; ``either`` names two dice of which chance decides which one falls."""

    mountain: Mountain
    moves: tuple[tuple[Place, Place], ...]
    either: tuple[Place, ...] = ()


def at(mountain: Mountain, where: Place) -> Die | None:
    """The die on a place; None if the place is empty or not on the mountain."""
    if 0 <= where.row < len(mountain) and 0 <= where.column < len(mountain[where.row]):
        return mountain[where.row][where.column]
    return None


def places(mountain: Mountain) -> Iterator[Place]:
    """Every place on which a die lies, from the top down."""
    for row, dice in enumerate(mountain):
        for column, die in enumerate(dice):
            if die is not None:
                yield Place(row, column)


def resting_on(mountain: Mountain, where: Place) -> list[Place]:
    """The dice that lie against the upper sides of a place: none, one or two."""
    upper = (Place(where.row - 1, where.column - 1), Place(where.row - 1, where.column))
    return [neighbour for neighbour in upper if at(mountain, neighbour) is not None]


def top_dice(mountain: Mountain) -> list[Place]:
    """Dice with nothing on them: what any player may take."""
    return [where for where in places(mountain) if not resting_on(mountain, where)]


def side_dice(mountain: Mountain) -> list[Place]:
    """Dice with another die on exactly one of their two upper sides: open after sharing a beer."""
    return [where for where in places(mountain) if len(resting_on(mountain, where)) == 1]


def hanging(mountain: Mountain) -> list[Place]:
    """Dice over an empty place; on a real mountain they would have slid down."""
    return [
        where
        for where in places(mountain)
        if where.row + 1 < len(mountain)
        and any(
            below.column < len(mountain[below.row]) and at(mountain, below) is None
            for below in (Place(where.row + 1, where.column), Place(where.row + 1, where.column + 1))
        )
    ]


def well_formed(mountain: Mountain) -> bool:
    """Whether each row has one place more than the row above, so that it is clear which die rests on which."""
    widths = [len(row) for row in mountain]
    return all(below == above + 1 for above, below in pairwise(widths))


def take(mountain: Mountain, where: Place) -> Slid:
    """Remove a die; the die above slides into the gap, then the die above that one, up to the top.

    >>> from scoring.diceminer.pieces import die
    >>> slid = take(((None, die("T1")), (die("G1"), None, die("T2"))), Place(1, 2))
    >>> slid.moves, slid.mountain[1][2].code
    (((Place(row=0, column=1), Place(row=1, column=2)),), 'T1')
    """
    rows = [list(row) for row in mountain]
    rows[where.row][where.column] = None
    moves: list[tuple[Place, Place]] = []
    gap = where
    while above := resting_on(_frozen(rows), gap):
        if len(above) == 2:
            return Slid(_frozen(rows), tuple(moves), tuple(above))
        falling = above[0]
        rows[gap.row][gap.column] = rows[falling.row][falling.column]
        rows[falling.row][falling.column] = None
        moves.append((falling, gap))
        gap = falling
    return Slid(_frozen(rows), tuple(moves))


def written(mountain: Mountain) -> list[str]:
    """The rows as short texts, a dot for an empty place."""
    return [" ".join("." if die is None else die.code for die in row) for row in mountain]


def _frozen(rows: Sequence[Sequence[Die | None]]) -> Mountain:
    return tuple(tuple(row) for row in rows)

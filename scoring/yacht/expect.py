"""What is still to be expected: the average points of every set of open boxes under the best play, computed exactly.

``python -m scoring.yacht.expect`` computes all 4,096 sets for each way of playing and writes ``expected.bin``, which
ships. Nothing is simulated: a turn is worked backwards over the 252 rolls that five dice can show.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from pathlib import Path

from scoring.yacht import BOXES, DICE, ROLLS, Box, Options, worth

Kept = tuple[int, ...]
FACES = range(1, 7)
SETS = 1 << len(BOXES)
TABLE = Path(__file__).parent / "expected.bin"
VARIANTS = tuple(
    Options(four_counts_all=four, yacht_is_full_house=full) for four, full in product((False, True), repeat=2)
)
"""The ways of playing, in the order in which the table holds them."""


def set_of(boxes: Sequence[Box]) -> int:
    """A set of boxes as a number: one bit each.

    >>> set_of([Box.ONES, Box.THREES]), set_of(BOXES) == SETS - 1
    (5, True)
    """
    return sum(1 << BOXES.index(box) for box in boxes)


@cache
def rolls() -> tuple[Kept, ...]:
    """Everything that five dice can show, in order of size."""
    return tuple(combinations_with_replacement(FACES, DICE))


@cache
def keeps() -> Mapping[Kept, tuple[Kept, ...]]:
    """For every roll the dice that can be kept of it, each once."""
    return {
        roll: tuple(sorted({kept for count in range(DICE + 1) for kept in combinations(roll, count)}))
        for roll in rolls()
    }


@cache
def _one_more() -> tuple[tuple[Kept, tuple[Kept, ...]], ...]:
    """For every kept dice, the most first, what they are with one die more: its six faces are equally likely."""
    return tuple(
        (kept, tuple(tuple(sorted((*kept, face))) for face in FACES))
        for count in reversed(range(DICE))
        for kept in combinations_with_replacement(FACES, count)
    )


@cache
def _points(four_counts_all: bool, yacht_is_full_house: bool) -> Mapping[Kept, tuple[int, ...]]:
    """What every roll gives in each box."""
    options = Options(four_counts_all=four_counts_all, yacht_is_full_house=yacht_is_full_house)
    return {roll: tuple(worth(box, roll, options) for box in BOXES) for roll in rolls()}


def after_rolling(values: Mapping[Kept, float]) -> dict[Kept, float]:
    """The average of a value of rolls, for all dice that can be kept while the others are rolled."""
    found = dict(values)
    for kept, grown in _one_more():
        found[kept] = sum(found[more] for more in grown) / len(FACES)
    return found


@dataclass(frozen=True)
class Turn:
    """A turn with some boxes open. ``later`` is what the boxes left are worth, for each box that is filled now.

    Points are averages over the rest of the game.
    """

    boxes: Mapping[int, float]
    points: Mapping[Kept, tuple[int, ...]]

    def box_value(self, roll: Kept, box: int) -> float:
        """What filling a box with a roll brings: its points and what the other boxes are worth after it."""
        return self.points[roll][box] + self.boxes[box]

    def stopping(self) -> dict[Kept, float]:
        """The value of every roll after which no die is rolled any more: the best box."""
        return {roll: max(self.box_value(roll, box) for box in self.boxes) for roll in rolls()}

    def keeping(self, rolls_left: int) -> dict[Kept, float]:
        """The value of keeping some dice and rolling the others, with so many rolls left (one of them now)."""
        values = self.stopping()
        for _ in range(rolls_left - 1):
            kept = after_rolling(values)
            values = {roll: max(kept[some] for some in keeps()[roll]) for roll in rolls()}
        return after_rolling(values)

    def value(self) -> float:
        """The value of the turn before its first roll."""
        return self.keeping(ROLLS)[()]


def turn(open_boxes: int, expected: Sequence[float], options: Options) -> Turn:
    """The turn of a player with these boxes open."""
    points = _points(options.four_counts_all, options.yacht_is_full_house)
    later = {box: expected[open_boxes & ~(1 << box)] for box in range(len(BOXES)) if open_boxes >> box & 1}
    return Turn(later, points)


def compute(options: Options) -> array[float]:
    """The value of every set of open boxes; a set with one box less is a smaller number, so it comes first."""
    expected = array("d", bytes(8 * SETS))
    for open_boxes in range(1, SETS):
        expected[open_boxes] = turn(open_boxes, expected, options).value()
    return expected


@cache
def _shipped() -> array[float]:
    table = array("d")
    table.frombytes(TABLE.read_bytes())
    if sys.byteorder == "big":
        table.byteswap()
    return table


def expected(options: Options) -> Sequence[float]:
    """The shipped values of all sets of open boxes, for a way of playing."""
    start = VARIANTS.index(options) * SETS
    return _shipped()[start : start + SETS]


def main() -> None:
    """Compute every way of playing and write the table."""
    whole = array("d")
    for options in VARIANTS:
        whole.extend(compute(options))
        print(f"{options}: {whole[-1]:.4f} points on average from an empty sheet")
    if sys.byteorder == "big":
        whole.byteswap()
    TABLE.write_bytes(whole.tobytes())


if __name__ == "__main__":
    main()

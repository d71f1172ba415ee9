"""Yacht once more, in the plainest way: what the game itself is checked against.

Points are told by what the rules say of sorted dice. Averages go over all 7,776 ordered rolls of five dice, and every
one of the 32 ways to roll some of them again is tried: an array has an axis for each die, and rolling a die again is
the mean along its axis.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

Faces = NDArray[np.float64]
NAMES = (
    "ones twos threes fours fives sixes full_house four_of_a_kind little_straight big_straight choice yacht"
).split()


def points(box: str, dice: tuple[int, ...], all_five: bool = False, five_are_full: bool = False) -> int:
    """What dice score in a box."""
    a, b, c, d, e = sorted(dice)
    if box in NAMES[:6]:
        number = NAMES.index(box) + 1
        return number * dice.count(number)
    if box == "little_straight":
        return 30 if (a, b, c, d, e) == (1, 2, 3, 4, 5) else 0
    if box == "big_straight":
        return 30 if (a, b, c, d, e) == (2, 3, 4, 5, 6) else 0
    if box == "yacht":
        return 50 if a == e else 0
    if box == "four_of_a_kind":
        four = a == d or b == e
        return (sum(dice) if all_five else 4 * c) if four else 0
    if box == "full_house":
        house = (a == b and c == e) or (a == c and d == e)
        return sum(dice) if house and (a != e or five_are_full) else 0
    return sum(dice)


@cache
def grid(box: str, all_five: bool, five_are_full: bool) -> Faces:
    """The points of all ordered rolls in a box."""
    told = [points(box, dice, all_five, five_are_full) for dice in product(range(1, 7), repeat=5)]
    return np.array(told, dtype=np.float64).reshape(6, 6, 6, 6, 6)


def after(values: Faces, rolled: tuple[int, ...]) -> Faces:
    """What each roll is worth if these dice of it are rolled again."""
    return np.broadcast_to(values.mean(axis=rolled, keepdims=True), values.shape)


def best_of_rolling(values: Faces) -> Faces:
    """The best that can be done with each roll and one roll left."""
    chosen = [tuple(die for die in range(5) if mask >> die & 1) for mask in range(32)]
    return np.maximum.reduce([after(values, rolled) for rolled in chosen])


@cache
def last_roll(boxes: frozenset[str], all_five: bool = False, five_are_full: bool = False) -> Faces:
    """The value of every roll after which a box is filled."""
    ways = [
        grid(box, all_five, five_are_full) + average(boxes - {box}, all_five, five_are_full) for box in sorted(boxes)
    ]
    return np.maximum.reduce(ways)


@cache
def average(boxes: frozenset[str], all_five: bool = False, five_are_full: bool = False) -> float:
    """The points that these open boxes bring on average under best play."""
    if not boxes:
        return 0.0
    values = last_roll(boxes, all_five, five_are_full)
    return float(best_of_rolling(best_of_rolling(values)).mean())

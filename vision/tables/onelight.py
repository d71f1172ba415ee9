"""Dice of one photo lie in one light: those that look alike are of one kind, those that do not are mostly not."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, hypot, log

from vision.reading import Lab

# Dice that differ by less are alike; the light on a table changes lightness more than it changes hue.
ALIKE = 6.0
SHADE = 0.5
# A network that is sure of a colour is wrong together about all alike dice: its word is taken to this power.
TRUST = 0.5
# What it costs that dice which do not look alike are of one kind, for one die and for two or more.
APART = (1.0, 2.0)
ROUNDS = 8
LEAST = 1e-6

Chances = Sequence[Sequence[float]]


def in_one_light(chances: Chances, bodies: Sequence[Lab | None]) -> list[list[float]]:
    """The chances of each die (rows) to be of each kind (columns), when all dice lie in one light.

    >>> unsure = [[0.9, 0.1], [0.95, 0.05], [0.3, 0.7], [0.8, 0.2]]
    >>> bodies = [(90.0, 0, 0), (88.0, 0, 1), (60.0, 0, 0), (61.0, 0, 1)]
    >>> [round(row[0]) for row in in_one_light(unsure, bodies)]
    [1, 1, 0, 0]
    """
    rows = [[float(chance) for chance in row] for row in chances]
    groups = alike(bodies)
    if not groups:
        return rows
    said = [_said(group, rows) for group in groups]
    kinds = [max(range(len(score)), key=score.__getitem__) for score in said]
    for _ in range(ROUNDS):
        scores = [_beside_others(number, said, kinds, groups) for number in range(len(groups))]
        # the group that gains most moves first: two that move at once would only change places
        gains = [max(score) - score[kind] for score, kind in zip(scores, kinds, strict=True)]
        mover = max(range(len(groups)), key=gains.__getitem__)
        if gains[mover] <= 0:
            break
        kinds[mover] = max(range(len(scores[mover])), key=scores[mover].__getitem__)
    for number, group in enumerate(groups):
        shared = _shared_out(_beside_others(number, said, kinds, groups))
        for die in group:
            rows[die] = shared
    return rows


def alike(bodies: Sequence[Lab | None]) -> list[list[int]]:
    """Dice in groups that look alike: the two nearest groups are joined until none are near.

    >>> alike([(50.0, 0, 0), (90.0, 0, 0), None, (52.0, 1, 0), (54.0, 2, 2)])
    [[0, 3, 4], [1]]
    """
    groups = [[number] for number, body in enumerate(bodies) if body is not None]
    while len(groups) > 1:
        pairs = [(a, b) for a in range(len(groups)) for b in range(a + 1, len(groups))]
        apart = {pair: _between(groups[pair[0]], groups[pair[1]], bodies) for pair in pairs}
        first, second = min(apart, key=apart.__getitem__)
        if apart[first, second] > ALIKE:
            break
        groups[first] += groups.pop(second)
    return groups


def _between(group: Sequence[int], other: Sequence[int], bodies: Sequence[Lab | None]) -> float:
    """The mean distance of the dice of two groups."""
    pairs = [(bodies[a], bodies[b]) for a in group for b in other]
    return sum(_distance(one, two) for one, two in pairs if one and two) / len(pairs)


def _distance(one: Lab, two: Lab) -> float:
    return hypot(SHADE * (one[0] - two[0]), one[1] - two[1], one[2] - two[2])


def _said(group: Sequence[int], rows: Chances) -> list[float]:
    """How much speaks for each kind by the looks of the dice of a group, as logarithms."""
    return [TRUST * sum(log(max(rows[die][kind], LEAST)) for die in group) for kind in range(len(rows[0]))]


def _beside_others(number: int, said: Chances, kinds: Sequence[int], groups: Sequence[Sequence[int]]) -> list[float]:
    """The same, less what it costs to be of the kind of another group."""
    taken = {kind for other, kind in enumerate(kinds) if other != number}
    dear = APART[min(len(groups[number]), len(APART)) - 1]
    return [score - dear * (kind in taken) for kind, score in enumerate(said[number])]


def _shared_out(scores: Sequence[float]) -> list[float]:
    powers = [exp(score - max(scores)) for score in scores]
    return [power / sum(powers) for power in powers]

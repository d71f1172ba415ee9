"""Chances with combat dice under best play, exactly: every pool, every reroll, no simulation.

A pool is a multiset of faces. ``value`` with some rerolls left is the better of stopping and of picking the die whose
reroll is worth most; working back from no rerolls left gives the best play for any worth of the final result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

from scoring.deadline import in_time

FACES = (1, 2, 3, 4, 5, 6)
MOST_DICE = 15
Pool = tuple[int, ...]
Worth = Callable[[int], float]


@dataclass(frozen=True, slots=True)
class _Pools:
    """All pools of one size: their chances, and how they hang together with the pools of one die less."""

    index: dict[Pool, int]
    pools: tuple[Pool, ...]
    chances: tuple[float, ...]
    adding: tuple[tuple[int, ...], ...]
    """For every smaller pool: the pool that each face makes of it."""
    removing: tuple[tuple[int, ...], ...]
    """For every pool: the smaller pools left when one die is picked up, one per distinct face, lowest first."""
    without_lowest: tuple[int, ...]
    """For every pool: the smaller pool left when its lowest die is picked up."""


@cache
def pools_of(size: int) -> _Pools:
    pools = tuple(combinations_with_replacement(FACES, size))
    index = {pool: number for number, pool in enumerate(pools)}
    adding: list[tuple[int, ...]] = []
    removing: list[list[int]] = [[] for _ in pools]
    for number, rest in enumerate(combinations_with_replacement(FACES, size - 1)):
        made = tuple(index[tuple(sorted((*rest, face)))] for face in FACES)
        adding.append(made)
        for pool in made:
            removing[pool].append(number)
    # Smaller pools come in lexicographic order: without its lowest face a pool is greatest, so reverse.
    lowest_first = tuple(tuple(reversed(rests)) for rests in removing)
    ways = (factorial(size) / prod(factorial(pool.count(face)) for face in FACES) for pool in pools)
    without_lowest = tuple(rests[0] for rests in lowest_first)
    return _Pools(index, pools, tuple(way / 6**size for way in ways), tuple(adding), lowest_first, without_lowest)


@dataclass(frozen=True, slots=True)
class Plan:
    """Best play for one pool size and one worth of the result; ``values[k]`` is with k rerolls left."""

    size: int
    values: tuple[list[float], ...]
    after_pickup: tuple[list[float], ...]

    @property
    def before_the_roll(self) -> float:
        """What the whole roll is worth before it is made."""
        chances = pools_of(self.size).chances
        return sum(chance * value for chance, value in zip(chances, self.values[-1], strict=True))

    def value(self, rolled: Sequence[int], left: int) -> float:
        """What a roll on the table is worth with so many rerolls left."""
        return self.values[left][pools_of(self.size).index[tuple(sorted(rolled))]]

    def advice(self, rolled: Sequence[int], left: int) -> int | None:
        """The face to reroll now, or None to stop."""
        if left == 0:
            return None
        table = pools_of(self.size)
        number = table.index[tuple(sorted(rolled))]
        stop, picked = self.values[0][number], self.after_pickup[left - 1]
        faces = sorted(set(rolled))
        best = max(zip(faces, table.removing[number], strict=True), key=lambda choice: picked[choice[1]])
        return best[0] if picked[best[1]] > stop + 1e-12 else None


def plan(size: int, rerolls: int, worth: Worth, final_sixes: bool = False) -> Plan:
    """Best play with so many dice and rerolls when a final sum is worth ``worth(sum)``.

    Where more is never worse, the lowest die is the one to reroll: whatever it shows next, the dice that stay are
    at least as good as with any other die picked up. Final sixes against the Giant Troll break that.

    >>> one = plan(1, 1, lambda total: float(total >= 4))
    >>> round(one.before_the_roll, 6), one.advice((3,), 1), one.advice((4,), 1)
    (0.75, 3, None)
    """
    table = pools_of(size)
    stop = [_final_worth(pool, worth, final_sixes) for pool in table.pools]
    sums = [worth(total) for total in range(size, 6 * size + 1)]
    lowest_only = not final_sixes and sums == sorted(sums)
    values, picked = [stop], []
    for _ in range(rerolls):
        last = values[-1]
        rest = [(last[a] + last[b] + last[c] + last[d] + last[e] + last[f]) / 6 for a, b, c, d, e, f in table.adding]
        picked.append(rest)
        if lowest_only:
            best = [rest[less] for less in table.without_lowest]
        else:
            best = [max([rest[less] for less in rests]) for rests in table.removing]
        values.append([own if own > other else other for own, other in zip(stop, best, strict=True)])
    return Plan(size, tuple(values), tuple(picked))


def _final_worth(pool: Pool, worth: Worth, final_sixes: bool) -> float:
    """The worth of a final roll; against the Giant Troll every final six is rolled once more."""
    sixes = pool.count(6) if final_sixes else 0
    if not sixes:
        return worth(sum(pool))
    kept = sum(pool) - 6 * sixes
    return sum(chance * worth(kept + total) for total, chance in _sums(sixes))


@cache
def _sums(dice: int) -> tuple[tuple[int, float], ...]:
    """The chance of every sum of some dice."""
    ways = {0: 1}
    for _ in range(dice):
        more: dict[int, int] = {}
        for total, count in ways.items():
            for face in FACES:
                more[total + face] = more.get(total + face, 0) + count
        ways = more
    return tuple((total, count / 6**dice) for total, count in ways.items())


def chances(
    size: int, rerolls: int, targets: Sequence[int], final_sixes: bool = False, rolled: Sequence[int] | None = None
) -> dict[int, float]:
    """The chance to reach each target sum, each under the play that is best for it, as far as the time allows.

    >>> {target: round(chance, 6) for target, chance in chances(1, 0, (1, 4, 7)).items()}
    {1: 1.0, 4: 0.5, 7: 0.0}
    """
    found = {}
    for target in in_time(targets):
        best = plan(size, rerolls, lambda total, target=target: float(total >= target), final_sixes)  # type: ignore[misc]
        found[target] = best.before_the_roll if rolled is None else best.value(rolled, rerolls)
    return found

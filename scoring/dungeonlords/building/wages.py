"""The ways to pay a lair: counted without listing them, and told one after the other, the best first.

Tiles of one kind are alike, so a way says of each kind how many are kept, dismissed and fed to demons. The rest of a
way depends only on what is left to pay with and on how many demons are still hungry.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import inf

from scoring.deadline import current
from scoring.dungeonlords.pieces import GHOST

Wage = Mapping[str, int]
Fate = tuple[int, int, int]
"""How many of a kind are kept, dismissed and fed."""

Rank = tuple[int, int, int]
"""What makes a way better: fewer dismissed, then fewer fed, then less evil paid."""

Purse = tuple[float, ...]
IMPOSSIBLE: tuple[int, Rank | None] = (0, None)
EATS = "monster"


@dataclass(slots=True)
class Wages:
    """All ways to pay these monsters out of this purse; what is not in the purse costs nothing."""

    wages: Mapping[str, Wage]
    lair: Counter[str]
    purse: Mapping[str, int]
    kept: Counter[str] | None = None
    """The monsters that must be kept, no more and no fewer; None if that is open."""
    _kinds: list[str] = field(init=False)
    _things: tuple[str, ...] = field(init=False)
    _needs: list[Purse] = field(init=False)
    _memo: dict[tuple[int, Purse, int], tuple[int, Rank | None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # The hungry come first: how many must be fed is known before anybody else is looked at.
        self._kinds = sorted(self.lair, key=lambda kind: (EATS not in self.wages[kind], -len(self.wages[kind]), kind))
        self._things = tuple(sorted(self.purse))
        self._needs = [tuple(0.0 for _ in self._things)]
        for kind in reversed(self._kinds):
            costs = self._costs(kind)
            self._needs.insert(
                0, tuple(need + self.lair[kind] * cost for need, cost in zip(self._needs[0], costs, strict=True))
            )

    @property
    def count(self) -> int:
        """How many ways there are."""
        return self._rest(0, self._start(), 0)[0]

    def best_first(self) -> Iterator[dict[str, Fate]]:
        """The ways one after the other, the best first."""
        start = self._rest(0, self._start(), 0)[1]
        if start is None:
            return
        number = 0
        heap: list[tuple[Rank, int, Rank, Purse, int, tuple[Fate, ...]]] = [
            (start, number, (0, 0, 0), self._start(), 0, ())
        ]
        while heap:
            _, _, so_far, left, hungry, fates = heappop(heap)
            if len(fates) == len(self._kinds):
                yield dict(zip(self._kinds, fates, strict=True))
                continue
            for fate, rank, after, still in self._choices(len(fates), left, hungry):
                rest = self._rest(len(fates) + 1, after, still)[1]
                if rest is not None:
                    number += 1
                    done = _add(so_far, rank)
                    heappush(heap, (_add(done, rest), number, done, after, still, (*fates, fate)))

    def _costs(self, kind: str) -> tuple[int, ...]:
        return tuple(self.wages[kind].get(thing, 0) for thing in self._things)

    def _start(self) -> Purse:
        return self._capped(0, (self.purse[thing] for thing in self._things))

    def _capped(self, index: int, left: Iterable[float]) -> Purse:
        """More than all that follow can cost is as good as just enough."""
        return tuple(min(have, need) for have, need in zip(left, self._needs[index], strict=True))

    def _rest(self, index: int, left: Purse, hungry: int) -> tuple[int, Rank | None]:
        """How many ways the kinds from ``index`` on leave, and the rank of the best of them."""
        if index == len(self._kinds):
            return (1, (0, 0, 0)) if hungry == 0 else IMPOSSIBLE
        key = index, left, hungry
        found = self._memo.get(key)
        if found is None:
            current().check()
            count, best = 0, None
            for _, rank, after, still in self._choices(index, left, hungry):
                ways, rest = self._rest(index + 1, after, still)
                if rest is not None:
                    count += ways
                    total = _add(rank, rest)
                    best = total if best is None or total < best else best
            found = self._memo[key] = count, best
        return found

    def _choices(self, index: int, left: Purse, hungry: int) -> Iterator[tuple[Fate, Rank, Purse, int]]:
        """What can become of this kind: its fate, its rank, and what is left and who is hungry after it."""
        kind = self._kinds[index]
        there, costs, wage = self.lair[kind], self._costs(kind), self.wages[kind]
        for kept in range(there + 1) if self.kept is None else (self.kept[kind],):
            after = tuple(have - kept * cost for have, cost in zip(left, costs, strict=True))
            if kept > there or min(after, default=inf) < 0:
                break
            wants = hungry + kept * wage.get(EATS, 0)
            most_fed = 0 if kind == GHOST else min(there - kept, wants)
            for fed in range(most_fed + 1):
                gone = there - kept - fed
                rank = gone, fed, kept * wage.get("evil", 0)
                yield (kept, gone, fed), rank, self._capped(index + 1, after), wants - fed


def _add(one: Rank, other: Rank) -> Rank:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]

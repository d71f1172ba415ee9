"""The best defence: an exact search over every plan, order, mode and target, for known and for unseen combat cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import prod

from scoring.deadline import Deadline
from scoring.dungeonlords.battle.arena import ROUNDS, Arena, Card, Position
from scoring.dungeonlords.battle.fight import to_release
from scoring.dungeonlords.battle.moves import Line, Trapped, endings, plans
from scoring.dungeonlords.battle.outlook import RESOURCE, TILE, Outlook, decode, wealth
from scoring.dungeonlords.battle.steps import end_round

Pool = tuple[tuple[Card, int], ...]
"""The cards that an unseen one can be, and how many of each."""

Ending = tuple[int, Position, Line]
"""How a round can end: the most it can be worth, the position, and what was decided."""

WITHDRAWALS = frozenset({"withdraw_all_or_evil", "pay_or_withdraw", "withdraw_one"})


@dataclass(slots=True, eq=False)
class Plan:
    """What is laid out before the card is turned up: tile, monsters, and traps with what they do to each target."""

    most: int
    place: int
    sent: tuple[int, ...]
    hits: tuple[Trapped, ...]
    ways: dict[tuple[str, int | None, Pool], list[Ending]] = field(default_factory=dict, compare=False)


Chosen = tuple[int, Plan, dict[Card, Ending]]
"""The best that was found for a position: its value, the plan, and how the round ends with each card."""


@dataclass(slots=True)
class Solver:
    """Searches one battle. ``cards[n]`` is the card of round n, None if unseen; ``pool`` is what unseen ones can be.

    A value is summed over every order of the unseen cards, so that averages compare exactly as whole numbers.
    """

    arena: Arena
    cards: dict[int, Card | None]
    pool: Pool = ()
    deadline: Deadline = field(default_factory=Deadline)
    visited: int = 0
    looked: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Per round: how many plans the last search there has looked at, and how many there are."""
    chosen: dict[tuple[Position, Pool], Chosen] = field(default_factory=dict)
    _memo: dict[tuple[Position, Pool], tuple[int, bool]] = field(default_factory=dict)
    _plans: dict[Position, list[Plan]] = field(default_factory=dict)
    _outlook: Outlook = field(init=False)

    def __post_init__(self) -> None:
        worst = max((card.fatigue or 0 for card, _ in self.pool), default=0)
        known = [self.cards.get(number) for number in range(ROUNDS + 1)]
        fatigue = tuple(worst if card is None else card.fatigue or 0 for card in known)
        possible = [card for card in known if card is not None] + [card for card, _ in self.pool]
        may_withdraw = any(card.effect in WITHDRAWALS for card in possible)
        self._outlook = Outlook(self.arena, fatigue, may_withdraw)

    def scale(self, number: int, pool: Pool) -> int:
        """In how many orders the unseen cards of this and the later rounds can come."""
        if not pool:
            return 1
        unseen = sum(self.cards.get(later) is None for later in range(number, ROUNDS + 1))
        size = sum(count for _, count in pool)
        return prod(range(size - unseen + 1, size + 1)) if unseen else 1

    def worth(self, position: Position) -> dict[str, float]:
        """The parts of the value of a battle that ends here."""
        return decode(self._outlook.value(position))

    def best(self, position: Position, pool: Pool, alpha: int = -1) -> int:
        """The value of the best play if it is above ``alpha``; otherwise some number that is not."""
        scale = self.scale(position.round, pool)
        if not position.party or position.round > ROUNDS:
            return self._outlook.value(position) * scale
        stored = self._memo.get((position, pool))
        if stored is not None and (stored[1] or stored[0] <= alpha):
            return stored[0]
        if self._outlook.bound(position) * scale <= alpha:
            return alpha
        self.visited += 1
        found = self._search(position, pool, alpha)
        self._memo[position, pool] = (found, found > alpha)
        return found

    def solve(self, position: Position) -> int:
        """The value of the best play; OutOfTime if the deadline comes first, ``chosen`` then has the best so far.

        What has been chosen already is only replaced by something better.

        Hope first for no tile lost and everybody imprisoned, then for a tile more each time: a high hope is
        quickly refuted, and the first that comes true cuts off most of the search.
        """
        scale = self.scale(position.round, self.pool)
        hope = self._outlook.bound(position)
        chosen = self.chosen.get((position, self.pool))
        sure = -1 if chosen is None else chosen[0]
        for tiles in range(ROUNDS + 1):
            alpha = (hope - TILE * tiles - RESOURCE * wealth(position)) * scale
            if alpha <= sure:
                break
            found = self.best(position, self.pool, alpha)
            if found > alpha:
                return found
        return max(sure, self.best(position, self.pool, sure))

    def _search(self, position: Position, pool: Pool, alpha: int) -> int:
        if not self.arena.next_sites(position.lost):
            return self._without_tiles(position, pool)
        card = self.cards.get(position.round)
        if card is None:
            return self._unseen(position, pool, alpha)
        best = alpha
        scale = self.scale(position.round, pool)
        every = self.plans(position, together=False)
        for number, plan in enumerate(every):
            self.looked[position.round] = number, len(every)
            if plan.most * scale <= best:
                break
            found = self.best_ending(plan, card, pool, best)
            if found is not None:
                best = found[0]
                self.chosen[position, pool] = best, plan, {card: found}
        return best

    def _without_tiles(self, position: Position, pool: Pool) -> int:
        """A prisoner goes free instead of a battle."""
        after = self.freed(position)
        if self.cards.get(position.round) is not None:
            return self.best(after, pool)
        return sum(count * self.best(after, without(pool, card)) for card, count in pool)

    def freed(self, position: Position) -> Position:
        """The round in which no tile is left."""
        if position.prison:
            index = to_release(self.arena, position)
            position = position._replace(prison=position.prison[:index] + position.prison[index + 1 :])
        after = end_round(position)
        return after._replace(party=()) if after.round > ROUNDS else after

    def plans(self, position: Position, *, together: bool) -> list[Plan]:
        """Every plan, the most promising first; with ``together`` the target of an aimed trap is decided later."""
        found = self._plans.get(position)
        if found is None:
            found = []
            for place, hits, crowds in plans(self.arena, position):
                self.deadline.check()
                groups: Iterable[tuple[Trapped, ...]] = (hits,) if together else ((hit,) for hit in hits)
                for group in groups:
                    each = [self._outlook.plan_bounds(hit, place, crowds) for hit, _ in group]
                    found += [
                        Plan(max(bounds), place, sent, group) for sent, *bounds in zip(crowds, *each, strict=True)
                    ]
            found.sort(key=lambda plan: -plan.most)
            self._plans[position] = found
        return found

    def endings(self, plan: Plan, card: Card, pool: Pool) -> list[Ending]:
        """How the round can end with this plan against this card, the most promising first."""
        key = (card.id, card.fatigue, pool)
        ways = plan.ways.get(key)
        if ways is None:
            found: dict[Position, Line] = {}
            for hit, traps in plan.hits:
                for after, line in endings(self.arena, hit, plan.place, plan.sent, traps, card):
                    self.deadline.check()
                    found.setdefault(after, line)
            bound, scale = self._outlook.bound, self.scale
            ways = [(bound(after) * scale(after.round, pool), after, line) for after, line in found.items()]
            ways.sort(key=lambda way: (-way[0], sum([left for _, left in way[1].party])))
            plan.ways[key] = ways
        return ways

    def best_ending(self, plan: Plan, card: Card, pool: Pool, alpha: int = -1) -> Ending | None:
        """The best way to end this round if it is above ``alpha``."""
        return self._best_of(self.endings(plan, card, pool), pool, alpha)

    def _best_of(self, ways: list[Ending], pool: Pool, alpha: int) -> Ending | None:
        best, chosen = alpha, None
        for most, after, line in ways:
            if most <= best:
                break
            found = self.best(after, pool, best)
            if found > best:
                best, chosen = found, (found, after, line)
        return chosen

    def _unseen(self, position: Position, pool: Pool, alpha: int) -> int:
        """The plan stands before the card is turned up; what is decided later may depend on it."""
        scale = self.scale(position.round, pool)
        best = alpha
        every = self.plans(position, together=True)
        for number, plan in enumerate(every):
            self.looked[position.round] = number, len(every)
            if plan.most * scale <= best:
                break
            found = self._average(plan, pool, best)
            if found is not None:
                best = found[0]
                self.chosen[position, pool] = found
        return best

    def try_first(self, position: Position, line: Line) -> None:
        """Choose the plan of this line for a round whose card is unseen, with its value on average."""
        wanted = line.site, sorted(line.sent), [trap for trap, _ in line.traps]
        for plan in self.plans(position, together=True):
            if (plan.place, sorted(plan.sent), [trap for trap, _ in plan.hits[0][1]]) == wanted:
                found = self._average(plan, self.pool)
                if found is not None:
                    self.chosen[position, self.pool] = found
                return

    def _average(self, plan: Plan, pool: Pool, alpha: int = -1) -> Chosen | None:
        """The plan's value summed over the cards, given up as soon as it cannot beat ``alpha`` any more."""
        by_card = [(card, count, self.endings(plan, card, without(pool, card))) for card, count in pool]
        total = sum(count * ways[0][0] for _, count, ways in by_card)
        ways_taken: dict[Card, Ending] = {}
        for card, count, ways in by_card:
            rest = total - count * ways[0][0]
            found = self._best_of(ways, without(pool, card), (alpha - rest) // count)
            if found is None:
                return None
            ways_taken[card] = found
            total = rest + count * found[0]
        return total, plan, ways_taken


def without(pool: Pool, card: Card) -> Pool:
    """The pool once this card has been turned up."""
    left = Counter(dict(pool))
    left[card] -= 1
    return tuple((other, count) for other, count in left.items() if count)

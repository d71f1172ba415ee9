"""What a position is worth, and the best that could still come of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scoring.dungeonlords.battle.arena import NO_CONQUER, ROUNDS, Arena, Position
from scoring.dungeonlords.battle.beasts import DEMON, GHOST, GOLEM, SLIME, VAMPIRE
from scoring.dungeonlords.battle.reach import Reach, reach_from, strongest
from scoring.dungeonlords.battle.wounds import PALADIN
from scoring.dungeonlords.pieces import ILLUSION

FIELD = 24
"""Bits per part of a value: wide enough for the sum over every order of nine cards."""

PRISONER, POINT, RESOURCE, TILE = 1 << 3 * FIELD, 1 << 2 * FIELD, 1 << FIELD, 1 << 4 * FIELD
WORTH = {PALADIN: 5, ILLUSION: 0}
MOST_TILES = 20


def decode(number: int, scale: int = 1) -> dict[str, float]:
    """The parts of a value that was summed over ``scale`` orders of the cards: their averages."""
    parts = []
    for _ in range(5):
        parts.append((number & (1 << FIELD) - 1) / scale)
        number >>= FIELD
    rooms, resources, points, jailed, tiles = parts
    return {
        "conquered": MOST_TILES - tiles,
        "imprisoned": jailed,
        "prisoner_points": points,
        "resources": resources,
        "rooms_conquered": MOST_TILES - rooms,
    }


def wealth(position: Position) -> int:
    """Gold, food, trap cards and imps: what a battle can use up."""
    return position.gold + position.food + len(position.traps) + position.imps


@dataclass(slots=True)
class Outlook:
    """Values and bounds for one battle. ``fatigue[r]`` is the most that round r can deal; ``may_withdraw`` tells
    whether a spell can send monsters back to the lair unused.

    A value is one number: fewest tiles conquered, then most prisoners, their points, most resources, fewest rooms lost.
    """

    arena: Arena
    fatigue: Sequence[int]
    may_withdraw: bool = False
    _worth: tuple[int, ...] = field(init=False)
    _two_traps: bool = field(init=False)
    _reach: dict[int, Reach] = field(default_factory=dict)
    _harm: dict[tuple[object, ...], tuple[int, ...]] = field(default_factory=dict)
    _rooms: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        people = self.arena.people
        self._two_traps = any(place.most_traps > 1 for place in self.arena.sites)
        self._worth = tuple(
            0 if person.cls == ILLUSION else PRISONER + POINT * WORTH.get(person.cls, 2) for person in people
        )

    def value(self, position: Position) -> int:
        """What the battle is worth if it ends here."""
        worth = self._worth
        return (
            TILE * (MOST_TILES - position.lost.bit_count())
            + sum([worth[who] for who in position.prison])
            + RESOURCE * wealth(position)
            + MOST_TILES
            - self._rooms_lost(position.lost)
        )

    def _rooms_lost(self, lost: int) -> int:
        found = self._rooms.get(lost)
        if found is None:
            sites = enumerate(self.arena.sites)
            found = self._rooms[lost] = sum(place.room is not None for i, place in sites if lost >> i & 1)
        return found

    def bound(self, position: Position) -> int:
        """A value that no play from here, before a round, can beat."""
        value = self.value(position)
        if not position.party or position.round > ROUNDS:
            return value
        health, crowd, toughest = self._measure(position)
        spared = self._spared(position, crowd, toughest)
        return value + self._gain(
            position, position.round, position.ready, position.lost, health, crowd, toughest, spared
        )

    def plan_bounds(self, hit: Position, place: int, crowds: Sequence[tuple[int, ...]]) -> list[int]:
        """For each set of monsters sent, a value the plan cannot beat; ``hit`` is the position after its traps."""
        value = self.value(hit)
        if not hit.party:
            return [value] * len(crowds)
        health, crowd, toughest = self._measure(hit)
        blows = strongest(self.arena.sites[place].modes, self.arena.sheep_damage, crowd, toughest)
        lost = hit.lost | 1 << place
        conquered = TILE + (self.arena.sites[place].room is not None)
        now = self.fatigue[hit.round] + sum([points for _, points in hit.venom])
        bounds = []
        for sent in crowds:
            left = health - now - sum([blows[kind] for kind in sent])
            if left <= 0:
                bounds.append(value + self._everybody(hit))
                continue
            ready = hit.ready if self.may_withdraw else _left_over(hit.ready, sent)
            bound = value - conquered + self._gain(hit, hit.round + 1, ready, lost, left, crowd, toughest)
            if hit.flags & NO_CONQUER or SLIME in sent or DEMON in sent:
                kept = value + self._gain(hit, hit.round + 1, ready, hit.lost, left, crowd, toughest)
                bound = max(bound, kept)
            bounds.append(bound)
        return bounds

    def _spared(self, position: Position, crowd: int, toughest: int) -> list[int]:
        """How much less than counted the traps of the next one, two, ... rounds deal: all trap icons are there now."""
        people = self.arena.people
        icons = sum([people[who].trap for who, _ in position.party])
        if not icons or self._two_traps:
            return []
        cards = sorted([self._trap(trap, crowd, toughest) for trap in position.traps], reverse=True)
        poison = max([self._later(trap) for trap in position.traps], default=0)
        through = max(0, cards[0] - poison - icons) + poison if cards else 0
        return [max(0, card - through) for card in cards]

    def _later(self, trap: int) -> int:
        """Damage that no thief can prevent."""
        return sum(points for who, points in self.arena.traps[trap].damage if who == "later")

    def _gain(
        self,
        position: Position,
        number: int,
        ready: tuple[int, ...],
        lost: int,
        health: int,
        crowd: int,
        toughest: int,
        spared: Sequence[int] = (),
    ) -> int:
        """The most that prisoners less conquered tiles can still add from round ``number`` on."""
        if number > ROUNDS:
            return self._felled(position, sum([left for _, left in position.party]) - health)
        harm = self._harms(number, ready, position.traps, lost, crowd, toughest)
        traps = self.arena.traps
        stops = sum([traps[trap].special == "skip_conquering" for trap in position.traps])
        stops += ready.count(SLIME) + ready.count(DEMON)
        rounds, deadly = 0, False
        for total in harm:
            if total - (spared[rounds] if rounds < len(spared) else 0) >= health:
                deadly = True
                break
            rounds += 1
        tiles = min(len(self.arena.sites) - lost.bit_count(), max(0, rounds - stops))
        if deadly:
            return self._everybody(position) - TILE * tiles
        dealt = sum([left for _, left in position.party]) - health
        return self._felled(position, dealt + harm[-1]) - TILE * tiles

    def _everybody(self, position: Position) -> int:
        worth = self._worth
        gain = sum([worth[who] for who, _ in position.party])
        return gain + worth[position.away[0]] if position.away else gain

    def _felled(self, position: Position, harm: int) -> int:
        """As many as so much damage could fell; the dearest are assumed to be among them."""
        count = 0
        for left in sorted([left for _, left in position.party]):
            harm -= left
            if harm < 0:
                break
            count += 1
        worth = self._worth
        dearest = sorted([worth[who] for who, _ in position.party], reverse=True)[:count]
        return sum(dearest) + (worth[position.away[0]] if position.away else 0)

    def _measure(self, position: Position) -> tuple[int, int, int]:
        """The hit points to be dealt (a paladin who may ride away need not be beaten), how many can be hit, and more
        hit points than anybody can have."""
        people = self.arena.people
        members = position.party if position.away is None else (*position.party, position.away)
        toughest = 1 + max([people[who].hp for who, _ in members])
        rival = self.arena.rival
        health = sum([left for who, left in position.party if not (rival and people[who].cls == PALADIN)])
        return health, len(members), toughest

    def _harms(
        self, number: int, ready: tuple[int, ...], traps: tuple[int, ...], lost: int, crowd: int, toughest: int
    ) -> tuple[int, ...]:
        """The most damage that can fall within one, two, ... rounds from round ``number``, whoever takes it."""
        key = (number, ready, traps, lost, crowd, toughest)
        found = self._harm.get(key)
        if found is None:
            found = self._harm[key] = self._compute_harms(*key)
        return found

    def _compute_harms(
        self, number: int, ready: tuple[int, ...], traps: tuple[int, ...], lost: int, crowd: int, toughest: int
    ) -> tuple[int, ...]:
        reach = self._reach.get(lost)
        if reach is None:
            reach = self._reach[lost] = reach_from(self.arena, lost)
        cards = sorted((self._trap(trap, crowd, toughest) for trap in traps), reverse=True)
        harm, tired, slots, card_slots = [], 0, 0, 0
        for n in range(ROUNDS - number + 1):
            tired += self.fatigue[number + n]
            slots += reach.monsters[n]
            card_slots += reach.traps[n]
            strength = [max(min(toughest, one), each * crowd) for one, each in reach.blows[n]]
            blows = [strength[kind] for kind in ready if kind != GHOST]
            blows += [strength[GOLEM]] * (n * ready.count(GOLEM))
            blows += [strength[VAMPIRE] - 1] * (n * ready.count(VAMPIRE))
            blows.sort(reverse=True)
            ghosts = strength[GHOST] * ready.count(GHOST)
            harm.append(sum(blows[:slots]) + ghosts + sum(cards[:card_slots]) + tired)
        return tuple(harm)

    def _trap(self, trap: int, crowd: int, toughest: int) -> int:
        """The most this trap deals if no thief interferes."""
        total = 0
        for who, points in self.arena.traps[trap].damage:
            if who == "each":
                total += points * crowd
            elif who == "others":
                total += points * (crowd - 1)
            else:
                total += toughest if who == "lethal" else points
        return total


def _left_over(ready: tuple[int, ...], sent: tuple[int, ...]) -> tuple[int, ...]:
    """The monsters that can still fight after these did; golems and vampires may come again."""
    left = list(ready)
    for kind in sent:
        if kind not in (GOLEM, VAMPIRE):
            left.remove(kind)
    return tuple(left)

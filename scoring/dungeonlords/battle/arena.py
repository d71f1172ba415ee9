"""The place of a battle: what does not change while it lasts, and the position that does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from scoring.dungeonlords.battle.beasts import Mode, modes_in
from scoring.dungeonlords.pieces import Square, square_name
from scoring.dungeonlords.state import Options
from scoring.words import Sentence

ROUNDS = 4
NO_CAST, NO_HEAL, NO_CONQUER, HIDDEN = 1, 2, 4, 8
"""What a round can forbid: spells, healing, conquering; and whether wizards are invisible."""

NEVER = 99


@dataclass(frozen=True, slots=True)
class Person:
    """An adventurer, a paladin or an illusion."""

    id: str
    cls: str
    hp: int
    trap: int = 0
    magic: int = 0
    heal: int = 0
    name: Sentence | str = ""


@dataclass(frozen=True, slots=True)
class Trap:
    """A trap card as it works this year."""

    id: str
    damage: tuple[tuple[str, int], ...]
    cost: tuple[tuple[str, int], ...] = ()
    special: str = "none"
    name: Sentence | str = ""
    known: bool = True
    """Whether anybody told what it does; a trap that is not known can be kept or lost, but not played."""

    @property
    def aimed(self) -> bool:
        """Whether the owner chooses the target."""
        return any(who == "chosen" for who, _ in self.damage)


@dataclass(frozen=True, slots=True)
class Card:
    """The combat card of a round. Parts nobody knows are None."""

    id: str = ""
    fatigue: int | None = None
    speed: str | None = None
    effect: str | None = None
    amount: int | None = None
    name: Sentence | str = ""


@dataclass(frozen=True, slots=True)
class Site:
    """A tile as the battle sees it."""

    square: Square
    room: str | None
    steps: int
    modes: tuple[tuple[Mode, ...], ...]

    @property
    def name(self) -> str:
        """The square, e.g. C2."""
        return square_name(self.square)

    @property
    def trap_gold(self) -> int:
        """A trap in a room costs 1 gold more, but not in the Labyrinth."""
        return int(self.room is not None and self.room != "labyrinth")

    @property
    def most_traps(self) -> int:
        """One trap, two in the Labyrinth."""
        return 2 if self.room == "labyrinth" else 1

    @property
    def most_monsters(self) -> int:
        """One monster in a tunnel and in the Labyrinth, two in any other room."""
        return 2 if self.room is not None and self.room != "labyrinth" else 1


class Position(NamedTuple):
    """Everything that changes in a battle. The second part is only used within a round."""

    round: int
    party: tuple[tuple[int, int], ...]
    """Persons and their hit points left, the first in front."""
    prison: tuple[int, ...]
    ready: tuple[int, ...]
    """Kinds of the monsters that lie face up in the lair."""
    traps: tuple[int, ...]
    gold: int
    food: int
    imps: int
    evil: int
    lost: int
    """Conquered tiles, a bit each."""
    away: tuple[int, int] | None = None
    """The paladin while he is not here, if he may come."""
    down: tuple[int, ...] = ()
    field: tuple[int, ...] = ()
    sheep: int | None = None
    """The kind of the monster that a spell turned into a sheep this round."""
    attacked: int = 0
    """0 nothing attacked, 1 something did, 2 and it dealt damage."""
    shield: int = 0
    flags: int = 0
    icons: int = 0
    """Trap icons not used up yet this round."""
    venom: tuple[tuple[int, int], ...] = ()
    """Whom each poisoned dart hurts at the end of the round, and how much."""


@dataclass(slots=True)
class Arena:
    """What stays the same during a battle.

    ``people`` holds everyone twice: as printed, the last of them an illusion, and once more with extra hit points.
    """

    people: tuple[Person, ...]
    sites: tuple[Site, ...]
    traps: tuple[Trap, ...]
    options: Options = field(default_factory=Options)
    rival: int = 0
    """Where the evillest other lord stands who could draw the paladin away; 0 if there is none."""
    comes_at: int = NEVER
    """Where this lord must stand for an absent paladin to come."""
    costs: Mapping[int, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    sheep_damage: int = 0
    names: Mapping[str, Sentence | str] = field(default_factory=dict)
    _next: dict[int, tuple[int, ...]] = field(default_factory=dict)

    @property
    def base(self) -> int:
        """How many people there are before the copies with extra hit points."""
        return len(self.people) // 2

    def person(self, index: int) -> int:
        """The index as printed, whether or not he has extra hit points."""
        return index % self.base

    def next_sites(self, lost: int) -> tuple[int, ...]:
        """The unconquered tiles nearest to the entrance; the owner chooses among them."""
        found = self._next.get(lost)
        if found is None:
            standing = [i for i in range(len(self.sites)) if not lost >> i & 1]
            nearest = min((self.sites[i].steps for i in standing), default=0)
            found = self._next[lost] = tuple(i for i in standing if self.sites[i].steps == nearest)
        return found

    def magic(self, position: Position) -> int:
        """The magic points of the party."""
        people = self.people
        return sum(people[person].magic for person, _ in position.party)


def rival_of(others: tuple[int, ...], options: Options) -> int:
    """The place of the evillest other lord if the paladin would follow him, else 0.

    >>> rival_of((7, 10), Options()), rival_of((7, 8), Options()), rival_of((9,), Options(paladin_joins="above"))
    (10, 0, 0)
    """
    worst = max(others, default=0)
    return worst if worst >= options.paladin_leaves_for else 0


def site(square: Square, room: str | None, steps: int) -> Site:
    """A tile with the attacks as they are in its room."""
    return Site(square, room, steps, modes_in(room))

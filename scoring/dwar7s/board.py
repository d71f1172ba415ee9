"""The layout as a graph: which cards a dwarf can walk to without crossing a wall.

Walls of a card may be unknown. Then there are two answers: the cards that are reached *surely*, over edges known to
be open, and those that are reached *perhaps*, over every edge not known to be walled. Where both agree, the kingdom
is certain although some walls are not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scoring.catalogue import Catalogue
from scoring.dwar7s.pieces import MONSTERS, STEPS, Colour, Kind
from scoring.dwar7s.printed import Print, facts_of_table, print_of_card, print_of_kind
from scoring.dwar7s.state import Card, Stack, Table

OPEN, UNSURE, WALLED = "open", "unsure", "walled"
Prints = dict[tuple[Kind, int] | Kind, Print]


@dataclass(frozen=True, slots=True)
class Board:
    """The layout with its printed values; places are numbered as in ``table.table``.

    ``sure`` and ``perhaps`` give each place the number of the region it belongs to.
    """

    stacks: tuple[Stack, ...]
    prints: tuple[Print, ...]
    at: dict[tuple[int, int], int]
    castles: dict[Colour, int]
    sure: tuple[int, ...]
    perhaps: tuple[int, ...]
    catalogue: Catalogue

    def kind(self, place: int) -> Kind:
        """The kind of the top card."""
        return self.stacks[place].cards[-1].kind

    def castle(self, colour: Colour) -> int | None:
        """Where this colour's castle lies open, if it was played."""
        return self.castles.get(colour)

    def region(self, place: int, regions: Sequence[int]) -> tuple[int, ...]:
        """All places of the region around a place; ``regions`` is ``sure`` or ``perhaps``."""
        wanted = regions[place]
        return tuple(other for other, number in enumerate(regions) if number == wanted)

    def neighbours(self, place: int) -> Iterator[tuple[int, int, str]]:
        """Cards beside a place: their place, the edge towards them, and whether the way is open."""
        stack = self.stacks[place]
        for edge, (dx, dy) in enumerate(STEPS):
            other = self.at.get((stack.x + dx, stack.y + dy))
            if other is not None:
                yield other, edge, passage(self.prints[place].walls, edge, self.prints[other].walls)

    def monsters_with(self, place: int, kinds: frozenset[Kind] = MONSTERS) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Monsters that surely share a region with a place, and those that perhaps do."""
        surely = tuple(p for p in self.region(place, self.sure) if self.kind(p) in kinds)
        perhaps = tuple(p for p in self.region(place, self.perhaps) if self.kind(p) in kinds and p not in surely)
        return surely, perhaps

    def unsure_walls(self, place: int) -> tuple[Kind, ...]:
        """Kinds whose unknown walls decide how far the region of a place reaches."""
        kinds: dict[Kind, None] = {}
        for here in self.region(place, self.perhaps):
            if self.prints[here].walls is None and any(
                way is UNSURE and self.sure[there] != self.sure[here] for there, _, way in self.neighbours(here)
            ):
                kinds[self.kind(here)] = None
        return tuple(kinds)

    def path(
        self,
        start: int,
        goal: int,
        ways: frozenset[str] = frozenset({OPEN}),
        passable: Callable[[int], bool] = lambda place: True,
    ) -> tuple[int, ...] | None:
        """The shortest walk between two places over such ways and passable cards, both ends included."""
        came_from = {start: start}
        queue = [start]
        for here in queue:
            if here == goal:
                return _back(came_from, here)
            for there, _, way in self.neighbours(here):
                if way in ways and there not in came_from and passable(there):
                    came_from[there] = here
                    queue.append(there)
        return None


def board_of(table: Table, catalogue: Catalogue) -> Board:
    """The graph of a layout. If two stacks claim one place of the grid, the first has it."""
    facts = facts_of_table(table, catalogue)
    known = _prints_so_far(_Same(facts)) if facts is catalogue else {}
    prints: list[Print] = []
    at: dict[tuple[int, int], int] = {}
    castles: dict[Colour, int] = {}
    for place, stack in enumerate(table.table):
        card = stack.cards[-1]
        prints.append(_print(card, known, facts))
        at.setdefault((stack.x, stack.y), place)
        if card.kind is Kind.CASTLE:
            castles.setdefault(card.colour, place)
    sure, perhaps = _regions(at, prints)
    return Board(table.table, tuple(prints), at, castles, sure, perhaps, facts)


@dataclass(frozen=True, slots=True, eq=False)
class _Same:
    """A catalogue as a key: the same object is the same key. Catalogues never change once they are made."""

    catalogue: Catalogue

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.catalogue is other.catalogue

    def __hash__(self) -> int:
        return id(self.catalogue)


@lru_cache(maxsize=8)
def _prints_so_far(of: _Same) -> Prints:
    """Printed values read from a catalogue before: whoever scores table after table reads each card once."""
    return {}


def _print(card: Card, known: Prints, facts: Catalogue) -> Print:
    """A card's printed values; cards of one kind that lie the same way share them."""
    kind, turn = card.kind, card.turn
    if kind not in known:
        known[kind] = print_of_kind(kind, facts)
    if card.walls is not None or card.points is not None or card.slots is not None or card.need is not None:
        return print_of_card(card, known[kind])
    if (kind, turn) not in known:
        known[kind, turn] = print_of_card(card, known[kind])
    return known[kind, turn]


def passage(walls: int | None, edge: int, other_walls: int | None) -> str:
    """Whether one can walk over an edge: a wall on either card blocks it.

    >>> passage(0b0010, 1, 0), passage(0, 1, 0b1000), passage(0, 1, None), passage(0, 1, 0)
    ('walled', 'walled', 'unsure', 'open')
    """
    if walls is not None and walls >> edge & 1:
        return WALLED
    if other_walls is not None and other_walls >> (edge ^ 2) & 1:
        return WALLED
    return UNSURE if walls is None or other_walls is None else OPEN


def _regions(at: dict[tuple[int, int], int], prints: Sequence[Print]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Number the regions joined by open edges, and those joined by edges that are not known to be walled."""
    open_ways: list[tuple[int, int]] = []
    unsure_ways: list[tuple[int, int]] = []
    walls = [printed.walls for printed in prints]
    for (x, y), here in at.items():
        right, below = at.get((x + 1, y)), at.get((x, y + 1))
        for edge, there in ((1, right), (2, below)):
            if there is None:
                continue
            way = passage(walls[here], edge, walls[there])
            if way is OPEN:
                open_ways.append((here, there))
            elif way is UNSURE:
                unsure_ways.append((here, there))
    sure = _joined(list(range(len(prints))), open_ways)
    return sure, _joined(list(sure), unsure_ways) if unsure_ways else sure


def _joined(parents: list[int], ways: list[tuple[int, int]]) -> tuple[int, ...]:
    """Join places along ways (union-find); every place gets the number of its region."""
    for one, other in ways:
        while parents[one] != one:
            one = parents[one]
        while parents[other] != other:
            parents[other] = other = parents[parents[other]]
        parents[one] = other
    for place, parent in enumerate(parents):
        while parents[parent] != parent:
            parent = parents[parent]
        parents[place] = parent
    return tuple(parents)


def _back(came_from: dict[int, int], end: int) -> tuple[int, ...]:
    walk = [end]
    while came_from[walk[-1]] != walk[-1]:
        walk.append(came_from[walk[-1]])
    return tuple(reversed(walk))

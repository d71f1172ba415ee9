"""What is printed on the cards of this table: seen on the card, told with the table, or in the catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from scoring.catalogue import Catalogue, Fact, localised
from scoring.dwar7s.pieces import Gem, Kind, mask, turned
from scoring.dwar7s.state import Card, Table, TradeGoal
from scoring.facttypes import FactError

NOBODY_KNOWS = Fact(None)


class Print(NamedTuple):
    """A card's printed values; None where nobody knows. ``walls`` are edge bits as the card lies on the table."""

    walls: int | None
    points: int | None
    slots: int | None
    need: int | None
    caveat: str = ""

    @property
    def least_slots(self) -> int:
        """Places that are there for certain: a card must at least hold the dwarves it needs."""
        return self.slots if self.slots is not None else self.need or 0


def facts_of_table(table: Table, catalogue: Catalogue) -> Catalogue:
    """The catalogue with the values over it that came with the table; those that cannot be are left out."""
    if not table.printed:
        return catalogue
    told = {(item, field): value for item, field, value, error in told_values(table, catalogue) if not error}
    return replace(catalogue, owner={**catalogue.owner, **told})


def told_values(table: Table, catalogue: Catalogue) -> Iterator[tuple[str, str, Any, str]]:
    """Every value that came with the table as (item, field, checked value, what is wrong with it)."""
    for item, fields in table.printed.items():
        for field, value in fields.items():
            try:
                yield item, field, catalogue.check(item, field, value), ""
            except FactError as error:
                yield item, field, value, error.args[0]


def print_of_kind(kind: Kind, catalogue: Catalogue) -> Print:
    """The values of a kind of card, walls upright."""
    fact = catalogue.fact
    walls, points = fact(kind, "walls"), fact(kind, "points")
    return Print(
        mask(walls.value) if walls.known else None,
        points.value,
        fact(kind, "slots").value,
        fact(kind, "need").value,
        points.caveat,
    )


def print_of_card(card: Card, of_kind: Print) -> Print:
    """The values of a card as it lies: what is seen on it first, then those of its kind, walls turned with it."""
    walls = of_kind.walls
    if card.walls is not None:
        walls = mask(card.walls)
    elif walls is not None:
        walls = turned(walls, card.turn)
    return Print(
        walls,
        of_kind.points if card.points is None else card.points,
        of_kind.slots if card.slots is None else card.slots,
        of_kind.need if card.need is None else card.need,
        of_kind.caveat if card.points is None else "",
    )


def name_of(item_id: str, catalogue: Catalogue) -> str:
    """The name of a card, in three languages where the catalogue has it."""
    item = catalogue.items.get(item_id)
    return localised(item.name) if item else str(item_id)


def goal_points(goal: TradeGoal, catalogue: Catalogue) -> Fact:
    """The points of a trade goal: as told with it, else by its number in the catalogue."""
    if goal.points is not None:
        return Fact(goal.points, "this table", "owner")
    return catalogue.fact(goal.id, "points") if goal.id else NOBODY_KNOWS


def goal_cost(goal: TradeGoal, catalogue: Catalogue) -> dict[Gem, int] | None:
    """The gems a trade goal asks for, or None if nobody knows."""
    if goal.cost is not None:
        return {gem: count for gem, count in goal.cost.items() if count}
    words = catalogue.value(goal.id, "cost") if goal.id else None
    return None if words is None else {gem: words.count(gem) for gem in Gem if gem in words}

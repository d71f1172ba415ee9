"""Printed numbers that a taught picture shows, proposed for values that the catalogue lacks.

Where a kind of card prints a value is learned from the cards whose value is known: the place at which each of them
shows its own. What stands there on another card is proposed; the owner confirms.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from scoring.catalogue import Catalogue
from scoring.facttypes import Number
from vision.photo import Pixels
from vision.titles import read_lines

DIGITS = "0123456789"
NEAR = 0.09  # shares of the card that a printed number may be off its usual place
AGREE = 2  # cards that must show their value at one place before it is where that value is printed


@dataclass(frozen=True)
class Printed:
    """A number on a picture and where its middle is, in shares of the picture."""

    value: int
    place: tuple[float, float]
    confidence: float


@dataclass(frozen=True)
class Proposal:
    """What a missing value may be: the numbers to choose from, likeliest first."""

    item: str
    field: str
    values: tuple[int, ...]
    placed: bool  # whether the place of this value is known from other cards


def printed_numbers(picture: Pixels) -> list[Printed]:
    """All numbers that can be read on an upright picture."""
    lines = read_lines(picture, "en", only=DIGITS)
    return [Printed(int(line.text), line.centre, line.confidence) for line in lines if line.text.isdecimal()]


def number_fields(catalogue: Catalogue, item: str) -> list[str]:
    """The fields of an item that hold a number, when it lacks one or a card of its kind does."""
    kind = catalogue.items[item].kind
    fields = [field for field, spec in catalogue.kinds[kind].fields.items() if isinstance(spec.type, Number)]
    return [
        field for field in fields if any(not catalogue.fact(one.id, field).known for one in catalogue.of_kind(kind))
    ]


def proposals(catalogue: Catalogue, read: Mapping[str, Sequence[Printed]]) -> list[Proposal]:
    """For every item read the values it lacks; `read` holds the numbers on each item's picture."""
    kinds = {catalogue.items[item].kind for item in read if item in catalogue.items}
    return [proposal for kind in sorted(kinds) for proposal in _of_kind(catalogue, kind, read)]


def _of_kind(catalogue: Catalogue, kind: str, read: Mapping[str, Sequence[Printed]]) -> Iterable[Proposal]:
    items = [item.id for item in catalogue.of_kind(kind) if item.id in read]
    for field, spec in catalogue.kinds[kind].fields.items():
        if not isinstance(spec.type, Number):
            continue
        place = usual_place([(catalogue.value(item, field), read[item]) for item in items])
        for item in items:
            if catalogue.fact(item, field).known:
                continue
            fitting = [one for one in read[item] if spec.type.min <= one.value <= spec.type.max]
            near = sorted(
                (one for one in fitting if place and _apart(one.place, place) <= NEAR), key=lambda one: -one.confidence
            )
            values = tuple(dict.fromkeys(one.value for one in near or sorted(fitting, key=lambda one: -one.confidence)))
            if values:
                yield Proposal(item, field, values, bool(near))


def usual_place(known: Sequence[tuple[int | None, Sequence[Printed]]]) -> tuple[float, float] | None:
    """Where cards print a value: the place at which most of those whose value is known show it."""
    places = [
        (row, one.place)
        for row, (value, numbers) in enumerate(known)
        for one in numbers
        if one.value == value is not None
    ]
    best: list[tuple[float, float]] = []
    for _, centre in places:
        near = {row: place for row, place in places if _apart(place, centre) <= NEAR}
        if len(near) > len(best):
            best = list(near.values())
    if len(best) < AGREE:
        return None
    x, y = np.median(np.array(best), axis=0)
    return float(x), float(y)


def _apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))

"""What the code of a piece says about how the piece looks, whatever its game: what a trainer is told of it."""

from __future__ import annotations

from dataclasses import dataclass

DIE = "die"


@dataclass(frozen=True)
class Label:
    """What a piece looks like.

    ``thing`` is a die, or what the network for cards and tiles calls it (card, tile, tile cross, figure). A die has a
    ``face`` and, where the game tells it, a ``colour``, perhaps with a ``second`` name for it; a card has a ``name``.
    """

    thing: str
    face: str | None = None
    colour: str | None = None
    second: str | None = None
    name: str | None = None


def pips(code: str, place: str | None) -> Label | None:
    """A die of which only the number counts.

    >>> pips("4", None)
    Label(thing='die', face='4', colour=None, second=None, name=None)
    """
    return Label(DIE, code) if code.isdigit() else None

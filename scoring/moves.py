"""What a player can do with one press."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scoring.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Move:
    """Something that a player can do now with one press: the places of the state that change, each with its new value.

    A place that ends in ``/-`` gets a new entry. ``place`` is the field beside which the move is offered. ``keep`` are
    values for the owner's catalogue, each as item, field and value.
    """

    title: str
    changes: tuple[tuple[str, Any], ...] = ()
    place: str = ""
    keep: tuple[tuple[str, str, Any], ...] = ()


def no_moves(state: Any, seat: int, catalogue: Catalogue) -> Iterable[Move]:
    """The moves of a game that offers none."""
    return ()

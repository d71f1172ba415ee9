"""What the final number still waits for: whose it is, what it is, and where it is told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scoring.catalogue import Catalogue


class Way(StrEnum):
    """How something that is needed gets told."""

    TAP = "tap"
    """Chosen or typed at its place."""
    PHOTO = "photo"
    """A photo of it will do, or its place is tapped."""
    NAME = "name"
    """A piece of a photo waits for its name."""
    PRINTED = "printed"
    """It is printed on the owner's copy."""


@dataclass(frozen=True, slots=True)
class Need:
    """One thing that the score waits for; ``seat`` is None for what the whole table shares.

    ``lines`` are the rules whose lines wait for it: when a person tells all of those, nobody needs it any more.
    With ``or_none`` there may be nothing to tell, which then is said by telling those lines to be worth nothing.
    """

    seat: int | None
    what: str
    place: str
    way: Way = Way.TAP
    lines: tuple[str, ...] = ()
    or_none: bool = False


def nothing_needed(state: Any, catalogue: Catalogue) -> Iterable[Need]:
    """The needs of a game that names none: only printed values are asked for."""
    return ()

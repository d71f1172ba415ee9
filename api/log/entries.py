"""One entry of the log, and what can be told from all of them together."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from api.log.steps import Step

ChangeId = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[!-~]+$")]
PhoneName = Annotated[str, Field(max_length=60)]


def now() -> datetime:
    """This moment in UTC."""
    return datetime.now(UTC)


class Own(NamedTuple):
    """Of an entry, what its phone must know to take it back or to make it again."""

    version: int
    kind: str
    undoes: int | None


class Entry(BaseModel):
    """A change as it stands: the steps that lead from the version before to this one.

    ``made_on`` is the version that the phone saw; ``undoes`` the version whose change it takes back. ``form`` is the
    form of the game's state after it, so that a later release knows what it reads.
    """

    model_config = ConfigDict(frozen=True)

    version: int
    id: str
    kind: str
    steps: tuple[Step, ...] = ()
    made_on: int = 0
    undoes: int | None = None
    phone: str = ""
    by: str = ""
    note: str = ""
    form: int = 1
    at: datetime = Field(default_factory=now)

    @property
    def own(self) -> Own:
        """What tells its phone whether it can be taken back."""
        return Own(self.version, self.kind, self.undoes)


CREATED, UNDO, REDO, UPGRADE = "created", "undo", "redo", "upgrade"
FIXED = frozenset({CREATED, UPGRADE})
"""Entries that nobody takes back."""


def standing(entries: Iterable[Entry]) -> set[int]:
    """The versions whose changes are part of the table now: not taken back, or taken back and made again."""
    cancelled: set[int] = set()
    kept: set[int] = set()
    for entry in sorted(entries, key=lambda entry: -entry.version):
        if entry.version in cancelled:
            continue
        kept.add(entry.version)
        if entry.undoes is not None:
            cancelled.add(entry.undoes)
    return kept


class Back(NamedTuple):
    """Which of its changes a phone would take back now, and which of those taken back it would make again."""

    undo: int | None = None
    redo: int | None = None


def way_back(own: Iterable[Own]) -> Back:
    """From the entries of one phone, the newest first: they are followed only as far as it takes.

    To undo there is the last change that still stands; to redo the last undo after which nothing else was changed.
    """
    undo: int | None = None
    redo: int | None = None
    cancelled: set[int | None] = set()
    changed = False
    for entry in own:
        if entry.kind in FIXED:
            continue
        if entry.kind == UNDO:
            if not changed and redo is None and entry.version not in cancelled:
                redo = entry.version
        else:
            changed = changed or entry.kind != REDO
            if undo is None and entry.version not in cancelled:
                undo = entry.version
        cancelled.add(entry.undoes)
        if undo is not None and (changed or redo is not None):
            break
    return Back(undo, redo)

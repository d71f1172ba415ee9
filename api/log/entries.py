"""One entry of the log, and what can be told from all of them together."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from api.log.steps import Step

ChangeId = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[!-~]+$")]
PhoneName = Annotated[str, Field(max_length=60)]


def now() -> datetime:
    """This moment in UTC."""
    return datetime.now(UTC)


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


def to_undo(own: Iterable[Entry]) -> Entry | None:
    """Of the entries of one phone, the last change that still stands."""
    return _stacks(own)[0]


def to_redo(own: Iterable[Entry]) -> Entry | None:
    """Of the entries of one phone, the last undo after which it changed nothing else."""
    return _stacks(own)[1]


def _stacks(own: Iterable[Entry]) -> tuple[Entry | None, Entry | None]:
    done: list[Entry] = []
    undone: list[Entry] = []
    for entry in own:
        if entry.kind == UNDO:
            done = [other for other in done if other.version != entry.undoes]
            undone.append(entry)
        elif entry.kind == REDO:
            undone = [other for other in undone if other.version != entry.undoes]
            done.append(entry)
        elif entry.kind not in FIXED:
            done.append(entry)
            undone.clear()
    return (done[-1] if done else None), (undone[-1] if undone else None)

"""Where a log is kept: the one small interface behind which SQLite, PostgreSQL or a browser store it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from threading import RLock
from typing import Any, Protocol

from api.log.applying import Document
from api.log.entries import Entry, Own


@dataclass(frozen=True, slots=True)
class TableHead:
    """A table in a list: which game, what it is called, and its newest version."""

    id: str
    game: str
    title: str
    version: int
    created: datetime
    changed: datetime


@dataclass(frozen=True, slots=True)
class Moment:
    """A whole table as it was after one version, so that not everything is made again from the beginning."""

    version: int
    form: int
    document: Document


class Log(Protocol):
    """What every place to keep tables offers."""

    def turn(self, table_id: str) -> AbstractContextManager[None]:
        """Whoever changes this table takes turns; a courtesy to save work, not what keeps the order."""

    def begin(self, head: TableHead, entry: Entry, moment: Moment) -> None:
        """Keep a new table with its first entry."""

    def append(self, head: TableHead, entry: Entry, moment: Moment | None, beside: Sequence[Any] = ()) -> bool:
        """Keep one more entry, and what belongs beside it; False if the table has moved on since ``head``."""

    def head(self, table_id: str) -> TableHead | None:
        """The table, if there is such a one."""

    def entries(self, table_id: str, after: int = 0, upto: int | None = None) -> list[Entry]:
        """The entries with versions above ``after`` and not above ``upto``, in order."""

    def entry_named(self, table_id: str, change_id: str) -> Entry | None:
        """The entry of a change that was sent before."""

    def of_phone(self, table_id: str, phone: str) -> Iterator[Own]:
        """The entries of one phone, the newest first; who asks seldom wants many."""

    def moment(self, table_id: str, upto: int) -> Moment:
        """The newest whole table kept, not above a version."""


class Memory:
    """A log that lives as long as the program: for tests, and as the shortest description of what a log does."""

    def __init__(self) -> None:
        self._heads: dict[str, TableHead] = {}
        self._entries: dict[str, list[Entry]] = defaultdict(list)
        self._moments: dict[str, list[Moment]] = defaultdict(list)
        self._lock = RLock()

    @contextmanager
    def turn(self, table_id: str) -> Iterator[None]:
        """One after the other."""
        with self._lock:
            yield

    def begin(self, head: TableHead, entry: Entry, moment: Moment) -> None:
        """Keep a new table."""
        self._heads[head.id] = head
        self._entries[head.id].append(entry)
        self._moments[head.id].append(moment)

    def append(self, head: TableHead, entry: Entry, moment: Moment | None, beside: Sequence[Any] = ()) -> bool:
        """Keep one more entry, unless the table has moved on."""
        with self._lock:
            if self._heads[head.id].version != head.version:
                return False
            self._heads[head.id] = replace(head, version=entry.version, changed=entry.at)
            self._entries[head.id].append(entry)
            self._moments[head.id] += [moment] if moment else []
            return True

    def head(self, table_id: str) -> TableHead | None:
        """The table."""
        return self._heads.get(table_id)

    def entries(self, table_id: str, after: int = 0, upto: int | None = None) -> list[Entry]:
        """Entries by their versions."""
        return self._entries[table_id][after:upto]

    def entry_named(self, table_id: str, change_id: str) -> Entry | None:
        """An entry by the id of its change."""
        return next((entry for entry in self._entries[table_id] if entry.id == change_id), None)

    def of_phone(self, table_id: str, phone: str) -> Iterator[Own]:
        """Entries of one phone."""
        return (entry.own for entry in reversed(self._entries[table_id]) if entry.phone == phone)

    def moment(self, table_id: str, upto: int) -> Moment:
        """The newest whole table not above a version."""
        return next(moment for moment in reversed(self._moments[table_id]) if moment.version <= upto)

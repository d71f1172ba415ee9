"""The log of changes in a database: the one place where it is SQL."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from threading import Lock, RLock
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.orm import Session

from api.log.entries import Entry, Own
from api.log.keeping import Moment, TableHead
from api.log.refused import NoTable
from api.tables.recent import Recent
from api.tables.rows import EntryRow, MomentRow, TableRow
from api.tables.store import Store

OWN_AT_ONCE = 8
"""Entries of one phone that are read together: to know what it can undo, a few are nearly always enough."""


class _Turn:
    """Whose turn it is at one table."""

    def __init__(self) -> None:
        self.lock = RLock()


class SqlLog:
    """Tables in a database, see `api.log.keeping.Log`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._recent = Recent()
        self._turns: WeakValueDictionary[str, _Turn] = WeakValueDictionary()
        self._choosing = Lock()

    @contextmanager
    def turn(self, table_id: str) -> Iterator[None]:
        """One change of a table at a time, so that no score is computed twice."""
        with self._choosing:
            turn = self._turns.get(table_id) or _Turn()
            self._turns[table_id] = turn
        with turn.lock:
            yield

    def tables(self, limit: int) -> list[TableHead]:
        """The tables, the one changed last first."""
        with self._store.reading() as session:
            rows = session.scalars(select(TableRow).order_by(TableRow.changed.desc()).limit(limit))
            return [head_of(row) for row in rows]

    def begin(self, head: TableHead, entry: Entry, moment: Moment) -> None:
        """Keep a new table."""
        self.take_in(head, [entry], [moment])

    def take_in(self, head: TableHead, entries: Sequence[Entry], moments: Sequence[Moment]) -> None:
        """Keep a table with its history."""
        facts = {name: getattr(head, name) for name in ("id", "game", "title", "created", "changed")}
        with self._store.writing() as session:
            session.add(TableRow(**facts, version=entries[-1].version))
            session.flush()
            session.add_all(_entry_row(head.id, entry) for entry in entries)
            session.add_all(_moment_row(head.id, moment) for moment in moments)

    def append(self, head: TableHead, entry: Entry, moment: Moment | None, beside: Sequence[Any] = ()) -> bool:
        """Keep one more entry and the rows beside it, unless the table has moved on."""
        with self._store.writing() as session:
            moved = {"table": head.id, "was": head.version, "now": entry.version, "at": entry.at, "called": head.title}
            if session.connection().execute(_MOVED, moved).rowcount == 0:  # others wait until this one is kept
                if session.get(TableRow, head.id) is None:
                    raise NoTable
                return False
            session.connection().execute(_NEW_ENTRY, _entry_values(head.id, entry))
            if moment is not None:
                session.add(_moment_row(head.id, moment))
            for other in beside:
                session.merge(other)
        self._recent.wrote(head.id, entry)
        return True

    def remove(self, session: Session, table_id: str) -> None:
        """Clear a table away with all that is kept of it."""
        session.execute(delete(TableRow).where(TableRow.id == table_id))
        self._recent.forget(table_id)

    def head(self, table_id: str) -> TableHead | None:
        """The table."""
        with self._store.reading() as session:
            row = session.connection().execute(_HEAD, {"table": table_id}).one_or_none()
            return None if row is None else _head(*row)

    def newest(self, table_id: str) -> int:
        """The newest version of a table; where nobody else writes, it is known without a look."""
        known = None if self._store.shared else self._recent.newest(table_id)
        if known is not None:
            return known
        with self._store.reading() as session:
            found: int | None = session.connection().execute(_VERSION, {"table": table_id}).scalar()
        if found is None:
            raise NoTable
        return found

    def at_hand(self, table_id: str, after: int, most: int) -> list[Entry] | None:
        """All entries above a version without a look into the database; None if they are too many or not here."""
        newest = self._recent.newest(table_id)
        return None if newest is None or newest > after + most else self._recent.between(table_id, after, newest)

    def entries(self, table_id: str, after: int = 0, upto: int | None = None) -> list[Entry]:
        """Entries by their versions."""
        if upto is not None and (known := self._recent.between(table_id, after, upto)) is not None:
            return known
        asked = select(EntryRow).where(EntryRow.table_id == table_id, EntryRow.version > after)
        if upto is not None:
            asked = asked.where(EntryRow.version <= upto)
        with self._store.reading() as session:
            found = [_entry(row) for row in session.scalars(asked.order_by(EntryRow.version))]
        self._recent.keep(table_id, found)
        return found

    def entry_named(self, table_id: str, change_id: str) -> Entry | None:
        """An entry by the id of its change."""
        with self._store.reading() as session:
            row = session.scalar(_NAMED, {"table": table_id, "change": change_id})
            return None if row is None else _entry(row)

    def of_phone(self, table_id: str, phone: str) -> Iterator[Own]:
        """Entries of one phone, the newest first, a few at a time: every change asks for the last ones."""
        below = LARGEST_VERSION
        while True:
            with self._store.reading() as session:
                asked = {"table": table_id, "phone": phone, "below": below}
                rows = [Own(*row) for row in session.connection().execute(_OWN, asked)]
            yield from rows
            if len(rows) < OWN_AT_ONCE:
                return
            below = rows[-1].version

    def moment(self, table_id: str, upto: int) -> Moment:
        """The newest whole table not above a version."""
        asked = select(MomentRow).where(MomentRow.table_id == table_id, MomentRow.version <= upto)
        with self._store.reading() as session:
            row = session.scalars(asked.order_by(MomentRow.version.desc()).limit(1)).one()
            return Moment(row.version, row.form, row.document)

    def kept_moments(self, table_id: str) -> list[dict[str, Any]]:
        """The whole tables that are kept, as they are kept."""
        asked = select(MomentRow).where(MomentRow.table_id == table_id).order_by(MomentRow.version)
        with self._store.reading() as session:
            return [_plain(row) for row in session.scalars(asked)]

    def kept_entries(self, table_id: str) -> list[dict[str, Any]]:
        """The entries as they are kept, also such as this release cannot read."""
        asked = select(EntryRow).where(EntryRow.table_id == table_id).order_by(EntryRow.version)
        with self._store.reading() as session:
            return [_plain(row) for row in session.scalars(asked)]


LARGEST_VERSION = 2**31 - 1
# What every edit asks for is built once: that takes longer than to answer it.
_HEAD = select(TableRow.id, TableRow.game, TableRow.title, TableRow.version, TableRow.created, TableRow.changed).where(
    TableRow.id == bindparam("table")
)
_NAMED = select(EntryRow).where(EntryRow.table_id == bindparam("table"), EntryRow.id == bindparam("change"))
_NEW_ENTRY = insert(EntryRow)
_MOVED = (
    update(TableRow)
    .where(TableRow.id == bindparam("table"), TableRow.version == bindparam("was"))
    .values(version=bindparam("now"), changed=bindparam("at"), title=bindparam("called"))
)
_VERSION = select(TableRow.version).where(TableRow.id == bindparam("table"))
_OWN = (
    select(EntryRow.version, EntryRow.kind, EntryRow.undoes)
    .where(EntryRow.table_id == bindparam("table"), EntryRow.phone == bindparam("phone"))
    .where(EntryRow.version < bindparam("below"))
    .order_by(EntryRow.version.desc())
    .limit(OWN_AT_ONCE)
)


def _plain(row: EntryRow | MomentRow) -> dict[str, Any]:
    names = [column.key for column in row.__mapper__.column_attrs if column.key != "table_id"]
    values = {name: getattr(row, name) for name in names}
    return {name: _utc(value).isoformat() if isinstance(value, datetime) else value for name, value in values.items()}


def head_of(row: TableRow) -> TableHead:
    """A table as its row tells it."""
    return _head(row.id, row.game, row.title, row.version, row.created, row.changed)


def _head(table_id: str, game: str, title: str, version: int, created: datetime, changed: datetime) -> TableHead:
    return TableHead(table_id, game, title, version, _utc(created), _utc(changed))


def _utc(at: datetime) -> datetime:
    return at.replace(tzinfo=at.tzinfo or UTC)


def _entry(row: EntryRow) -> Entry:
    return Entry.model_validate(
        {
            "version": row.version,
            "id": row.id,
            "kind": row.kind,
            "steps": row.steps,
            "made_on": row.made_on,
            "undoes": row.undoes,
            "phone": row.phone,
            "by": row.by,
            "note": row.note,
            "form": row.form,
            "at": _utc(row.at),
        }
    )


def _entry_row(table_id: str, entry: Entry) -> EntryRow:
    return EntryRow(**_entry_values(table_id, entry))


def _entry_values(table_id: str, entry: Entry) -> dict[str, Any]:
    plain = entry.model_dump(exclude={"steps"})
    return {"table_id": table_id, "steps": [step.plain() for step in entry.steps], **plain}


def _moment_row(table_id: str, moment: Moment) -> MomentRow:
    return MomentRow(table_id=table_id, version=moment.version, form=moment.form, document=moment.document)

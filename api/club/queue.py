"""The line of pictures in the database: pages put them in, readers take them out, whoever and wherever they are.

The order is procrastinate's: the most urgent first, then the oldest. The picture lies beside its job, and so does the
answer; a page learns of it by a notice, or looks.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum
from typing import Any

import procrastinate
from sqlalchemy import ColumnElement, and_, delete, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from api.club.notices import CHANNEL
from api.club.rows import ReadingRow
from api.log.entries import now
from api.tables.store import Store

TASK, QUEUE = "tally.read", "readings"
ANSWERS_HELD = timedelta(minutes=10)
MOST_TURNS = 9  # by which a photo may come later than others; teaching still comes after it
ALIVE = 15.0  # seconds since its last word that a reader counts as there
READERS = text(
    "SELECT count(*) FROM procrastinate_workers WHERE last_heartbeat > now() - make_interval(secs => :seconds)"
)


class Urgency(IntEnum):
    """Who comes first: somebody who waits for one photo, then teaching, then frames of a live camera."""

    LIVE = 0
    TEACHING = 10
    PHOTO = 20


@dataclass(frozen=True, slots=True)
class Asked:
    """One picture to be read."""

    id: str
    work: str
    args: list[Any]
    picture: bytes | None
    urgency: Urgency
    patience: float
    ticket: str = ""
    who: str = ""
    table_id: str | None = None


class Line:
    """The pictures that wait."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._jobs = procrastinate.App(connector=procrastinate.SyncPsycopgConnector())

    def put(self, asked: Asked) -> bool:
        """Put a picture in, together with its job or not at all; False if it waits there already, or is answered."""
        values: dict[str, Any] = {
            "id": asked.id,
            "work": asked.work,
            "args": {"args": asked.args},
            "picture": asked.picture,
            "urgency": int(asked.urgency),
            "ticket": asked.ticket,
            "who": asked.who,
            "table_id": asked.table_id,
            "at": now(),
            "until": now() + timedelta(seconds=asked.patience),
        }
        with self._store.writing() as session:
            if asked.urgency is Urgency.PHOTO:
                values["urgency"] -= _turns_before(session, asked.who)
                session.execute(delete(ReadingRow).where(ReadingRow.id == asked.id, _in_vain()))
            new = session.scalar(insert(ReadingRow).values(values).on_conflict_do_nothing().returning(ReadingRow.id))
            if new is not None:
                line = session.connection().connection.driver_connection
                job = self._jobs.configure_task(TASK, queue=QUEUE, priority=values["urgency"], connection=line)
                job.defer(reading=asked.id)
        return new is not None

    def has(self, reading: str) -> bool:
        """Whether it is still there, answered or not."""
        with self._store.reading() as session:
            return session.scalar(select(ReadingRow.id).where(ReadingRow.id == reading)) is not None

    def answer(self, reading: str) -> bytes | None:
        """What the readers answered, if they have."""
        with self._store.reading() as session:
            return session.scalar(select(ReadingRow.answer).where(ReadingRow.id == reading))

    def forget(self, reading: str) -> None:
        """Nobody waits for it any more; a reader that comes to it passes it over."""
        with self._store.writing() as session:
            session.execute(delete(ReadingRow).where(ReadingRow.id == reading))

    def waiting(self) -> int:
        """How many photos wait or are read; frames of live cameras do not count, they never keep anybody waiting."""
        asked = select(func.count()).select_from(ReadingRow)
        with self._store.reading() as session:
            return session.scalar(asked.where(ReadingRow.answer.is_(None), ReadingRow.urgency > Urgency.LIVE)) or 0

    def place(self, ticket: str) -> int | None:
        """How many pictures come before the one with a ticket; None if it does not wait."""
        if not ticket:
            return None
        mine = select(ReadingRow.urgency, ReadingRow.at)  # without the picture: phones ask every moment
        with self._store.reading() as session:
            own = session.execute(mine.where(ReadingRow.ticket == ticket, ReadingRow.answer.is_(None)).limit(1)).first()
            if own is None:
                return None
            sooner = or_(
                ReadingRow.urgency > own.urgency, (ReadingRow.urgency == own.urgency) & (ReadingRow.at < own.at)
            )
            asked = select(func.count()).select_from(ReadingRow)
            return session.scalar(asked.where(ReadingRow.answer.is_(None), sooner)) or 0

    def readers(self) -> int:
        """How many readers are there."""
        with self._store.reading() as session:
            return session.scalar(READERS, {"seconds": ALIVE}) or 0

    def take(self, reading: str) -> Asked | None:
        """A picture to be read; None if nobody waits for it any more, or has it already."""
        with self._store.reading() as session:
            row = session.get(ReadingRow, reading)
        if row is None or row.answer is not None or _aware(row.until) < now():
            return None
        return Asked(row.id, row.work, row.args["args"], row.picture, Urgency.PHOTO, 0.0)

    def reply(self, reading: str, answer: bytes) -> None:
        """Lay down the answer and tell the pages."""
        with self._store.writing() as session:
            session.execute(update(ReadingRow).where(ReadingRow.id == reading).values(answer=answer, picture=None))
            session.execute(
                text("SELECT pg_notify(:channel, :told)"), {"channel": CHANNEL, "told": f"reading {reading}"}
            )

    def tidy(self) -> None:
        """Forget answers that nobody fetched, and pictures that nobody waits for."""
        old, past = ReadingRow.at < now() - ANSWERS_HELD, ReadingRow.until < now() - ANSWERS_HELD
        with self._store.writing() as session:
            session.execute(delete(ReadingRow).where(old, or_(ReadingRow.answer.is_not(None), past)))


def _turns_before(session: Session, who: str) -> int:
    """How many photos of the same phone wait: everybody's first photo comes before anybody's second."""
    asked = select(func.count()).select_from(ReadingRow).where(ReadingRow.who == who, ReadingRow.answer.is_(None))
    return min(MOST_TURNS, session.scalar(asked) or 0)


def _in_vain() -> ColumnElement[bool]:
    """What waited for longer than anybody would: readers pass it over."""
    return and_(ReadingRow.answer.is_(None), ReadingRow.until < now())


def _aware(at: datetime) -> datetime:
    return at.replace(tzinfo=at.tzinfo or now().tzinfo)

"""What only a club keeps in its database; at home the same is in files or in the one process there is."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, DateTime, ForeignKey, Index, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from api.log.entries import now
from api.tables.rows import Base


class FileRow(Base):
    """A file of the owner by the name that it would have in a home's folder; without content it was deleted.

    ``room`` is the first part of the name, and ``version`` counts the changes of a room, so that a host can ask for
    all that it has not seen.
    """

    __tablename__ = "files"
    __table_args__ = (Index("files_by_room", "room", "version"),)

    name: Mapped[str] = mapped_column(primary_key=True)
    room: Mapped[str]
    version: Mapped[int] = mapped_column(BigInteger)
    content: Mapped[bytes | None] = mapped_column(LargeBinary)


class PhoneRow(Base):
    """A phone that was let in; its token itself is nowhere kept, only its hash."""

    __tablename__ = "phones"
    __table_args__ = (
        Index("phones_by_id", "id", unique=True),
        Index("phones_by_since", "since"),
        Index("phones_by_last_use", "seen"),
    )

    hash: Mapped[str] = mapped_column(primary_key=True)
    id: Mapped[str]
    role: Mapped[str]
    since: Mapped[int]
    seen: Mapped[int]
    about: Mapped[str]
    name: Mapped[str]


class GuessRow(Base):
    """A PIN that was not right, and where it came from."""

    __tablename__ = "guesses"
    __table_args__ = (Index("guesses_by_time", "at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    home: Mapped[str]
    at: Mapped[float]


class PresenceRow(Base):
    """How many phones are at a table through one page process; it counts until it is not said again."""

    __tablename__ = "presence"
    __table_args__ = (Index("presence_by_page", "page"),)

    table_id: Mapped[str] = mapped_column(primary_key=True)
    page: Mapped[str] = mapped_column(primary_key=True)
    phones: Mapped[int]
    until: Mapped[float]


class ReadingRow(Base):
    """A picture that a page handed over to the readers, and what they answered."""

    __tablename__ = "readings"
    __table_args__ = (
        Index("readings_by_ticket", "ticket"),
        Index("readings_by_phone", "who", postgresql_where="answer IS NULL", sqlite_where="answer IS NULL"),
        Index("readings_by_table", "table_id"),
        Index("readings_by_time", "at"),
        Index("readings_waiting", "urgency", "at", postgresql_where="answer IS NULL", sqlite_where="answer IS NULL"),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    work: Mapped[str]
    args: Mapped[dict[str, Any]]
    picture: Mapped[bytes | None] = mapped_column(LargeBinary)
    urgency: Mapped[int]
    ticket: Mapped[str]
    who: Mapped[str]
    table_id: Mapped[str | None]
    at: Mapped[datetime] = mapped_column(DateTime, default=now)
    until: Mapped[datetime] = mapped_column(DateTime)
    answer: Mapped[bytes | None] = mapped_column(LargeBinary)


class SummaryRow(Base):
    """What the organiser sees of a table, as it was counted at a version with the printed values of then."""

    __tablename__ = "summaries"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    version: Mapped[int]
    mark: Mapped[str]
    facts: Mapped[dict[str, Any]]

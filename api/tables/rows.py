"""What the service remembers, as rows: tables, the entries of their logs, photos, corrections, choices."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from api.log.entries import now


class Base(DeclarativeBase):
    """Base of all rows."""

    type_annotation_map = {dict[str, Any]: JSON, list[Any]: JSON}  # noqa: RUF012  # SQLAlchemy's way


class TableRow(Base):
    """A game night and its newest version."""

    __tablename__ = "tables"
    __table_args__ = (Index("tables_by_change", "changed"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    game: Mapped[str]
    title: Mapped[str]
    created: Mapped[datetime] = mapped_column(default=now)
    changed: Mapped[datetime] = mapped_column(default=now)
    version: Mapped[int] = mapped_column(default=0)


class EntryRow(Base):
    """One change of a table: the steps that lead to its version."""

    __tablename__ = "entries"
    __table_args__ = (
        Index("entries_by_id", "table_id", "id", unique=True),
        Index("entries_by_phone", "table_id", "phone", "version"),
    )

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True)
    id: Mapped[str]
    kind: Mapped[str]
    steps: Mapped[list[Any]]
    made_on: Mapped[int]
    undoes: Mapped[int | None]
    phone: Mapped[str]
    by: Mapped[str]
    note: Mapped[str]
    form: Mapped[int]
    at: Mapped[datetime]


class MomentRow(Base):
    """A whole table after one of its versions, kept now and then so that it is soon made again."""

    __tablename__ = "moments"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True)
    form: Mapped[int]
    document: Mapped[dict[str, Any]]


class PhotoRow(Base):
    """A photo that was read. The picture itself lies in a file named by ``sha256``, if it was kept."""

    __tablename__ = "photos"
    __table_args__ = (Index("photos_by_content", "sha256", "game"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    sha256: Mapped[str]
    game: Mapped[str]
    table_id: Mapped[str | None] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), index=True)
    player: Mapped[int | None]
    name: Mapped[str] = mapped_column(default="")
    kept: Mapped[bool] = mapped_column(default=False)
    reading: Mapped[dict[str, Any]]
    at: Mapped[datetime] = mapped_column(default=now)


class CorrectionRow(Base):
    """A person's word about one piece of a photo, beside the reading and never over it."""

    __tablename__ = "corrections"

    id: Mapped[int] = mapped_column(primary_key=True)
    photo_id: Mapped[str] = mapped_column(ForeignKey("photos.id", ondelete="CASCADE"), index=True)
    piece: Mapped[str]
    action: Mapped[str]
    was: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    value: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    at: Mapped[datetime] = mapped_column(default=now)


class SettingRow(Base):
    """A choice of the host that outlives a restart."""

    __tablename__ = "settings"

    key: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[dict[str, Any]]

"""What the service remembers, as rows: tables, the events that changed them, photos, corrections, references."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, create_engine, event
from sqlalchemy.engine import Engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, sessionmaker

MIGRATIONS = Path(__file__).parent / "migrations"


def now() -> datetime:
    """This moment in UTC."""
    return datetime.now(UTC)


class Base(DeclarativeBase):
    """Base of all rows."""

    type_annotation_map = {dict[str, Any]: JSON, list[Any]: JSON}  # noqa: RUF012  # SQLAlchemy's way


class TableRow(Base):
    """A game night. ``head`` is the event whose document is shown now; ``seq`` is the newest event."""

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(primary_key=True)
    game: Mapped[str]
    title: Mapped[str]
    created: Mapped[datetime] = mapped_column(default=now)
    changed: Mapped[datetime] = mapped_column(default=now)
    seq: Mapped[int] = mapped_column(default=0)
    head: Mapped[int] = mapped_column(default=0)


class EventRow(Base):
    """One change of a table with the whole document after it, so that any past state can be shown.

    ``base`` is the event that this one was made upon; an undo or redo names its ``target`` instead.
    """

    __tablename__ = "events"
    __table_args__ = (Index("events_by_base", "table_id", "base"),)

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    base: Mapped[int | None]
    target: Mapped[int | None]
    changes: Mapped[list[Any]]
    document: Mapped[dict[str, Any]]
    note: Mapped[str] = mapped_column(default="")
    by: Mapped[str] = mapped_column(default="")
    at: Mapped[datetime] = mapped_column(default=now)


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


class Store:
    """The open database. Sessions are short: one per request."""

    def __init__(self, database: Path) -> None:
        database.parent.mkdir(parents=True, exist_ok=True)
        self.engine = connect(database)
        migrate(self.engine)
        self._sessions = sessionmaker(self.engine, expire_on_commit=False)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that only looks."""
        with self._sessions() as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session that takes the write lock at once, so that two phones are served one after the other."""
        with self._sessions() as session:
            session.connection().exec_driver_sql("BEGIN IMMEDIATE")
            with _committing(session):
                yield session

    def close(self) -> None:
        """Let go of the file."""
        self.engine.dispose()


@contextmanager
def _committing(session: Session) -> Iterator[None]:
    try:
        yield
        session.commit()
    except BaseException:
        session.rollback()
        raise


def connect(database: Path) -> Engine:
    """SQLite in WAL mode with foreign keys; transactions begin when we say so."""
    engine = create_engine(f"sqlite:///{database}", connect_args={"timeout": 15})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("PRAGMA foreign_keys=ON")

    return engine


def migrate(engine: Engine) -> None:
    """Bring the database to the newest form; a new one is made the same way."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")

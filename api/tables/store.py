"""The open database of one folder: locked against a second server, whole, and in the newest form."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, event, inspect, text
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DatabaseError
from sqlalchemy.orm import Session, sessionmaker

from api.errors import UserError
from api.owner.folders import private_folder
from api.tables.lock import FolderLock
from scoring.words import say

MIGRATIONS = Path(__file__).parent / "migrations"


class Store:
    """The open database. Sessions are short: one per request."""

    def __init__(self, database: Path) -> None:
        private_folder(database.parent)
        self._lock = FolderLock(database.parent)
        try:
            self.engine = connect(database)
            with whole(database):
                check_whole(self.engine, database)
                migrate(self.engine)
                write_ahead(self.engine)
        except BaseException:
            self._lock.release()
            raise
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
        """Let go of the file and of the folder."""
        self.engine.dispose()
        self._lock.release()


@contextmanager
def _committing(session: Session) -> Iterator[None]:
    try:
        yield
        session.commit()
    except BaseException:
        session.rollback()
        raise


def connect(database: Path) -> Engine:
    """SQLite, every commit on the disk before it is told; transactions begin when we say so."""
    engine = create_engine(
        f"sqlite:///{database}",
        connect_args={"timeout": 15},
        json_serializer=lambda value: json.dumps(value, ensure_ascii=False, separators=(",", ":")),
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")

    return engine


def write_ahead(engine: Engine) -> None:
    """Readers do not wait for who writes. The file remembers it, so a folder that is not ours must not come here."""
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA journal_mode=WAL")


@contextmanager
def whole(database: Path) -> Iterator[None]:
    """Whatever makes a database unreadable is told in a sentence."""
    try:
        yield
    except (DatabaseError, sqlite3.DatabaseError):
        raise _damaged(database) from None


def check_whole(engine: Engine, database: Path) -> None:
    """Every page of the file is in order; a sentence if not."""
    with engine.connect() as connection:
        if connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() != "ok":
            raise _damaged(database)


def _damaged(database: Path) -> UserError:
    return UserError(
        say(
            "The file {name} is damaged or no database of Tally. Put a backup in its place: tally restore FILE.",
            name=database.name,
        )
    )


def migrate(engine: Engine) -> None:
    """Bring the database to the newest form, all of it or nothing; a new one is made the same way."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.connect() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # SQLite takes table definitions back, too
        config.attributes["connection"] = connection
        try:
            _clear_false_start(connection)
            command.upgrade(config, "head")
        except CommandError:
            connection.rollback()
            raise UserError(say("A newer version of Tally wrote this folder. Open it with that one.")) from None
        connection.commit()


def _clear_false_start(connection: Connection) -> None:
    """Empty tables without a version are what 0.1.0 left when its very first start was cut short."""
    names = [name for name in inspect(connection).get_table_names() if not name.startswith("sqlite_")]
    if "alembic_version" in names and connection.execute(text("SELECT 1 FROM alembic_version")).first():
        return
    if all(connection.execute(text(f'SELECT 1 FROM "{name}"')).first() is None for name in names):
        for name in names:
            connection.execute(text(f'DROP TABLE "{name}"'))

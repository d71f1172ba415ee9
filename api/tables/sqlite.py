"""A home's database: one SQLite file with nothing to install, locked against a second server."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

from sqlalchemy import Connection, create_engine, event, inspect, text
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DatabaseError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from api.errors import UserError
from api.owner.folders import private_folder
from api.tables.lock import FolderLock
from api.tables.trouble import of_folder, told
from api.tables.written import compact_json
from scoring.words import say

PATIENCE = 15.0  # seconds that a request waits for others of this process,
HELD = 5.0  # and for another program that holds the file


class Sqlite:
    """One file, one server."""

    shared = False
    newer = say("A newer version of Tally wrote this folder. Open it with that one.")

    def __init__(self, database: Path) -> None:
        self._database = database
        self._writing = Lock()
        private_folder(database.parent)
        self._lock = FolderLock(database.parent)
        try:
            self.engine = connect(database)
            with self.whole():
                check_whole(self.engine, database)
        except BaseException:
            self._lock.release()
            raise

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Whatever makes a database unreadable is told in a sentence."""
        try:
            yield
        except (DatabaseError, sqlite3.DatabaseError):
            raise _damaged(self._database) from None

    def for_looking(self) -> Engine:
        """The same: transactions begin when we say so."""
        return self.engine

    @contextmanager
    def one_writer(self) -> Iterator[None]:
        """Who writes takes turns in order: SQLite itself lets them try again and again, and who is lucky wins.

        Nobody waits for ever: while another program holds the file, whoever is before them waits as well.
        """
        if not self._writing.acquire(timeout=PATIENCE):
            raise NoConnectionFree
        try:
            yield
        finally:
            self._writing.release()

    def begin_writing(self, connection: Connection) -> None:
        """Take the write lock at once, so that two phones are served one after the other."""
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    def begin_migrating(self, connection: Connection) -> None:
        """The same; SQLite takes table definitions back, too."""
        self.begin_writing(connection)
        _clear_false_start(connection)

    def end_migrating(self, connection: Connection) -> None:
        """Nothing more: there is no queue in a home."""

    def after_migrating(self) -> None:
        """Readers do not wait for who writes. The file remembers it: a folder that is not ours must not come here."""
        with self.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA journal_mode=WAL")

    def trouble(self) -> str | None:
        """Whether something could be kept now; a sentence if not."""
        try:  # after our own writers: who holds it then is another program
            with self.one_writer():
                return of_folder(self._database)
        except NoConnectionFree as busy:
            return told(busy)

    def close(self) -> None:
        """Let go of the file and of the folder."""
        self.engine.dispose()
        self._lock.release()


def connect(database: Path) -> Engine:
    """SQLite, every commit on the disk before it is told; transactions begin when we say so."""
    engine = create_engine(f"sqlite:///{database}", connect_args={"timeout": HELD}, json_serializer=compact_json)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")

    return engine


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


def _clear_false_start(connection: Connection) -> None:
    """Empty tables without a version are what 0.1.0 left when its very first start was cut short."""
    names = [name for name in inspect(connection).get_table_names() if not name.startswith("sqlite_")]
    if "alembic_version" in names and connection.execute(text("SELECT 1 FROM alembic_version")).first():
        return
    if all(connection.execute(text(f'SELECT 1 FROM "{name}"')).first() is None for name in names):
        for name in names:
            connection.execute(text(f'DROP TABLE "{name}"'))

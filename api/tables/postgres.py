"""A club's database: PostgreSQL, which any number of pages and readers share."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy import Connection, create_engine, inspect, make_url, text
from sqlalchemy.engine import Engine
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from api.errors import UserError
from api.tables.trouble import AWAY, told
from api.tables.written import compact_json
from scoring.words import say

PARTS = ("psycopg", "psycopg_pool", "procrastinate")
"""What the extra `club` installs."""
MIGRATING = 0x7A11  # the number of the lock under which one of several that start at once brings the tables up to date
CONNECTIONS, MORE_CONNECTIONS = 8, 8  # of one process: sessions are short, and PostgreSQL allows 100 by default
PATIENCE = 5  # seconds for a connection
OPTIONS = "-c timezone=UTC -c statement_timeout=30s -c idle_in_transaction_session_timeout=60s -c lock_timeout=10s"
QUEUE_FORM = "queue_form"


class Postgres:
    """A database that many processes on many hosts open at once."""

    shared = True
    newer = say("A newer version of Tally wrote this database. Open it with that one.")

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = connect(url)

    @contextmanager
    def whole(self) -> Iterator[None]:
        """A database that cannot be opened is told in a sentence."""
        try:
            yield
        except DBAPIError as error:
            raise UserError(_refused(error)) from None

    def for_looking(self) -> Engine:
        """Every look by itself: beginning and ending a transaction would be two more ways to the server and back."""
        return self.engine.execution_options(isolation_level="AUTOCOMMIT")

    def one_writer(self) -> AbstractContextManager[object]:
        """Nobody waits before it has to."""
        return nullcontext()

    def begin_writing(self, connection: Connection) -> None:
        """Nothing: rows are locked where they are changed."""

    def begin_migrating(self, connection: Connection) -> None:
        """One at a time; whoever comes second finds everything done."""
        connection.execute(text("SET LOCAL lock_timeout = '120s'"))
        connection.execute(text("SET LOCAL statement_timeout = 0"))  # a large club's tables take longer than a request
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": MIGRATING})

    def end_migrating(self, connection: Connection) -> None:
        """The queue's own tables, in the same transaction."""
        migrate_queue(connection)

    def after_migrating(self) -> None:
        """Nothing more: readers never wait for who writes."""

    def trouble(self) -> str | None:
        """Whether something could be kept now; a sentence if not."""
        try:
            with self.engine.connect() as connection:
                recovering = connection.execute(text("SELECT pg_is_in_recovery()")).scalar()
        except SQLAlchemyError as error:
            return told(error) or AWAY
        return AWAY if recovering else None

    def close(self) -> None:
        """Let go of the connections."""
        self.engine.dispose()


def connect(url: str) -> Engine:
    """An engine for an address such as postgresql://tally@host/tally.

    Connections are not tried before each use: after a fall of the database one request is told to come again, and all
    connections are made anew.
    """
    need_parts()
    try:
        address = make_url(url).set(drivername="postgresql+psycopg")
    except (ArgumentError, ValueError):  # a port that is no number is the second
        raise UserError(say("That is not the address of a database, such as postgresql://tally@host/tally.")) from None
    return create_engine(
        address,
        pool_size=CONNECTIONS,
        max_overflow=MORE_CONNECTIONS,
        pool_timeout=PATIENCE * 2,
        connect_args={"connect_timeout": PATIENCE, "application_name": "tally", "options": OPTIONS},
        json_serializer=compact_json,
    )


def wait_for(url: str, seconds: float = 60.0) -> None:
    """Until a database answers, or for so long: it may start at the same moment, or again after a fall."""
    engine, end = connect(url), time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            with engine.connect():
                break
        except DBAPIError:
            time.sleep(1)
    engine.dispose()


def need_parts() -> None:
    """A sentence if what a club needs is not installed."""
    if not all(map(find_spec, PARTS)):
        raise UserError(
            say("PostgreSQL needs some parts more. Install them in Tally's folder with: pip install '.[club]'")
        )


def _refused(error: DBAPIError) -> str:
    """Why a database cannot be opened: its own first line, without the address, which may hold a password."""
    reason = str(error.orig).strip().splitlines()[-1].removeprefix("FATAL:").strip()
    return say("The database cannot be opened: {reason}", reason=reason.rstrip(".") + ".")


def migrate_queue(connection: Connection) -> None:
    """The tables of procrastinate in the form of the installed version; its own migrations bring older ones there."""
    from procrastinate.schema import SchemaManager

    files = sorted(Path(SchemaManager.get_migrations_path()).glob("*.sql"))
    newest = files[-1].name
    if not inspect(connection).has_table("procrastinate_jobs"):
        connection.exec_driver_sql(SchemaManager.get_schema().replace("%", "%%"))
        _remember(connection, newest)
        return
    form = str(
        connection.execute(
            text("SELECT value ->> 'value' FROM settings WHERE key = :key"), {"key": QUEUE_FORM}
        ).scalar()
    )
    for file in files:
        if file.name > form:
            connection.exec_driver_sql(file.read_text("utf-8").replace("%", "%%"))
    if newest > form:
        _remember(connection, newest)


def _remember(connection: Connection, form: str) -> None:
    connection.execute(
        text(
            "INSERT INTO settings (key, value) VALUES (:key, json_build_object('value', CAST(:form AS text)))"
            " ON CONFLICT (key) DO UPDATE SET value = excluded.value"
        ),
        {"key": QUEUE_FORM, "form": form},
    )

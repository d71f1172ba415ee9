"""The open database, a home's SQLite or a club's PostgreSQL: whole, and in the newest form."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import inspect, text
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Session, sessionmaker

from api.errors import UserError
from api.tables.postgres import Postgres
from api.tables.sqlite import Sqlite

MIGRATIONS = Path(__file__).parent / "migrations"


class Store:
    """The open database, by the path of a file or the address of a server. Sessions are short: one per request."""

    def __init__(self, database: Path | str) -> None:
        self.kind = Postgres(database) if isinstance(database, str) else Sqlite(database)
        self.engine = self.kind.engine
        try:
            with self.kind.whole():
                migrate(self.kind)
                self.kind.after_migrating()
        except BaseException:
            self.kind.close()
            raise
        self._sessions = sessionmaker(self.engine, expire_on_commit=False)
        self._looks = sessionmaker(self.kind.for_looking(), expire_on_commit=False)

    @property
    def shared(self) -> bool:
        """Whether other processes, perhaps on other hosts, change the same tables."""
        return self.kind.shared

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that only looks."""
        with self._looks() as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session whose changes are kept all together, or none of them."""
        with self.kind.one_writer(), self._sessions() as session:
            self.kind.begin_writing(session.connection())
            with _committing(session):
                yield session

    def trouble(self) -> str | None:
        """Whether something could be kept now; a sentence if not. Nothing is changed."""
        return self.kind.trouble()

    def close(self) -> None:
        """Let go of it."""
        self.kind.close()


@contextmanager
def _committing(session: Session) -> Iterator[None]:
    try:
        yield
        session.commit()
    except BaseException:
        session.rollback()
        raise


def migrate(kind: Sqlite | Postgres) -> None:
    """Bring the database to the newest form, all of it or nothing; a new one is made the same way."""
    if not kind.shared and form_of(kind.engine) == newest_form():
        return
    from alembic import command  # loaded only where it is needed: most databases are of the newest form
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with kind.engine.connect() as connection:
        kind.begin_migrating(connection)
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError:
            connection.rollback()
            raise UserError(kind.newer) from None
        kind.end_migrating(connection)
        connection.commit()


def newest_form() -> str:
    """The newest form of a database: its migrations are numbered."""
    return max(path.name for path in (MIGRATIONS / "versions").glob("0*.py")).partition("_")[0]


def form_of(engine: Engine) -> str | None:
    """The form that a database has; None if it is new, or tells nothing of it."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        return found

"""What keeps a table from being kept: a full or read-only disk, a database that is held or damaged, in a sentence."""

from __future__ import annotations

import errno
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from scoring.words import say

FULL = say("The disk of the machine that runs Tally is full. Make room; what was kept before is safe.")
READ_ONLY = say("Tally may not write into its folder. Make it writable; what was kept before is safe.")
HELD = say("Another program holds Tally's database. Try again in a moment.")
AWAY = say("The database does not answer. Try again in a moment; what was kept before is safe.")
DAMAGED = say("Tally's database cannot be read or written. Stop Tally and restore a backup: tally restore FILE.")

BY_SYSTEM = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EROFS: READ_ONLY,
    errno.EACCES: READ_ONLY,
    errno.EPERM: READ_ONLY,
    errno.EIO: DAMAGED,
}
BY_SQLITE = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: READ_ONLY,
    sqlite3.SQLITE_BUSY: HELD,
    sqlite3.SQLITE_LOCKED: HELD,
    sqlite3.SQLITE_IOERR: DAMAGED,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
}
BY_POSTGRES = {
    "53100": FULL,
    "25006": READ_ONLY,
    "42501": READ_ONLY,
    "40001": HELD,
    "40P01": HELD,
    "55P03": HELD,
    "57014": HELD,
}
"""By the codes that PostgreSQL gives; a line that broke has none."""
LOST = ("08", "53", "57P")
"""How codes begin that mean: not there, not now, or no room for one more."""
PRIMARY = 0xFF  # SQLite tells more in the higher bits
ROOM_NEEDED = 8 * 1024 * 1024  # bytes without which the next photo will not fit
PATIENCE = 0.5  # seconds that a look at the database waits for others


def told(error: BaseException) -> str | None:
    """What is wrong with the place where things are kept; None if the error comes from elsewhere."""
    if isinstance(error, DBAPIError):
        return None if error.orig is None else told(error.orig)
    if isinstance(error, NoConnectionFree):
        return HELD
    if type(error).__module__.startswith("psycopg"):
        return _by_postgres(error)
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", None)
        return None if code is None else BY_SQLITE.get(code & PRIMARY)
    return BY_SYSTEM.get(error.errno or 0) if isinstance(error, OSError) else None


def _by_postgres(error: BaseException) -> str | None:
    code = getattr(error, "sqlstate", None)
    if code is None:
        return AWAY if type(error).__name__ in ("OperationalError", "ConnectionTimeout", "PoolTimeout") else None
    return BY_POSTGRES.get(code) or (AWAY if code.startswith(LOST) else None)


def of_folder(database: Path) -> str | None:
    """Whether something could be kept in a folder now; a sentence if not. Nothing is changed."""
    try:
        _try_to_write(database.parent)
        with closing(sqlite3.connect(database, timeout=PATIENCE, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("SELECT count(*) FROM alembic_version")
            connection.execute("ROLLBACK")
        free = shutil.disk_usage(database.parent).free
    except (sqlite3.Error, OSError) as error:
        return told(error) or DAMAGED
    return None if free >= ROOM_NEEDED else FULL


def _try_to_write(folder: Path) -> None:
    """A file without a name: SQLite begins in memory only, and notices a read-only disk too late."""
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        file.write(b"\0")

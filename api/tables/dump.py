"""A backup of a club is one file, too: PostgreSQL's own programs write it while everything runs, and read it back."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from sqlalchemy import inspect, make_url

from api.errors import UserError
from api.tables.postgres import Postgres
from scoring.words import say

WRITES, READS = "pg_dump", "pg_restore"
NOT_EMPTY = say("This database holds tables already. Make an empty one (createdb) and name it in TALLY_DATABASE_URL.")


def write_dump(url: str, file: Path) -> None:
    """Everything that the club shares, as it was at one moment."""
    half = file.with_name(f"{file.name}.part")
    try:
        _run(WRITES, url, "--format=custom", f"--file={half}")
        half.replace(file)
    except OSError as error:
        raise UserError(say("{name} cannot be written: {reason}.", name=file.name, reason=error.strerror)) from None
    finally:
        half.unlink(missing_ok=True)


def restore_dump(url: str, file: Path) -> None:
    """Put a backup into an empty database, all of it or nothing; tables that are there are never written over."""
    if not file.is_file():
        raise UserError(say("{name} cannot be read: {reason}.", name=file.name, reason=os.strerror(2)))
    database = Postgres(url)
    try:
        with database.whole(), database.engine.connect() as connection:
            if inspect(connection).has_table("alembic_version"):
                raise UserError(NOT_EMPTY)
    finally:
        database.close()
    _run(READS, url, "--single-transaction", "--exit-on-error", "--no-owner", str(file))


def _run(program: str, url: str, *words: str) -> None:
    """One of PostgreSQL's programs; the password goes to it unseen by those who list processes."""
    found = shutil.which(program)
    if found is None:
        raise UserError(
            say(
                "{program} is missing. Install PostgreSQL's client programs, at least of the server's version.",
                program=program,
            )
        )
    address = make_url(url).set(drivername="postgresql")
    password = {"PGPASSWORD": str(address.password)} if address.password else {}
    shown = address.set(password=None).render_as_string(hide_password=False)
    ended = subprocess.run(
        [found, f"--dbname={shown}", *words],
        env={**os.environ, **password},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        text=True,
    )
    if ended.returncode:
        lines = ended.stderr.strip().splitlines() or [str(ended.returncode)]
        reason = lines[0].removeprefix(f"{program}: ").removeprefix("error: ").rstrip(".")
        raise UserError(say("{program} did not succeed: {reason}.", program=program, reason=reason))

"""What is wrong with the place where tables are kept, in a sentence."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from api.tables import trouble


def error_of(database: Path, statement: str, **more: bool) -> sqlite3.Error:
    connection = sqlite3.connect(f"file:{database}?mode=ro" if more else database, uri=bool(more), timeout=0)
    try:
        connection.execute(statement)
    except sqlite3.Error as error:
        return error
    finally:
        connection.close()
    raise AssertionError(statement)


def test_errors_of_sqlite_become_sentences(tmp_path: Path) -> None:
    database = tmp_path / "d.sqlite3"
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE t (x)")
    written = error_of(database, "INSERT INTO t VALUES (1)", read_only=True)
    assert trouble.told(written) == trouble.READ_ONLY
    assert trouble.told(OperationalError("", {}, written)) == trouble.READ_ONLY
    with sqlite3.connect(database, isolation_level=None) as holder:
        holder.execute("BEGIN IMMEDIATE")
        assert trouble.told(error_of(database, "INSERT INTO t VALUES (1)")) == trouble.HELD
    holder.close()
    database.write_bytes(b"nothing of the kind" * 100)
    assert trouble.told(error_of(database, "SELECT * FROM t")) == trouble.DAMAGED


@pytest.mark.parametrize(("number", "sentence"), [(errno.ENOSPC, trouble.FULL), (errno.EROFS, trouble.READ_ONLY)])
def test_errors_of_the_system_become_sentences(number: int, sentence: str) -> None:
    assert trouble.told(OSError(number, "")) == sentence


def test_what_has_nothing_to_do_with_keeping_is_left_to_others() -> None:
    assert trouble.told(OSError(errno.ECONNRESET, "")) is None
    assert trouble.told(ValueError()) is None
    assert trouble.told(sqlite3.ProgrammingError()) is None


def test_a_look_at_the_database_tells_damage_and_is_patient_with_writers(tmp_path: Path) -> None:
    database = tmp_path / "d.sqlite3"
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num)")
    connection.close()
    assert trouble.of_folder(database) is None
    holder = sqlite3.connect(database, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    assert trouble.of_folder(database) is None
    holder.close()
    database.write_bytes(b"nothing of the kind" * 100)
    assert trouble.of_folder(database) == trouble.DAMAGED

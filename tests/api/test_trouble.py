"""What is wrong with the place where tables are kept, in a sentence."""

from __future__ import annotations

import errno
import sqlite3
import threading
import time
from pathlib import Path
from unittest.mock import Mock

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from api.tables import trouble
from api.tables.store import Store


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


def test_a_look_at_the_database_tells_damage_and_who_holds_it(tmp_path: Path) -> None:
    database = tmp_path / "d.sqlite3"
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num)")
    connection.close()
    assert trouble.of_folder(database) is None
    holder = sqlite3.connect(database, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    assert trouble.of_folder(database) == trouble.HELD
    holder.close()
    database.write_bytes(b"nothing of the kind" * 100)
    assert trouble.of_folder(database) == trouble.DAMAGED


@pytest.mark.home
def test_a_look_waits_for_writers_of_this_service_and_tells_of_others(tmp_path: Path) -> None:
    """Nothing could be kept while another program held the database, and yet all was said to be well."""
    store = Store(tmp_path / "data" / "d.sqlite3")
    writing, looking = threading.Event(), threading.Event()

    def write() -> None:
        with store.writing() as session:
            session.execute(text("UPDATE alembic_version SET version_num = version_num"))
            writing.set()
            assert looking.wait(60)
            time.sleep(2 * trouble.PATIENCE)  # longer than another program would be waited for

    writer = threading.Thread(target=write)
    writer.start()
    assert writing.wait(60)
    looking.set()
    assert store.trouble() is None
    writer.join()
    other = sqlite3.connect(tmp_path / "data" / "d.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert store.trouble() == trouble.HELD
    other.close()
    assert store.trouble() is None
    store.close()


@pytest.mark.home
def test_a_disk_that_takes_nothing_is_told_though_the_database_would_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite begins to write in memory: all was said to be well on a disk that had become read-only."""
    store = Store(tmp_path / "data" / "d.sqlite3")
    for number, sentence in ((errno.EROFS, trouble.READ_ONLY), (errno.ENOSPC, trouble.FULL)):
        refusing = Mock(side_effect=OSError(number, ""))
        with monkeypatch.context() as disk:
            disk.setattr(trouble.tempfile, "TemporaryFile", refusing)
            assert store.trouble() == sentence
    assert store.trouble() is None
    assert sorted(path.name for path in (tmp_path / "data").iterdir() if path.name.startswith("tmp")) == []
    store.close()

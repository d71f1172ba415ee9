"""The database of a folder: locked, whole, migrated all at once, and told in a sentence when it is not."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sqlalchemy import text

from api.errors import UserError
from api.tables.store import Store

KILLED = """
import os, sys
from pathlib import Path
import sqlalchemy as sa
from alembic import op
made = 0
create = op.create_table
def counting(*given, **more):
    global made
    made += 1
    if made == int(sys.argv[2]):
        os.kill(os.getpid(), 9)
    return create(*given, **more)
op.create_table = counting
from api.tables.store import Store
Store(Path(sys.argv[1]))
"""


@pytest.mark.parametrize("at", [1, 3, 7])
def test_a_first_start_killed_in_the_middle_recovers(tmp_path: Path, at: int) -> None:
    """The first migration, killed before its third table, made every start fail."""
    database = tmp_path / "tally.sqlite3"
    killed = subprocess.run([sys.executable, "-c", KILLED, str(database), str(at)], check=False)
    assert killed.returncode == -9
    store = Store(database)
    with store.reading() as session:
        assert session.execute(text("SELECT count(*) FROM tables")).scalar() == 0
    store.close()


def test_what_0_1_0_left_of_a_first_start_is_begun_again(tmp_path: Path) -> None:
    database = tmp_path / "tally.sqlite3"
    half = sqlite3.connect(database)
    half.executescript("CREATE TABLE alembic_version (version_num VARCHAR(32)); CREATE TABLE gallery (id VARCHAR);")
    half.close()
    store = Store(database)
    with store.reading() as session:
        assert session.execute(text("SELECT count(*) FROM tables")).scalar() == 0
    store.close()


def test_every_commit_is_on_the_disk_before_it_is_told(tmp_path: Path) -> None:
    store = Store(tmp_path / "tally.sqlite3")
    with store.reading() as session:
        assert session.execute(text("PRAGMA synchronous")).scalar() == 2
        assert session.execute(text("PRAGMA journal_mode")).scalar() == "wal"
    store.close()


def test_one_folder_has_one_server(tmp_path: Path) -> None:
    first = Store(tmp_path / "tally.sqlite3")
    with pytest.raises(UserError, match="Another Tally already uses the folder"):
        Store(tmp_path / "tally.sqlite3")
    first.close()
    Store(tmp_path / "tally.sqlite3").close()


def test_a_lock_goes_with_its_process(tmp_path: Path) -> None:
    code = "import sys, time; from pathlib import Path; from api.tables.store import Store; "
    code += "store = Store(Path(sys.argv[1])); print('open', flush=True); time.sleep(60)"
    database = tmp_path / "tally.sqlite3"
    holder = subprocess.Popen([sys.executable, "-c", code, str(database)], stdout=subprocess.PIPE)
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"open\n"
    with pytest.raises(UserError):
        Store(database)
    holder.kill()
    holder.wait()
    holder.stdout.close()
    time.sleep(0.05)
    Store(database).close()


@pytest.mark.parametrize("garbage", [b"not a database at all" * 100, b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_damaged_file_is_told_in_a_sentence_and_left_alone(tmp_path: Path, garbage: bytes) -> None:
    database = tmp_path / "tally.sqlite3"
    database.write_bytes(garbage)
    with pytest.raises(UserError, match="damaged"):
        Store(database)
    assert database.read_bytes() == garbage


def test_a_newer_folder_is_refused_and_left_alone(tmp_path: Path) -> None:
    database = tmp_path / "tally.sqlite3"
    Store(database).close()
    newer = sqlite3.connect(database)
    newer.execute("UPDATE alembic_version SET version_num = '9999'")
    newer.commit()
    newer.close()
    with pytest.raises(UserError, match="newer version"):
        Store(database)
    kept = sqlite3.connect(database)
    assert kept.execute("SELECT version_num FROM alembic_version").fetchone() == ("9999",)
    kept.close()

"""The database of a folder: locked, whole, migrated all at once, and told in a sentence when it is not."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import text

from api.errors import UserError
from api.log.arbiter import Arbiter, Sender
from api.log.entries import now
from api.log.keeping import TableHead
from api.log.steps import Add
from api.log.wishes import editing
from api.tables import sqlite, trouble
from api.tables.sqllog import SqlLog
from api.tables.store import Store
from tests.api.log.evening import TABLE, Anything, Phone, empty, laid, play, replayed

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


def test_others_write_while_a_score_is_computed(tmp_path: Path) -> None:
    """Scoring ran inside the write transaction: a large table took 43 s and others got "database is locked"."""
    store = Store(tmp_path / "tally.sqlite3")
    log = SqlLog(store)
    arbiter = Arbiter(log, Anything())
    for table_id in ("slow", "quick"):
        arbiter.begin(TableHead(table_id, "any", "t", 0, now(), now()), empty(), Sender())

    def add(table_id: str, answer: Any) -> Any:
        return arbiter.change(table_id, editing(arbiter, [Add(path="/gold", n=1)], 1, Sender()), answer)

    started = time.monotonic()
    add("slow", lambda at, entry: add("quick", lambda at, entry: None))
    assert time.monotonic() - started < 10, "the other table waited for the lock"
    assert [arbiter.at(table_id).document["gold"] for table_id in ("slow", "quick")] == [1, 1]
    store.close()


def test_a_log_in_a_database_keeps_what_one_in_memory_does(tmp_path: Path) -> None:
    store = Store(tmp_path / "tally.sqlite3")
    arbiter = laid(SqlLog(store))
    chance = Random(5)
    moves = [
        (chance.randrange(3), chance.randrange(8), chance.randrange(41), chance.random() < 0.3) for _ in range(130)
    ]
    assert play(arbiter, [Phone(arbiter, name) for name in "abc"], moves) > 60
    fresh = Arbiter(SqlLog(store), Anything())
    assert fresh.at(TABLE).document == arbiter.at(TABLE).document == replayed(arbiter)
    store.close()


@pytest.mark.home
def test_nobody_waits_for_ever_for_others_who_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE", 0.05)
    store = Store(tmp_path / "tally.sqlite3")
    with store.writing(), ThreadPoolExecutor(1) as other:
        waiting = other.submit(lambda: store.writing().__enter__())
        error = waiting.exception()
    assert error is not None
    assert trouble.told(error) == trouble.HELD
    with store.writing():
        pass
    store.close()

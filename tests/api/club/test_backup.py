"""A club's backup: written by PostgreSQL's own programs while it runs, put back into an empty database; the doctor."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import psycopg
import pytest

from api.club.files import SharedFiles
from api.log.arbiter import Arbiter, Sender
from api.log.document import Games
from api.log.entries import now
from api.log.keeping import TableHead
from api.tables import dump
from api.tables.sqllog import SqlLog
from api.tables.store import Store
from tests.postgres import Cluster
from tests.terminal import tally

needs_programs = pytest.mark.skipif(
    not (shutil.which(dump.WRITES) and shutil.which(dump.READS)), reason="PostgreSQL's client programs are not here"
)


def lay(address: str) -> None:
    """A table and a photo."""
    store = Store(address)
    state = {"players": [{"name": "Ann"}, {"name": "Bob"}]}
    head, moment = ("t", "diceminer", "Friday", 0), now()
    Arbiter(SqlLog(store), Games()).begin(
        TableHead(*head, moment, moment), {"title": "Friday", "state": state}, Sender("p")
    )
    SharedFiles(store).add({"photos/ab.jpg": b"picture"})
    store.close()


@needs_programs
def test_a_backup_of_a_club_comes_back_whole_and_only_into_an_empty_database(postgres: Cluster, tmp_path: Path) -> None:
    address, empty, file = postgres.ready_database(), postgres.database(), tmp_path / "club.dump"
    lay(address)
    told = tally("backup", str(file), TALLY_DATABASE_URL=address)
    assert told.exit_code == 0 and "club.dump holds everything" in told.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["club.dump"]
    again = tally("restore", str(file), TALLY_DATABASE_URL=address)
    assert again.exit_code == 2 and "holds tables already" in again.stderr
    assert tally("restore", str(file), TALLY_DATABASE_URL=empty).exit_code == 0
    store = Store(empty)
    assert [head.title for head in SqlLog(store).tables(9)] == ["Friday"]
    assert SharedFiles(store).read("photos/ab.jpg") == b"picture"
    store.close()


@needs_programs
def test_what_is_no_backup_of_a_club_is_refused_and_nothing_is_left(postgres: Cluster, tmp_path: Path) -> None:
    (tmp_path / "bad.dump").write_bytes(b"PGDMP and nothing else")
    empty = postgres.database()
    for name in ("bad.dump", "nowhere.dump"):
        ended = tally("restore", str(tmp_path / name), TALLY_DATABASE_URL=empty)
        assert ended.exit_code == 2 and len(ended.stderr.splitlines()) == 1, ended.stderr
    with psycopg.connect(empty) as connection:
        assert connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (0,)


def test_missing_programs_are_named(postgres: Cluster, tmp_path: Path) -> None:
    address = postgres.ready_database()
    ended = tally("backup", str(tmp_path / "club.dump"), TALLY_DATABASE_URL=address, PATH=str(tmp_path))
    assert ended.exit_code == 2 and dump.WRITES in ended.stderr
    assert not list(tmp_path.iterdir())


def found(address: str, data: Path) -> dict[str, Any]:
    """What the doctor tells of the database of a club and of its readers."""
    answer = tally("doctor", "--json", "--lang", "en", TALLY_DATA=str(data), TALLY_DATABASE_URL=address)
    return {one["what"]: one for one in json.loads(answer.stdout) if one["what"] in ("Database", "Readers")}


def test_the_doctor_looks_at_the_database_of_the_club(postgres: Cluster, tmp_path: Path) -> None:
    address, empty = postgres.ready_database(), postgres.database()
    lay(address)
    told = found(address, tmp_path)
    assert told["Database"]["well"] and "1 tables" in told["Database"]["told"]
    assert not told["Readers"]["well"] and "tally reader" in told["Readers"]["told"]
    with psycopg.connect(address) as connection:
        connection.execute("INSERT INTO procrastinate_workers DEFAULT VALUES")
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    told = found(address, tmp_path)
    assert not told["Database"]["well"] and "newer version" in told["Database"]["told"]
    assert told["Readers"]["well"]
    assert "empty" in found(empty, tmp_path)["Database"]["told"]
    assert not (tmp_path / "tally.sqlite3").exists()


def test_the_doctor_tells_of_a_database_that_does_not_answer(tmp_path: Path) -> None:
    told = found("postgresql://tally:secret@127.0.0.1:1/tally", tmp_path)
    assert not told["Database"]["well"] and not told["Readers"]["well"]
    assert "secret" not in told["Database"]["told"]

"""Tables in a real PostgreSQL: one form however many start at once, order among processes, sentences for what fails."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text

from api.club.files import SharedPhotos
from api.club.mirror import Mirror
from api.errors import UserError
from api.log.arbiter import Arbiter, Sender
from api.log.document import Games
from api.log.entries import now
from api.log.keeping import TableHead
from api.log.steps import Add
from api.log.wishes import editing
from api.tables import postgres as kind
from api.tables import trouble
from api.tables.sqllog import SqlLog
from api.tables.store import Store
from tests.postgres import Cluster

GOLD = "/state/players/0/gold"


@pytest.fixture
def store(postgres: Cluster) -> Iterator[Store]:
    opened = Store(postgres.ready_database())
    yield opened
    opened.close()


def test_several_that_start_at_once_make_the_tables_once(postgres: Cluster) -> None:
    address = postgres.database()
    with ThreadPoolExecutor(3) as starting:
        stores = list(starting.map(Store, [address] * 3))
    with stores[0].reading() as session:
        assert session.execute(text("SELECT count(*) FROM alembic_version")).scalar() == 1
        assert session.execute(text("SELECT count(*) FROM procrastinate_jobs")).scalar() == 0
    for one in stores:
        one.close()


def test_a_newer_form_is_refused_in_a_sentence(postgres: Cluster) -> None:
    address = postgres.ready_database()
    with psycopg.connect(address) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(UserError, match="newer version"):
        Store(address)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("postgresql://tally@127.0.0.1:1/tally", "cannot be opened"),
        ("postgresql://no-such-database", "cannot be opened"),
        ("postgresql://tally:secret@127.0.0.1:1/x", "cannot be opened"),
        ("this is none", "not the address"),
        ("postgresql://tally@host:port/tally", "not the address"),
    ],
)
def test_a_database_that_is_not_there_is_told_without_its_password(address: str, told: str) -> None:
    with pytest.raises(UserError, match=told) as refused:
        Store(address)
    assert "secret" not in str(refused.value)


def test_missing_parts_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kind, "PARTS", ("no_such_part_of_tally",))
    with pytest.raises(UserError, match=r"'\.\[club\]'"):
        Store("postgresql://tally@127.0.0.1:1/tally")


def test_changes_of_many_processes_are_ordered_without_a_gap(store: Store, postgres: Cluster) -> None:
    """Each arbiter knows nothing of the others, as on hosts of their own."""
    first = Arbiter(SqlLog(store), Games())
    head = TableHead("t", "rollplayer", "", 0, now(), now())
    state = {"players": [{"name": "Ann"}, {"name": "Bob"}]}
    begun = first.begin(head, {"title": "A", "seats": [], "state": state}, Sender())
    gold = begun.document["state"]["players"][0]["gold"]

    def write(number: int) -> None:
        tables = Arbiter(SqlLog(store), Games())
        for _ in range(5):
            tables.change("t", editing(tables, [Add(path=GOLD, n=1)], 1, Sender()), lambda at, entry: None)

    with ThreadPoolExecutor(4) as phones:
        list(phones.map(write, range(4)))
    assert first.at("t").document["state"]["players"][0]["gold"] == gold + 20
    assert [entry.version for entry in first.log.entries("t")] == list(range(1, 22))


def test_what_the_database_says_becomes_sentences() -> None:
    assert trouble.told(psycopg.OperationalError()) == trouble.AWAY
    assert trouble.told(psycopg.errors.AdminShutdown()) == trouble.AWAY
    assert trouble.told(psycopg.errors.DiskFull()) == trouble.FULL
    assert trouble.told(psycopg.errors.ReadOnlySqlTransaction()) == trouble.READ_ONLY
    assert trouble.told(psycopg.errors.UniqueViolation()) is None


def test_photos_are_the_same_for_everybody(store: Store, postgres: Cluster) -> None:
    here, there = SharedPhotos(store), SharedPhotos(store)
    here.keep("abc", io.BytesIO(b"original"), b"view")
    here.keep("abc", io.BytesIO(b"another"), b"other")
    assert (there.has("abc"), there.picture("abc"), there.taken("abc")) == (True, b"view", b"original")
    there.forget("abc")
    assert (here.has("abc"), here.picture("abc")) == (False, None)


@pytest.fixture
def host(store: Store, tmp_path: Path) -> Iterator[Callable[[str], Mirror]]:
    """A host with a copy of the shared files in a folder of its own."""
    with ExitStack() as closing:

        def made(name: str) -> Mirror:
            mirror = Mirror(store, tmp_path / name)
            closing.callback(mirror.close)
            return mirror

        yield made


class TestMirror:
    def test_a_change_here_is_there(self, host: Callable[[str], Mirror]) -> None:
        here, there = host("a"), host("b")
        with here.changing("catalogue"):
            put(here, "catalogue/yacht.json", b"1")
        there.pull()
        assert (there.folder / "catalogue/yacht.json").read_bytes() == b"1"
        with there.changing("catalogue"):
            (there.folder / "catalogue/yacht.json").unlink()
            put(there, "catalogue/dice.json", b"2")
        here.pull()
        assert [path.name for path in (here.folder / "catalogue").iterdir()] == ["dice.json"]

    def test_a_change_begins_on_the_newest_copy(self, host: Callable[[str], Mirror]) -> None:
        mirrors = [host(name) for name in "abc"]

        def count(mirror: Mirror) -> None:
            for _ in range(5):
                with mirror.changing("catalogue"):
                    path = mirror.folder / "catalogue" / "n.json"
                    was = int(path.read_text()) if path.exists() else 0
                    put(mirror, "catalogue/n.json", str(was + 1).encode())

        with ThreadPoolExecutor(3) as hosts:
            list(hosts.map(count, mirrors))
        mirrors[0].pull()
        assert (mirrors[0].folder / "catalogue/n.json").read_text() == "15"

    def test_a_change_that_fails_changes_nothing(self, host: Callable[[str], Mirror]) -> None:
        mirror = host("a")
        with mirror.changing("gallery"):
            put(mirror, "gallery/yacht/a.jpg", b"old")
        with pytest.raises(ValueError, match="no"), mirror.changing("gallery"):
            put(mirror, "gallery/yacht/a.jpg", b"new")
            put(mirror, "gallery/yacht/b.jpg", b"new")
            raise ValueError("no")
        assert [path.read_bytes() for path in (mirror.folder / "gallery/yacht").iterdir()] == [b"old"]

    def test_a_refused_change_leaves_the_copy_in_its_place(self, host: Callable[[str], Mirror]) -> None:
        """Others read the folder meanwhile; it must not be empty for them because somebody sent nonsense."""
        mirror = host("a")
        with mirror.changing("catalogue"):
            put(mirror, "catalogue/yacht.json", b"1")
        file = (mirror.folder / "catalogue/yacht.json").stat().st_ino
        with pytest.raises(ValueError, match="no"), mirror.changing("catalogue"):
            raise ValueError("no")
        assert (mirror.folder / "catalogue/yacht.json").stat().st_ino == file

    def test_two_processes_of_one_host_have_folders_of_their_own(self, store: Store, tmp_path: Path) -> None:
        here, there = Mirror(store, tmp_path), Mirror(store, tmp_path)
        assert here.folder != there.folder
        here.close()
        there.close()
        assert not there.folder.exists()


def put(mirror: Mirror, name: str, content: bytes) -> None:
    path = mirror.folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)

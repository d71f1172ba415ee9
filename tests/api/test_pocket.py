"""The service without a network, as the pocket runs it: the same answers, without threads, and its way in and out."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.answers.refusals import Unreadable
from api.compile import ROOT
from api.http.app import create_app
from api.http.settings import Settings
from api.language.speech import translator
from api.pocket.desk import PocketDesk
from api.pocket.door import Line, ask
from api.pocket.reader import PocketReader
from api.pocket.service import Pocket
from api.pocket.staging import LEFT_OUT
from api.pocket.tape import Tape, call, once, wait
from api.reading.folder import PhotoFolder
from api.tables.backup import restore_backup, write_backup
from api.tables.sqlite import Sqlite
from api.tables.store import Store

pytestmark = pytest.mark.home
RELEASES = Path(__file__).parent / "releases"
ASKED: tuple[tuple[str, str, Any], ...] = (
    ("GET", "/version", None),
    ("GET", "/health", None),
    ("GET", "/settings", None),
    ("GET", "/games?lang=el", None),
    ("GET", "/games/rollplayer/catalogue?lang=pl", None),
    ("GET", "/games/dungeonlords/catalogue/names", None),
    ("GET", "/games/dwar7s/questions?lang=el", None),
    ("GET", "/games/diceminer/rules?q=beer", None),
    ("GET", "/games/dwar7s/ask?q=can%20i%20put%20a%20castle%20on%20a%20castle", None),
    ("GET", "/games/rollplayer/gallery/pieces?lang=pl", None),
    ("GET", "/games/yacht/sample-photos", None),
    ("POST", "/games/diceminer/score", {"state": {"players": [{"name": "Ann"}, {"name": "Bob"}]}}),
    ("POST", "/games/diceminer/draw", {"state": {"players": [{"name": "Ann"}, {"name": "Bob"}]}}),
    ("POST", "/games/yacht/questions/coach?lang=pl", {"dice": "44416", "roll": 2, "filled": ["ones"]}),
    ("GET", "/tables", None),
    ("GET", "/evenings", None),
    ("GET", "/access", None),
    ("GET", "/tables/nowhere?lang=el", None),
    ("GET", "/nothing", None),
    ("POST", "/tables", {"game": "tarot"}),
    ("POST", "/tables?lang=pl", {"game": "yacht", "nonsense": 1}),
)


@pytest.fixture(autouse=True)
def originals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pocket chooses for its whole process; here it shares one."""
    monkeypatch.setattr(PhotoFolder, "originals", True)


def in_pocket(folder: Path, work: Callable[[Pocket], Awaitable[None]]) -> None:
    async def run() -> None:
        pocket = await Pocket.start(folder, PocketDesk(object()))
        try:
            await work(pocket)
        finally:
            await pocket.stop()

    asyncio.run(run())


def sent(body: Any) -> bytes:
    return b"" if body is None else json.dumps(body).encode()


JSON = {"content-type": "application/json"}


def test_the_page_gets_the_same_answers_as_from_a_server(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(data=tmp_path / "server")), client=("127.0.0.1", 50000)) as server:
        expected = [
            server.request(method, f"/api/v1{path}", content=sent(body), headers=JSON) for method, path, body in ASKED
        ]

    async def same(pocket: Pocket) -> None:
        for (method, path, body), wanted in zip(ASKED, expected, strict=True):
            answer = await pocket.ask(method, path, sent(body), JSON)
            assert (answer.status, answer.body) == (wanted.status_code, wanted.content), path
            assert answer.headers["content-type"] == wanted.headers["content-type"]

    in_pocket(tmp_path / "pocket", same)


def test_a_table_is_changed_followed_and_undone(tmp_path: Path) -> None:
    async def play(pocket: Pocket) -> None:
        made = json.loads(
            (await pocket.ask("POST", "/tables", sent({"game": "yacht", "players": ["Ann", "Bob"]}), JSON)).body
        )
        heard: list[Any] = []
        closed: list[int] = []
        line = pocket.line(f"/tables/{made['id']}?after=1", heard.append, closed.append)
        step = {"kind": "set", "path": "/title", "value": "Friday", "expect": "Yacht"}
        change = {"id": "c1", "phone": "p", "version": 1, "steps": [step]}
        answer = json.loads((await pocket.ask("POST", f"/tables/{made['id']}/changes", sent(change), JSON)).body)
        assert answer["table"]["document"]["title"] == "Friday"
        for _ in range(100):
            if any(message["type"] == "change" for message in heard):
                break
            await asyncio.sleep(0.02)
        assert [message["change"]["id"] for message in heard if message["type"] == "change"] == ["c1"]
        line.close()
        undone = await pocket.ask("POST", f"/tables/{made['id']}/undo", sent({"phone": "p"}), JSON)
        assert json.loads(undone.body)["table"]["document"]["title"] == "Yacht"
        gone = pocket.line("/tables/nowhere?after=0", heard.append, closed.append)
        for _ in range(100):
            if closed:
                break
            await asyncio.sleep(0.02)
        assert closed == [4404]
        gone.close()

    in_pocket(tmp_path, play)


def test_nothing_waits_for_a_thread() -> None:
    """In a process of its own, in which no thread can be started."""
    script = """
import asyncio, sys, tempfile, threading
from pathlib import Path
from api.pocket.threadless import do_without_threads
do_without_threads()
def refused(self): raise RuntimeError("no threads here")
threading.Thread.start = refused
from api.pocket.desk import PocketDesk
from api.pocket.service import Pocket
from api.pocket.staging import LEFT_OUT
async def main(folder):
    pocket = await Pocket.start(Path(folder), PocketDesk(object()))
    kind = {"content-type": "application/json"}
    made = await pocket.ask("POST", "/tables", b'{"game": "yacht", "players": ["A", "B"]}', kind)
    told = await pocket.ask("GET", "/games/yacht/sample-photos/yacht-1.jpg")
    print(made.status, told.status, len(told.body) > 1000)
with tempfile.TemporaryDirectory() as folder:
    asyncio.run(main(folder))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.stdout.split() == ["201", "200", "True"], done.stderr


def test_everything_goes_to_a_server_and_comes_back(tmp_path: Path) -> None:
    async def fill_and_save(pocket: Pocket) -> None:
        await pocket.ask("POST", "/tables", sent({"game": "yacht", "title": "Friday"}), JSON)
        answer = await pocket.ask("GET", "/pocket/everything")
        assert 'filename="tally-' in answer.headers["content-disposition"]
        (tmp_path / "from-pocket.zip").write_bytes(answer.body)

    in_pocket(tmp_path / "pocket", fill_and_save)
    restore_backup(tmp_path / "from-pocket.zip", tmp_path / "server")
    with TestClient(create_app(Settings(data=tmp_path / "server")), client=("127.0.0.1", 50000)) as server:
        assert [table["title"] for table in server.get("/api/v1/tables").json()] == ["Friday"]
        server.post("/api/v1/tables", json={"game": "pad", "title": "Saturday"})
    write_backup(tmp_path / "server", tmp_path / "from-server.zip")

    async def take_in(pocket: Pocket) -> None:
        body, kind = as_form("file", "from-server.zip", (tmp_path / "from-server.zip").read_bytes())
        answer = await pocket.ask("POST", "/pocket/everything", body, {"content-type": kind})
        assert answer.status == 204, answer.body
        wrong, kind = as_form("file", "holiday.zip", b"no archive")
        refused = await pocket.ask("POST", "/pocket/everything?lang=pl", wrong, {"content-type": kind})
        assert refused.status == 422
        assert "holiday.zip" in json.loads(refused.body)["detail"]

    in_pocket(tmp_path / "other", take_in)

    async def look(pocket: Pocket) -> None:
        titles = [table["title"] for table in json.loads((await pocket.ask("GET", "/tables")).body)]
        assert sorted(titles) == ["Friday", "Saturday"]

    in_pocket(tmp_path / "other", look)


@pytest.fixture
def browsers_alembic(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What stands in for alembic in a browser."""
    for name in [one for one in sys.modules if one.split(".")[0] == "alembic" or "migrations.versions." in one]:
        monkeypatch.delitem(sys.modules, name)
    folder = ROOT / "api" / "pocket" / "stand_ins" / "alembic"
    spec = importlib.util.spec_from_file_location(
        "alembic", folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "alembic", module)
    spec.loader.exec_module(module)
    yield
    for name in [one for one in sys.modules if one.split(".")[0] == "alembic" or "migrations.versions." in one]:
        monkeypatch.delitem(sys.modules, name)


def folder_of(release: str, folder: Path) -> Path:
    """A folder as that release left it."""
    folder.mkdir()
    with closing(sqlite3.connect(folder / "tally.sqlite3")) as database:
        database.executescript((RELEASES / release / "tally.sql").read_text("utf-8"))
    return folder


def form_and_content(folder: Path) -> Any:
    """Every table and index with what is in it, whoever wrote them."""
    with closing(sqlite3.connect(folder / "tally.sqlite3")) as database:
        tables = sorted(
            row[0]
            for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if row[0][:7] != "sqlite_"
        )
        asked = ("table_info", "foreign_key_list", "index_list")
        forms = [
            sorted(row[1:] for row in database.execute(f"PRAGMA {one}({name})")) for name in tables for one in asked
        ]
        return tables, str(forms), [database.execute(f'SELECT * FROM "{name}"').fetchall() for name in tables]


@pytest.mark.parametrize("release", sorted(path.name for path in RELEASES.iterdir() if (path / "tally.sql").is_file()))
def test_what_an_older_pocket_kept_opens_in_a_newer_one(
    tmp_path: Path, request: pytest.FixtureRequest, release: str
) -> None:
    Store(folder_of(release, tmp_path / "server") / "tally.sqlite3").close()
    older = folder_of(release, tmp_path / "pocket")
    request.getfixturevalue("browsers_alembic")

    async def look(pocket: Pocket) -> None:
        assert json.loads((await pocket.ask("GET", "/tables")).body)

    in_pocket(older, look)
    assert form_and_content(older)[:2] == form_and_content(tmp_path / "server")[:2]
    tables, _, rows = form_and_content(older)
    kept = dict(zip(tables, rows, strict=True))
    _, _, expected = form_and_content(tmp_path / "server")
    for name, there in zip(tables, expected, strict=True):
        if name != "summaries":  # written anew when they are looked at
            assert kept[name] == there, name


@pytest.mark.usefixtures("browsers_alembic")
def test_a_backup_of_an_older_form_is_taken_in(tmp_path: Path) -> None:
    folder = folder_of("0.1.0", tmp_path / "older")
    write_backup(folder, tmp_path / "older.zip")
    body, kind = as_form("file", "older.zip", (tmp_path / "older.zip").read_bytes())

    async def take_in(pocket: Pocket) -> None:
        answer = await pocket.ask("POST", "/pocket/everything", body, {"content-type": kind})
        assert answer.status == 204, answer.body

    async def look(pocket: Pocket) -> None:
        assert json.loads((await pocket.ask("GET", "/tables")).body)

    in_pocket(tmp_path / "pocket", take_in)
    in_pocket(tmp_path / "pocket", look)


@pytest.mark.usefixtures("browsers_alembic")
@pytest.mark.parametrize("lang", ["en", "el", "pl"])
def test_a_backup_of_a_newer_form_is_refused_with_a_sentence_and_nothing_is_lost(tmp_path: Path, lang: str) -> None:
    folder = folder_of("0.3.0", tmp_path / "newer")
    with closing(sqlite3.connect(folder / "tally.sqlite3")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    write_backup(folder, tmp_path / "newer.zip")
    body, kind = as_form("file", "newer.zip", (tmp_path / "newer.zip").read_bytes())

    async def play(pocket: Pocket) -> None:
        await pocket.ask("POST", "/tables", sent({"game": "yacht", "title": "Friday"}), JSON)
        refused = await pocket.ask("POST", f"/pocket/everything?lang={lang}", body, {"content-type": kind})
        assert refused.status == 422
        assert json.loads(refused.body)["detail"] == translator(lang)(Sqlite.newer)

    async def look(pocket: Pocket) -> None:
        titles = [table["title"] for table in json.loads((await pocket.ask("GET", "/tables")).body)]
        assert titles == ["Friday"]

    in_pocket(tmp_path / "pocket", play)
    in_pocket(tmp_path / "pocket", look)


def test_what_fails_inside_is_told_in_a_sentence_and_the_line_ends() -> None:
    async def broken(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 500, "headers": []})
            await send({"type": "http.response.body", "body": b"a sentence"})
        raise RuntimeError

    async def play() -> None:
        answer = await ask(broken, "GET", "/tables")
        assert (answer.status, answer.body) == (500, b"a sentence")
        closed: list[int] = []
        Line(broken, "/live", print, closed.append)
        await asyncio.sleep(0)
        assert closed == [1011]

    asyncio.run(play())


@pytest.mark.parametrize("size", [(1, 1), (800, 1), (4000, 60)])
def test_a_picture_on_which_nothing_can_be_seen_is_refused(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    class Eyes:
        held = True

        async def begin(self) -> None: ...

        async def cards(self) -> bool:
            return False

        def do(self, work: str, *args: Any) -> None: ...

        async def later(self, work: str, *args: Any) -> tuple[int, int, int]:
            assert work == "open"
            return (0, *size)

        def forget(self) -> None:
            self.held = False

    eyes = Eyes()
    monkeypatch.setattr("api.pocket.reader._use_pocket_eyes", lambda cards: None)  # it is for a whole process
    with pytest.raises(Unreadable, match=f"dot.png is .*{size[0]} x {size[1]} pixels"):
        asyncio.run(PocketReader(eyes).look("yacht", b"dot", "dot.png", {}))
    assert not eyes.held


def as_form(field: str, name: str, content: bytes) -> tuple[bytes, str]:
    head = f'--x\r\ncontent-disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'.encode()
    return head + content + b"\r\n--x--\r\n", "multipart/form-data; boundary=x"


def test_a_reading_that_waits_is_taken_up_where_it_was() -> None:
    done: list[str] = []

    def at_once(work: str, *args: Any) -> str:
        done.append(work)
        return f"{work}{args[0]}"

    async def later(work: str, *args: Any) -> str:
        return f"{work}{args[0]}"

    def reading() -> list[str]:
        first = call("cut", 1)
        seen = wait("run", first)
        return [first, seen, call("turn", 2), wait("run", 3)]

    assert asyncio.run(Tape(at_once, later).play(reading)) == ["cut1", "runcut1", "turn2", "run3"]
    assert done == ["cut", "turn"]


def test_long_work_is_done_once_and_keeps_only_its_answer() -> None:
    done: list[str] = []

    def at_once(work: str, *args: Any) -> str:
        done.append(work)
        return f"{work}{args[0]}"

    async def later(work: str, *args: Any) -> str:
        return f"{work}{args[0]}"

    def reading() -> list[str]:
        features = once(lambda: call("blur", 1) + call("blur", 2))
        return [features, wait("run", 3), call("cut", 4), wait("run", 5)]

    playing = Tape(at_once, later)
    assert asyncio.run(playing.play(reading)) == ["blur1blur2", "run3", "cut4", "run5"]
    assert done == ["blur", "blur", "cut"]
    with pytest.raises(AssertionError):
        asyncio.run(playing.play(lambda: [once(lambda: "blur1blur2"), *map(once, [lambda: wait("run", 3)] * 5)]))


def test_a_reading_waits_inside_where_the_browser_lets_it() -> None:
    begun = 0

    async def later(work: str, *args: Any) -> str:
        return f"{work}{args[0]}"

    def waited(answer: Any) -> Any:
        try:
            answer.send(None)
        except StopIteration as done:
            return done.value

    def reading() -> list[str]:
        nonlocal begun
        begun += 1
        return [call("cut", 1), wait("run", 2), wait("run", 3)]

    playing = Tape(lambda work, *args: f"{work}{args[0]}", later, waited)
    assert asyncio.run(playing.play(reading)) == ["cut1", "run2", "run3"]
    assert begun == 1


def test_what_is_saved_is_one_whole_archive(tmp_path: Path) -> None:
    async def save(pocket: Pocket) -> None:
        answer = await pocket.ask("GET", "/pocket/everything")
        file = tmp_path / "all.zip"
        file.write_bytes(answer.body)
        with zipfile.ZipFile(file) as archive:
            assert archive.testzip() is None
            assert "tally.sqlite3" in archive.namelist()

    in_pocket(tmp_path / "pocket", save)


def test_nothing_that_is_left_out_of_the_pocket_is_needed_to_start() -> None:
    script = "import sys, api.pocket.inside; print(*[getattr(m, '__file__', None) or '' for m in sys.modules.values()])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True)
    loaded = {
        Path(name).relative_to(ROOT).as_posix() for name in done.stdout.split() if Path(name).is_relative_to(ROOT)
    }
    assert "api/pocket/service.py" in loaded
    assert [name for name in loaded if name.startswith(LEFT_OUT)] == []

"""How PostgreSQL answers what pages and edits ask, with very many tables: by an index, never by reading all of one."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import event

from api.http.app import create_app
from api.http.settings import Settings
from api.reading.reader import Look, Seen
from tests.hard.service import HARD
from tests.postgres import Cluster

TABLES, CHANGES = (10_000, 100) if HARD else (2_000, 10)
LARGE = {
    "tables",
    "entries",
    "moments",
    "photos",
    "corrections",
    "files",
    "phones",
    "readings",
    "summaries",
    "presence",
}
FILL = """
INSERT INTO tables (id, game, title, created, changed, version)
SELECT 'many-' || n, t.game, t.title, t.created, t.changed - (n / 200) * interval '1 day', {changes}
FROM tables t, generate_series(1, {tables}) n WHERE t.id = %(table)s;
INSERT INTO entries (table_id, version, id, kind, steps, made_on, undoes, phone, by, note, form, at)
SELECT 'many-' || n, v, 'c' || v, CASE v WHEN 1 THEN e.kind ELSE 'edit' END,
       CASE v WHEN 1 THEN e.steps ELSE %(steps)s::json END, v - 1, NULL, 'p' || (v %% 4), '', '', e.form, e.at
FROM entries e, generate_series(1, {tables}) n, generate_series(1, {changes}) v
WHERE e.table_id = %(table)s AND e.version = 1;
INSERT INTO moments (table_id, version, form, document)
SELECT 'many-' || n, v, m.form, m.document
FROM moments m, generate_series(1, {tables}) n, unnest(ARRAY[{moments}]) v
WHERE m.table_id = %(table)s AND m.version = 1;
INSERT INTO photos (id, sha256, game, table_id, player, name, kept, reading, at)
SELECT 'photo-' || n, md5(n::text), 'dice', 'many-' || n, 0, '', true,
       '{{"width":1,"height":1,"pieces":[],"hints":{{}},"left_open":[]}}', now() FROM generate_series(1, {tables}) n;
INSERT INTO files (name, room, version, content)
SELECT 'photos/' || md5(n::text) || '.jpg', 'photos', 0, 'x' FROM generate_series(1, {tables}) n;
INSERT INTO phones (hash, id, role, since, seen, about, name)
SELECT md5(n::text), 'i' || n, 'guest', n, 2000000000, '', '' FROM generate_series(1, {tables}) n;
INSERT INTO corrections (photo_id, piece, action, was, value, at)
SELECT 'photo-' || n, 'd1', 'change', NULL, NULL, now() FROM generate_series(1, {tables}) n;
INSERT INTO readings (id, work, args, picture, urgency, ticket, who, table_id, at, until, answer)
SELECT 'r' || n, 'look', '{{}}', NULL, 20, 'ticket' || n, 'w' || n, 'many-' || n, now() - n * interval '40 ms',
       now(), CASE WHEN n < 40 THEN NULL ELSE convert_to(repeat(md5(n::text), 40), 'UTF8') END
FROM generate_series(1, {tables}) n;
INSERT INTO summaries (table_id, version, mark, facts)
SELECT 'many-' || n, 0, '', json_build_object('players', repeat(md5(n::text), 15)) FROM generate_series(1, {tables}) n;
INSERT INTO presence (table_id, page, phones, until)
SELECT 'many-' || n, 'page' || (n %% 5), 2, 1 FROM generate_series(1, {tables}) n;
"""


class Eyes:
    """Stands where the reader of photos does: what is asked of the database is looked at here, not pictures."""

    begun = False

    def stop(self) -> None:
        """Nothing runs."""

    async def look(self, game_id: str, data: bytes, name: str, hints: dict[str, Any]) -> Look:
        """One die, wherever."""
        import hashlib

        piece = {"id": "d0", "code": "W1", "box": [0, 0, 9, 9], "confidence": 1.0}
        return Look(Seen(hashlib.sha256(data).hexdigest(), 9, 9, [piece], hints, []), b"view")


@pytest.fixture
def filled(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch, data_folder: Path
) -> Iterator[tuple[TestClient, FastAPI, str]]:
    """A service with ten thousand tables and a million changes."""
    url = postgres.ready_database()
    monkeypatch.setenv("TALLY_DATABASE_URL", url)
    app = create_app(Settings(), Eyes())  # type: ignore[arg-type]
    with TestClient(app, client=("127.0.0.1", 50000)) as client:
        body = {"game": "rollplayer", "players": ["Ann", "Bob"]}
        table = client.post("/api/v1/tables", json=body).json()["id"]
        moments = ",".join(str(version) for version in (1, *range(50, CHANGES + 1, 50)))
        statement = FILL.format(tables=TABLES, changes=CHANGES, moments=moments)
        steps = json.dumps([{"kind": "add", "path": "/state/players/0/gold", "n": 0}])
        with psycopg.connect(url, autocommit=True) as connection:
            for one in statement.split(";\n"):
                if one.strip():
                    connection.execute(one.encode(), {"table": table, "steps": steps})
            connection.execute("ANALYZE")
        yield client, app, url


def everyday(client: TestClient) -> None:
    """What pages and phones ask, at least once each."""
    change = {"version": CHANGES, "phone": "p1", "steps": [{"kind": "add", "path": "/state/players/0/gold", "n": 1}]}
    for method, path, body in (
        ("GET", "/tables", None),
        ("GET", "/tables/many-7?phone=p1", None),
        ("GET", "/tables/many-7/changes?after=5", None),
        ("GET", f"/tables/many-7/at/{CHANGES // 2}", None),
        ("POST", "/tables/many-7/changes", change),
        ("POST", "/tables/many-7/undo", {"phone": "p1"}),
        ("POST", "/tables/many-7/snapshots", {"label": "Round 1"}),
        ("GET", "/tables/many-7/photos", None),
        ("GET", "/tables/many-7/export.json", None),
        ("GET", "/photos/photo-9/corrections", None),
        ("GET", "/evening", None),
        ("GET", "/evening?day=2020-01-01", None),
        ("GET", "/settings", None),
        ("POST", "/tables", {"game": "yacht", "players": ["Ann"]}),
        ("DELETE", "/tables/many-8", None),
    ):
        answer = client.request(method, f"/api/v1{path}", json=body)
        assert answer.status_code < 300, (path, answer.text)
    photo = {"photo": ("p.jpg", io.BytesIO(b"one"), "image/jpeg")}
    assert client.post("/api/v1/games/dice/read", files=photo).status_code == 200
    with client.websocket_connect("/ws/tables/many-9?after=0") as line:
        assert line.receive_json()["type"] == "hello"
        assert line.receive_json()["type"] == "presence"


def beside(app: FastAPI) -> None:
    """What is asked beside requests: who is let in, what waits, what was missed."""
    from api.club.queue import Line
    from api.http.sharedkeys import SharedGuesses, SharedKeys

    service = app.state.service
    keys, line = SharedKeys(service.store), Line(service.store)
    token = keys.let_in(keys.role_of_key(keys.guest))  # type: ignore[arg-type]
    keys.look()
    assert keys.phone_of(token) is not None
    assert keys.phones()
    SharedGuesses(service.store).admits("127.0.0.1", right=False)
    line.place("ticket")
    line.waiting()
    line.answer("none")
    line.tidy()
    service.club._look()
    service.photos.picture("none")


def scans(plan: dict[str, Any]) -> Iterator[str]:
    """The large tables that a plan reads whole."""
    if plan["Node Type"] == "Seq Scan" and plan["Relation Name"] in LARGE:
        yield plan["Relation Name"]
    for part in plan.get("Plans", ()):
        yield from scans(part)


def test_nothing_reads_a_whole_table(filled: tuple[TestClient, FastAPI, str], figure: Callable[..., None]) -> None:
    client, app, url = filled
    asked: dict[str, Any] = {}

    def remember(connection: Any, cursor: Any, statement: str, given: Any, *more: Any) -> None:
        asked.setdefault(statement, given)

    event.listen(app.state.service.store.engine, "before_cursor_execute", remember)
    everyday(client)
    beside(app)
    begin = time.process_time()
    assert client.get("/api/v1/evening").status_code == 200
    warm = time.process_time() - begin
    whole: list[str] = []
    looked = 0
    with psycopg.connect(url, autocommit=True) as connection:
        if not HARD:  # few rows are quickly read whole; what is asked here is whether an index could answer
            connection.execute("SET enable_seqscan = off")
        for statement, given in asked.items():
            if (
                not statement.lstrip().startswith(("SELECT", "UPDATE", "DELETE", "WITH"))
                or "procrastinate" in statement
            ):
                continue
            (plans,) = connection.execute(f"EXPLAIN (FORMAT JSON) {statement}".encode(), given).fetchone() or ([],)
            looked += 1
            whole += [f"{name}: {statement}" for one in plans for name in scans(one["Plan"])]
    figure(
        f"{TABLES:,} tables, {TABLES * CHANGES:,} changes: statements looked at with EXPLAIN / that read a table whole",
        f"{looked} / {len(whole)}",
        "0",
    )
    figure(
        f"the same: the organiser's view of {min(200, TABLES)} tables, counted before",
        f"{warm * 1000:.0f} ms of the processor",
    )
    assert looked > 20
    assert not whole, whole

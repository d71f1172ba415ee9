"""Folders that older releases wrote: every evening is there as it was, and can be gone on with."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.http.app import create_app
from api.http.settings import Settings

pytestmark = pytest.mark.home
RELEASES = sorted(path for path in (Path(__file__).parent / "releases").iterdir() if path.is_dir())


@pytest.fixture(params=RELEASES, ids=lambda path: path.name)
def release(request: pytest.FixtureRequest, data_folder: Path) -> Path:
    """The data folder as a release left it."""
    data_folder.mkdir()
    database = sqlite3.connect(data_folder / "tally.sqlite3")
    database.executescript((request.param / "tally.sql").read_text("utf-8"))
    database.close()
    folder: Path = request.param
    return folder


@pytest.fixture
def opened(release: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings()), client=("127.0.0.1", 50000)) as client:
        yield client


def test_every_table_has_its_players_and_its_totals(release: Path, opened: TestClient) -> None:
    told = json.loads((release / "tables.json").read_text("utf-8"))
    cards = {card["id"]: card for card in opened.get("/api/v1/tables", params={"limit": 200}).json()}
    assert cards.keys() == told.keys()
    for table_id, then in told.items():
        for name in ("title", "game", "players", "colours", "finished", "winners", "changed"):
            assert cards[table_id][name] == then["card"][name], (table_id, name)
        sheets = opened.get(f"/api/v1/tables/{table_id}").json()["score"]["sheets"]
        assert [[sheet["player"], sheet["total"], sheet["at_least"]] for sheet in sheets] == then["totals"]


def documents(database: sqlite3.Connection) -> list[tuple[str, int, str]]:
    """Every whole table that a release wrote: 0.1.0 with each change, later ones now and then."""
    names = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
    moments = "SELECT table_id, seq, document FROM events"
    return database.execute(
        moments if "events" in names else "SELECT table_id, version, document FROM moments"
    ).fetchall()


def test_every_past_moment_is_as_it_was(data_folder: Path, release: Path) -> None:
    database = sqlite3.connect(data_folder / "tally.sqlite3")
    rows = documents(database)
    database.close()
    assert rows
    with TestClient(create_app(Settings()), client=("127.0.0.1", 50000)) as client:
        for table_id, version, document in rows:
            shown = client.get(f"/api/v1/tables/{table_id}/at/{version}").json()["document"]
            then = json.loads(document)
            assert {key: value for key, value in shown.items() if key in then} == then
            later = {key: value for key, value in shown.items() if key not in then}
            assert not any(any(value) if isinstance(value, list) else value for value in later.values())  # and empty


def test_an_old_evening_goes_on(opened: TestClient) -> None:
    for card in opened.get("/api/v1/tables").json():
        table = opened.get(f"/api/v1/tables/{card['id']}").json()
        name = table["document"]["state"]["players"][0]["name"]
        step = {"kind": "set", "path": "/state/players/0/name", "value": "Omega", "expect": name}
        body = {"version": table["version"], "steps": [step], "phone": "p"}
        assert opened.post(f"/api/v1/tables/{card['id']}/changes", json=body).status_code == 200
        undone = opened.post(f"/api/v1/tables/{card['id']}/undo", json={"phone": "p"}).json()["table"]
        assert undone["document"] == table["document"]


def test_photos_and_corrections_are_kept(opened: TestClient) -> None:
    cards = [card for card in opened.get("/api/v1/tables").json() if card["title"].startswith("Photos")]
    assert cards
    for card in cards:
        (photo,) = opened.get(f"/api/v1/tables/{card['id']}/photos").json()
        assert photo["pieces"]
        assert opened.get(f"/api/v1/photos/{photo['id']}/corrections").json()


def spoiled(data_folder: Path, how: Any) -> str:
    """One table of the folder with another document; gives its id."""
    database = sqlite3.connect(data_folder / "tally.sqlite3")
    table_id, _, document = min(documents(database), key=lambda row: (row[1], row[0]))
    changed = json.dumps(how(json.loads(document)))
    if database.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchone():
        database.execute("UPDATE events SET document = ? WHERE table_id = ?", (changed, table_id))
    else:
        database.execute("UPDATE moments SET document = ? WHERE table_id = ?", (changed, table_id))
        database.execute("UPDATE entries SET steps = '[]' WHERE table_id = ?", (table_id,))
    database.commit()
    database.close()
    return str(table_id)


def deep(document: dict[str, Any]) -> dict[str, Any]:
    for _ in range(100):
        document = {"title": "t", "state": document}
    return document


@pytest.mark.parametrize(
    "how",
    [
        lambda document: {**document, "state": {"players": [{"name": "A", "unheard": 1}]}},
        lambda document: {"nothing": "of ours"},
        lambda document: {**document, "state": 3},
        deep,
    ],
)
def test_a_table_that_cannot_be_read_is_listed_so_and_the_others_work(
    data_folder: Path, release: Path, how: Any
) -> None:
    """One state from another version: list, table and export answered 422."""
    table_id = spoiled(data_folder, how)
    with TestClient(create_app(Settings()), client=("127.0.0.1", 50000)) as client:
        cards = client.get("/api/v1/tables").json()
        assert [card["id"] for card in cards if card.get("unreadable")] == [table_id]
        assert all(client.get(f"/api/v1/tables/{card['id']}").status_code == 200 for card in cards if "players" in card)
        refused = client.get(f"/api/v1/tables/{table_id}")
        assert (refused.status_code, bool(refused.json()["detail"])) == (422, True)
        export = client.get(f"/api/v1/tables/{table_id}/export.json")
        assert export.status_code == 200
        assert export.json()["log"]
        assert client.delete(f"/api/v1/tables/{table_id}").status_code == 204


def test_half_a_character_of_0_1_0_does_not_hide_the_evening(data_folder: Path, release: Path) -> None:
    """A name \"\\ud800\" was committed, and the home page failed until it was undone."""

    def broken_name(document: dict[str, Any]) -> dict[str, Any]:
        document["state"]["players"][0]["name"] = "\ud800x"
        return document

    if release.name != "0.1.0":
        pytest.skip("later releases refuse such a name")
    table_id = spoiled(data_folder, broken_name)
    with TestClient(create_app(Settings()), client=("127.0.0.1", 50000)) as client:
        card = next(card for card in client.get("/api/v1/tables").json() if card["id"] == table_id)
        assert card["players"][0] == "?x"

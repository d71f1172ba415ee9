"""The organiser's view: all tables of a day, their end, the sum over them, and everything to take home."""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.club.days import span
from api.errors import UserError
from api.http.app import create_app
from api.http.settings import Settings
from tests.api.conftest import send


@pytest.fixture
def evening(client: TestClient, new_table: Callable[..., dict[str, Any]]) -> Callable[..., Any]:
    """The organiser's answer."""

    def look(**query: str) -> Any:
        answer = client.get("/api/v1/evening", params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    return look


def finished(client: TestClient, **body: Any) -> str:
    """A bundled game that is over, as if it were our own."""
    game = client.get("/api/v1/games/diceminer").json()
    state = client.get(f"/api/v1/games/diceminer/samples/{next(iter(game['samples']))}").json()
    table = client.post("/api/v1/tables", json={"game": "diceminer", "state": state, **body}).json()
    assert client.post(f"/api/v1/tables/{table['id']}/end", json={}).status_code == 200
    return str(table["id"])


def test_every_table_says_who_leads_and_what_it_waits_for(
    client: TestClient, new_table: Callable[..., dict[str, Any]], evening: Callable[..., Any]
) -> None:
    table = new_table(title="Window")
    assert evening()["tables"][0]["needs_photo"]
    trove = {"kind": "put", "path": "/state/players/1/rounds", "value": {"dice": ["T1", "T2", "T3"]}}
    assert send(client, table, trove).status_code == 200
    (found,) = evening()["tables"]
    assert (found["title"], found["leaders"], found["round"]) == ("Window", ["Bob"], 1)
    assert not found["finished"]
    assert found["open_needs"] > 0
    assert [seat["player"] for seat in found["players"]] == ["Ann", "Bob"]


def test_samples_and_other_days_and_other_games_are_left_out(
    new_table: Callable[..., dict[str, Any]], evening: Callable[..., Any]
) -> None:
    new_table(sample=True)
    assert evening()["tables"] == []
    new_table()
    assert len(evening()["tables"]) == 1
    assert evening(day="2020-02-02")["tables"] == []
    assert evening(game="yacht")["tables"] == []
    assert len(evening(game="diceminer")["tables"]) == 1


def test_a_day_or_a_game_that_is_none_is_refused_in_a_sentence(client: TestClient) -> None:
    assert "no day" in client.get("/api/v1/evening?day=tomorrow").json()["detail"]
    assert client.get("/api/v1/evening?game=chess").status_code == 404


def test_ended_tables_add_up(client: TestClient, evening: Callable[..., Any]) -> None:
    first = finished(client)
    finished(client)
    told = evening()
    assert all(table["finished"] for table in told["tables"])
    assert sum(rank["wins"] for rank in told["league"]) == 2 * len(told["tables"][0]["leaders"])
    exact = all(seat["exact"] for seat in told["tables"][0]["players"])
    assert exact
    for rank in told["league"]:
        own = [
            seat["points"] for table in told["tables"] for seat in table["players"] if seat["player"] == rank["player"]
        ]
        assert (rank["tables"], rank["points"]) == (2, sum(own))
    assert client.post(f"/api/v1/tables/{first}/end", json={}).status_code == 200  # again: it stays ended
    assert client.post(f"/api/v1/tables/{first}/undo", json={}).status_code in (200, 409)


def test_what_was_counted_follows_a_change(
    client: TestClient, ann_has_a_trove: dict[str, Any], evening: Callable[..., Any]
) -> None:
    before = evening()["tables"][0]["players"][0]["points"]
    more = {"kind": "put", "path": "/state/players/0/rounds", "value": {"dice": ["T1", "T2"]}}
    assert send(client, ann_has_a_trove, more).status_code == 200
    after = evening()["tables"][0]
    assert after["players"][0]["points"] > before
    assert after["round"] == 2


def test_all_of_it_goes_home(client: TestClient, ann_has_a_trove: dict[str, Any]) -> None:
    rows = list(csv.DictReader(io.StringIO(client.get("/api/v1/evening.csv?lang=en").text.removeprefix("\ufeff"))))
    assert [row["Player"] for row in rows] == ["Ann", "Bob"]
    told = client.get("/api/v1/evening.json").json()
    assert (told["format"], len(told["tables"])) == ("tally-evening-1", 1)
    table = {name: told["tables"][0][name] for name in ("format", "game", "title", "created", "moments", "log")}
    assert client.post("/api/v1/tables/import", json=table).status_code == 201


def test_guests_join_by_the_tables_own_code_and_do_not_organise(data_folder: Path) -> None:
    app = create_app(Settings(pin="123456", address="http://192.168.1.5:8000"))
    with TestClient(app, base_url="http://localhost", client=("127.0.0.1", 1)) as host:
        table = host.post("/api/v1/tables", json={"game": "yacht", "players": ["Ann"]}).json()["id"]
        assert host.get(f"/api/v1/tables/{table}/qr.svg").headers["content-type"] == "image/svg+xml"
        assert host.get("/api/v1/tables/none/qr.svg").status_code == 404
        key = app.state.service.keys.guest
        guest = TestClient(app, base_url="http://192.168.1.5:8000", client=("192.168.1.9", 1))
        came = guest.get(f"/t/{table}?key={key}")
        assert (came.status_code, came.url.path) == (200, f"/t/{table}")
        for path in ("/evening", "/evening.csv", "/evening.json", f"/tables/{table}/qr.svg"):
            assert guest.get(f"/api/v1{path}").status_code == 403
        assert guest.post(f"/api/v1/tables/{table}/end", json={}).status_code == 403


def test_nobody_joins_where_only_this_machine_is_let_in(client: TestClient, new_table: Callable[..., Any]) -> None:
    assert client.get(f"/api/v1/tables/{new_table()['id']}/qr.svg").status_code == 404


def test_a_day_lasts_until_four_in_the_morning() -> None:
    begin, end = span("2026-11-17")
    assert (end - begin).total_seconds() == 86_400
    assert begin.astimezone(datetime.now().astimezone().tzinfo).hour == 4
    assert begin.tzinfo is UTC
    for none in ("17.11.2026", "9999-12-31"):
        with pytest.raises(UserError, match="no day"):
            span(none)


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the time zone of a process cannot be set here")
def test_a_day_on_which_clocks_are_set_is_an_hour_longer_or_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as in_athens:
        in_athens.setenv("TZ", "EET-2EEST,M3.5.0/3,M10.5.0/4")
        time.tzset()
        hours = [(end - begin).total_seconds() / 3600 for begin, end in map(span, ("2026-10-24", "2026-03-28"))]
    time.tzset()
    assert hours == [25, 23]

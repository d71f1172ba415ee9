"""Nothing that is sent can be so large, so deep or so broken that the service fails: it is refused in a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

DEEP = "[" * 600 + "]" * 600


def sent(client: TestClient, method: str, path: str, text: str) -> Any:
    return client.request(method, f"/api/v1{path}", content=text, headers={"content-type": "application/json"})


@pytest.mark.parametrize(
    ("state", "status"),
    [
        (r'{"players": [{"name": "\ud800"}]}', 422),
        (r'{"players": [{"name": "Ann", "\ud800": 1}]}', 422),
        ('{"players": [{"name": "Ann", "dungeon": [{"x": 9223372036854775808, "y": 0}]}]}', 422),
        ('{"players": [{"name": "Ann", "evil": 1e400}]}', 422),
        (f'{{"players": {DEEP}}}', 422),
        (json.dumps({"players": [{"name": f"P{number}"} for number in range(3000)]}), 422),
    ],
)
def test_a_state_out_of_bounds_is_refused(client: TestClient, state: str, status: int) -> None:
    for path in ("/games/dungeonlords/score", "/games/dungeonlords/check", "/games/dungeonlords/draw"):
        answer = sent(client, "POST", path, f'{{"state": {state}}}')
        assert answer.status_code == status, answer.text
        assert answer.json()["detail"]
    table = sent(client, "POST", "/tables", f'{{"game": "dungeonlords", "state": {state}}}')
    assert table.status_code == 422
    assert client.get("/api/v1/tables").json() == []


@pytest.mark.parametrize(
    "change",
    [
        r'{"path": "/state/players/0/name", "value": "\ud800"}',
        r'{"path": "/state/\ud800", "value": 1}',
        r'{"path": "/title", "value": "\ud800"}',
        f'{{"path": "/state/players", "value": {DEEP}}}',
        f'{{"path": "/title", "value": {DEEP}}}',
        '{"path": "", "value": {"game": 9223372036854775808}}',
        '{"path": "", "value": 3}',
        '{"path": "/state/options", "value": {"keep_chest_dice": 1e400}}',
    ],
)
def test_a_change_out_of_bounds_is_refused_and_the_table_stays(
    client: TestClient, new_table: Callable[..., dict[str, Any]], change: str
) -> None:
    table = new_table()
    answer = sent(client, "PATCH", f"/tables/{table['id']}", f'{{"changes": [{change}]}}')
    assert answer.status_code == 422, answer.text
    assert client.get(f"/api/v1/tables/{table['id']}").json()["document"] == table["document"]


def test_a_moment_that_cannot_be_is_refused(client: TestClient, new_table: Callable[..., dict[str, Any]]) -> None:
    answer = client.post(f"/api/v1/tables/{new_table()['id']}/restore", json={"seq": 2**63})
    assert answer.status_code == 422

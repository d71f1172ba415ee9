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
        r'{"kind": "set", "path": "/state/players/0/name", "value": "\ud800", "expect": "Ann"}',
        r'{"kind": "set", "path": "/state/\ud800", "value": 1}',
        r'{"kind": "set", "path": "/title", "value": "\ud800", "expect": "Dice Miner"}',
        f'{{"kind": "put", "path": "/state/players", "value": {DEEP}}}',
        f'{{"kind": "set", "path": "/title", "value": {DEEP}}}',
        '{"kind": "set", "path": "", "value": {"game": 9223372036854775808}}',
        '{"kind": "set", "path": "", "value": 3}',
        '{"kind": "set", "path": "/state/options", "value": {"keep_chest_dice": 1e400}}',
        '{"kind": "add", "path": "/state/players/0/name", "n": 1}',
        '{"kind": "add", "path": "/state/players/0/name", "n": 9223372036854775808}',
        '{"kind": "told", "player": 0, "rule": "DM-NOTHING", "points": 1}',
        '{"kind": "lay", "photo": "nowhere"}, {"kind": "lay", "photo": "nowhere"}',
    ],
)
def test_a_change_out_of_bounds_is_refused_and_the_table_stays(
    client: TestClient, new_table: Callable[..., dict[str, Any]], change: str
) -> None:
    table = new_table()
    answer = sent(client, "POST", f"/tables/{table['id']}/changes", f'{{"version": 1, "steps": [{change}]}}')
    assert answer.status_code == 422, answer.text
    assert client.get(f"/api/v1/tables/{table['id']}").json()["document"] == table["document"]


def test_a_moment_that_cannot_be_is_refused(client: TestClient, new_table: Callable[..., dict[str, Any]]) -> None:
    answer = client.post(f"/api/v1/tables/{new_table()['id']}/restore", json={"version": 2**63})
    assert answer.status_code == 422

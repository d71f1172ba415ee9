"""The open line: all phones hear every change once, in order, also after they were away."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.api.conftest import send


def rename(client: TestClient, table_id: str, name: str) -> None:
    table = client.get(f"/api/v1/tables/{table_id}").json()
    seen = table["document"]["state"]["players"][0]["name"]
    step = {"kind": "set", "path": "/state/players/0/name", "value": name, "expect": seen}
    assert send(client, table, step, by="#1").status_code == 200


def next_change(socket: Any) -> dict[str, Any]:
    while (message := socket.receive_json())["type"] != "change":
        pass
    return dict(message["change"])


def test_two_phones_hear_the_same_changes(client: TestClient, new_table: Any) -> None:
    table = new_table()["id"]
    with (
        client.websocket_connect(f"/ws/tables/{table}?after=1") as one,
        client.websocket_connect(f"/ws/tables/{table}?after=1") as two,
    ):
        for name in ("Anna", "Annika"):
            rename(client, table, name)
        heard = [[next_change(phone)["version"] for _ in range(2)] for phone in (one, two)]
    assert heard == [[2, 3], [2, 3]]


def test_a_phone_that_was_away_loses_nothing(client: TestClient, new_table: Any) -> None:
    table = new_table()["id"]
    with client.websocket_connect(f"/ws/tables/{table}") as phone:
        assert phone.receive_json()["type"] in ("hello", "presence")
    for name in ("Anna", "Annika", "Annie"):
        rename(client, table, name)
    with client.websocket_connect(f"/ws/tables/{table}?after=2") as phone:
        assert phone.receive_json() == {"type": "hello", "version": 4}
        assert [next_change(phone)["version"] for _ in range(2)] == [3, 4]
        rename(client, table, "Ann")
        assert next_change(phone)["version"] == 5


def test_a_line_to_no_table_is_closed(client: TestClient) -> None:
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        client.websocket_connect("/ws/tables/nowhere") as phone,
    ):
        while True:
            phone.receive_json()
    assert closed.value.code == 4404


def test_of_many_who_write_at_once_every_change_is_heard_in_order(client: TestClient, new_table: Any) -> None:
    """24 writers made 960 changes, and 10 of them never reached a phone that listened."""
    table = new_table()
    writers, each = 12, 8
    trove = {"kind": "put", "path": "/state/players/0/rounds", "value": {"dice": []}}
    begun = send(client, table, trove).json()["table"]
    die = {"kind": "put", "path": "/state/players/0/rounds/0/dice", "value": "T1"}

    def write(_: int) -> None:
        for _number in range(each):
            assert send(client, begun, die).status_code == 200

    with client.websocket_connect(f"/ws/tables/{table['id']}?after=2") as phone:
        with ThreadPoolExecutor(writers) as pool:
            list(pool.map(write, range(writers)))
        heard = [next_change(phone)["version"] for _ in range(writers * each)]
    assert heard == list(range(3, 3 + writers * each))

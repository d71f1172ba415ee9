"""The open line: all phones hear every change once, in order, also after they were away."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect


def rename(client: TestClient, table_id: str, name: str) -> None:
    body = {"changes": [{"path": "/state/players/0/name", "value": name}], "by": "#1"}
    assert client.patch(f"/api/v1/tables/{table_id}", json=body).status_code == 200


def next_event(socket: Any) -> dict[str, Any]:
    while (message := socket.receive_json())["type"] != "event":
        pass
    return dict(message["event"])


def test_two_phones_hear_the_same_changes(client: TestClient, new_table: Any) -> None:
    table = new_table()["id"]
    with (
        client.websocket_connect(f"/ws/tables/{table}?after=1") as one,
        client.websocket_connect(f"/ws/tables/{table}?after=1") as two,
    ):
        for name in ("Anna", "Annika"):
            rename(client, table, name)
        heard = [[next_event(phone)["seq"] for _ in range(2)] for phone in (one, two)]
    assert heard == [[2, 3], [2, 3]]


def test_a_phone_that_was_away_loses_nothing(client: TestClient, new_table: Any) -> None:
    table = new_table()["id"]
    with client.websocket_connect(f"/ws/tables/{table}") as phone:
        assert phone.receive_json()["type"] in ("hello", "presence")
    for name in ("Anna", "Annika", "Annie"):
        rename(client, table, name)
    with client.websocket_connect(f"/ws/tables/{table}?after=2") as phone:
        hello = phone.receive_json()
        while hello["type"] != "hello":
            hello = phone.receive_json()
        assert [event["seq"] for event in hello["events"]] == [3, 4]
        rename(client, table, "Ann")
        assert next_event(phone)["seq"] == 5


def test_a_line_to_no_table_is_closed(client: TestClient) -> None:
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        client.websocket_connect("/ws/tables/nowhere") as phone,
    ):
        while True:
            phone.receive_json()
    assert closed.value.code == 4404

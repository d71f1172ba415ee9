"""A service with its own data folder, reached as this machine or as a phone of the network."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.http.app import create_app
from api.http.settings import Settings
from api.reading.process import ReaderProcess


@pytest.fixture(scope="session")
def reader() -> Iterator[ReaderProcess]:
    """One reader process for all services of the tests; it begins with the first photo."""
    process = ReaderProcess(seconds=300)  # a busy machine must not fail a test
    yield process
    process.stop()


@pytest.fixture
def client(data_folder: Path, reader: ReaderProcess) -> Iterator[TestClient]:
    """The service, seen from this machine."""
    with TestClient(create_app(Settings(), reader), client=("127.0.0.1", 50000)) as here:
        yield here


@pytest.fixture
def new_table(client: TestClient) -> Callable[..., dict[str, Any]]:
    """Lay a table of Dice Miner."""

    def lay(**body: Any) -> dict[str, Any]:
        answer = client.post("/api/v1/tables", json={"game": "diceminer", "players": ["Ann", "Bob"], **body})
        assert answer.status_code == 201, answer.text
        return answer.json()

    return lay


TROVE = {"dice": ["T1", "T2", "T3", "G2", "Hd1"]}


@pytest.fixture
def ann_has_a_trove(client: TestClient, new_table: Callable[..., dict[str, Any]]) -> dict[str, Any]:
    """A table at which Ann's first trove is entered."""
    table = new_table()
    step = {"kind": "put", "path": "/state/players/0/rounds", "value": TROVE}
    return send(client, table, step).json()["table"]


def send(client: TestClient, table: dict[str, Any], *steps: dict[str, Any], **more: Any) -> Any:
    """Send a change, made on the table as it was answered, or on another version of it."""
    body = {"version": table["version"], "steps": list(steps), **more}
    return client.post(f"/api/v1/tables/{table['id']}/changes", json=body)

"""What those who run a service are told, if they ask: every request by its pattern, logs as JSON."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from api.errors import UserError
from api.http.app import create_app
from api.http.settings import Settings
from api.reading.process import ReaderProcess
from api.telemetry import JsonLines
from api.terminal.commands.serve import Telling


def test_every_request_is_told_by_the_pattern_of_its_address(data_folder: Path, reader: ReaderProcess) -> None:
    told: list[tuple[str, str, int, float]] = []
    app = create_app(Settings(), reader, told=[lambda *one: told.append(one)])
    with TestClient(app, client=("127.0.0.1", 50000)) as client:
        client.get("/api/v1/tables/secret-name")
        client.get("/api/v1/version")
        client.get("/nowhere")
    assert [(method, status) for method, _, status, _ in told] == [("GET", 404), ("GET", 200), ("GET", 404)]
    assert not any("secret-name" in route for _, route, _, _ in told)
    assert all(seconds > 0 for *_, seconds in told)


def test_methods_that_somebody_made_up_are_one_figure(data_folder: Path, reader: ReaderProcess) -> None:
    told: list[str] = []
    app = create_app(Settings(), reader, told=[lambda method, *_: told.append(method)])
    with TestClient(app, client=("127.0.0.1", 50000)) as client:
        for method in ("BREW", "WHEN", "PUT"):
            client.request(method, "/api/v1/version")
    assert told == ["other", "other", "PUT"]


def test_a_line_of_the_log_is_one_json_object() -> None:
    record = logging.makeLogRecord(
        {"name": "tally.http", "levelname": "INFO", "msg": "%s read", "args": ("one",), "status": 200}
    )
    told = json.loads(JsonLines().format(record))
    assert (told["message"], told["from"], told["level"], told["status"]) == ("one read", "tally.http", "info", 200)
    assert told["at"].endswith("Z")


@pytest.mark.parametrize("given", ["", "many", "127.0.0.1:99999"])
def test_a_port_that_is_none_is_refused_in_a_sentence(given: str) -> None:
    with pytest.raises(UserError, match="no port"):
        Telling(metrics=given).begin()

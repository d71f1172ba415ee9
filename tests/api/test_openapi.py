"""Whatever the OpenAPI description allows to be sent, the service answers without failing."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, given, settings

from api.http.app import create_app
from api.http.settings import Settings

SCHEMA = schemathesis.openapi.from_dict(create_app().openapi())
OPERATIONS = [found.ok() for found in SCHEMA.get_all_operations()]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a real service runs."""
    folder = tmp_path_factory.mktemp("openapi")
    before = os.environ.get("TALLY_DATA")
    os.environ["TALLY_DATA"] = str(folder)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(create_app(Settings(data=Path(folder))), log_level="critical"))
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.05)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        thread.join(10)
    os.environ.pop("TALLY_DATA", None)
    if before:
        os.environ["TALLY_DATA"] = before


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_no_request_makes_the_service_fail(operation: Any, address: str) -> None:
    @given(case=operation.as_strategy())
    @settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
    def send(case: Any) -> None:
        answer = case.call(base_url=address)
        assert answer.status_code < 500, answer.text

    send()


def test_every_operation_is_described() -> None:
    described = create_app(Settings()).openapi()
    operations = [
        (path, method, operation) for path, item in described["paths"].items() for method, operation in item.items()
    ]
    assert len(operations) > 40
    for path, method, operation in operations:
        assert operation.get("description"), f"{method} {path} says nothing about itself"
        assert path.startswith("/api/v1/")

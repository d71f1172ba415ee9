"""Whatever the OpenAPI description allows to be sent, the service answers without failing."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, given, settings

from api.http.app import create_app
from api.http.settings import Settings

SCHEMA = schemathesis.openapi.from_dict(create_app().openapi())
OPERATIONS = [found.ok() for found in SCHEMA.get_all_operations()]
EXAMPLES = max(4, round(300 * float(os.environ.get("TALLY_HARD") or 0)))  # of each operation, for each of the two
PIN = "314159"
PUBLIC = "https://tally.example.org"


@dataclass(frozen=True)
class Visitor:
    """Where a real service runs, and what somebody shows when asking it for something."""

    address: str
    headers: dict[str, str]


@contextmanager
def running(settings: Settings) -> Iterator[str]:
    """A real service on a socket."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(create_app(settings), log_level="critical"))
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.05)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        thread.join(10)


@pytest.fixture(scope="module", params=["host", "guest"])
def visitor(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """The host at the machine itself, and a guest who came in by the PIN through a proxy."""
    folder = tmp_path_factory.mktemp(request.param)
    before = os.environ.get("TALLY_DATA")
    os.environ["TALLY_DATA"] = str(folder)
    guest = request.param == "guest"
    settings = Settings(data=Path(folder), **({"pin": PIN, "public_url": PUBLIC} if guest else {}))
    with running(settings) as address:
        yield Visitor(address, _let_in(address) if guest else {})
    os.environ.pop("TALLY_DATA", None)
    if before:
        os.environ["TALLY_DATA"] = before


def _let_in(address: str) -> dict[str, str]:
    """What a guest shows after giving the PIN."""
    named = {"host": PUBLIC.removeprefix("https://")}
    welcome = httpx.get(f"{address}/?pin={PIN}", headers={**named, "accept": "text/html"}, follow_redirects=False)
    return {**named, "cookie": welcome.headers["set-cookie"].partition(";")[0]}


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_no_request_makes_the_service_fail(operation: Any, visitor: Visitor) -> None:
    @given(case=operation.as_strategy())
    @settings(
        max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None
    )
    def send(case: Any) -> None:
        answer = case.call(base_url=visitor.address, headers=visitor.headers)
        assert answer.status_code < 500, answer.text
        assert answer.status_code != 401, "let in"

    send()


def test_a_guest_is_a_guest(tmp_path: Path) -> None:
    with running(Settings(data=tmp_path, pin=PIN, public_url=PUBLIC)) as address:
        shown = _let_in(address)
        assert httpx.get(f"{address}/api/v1/tables", headers=shown).status_code == 200
        assert httpx.delete(f"{address}/api/v1/access", headers=shown).status_code == 403


def test_every_operation_is_described() -> None:
    described = create_app(Settings()).openapi()
    operations = [
        (path, method, operation) for path, item in described["paths"].items() for method, operation in item.items()
    ]
    assert len(operations) > 40
    for path, method, operation in operations:
        assert operation.get("description"), f"{method} {path} says nothing about itself"
        assert path.startswith("/api/v1/")

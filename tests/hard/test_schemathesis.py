"""Whatever the OpenAPI description allows to be sent, the service answers without failing: its host, and a guest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings

from api.http.app import create_app
from tests.hard.service import many
from tests.served import Served, serving

SCHEMA = schemathesis.openapi.from_dict(create_app().openapi())
OPERATIONS = [found.ok() for found in SCHEMA.get_all_operations()]
EXAMPLES = many(300, 4)  # of each operation, for each of the two
PUBLIC = "https://tally.example.org"


@dataclass(frozen=True)
class Visitor:
    """Where `tally serve` runs, and what somebody shows when asking it for something."""

    served: Served
    name: str
    headers: dict[str, str]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.served.port}"


@pytest.fixture(scope="module", params=["host", "guest"])
def visitor(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """The host at the machine itself, and a guest who came in by the PIN through a proxy."""
    folder = tmp_path_factory.mktemp(request.param) / "data"
    guest = request.param == "guest"
    with serving(folder, *(["--public-url", PUBLIC] if guest else [])) as served:
        yield Visitor(served, request.param, let_in(served) if guest else {})


def let_in(served: Served) -> dict[str, str]:
    """What a guest shows after giving the PIN."""
    pin = re.search(r"PIN (\d{6})", served.log.read_text("utf-8"))
    assert pin is not None
    named = {"host": PUBLIC.removeprefix("https://")}
    asked = f"http://127.0.0.1:{served.port}/?pin={pin[1]}"
    welcome = httpx.get(asked, headers={**named, "accept": "text/html"}, follow_redirects=False)
    return {**named, "cookie": welcome.headers["set-cookie"].partition(";")[0]}


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_no_request_makes_the_service_fail(operation: Any, visitor: Visitor, figure: Callable[..., None]) -> None:
    sent = 0

    @given(case=operation.as_strategy())
    @settings(
        max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None
    )
    def send(case: Any) -> None:
        nonlocal sent
        sent += 1
        answer = case.call(base_url=visitor.address, headers=visitor.headers)
        assert answer.status_code < 500, answer.text
        assert answer.status_code != 401, "let in"

    send()
    assert "Traceback" not in visitor.served.log.read_text("utf-8", errors="replace")
    figure(
        f"schemathesis as the {visitor.name}, {EXAMPLES} examples at most: operations; requests",
        f"1; {sent}",
        "no failure",
    )


def test_a_guest_is_a_guest(visitor: Visitor) -> None:
    """Otherwise all of this would have been tried as the host twice."""
    assert httpx.get(f"{visitor.address}/api/v1/tables", headers=visitor.headers).status_code == 200
    sent_away = httpx.delete(f"{visitor.address}/api/v1/access", headers=visitor.headers).status_code
    assert (sent_away == 403) == (visitor.name == "guest")

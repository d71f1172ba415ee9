"""Shared by all tests: nothing a test does may touch the user's own data folder."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

import api  # noqa: F401  # before numpy: it says on how many threads that works
from tests.postgres import MISSING, Cluster, binaries, cluster

# A busy machine must not fail a test, and the same commit must give the same answer twice.
settings.register_profile("tally", deadline=None, derandomize=True)
settings.load_profile("tally")
if (
    "PYTEST_XDIST_WORKER" in os.environ
):  # its neighbours have the other cores: threads of a network wait busily for them
    os.environ.setdefault("TALLY_THREADS", "1")


FIRST = ("browser/test_pocket.py", "browser", "hard", "api")
"""What takes long to start comes first: processes that share the tests end with small ones, and end together.

The pocket before all others: what one process begins with, no other can take over and start once more.
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Bring the tests into an order that processes can share well."""
    here = Path(__file__).parent

    def place(item: pytest.Item) -> int:
        where = item.path.relative_to(here).as_posix() if here in item.path.parents else ""
        return next((place for place, first in enumerate(FIRST) if where.startswith(first)), len(FIRST))

    items.sort(key=place)


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder for each test."""
    folder = tmp_path / "data"
    monkeypatch.setenv("TALLY_DATA", str(folder))
    return folder


@pytest.fixture(autouse=True)
def loop_of_its_own(request: pytest.FixtureRequest) -> Iterator[None]:
    """What drives browsers leaves a loop running in this thread; tests with one of their own do not see it."""
    running = asyncio._get_running_loop()
    if running is None or "playwright" in request.fixturenames:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL for all tests that ask for one."""
    if binaries() is None:
        pytest.skip(MISSING)
    with cluster() as running:
        yield running


@pytest.fixture(autouse=True)
def database(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str | None:
    """A home's file for each test; with TALLY_TEST_POSTGRES a database of a club instead."""
    monkeypatch.delenv("TALLY_DATABASE_URL", raising=False)
    if not os.environ.get("TALLY_TEST_POSTGRES"):
        return None
    if request.node.get_closest_marker("home"):
        pytest.skip("about the folder of a home")
    address = request.getfixturevalue("postgres").ready_database()
    monkeypatch.setenv("TALLY_DATABASE_URL", address)
    return str(address)


@pytest.fixture(autouse=True)
def english_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands speak English to the tests, whatever terminal these are started from."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

"""Shared by all tests: nothing a test does may touch the user's own data folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.postgres import MISSING, Cluster, binaries, cluster

# A busy machine must not fail a test, and the same commit must give the same answer twice.
settings.register_profile("tally", deadline=None, derandomize=True)
settings.load_profile("tally")


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder for each test."""
    folder = tmp_path / "data"
    monkeypatch.setenv("TALLY_DATA", str(folder))
    return folder


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

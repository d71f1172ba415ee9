"""Shared by all tests: nothing a test does may touch the user's own data folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

# A busy machine must not fail a test, and the same commit must give the same answer twice.
settings.register_profile("tally", deadline=None, derandomize=True)
settings.load_profile("tally")


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder for each test."""
    folder = tmp_path / "data"
    monkeypatch.setenv("TALLY_DATA", str(folder))
    return folder


@pytest.fixture(autouse=True)
def english_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands speak English to the tests, whatever terminal these are started from."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

"""`tally doctor`: what is in order and what is not, each in a sentence."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import pytest

from tests.terminal import tally

pytestmark = pytest.mark.home  # a club's: tests/api/club/test_backup.py


def found(data: Path, *more: str, **surroundings: str) -> tuple[int, dict[str, Any]]:
    answer = tally("doctor", "--json", "--lang", "en", *more, TALLY_DATA=str(data), **surroundings)
    return answer.exit_code, {one["what"]: one for one in json.loads(answer.stdout)}


def free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def test_a_fresh_machine_is_in_order(tmp_path: Path) -> None:
    code, told = found(tmp_path / "new", "--port", free_port())
    assert code == 0 and all(one["well"] for one in told.values())
    assert set(told) == {"Weights", "Data folder", "Database", "Port", "Certificate", "Camera"}
    assert all(one["told"].endswith(".") for one in told.values())


def test_a_taken_port_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        code, told = found(tmp_path, "--port", port)
    assert code == 1 and not told["Port"]["well"] and port in told["Port"]["told"]


@pytest.mark.parametrize("content", [b"no database at all" * 100, b""])
def test_a_file_that_is_no_database_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "tally.sqlite3").write_bytes(content)
    code, told = found(tmp_path, "--port", free_port())
    assert code == 1 and not told["Database"]["well"] and "backup" in told["Database"]["told"]


def test_missing_weights_and_a_broken_certificate_are_named(tmp_path: Path) -> None:
    (tmp_path / "tls").mkdir()
    (tmp_path / "tls" / "certificate.pem").write_text("nothing")
    code, told = found(tmp_path, "--port", free_port(), TALLY_MODELS=str(tmp_path))
    assert code == 1
    assert not told["Weights"]["well"] and not told["Certificate"]["well"]


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code, told = found(tmp_path / "file" / "data", "--port", free_port())
    assert code == 1 and not told["Data folder"]["well"]


def test_it_speaks_the_language_asked_for(tmp_path: Path) -> None:
    answer = tally("doctor", "--lang", "el", "--port", free_port(), TALLY_DATA=str(tmp_path))
    assert "Κάμερα" in answer.stdout

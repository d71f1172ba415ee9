"""`tally serve` as a process: its address, its PIN, its certificate."""

from __future__ import annotations

import os
import re
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from api.http.certificate import certificate_for


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(data: Path, *arguments: str) -> Iterator[tuple[int, Path, subprocess.Popen[bytes]]]:
    port, log = free_port(), data.parent / "serve.log"
    command = [sys.executable, "-m", "api.terminal.cli", "serve", "--port", str(port), "--data", str(data), *arguments]
    with log.open("w") as out:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            env={**os.environ, "COLUMNS": "120"},
        )
    try:
        yield port, log, process
    finally:
        process.terminate()
        process.wait(20)


def fetch(address: str, **more: Any) -> int:
    """The status of a page, once the service answers."""
    for _ in range(200):
        try:
            with urllib.request.urlopen(address, timeout=10, **more) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code
        except (OSError, urllib.error.URLError):
            time.sleep(0.2)
    raise AssertionError(f"{address} does not answer")


def own_address() -> str | None:
    """This machine's address in a network, if it is in one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if found.startswith("127.") else found


@pytest.mark.home
def test_without_a_terminal_only_this_machine_is_let_in(data_folder: Path) -> None:
    with serving(data_folder) as (port, log, _):
        assert fetch(f"http://127.0.0.1:{port}/api/v1/health") == 200
        assert f"http://127.0.0.1:{port}" in log.read_text()
        assert "PIN" not in log.read_text()
        assert (data_folder / "tally.sqlite3").is_file()
        address = own_address()
        if address:
            with pytest.raises(OSError), socket.create_connection((address, port), timeout=2):
                pass


def test_open_to_the_network_it_shows_a_pin_and_asks_for_it(data_folder: Path) -> None:
    address = own_address()
    if address is None:
        pytest.skip("this machine is in no network")
    with serving(data_folder, "--host", "0.0.0.0") as (port, log, _):
        assert fetch(f"http://127.0.0.1:{port}/api/v1/health") == 200
        pin = re.search(r"PIN (\d{6})", log.read_text())
        assert pin is not None
        assert fetch(f"http://{address}:{port}/api/v1/tables") == 401
        cookies = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        cookies.open(f"http://{address}:{port}/?pin={pin[1]}", timeout=20)
        assert cookies.open(f"http://{address}:{port}/api/v1/tables", timeout=20).status == 200


def test_tls_makes_a_certificate_for_this_machine(data_folder: Path) -> None:
    with serving(data_folder, "--tls", "--host", "127.0.0.1") as (port, _, process):
        certificate = data_folder / "tls" / "certificate.pem"
        for _ in range(200):
            if certificate.is_file() and certificate.stat().st_size:
                break
            assert process.poll() is None
            time.sleep(0.2)
        trust = ssl.create_default_context(cafile=str(certificate))
        assert fetch(f"https://127.0.0.1:{port}/api/v1/health", context=trust) == 200
        assert (data_folder / "tls" / "key.pem").stat().st_mode & 0o077 == 0


def test_a_taken_port_is_a_sentence(data_folder: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        command = [sys.executable, "-m", "api.terminal.cli", "serve", "--host", "127.0.0.1", "--port"]
        ended = subprocess.run(
            [*command, str(taken.getsockname()[1])], capture_output=True, text=True, timeout=120, check=False
        )
    assert ended.returncode == 2
    assert "cannot be opened" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--cert", "{0}/certificate.pem"], "give both --cert and --key"),
        (["--cert", "{0}/nowhere.pem", "--key", "{0}/key.pem"], "There is no file"),
        (["--cert", "{0}/certificate.pem", "--key", "{0}/other.pem"], "are no certificate with its key"),
        (["--cert", "{0}/text.pem", "--key", "{0}/text.pem"], "are no certificate with its key"),
    ],
)
def test_files_that_are_no_certificate_are_a_sentence(tmp_path: Path, arguments: list[str], told: str) -> None:
    certificate_for(tmp_path / "one", "127.0.0.1")
    certificate_for(tmp_path / "two", "127.0.0.1")
    (tmp_path / "one" / "key.pem").rename(tmp_path / "key.pem")
    (tmp_path / "two" / "key.pem").rename(tmp_path / "other.pem")
    (tmp_path / "one" / "certificate.pem").rename(tmp_path / "certificate.pem")
    (tmp_path / "text.pem").write_text("nothing of the kind")
    command = [sys.executable, "-m", "api.terminal.cli", "serve", "--port", "0", "--data", str(tmp_path / "data")]
    words = [word.format(tmp_path) for word in arguments]
    ended = subprocess.run([*command, *words], capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 2
    assert told in " ".join(ended.stderr.split())
    assert "Traceback" not in ended.stderr

"""`tally serve` as a process of its own on its real socket, and what it and its children hold of memory."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

PATIENCE = 600  # seconds: a busy machine must not fail a test


@dataclass
class Answer:
    """What the service answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Served:
    """A running service."""

    port: int
    log: Path
    process: subprocess.Popen[bytes]
    folder: Path
    peak_mb: float = field(default=0.0)

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        """One request over a connection of its own."""
        line = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            line.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
            return _answer(line.getresponse())
        finally:
            line.close()

    def send(self, path: str, picture: bytes, name: str = "p.jpg") -> Answer:
        """A picture, as a page sends it."""
        head = f'--x\r\ncontent-disposition: form-data; name="photo"; filename="{name}"\r\n\r\n'.encode()
        body = head + picture + b"\r\n--x--\r\n"
        return self.ask("POST", path, body, content_type="multipart/form-data; boundary=x")

    def new_table(self) -> str:
        body = json.dumps({"game": "diceminer", "players": ["Ann", "Bob"]}).encode()
        return str(self.ask("POST", "/api/v1/tables", body, content_type="application/json").json()["id"])

    def edit(self, table: str, was: str, name: str, **headers: str) -> Answer:
        """One edit: the first player is called otherwise."""
        step = {"kind": "set", "path": "/state/players/0/name", "value": name, "expect": was}
        body = json.dumps({"version": 1, "steps": [step]}).encode()
        return self.ask("POST", f"/api/v1/tables/{table}/changes", body, content_type="application/json", **headers)

    def raw(self, data: bytes, wait: float = 20.0) -> bytes:
        """What is answered to bytes that no library would send."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=wait) as line:
            line.sendall(data)
            line.settimeout(wait)
            heard = b""
            try:
                while part := line.recv(65536):
                    heard += part
                    if b"\r\n\r\n" in heard:
                        break
            except TimeoutError:
                pass
            return heard

    def children(self) -> list[int]:
        """The ids of the processes that it started."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        threads = Path(f"/proc/{self.process.pid}/task")
        try:
            return [
                int(child)
                for thread in threads.iterdir()
                for child in (path if thread.name == str(self.process.pid) else thread / "children").read_text().split()
            ]
        except OSError:
            return []

    def worked(self) -> float:
        """Seconds of the processor that it and its children, ended ones too, took so far."""
        return _of_ended_children(self.process.pid) + sum(_worked(one) for one in (self.process.pid, *self.children()))

    def waited(self) -> float:
        """Seconds that threads of the web process which still run were ready to work while others had the processor."""
        seconds = 0.0
        for thread in Path(f"/proc/{self.process.pid}/task").iterdir():
            with suppress(OSError):  # it ended meanwhile
                seconds += int((thread / "schedstat").read_text().split()[1]) / 1e9
        return seconds

    def reader(self) -> int | None:
        """The id of the reader process: of the children, the one that holds most."""
        found = self.children()
        return max(found, key=lambda child: memory_mb(child, "VmRSS"), default=None)

    def ready(self) -> None:
        """Until it answers; its own words if it does not."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            assert self.process.poll() is None, self.log.read_text()
            try:
                if self.ask("GET", "/api/v1/health").status:
                    return
            except OSError:
                time.sleep(0.1)
        raise AssertionError(self.log.read_text())


def _answer(response: HTTPResponse) -> Answer:
    headers = {name.lower(): value for name, value in response.getheaders()}
    return Answer(response.status, headers, response.read())


def memory_mb(process: int, what: str) -> float:
    """`VmRSS` is what a process holds now, `VmHWM` the most that it ever held; nothing of one that is gone."""
    try:
        text = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0.0
    lines = dict(line.split(":", 1) for line in text.splitlines() if ":" in line)
    return int(lines[what].split()[0]) / 1024 if what in lines else 0.0


def _worked(process: int) -> float:
    """Seconds of the processor that a process took; nothing of one that is gone."""
    with suppress(OSError):
        return time.clock_gettime(~process << 3 | 2)  # its clock on Linux, which counts nanoseconds
    return 0.0


def _of_ended_children(process: int) -> float:
    """Seconds of the processor that children took which the process has seen end."""
    told = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(told[13]) + int(told[14])) / os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(
    folder: Path, *arguments: str, port: int = 0, says_in: Path | None = None, **environment: str
) -> Iterator[Served]:
    """A service with its own data folder, until the end of the block; what it says is written beside that, or there."""
    port, log = port or free_port(), (says_in or folder.parent) / f"serve-{time.monotonic_ns()}.log"
    command = [sys.executable, "-m", "api.terminal.cli", "serve", "--port", str(port), "--data", str(folder)]
    with log.open("w") as out:
        process = subprocess.Popen(
            [*command, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            env={**os.environ, "COLUMNS": "200", **environment},
        )
    served = Served(port, log, process, folder)
    try:
        served.ready()
        yield served
    finally:
        process.terminate()
        process.wait(PATIENCE)


@contextmanager
def watched(served: Served) -> Iterator[Served]:
    """Keeps the most that the service and its children held together, looking fifty times a second."""
    over = threading.Event()

    def look() -> None:
        while not over.wait(0.02):
            held = sum(memory_mb(one, "VmRSS") for one in (served.process.pid, *served.children()))
            served.peak_mb = max(served.peak_mb, held)

    looking = threading.Thread(target=look, daemon=True)
    looking.start()
    try:
        yield served
    finally:
        over.set()
        looking.join()

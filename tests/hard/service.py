"""The service as a process of its own, which can be killed and started again, and a line to it that can be cut."""

from __future__ import annotations

import multiprocessing
import os
import selectors
import socket
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from random import Random

SHARE = float(os.environ.get("TALLY_HARD") or 0)
"""Which share of the long runs is asked for: all of them (`make hard`), less where time is short, or none."""
HARD = SHARE > 0
"""Whether long runs are asked for at all, or their short versions."""


def many(long: int, short: int) -> int:
    """How often something is tried: as often as a long run does, a share of that, or what a short one has time for."""
    return max(short, round(long * SHARE))


_STARTING = multiprocessing.get_context("forkserver")  # everything is imported once, so that a start takes little
_STARTING.set_forkserver_preload(["tests.hard.warm"])


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _serve(folder: str, port: int) -> None:
    """`tally serve` itself, but that its reader begins with the first photo: few of these evenings have any."""
    multiprocessing.current_process()._config["daemon"] = False  # type: ignore[attr-defined]  # it may have a reader
    from api.reading.desk import Desk
    from api.terminal.cli import app

    Desk.warm_up = lambda self: None  # type: ignore[method-assign]
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), 1)
    app(["serve", "--host", "127.0.0.1", "--port", str(port), "--data", folder])


class Service:
    """A service on a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.start()

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}/api/v1"

    def start(self) -> None:
        """Start it and wait until it answers."""
        self.process = _STARTING.Process(target=_serve, args=(str(self.folder), self.port), daemon=True)
        self.process.start()
        for _ in range(600):
            assert self.process.is_alive(), "the service ended at its start"
            try:
                with urllib.request.urlopen(f"{self.address}/version", timeout=5):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        raise AssertionError("the service does not answer")

    def kill(self) -> None:
        """End it at once, wherever it is."""
        self.process.kill()
        self.process.join()


class Line:
    """A proxy to the service that cuts connections at random, before or after a request went through."""

    def __init__(self, service: Service, chance: Random, cuts: float) -> None:
        self.service, self.chance, self.cuts, self.cut = service, chance, cuts, 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self.service.port))
            except OSError:
                return
            threading.Thread(target=self._pass_on, args=(near, far), daemon=True).start()

    def _pass_on(self, near: socket.socket, far: socket.socket) -> None:
        with near, far, selectors.DefaultSelector() as ready:
            ready.register(near, selectors.EVENT_READ, far)
            ready.register(far, selectors.EVENT_READ, near)
            while True:
                for key, _ in ready.select():
                    try:
                        data = key.fileobj.recv(65536)  # type: ignore[union-attr]
                        if not data:
                            return
                        if self.chance.random() < self.cuts:
                            self.cut += 1
                            if self.chance.random() < 0.5:
                                key.data.sendall(data)
                            return
                        key.data.sendall(data)
                    except OSError:
                        return

    def close(self) -> None:
        """Take no more."""
        self._listener.close()

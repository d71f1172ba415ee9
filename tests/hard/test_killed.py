"""Killed with -9 while phones write: what was acknowledged is there, what was not counts at most once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from tests.hard.phones import GOLD, Cut, ask, new_table
from tests.hard.service import Service, many

KILLS = many(200, 6)
WRITERS = 3


class Writer:
    """A phone that adds one gold again and again, and sends again what it does not know about."""

    def __init__(self, service: Service, table: str, name: str) -> None:
        self.service, self.table, self.name = service, table, name
        self.sent, self.acknowledged, self.open = 0, set[str](), None

    open: dict[str, Any] | None

    def write_until(self, stop: threading.Event) -> None:
        """Write until the line is cut or it is told to stop."""
        while not stop.is_set():
            if self.open is None:
                self.sent += 1
                step = {"kind": "add", "path": GOLD, "n": 1}
                self.open = {"id": f"{self.name}-{self.sent}", "version": 1, "phone": self.name, "steps": [step]}
            try:
                status, answer = ask(self.service.port, "POST", f"/tables/{self.table}/changes", self.open)
            except Cut:
                return
            assert status == 200, answer
            self.acknowledged.add(self.open["id"])
            self.open = None


def test_nothing_acknowledged_is_lost(tmp_path: Path, figure: Callable[..., None]) -> None:
    chance = Random(16)
    service = Service(tmp_path / "data")
    table = new_table(service.port)
    begun = ask(service.port, "GET", f"/tables/{table}")[1]["version"]
    writers = [Writer(service, table, f"w{number}") for number in range(WRITERS)]
    for _ in range(KILLS):
        stop = threading.Event()
        threads = [threading.Thread(target=writer.write_until, args=(stop,)) for writer in writers]
        for thread in threads:
            thread.start()
        time.sleep(chance.uniform(0.1, 0.9))
        service.kill()
        for thread in threads:
            thread.join()
        service.start()
        check(service, table, writers, begun)
    stop = threading.Event()
    stop.set()
    for writer in writers:
        if writer.open is not None:
            assert ask(service.port, "POST", f"/tables/{table}/changes", writer.open)[0] == 200
            writer.acknowledged.add(writer.open["id"])
    view = ask(service.port, "GET", f"/tables/{table}")[1]
    made = sum(len(writer.acknowledged) for writer in writers)
    assert view["document"]["state"]["players"][0]["gold"] == made
    service.kill()
    figure(f"killed (-9) {KILLS} times while {WRITERS} phones write: acknowledged changes lost", f"0 of {made}", "0")


def check(service: Service, table: str, writers: list[Writer], begun: int) -> None:
    """Every acknowledged change is in the log once, and the versions have no gap."""
    log = ask(service.port, "GET", f"/tables/{table}/changes")[1]
    assert [entry["version"] for entry in log] == list(range(1, len(log) + 1))
    kept = [entry["id"] for entry in log[begun:]]
    assert len(kept) == len(set(kept))
    for writer in writers:
        assert writer.acknowledged <= set(kept)

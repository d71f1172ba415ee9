"""A long evening in fast motion: one table, four phones, photos, the live camera on and off."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.hard.service import many
from tests.served import PATIENCE, Served, memory_mb, serving
from vision.weights import weights_there

PHOTO = (Path(__file__).parent.parent / "browser" / "photos" / "diceminer.jpg").read_bytes()
PHOTOS = many(400, 3)
EDITS = 10 * PHOTOS
pytestmark = [
    pytest.mark.skipif(not weights_there(), reason="the weights that read photos are not there"),
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is looked at under /proc"),
]


def open_files(process: int) -> int:
    return len(list(Path(f"/proc/{process}/fd").iterdir()))


def held(served: Served) -> float:
    """Megabytes of the service and its reader."""
    return sum(memory_mb(one, "VmRSS") for one in (served.process.pid, *served.children()))


class Listening:
    """Four phones that look at the table all evening and come back when a line is lost; each hears every change."""

    def __init__(self, served: Served, table: str) -> None:
        self.heard: list[list[int]] = [[] for _ in range(4)]
        self._address = f"ws://127.0.0.1:{served.port}/ws/tables/{table}"
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._listen, args=(heard,), daemon=True) for heard in self.heard]
        for thread in self._threads:
            thread.start()

    def _listen(self, heard: list[int]) -> None:
        while not self._over.is_set():
            after = heard[-1] if heard else 0
            with (
                suppress(ConnectionClosed, OSError),
                connect(f"{self._address}?after={after}", max_size=None, ping_interval=None) as line,
            ):
                while not self._over.is_set():
                    self._hear(line, heard)

    def _hear(self, line: ClientConnection, heard: list[int]) -> None:
        try:
            told = json.loads(line.recv(timeout=0.5))
        except TimeoutError:
            return
        if told["type"] == "change":
            heard.append(told["change"]["version"])

    def until(self, version: int) -> None:
        """Once all of them heard it; what each heard has no gap."""
        end = time.monotonic() + PATIENCE
        while any(version not in heard[-1:] for heard in self.heard) and time.monotonic() < end:
            time.sleep(0.05)
        self._over.set()
        for thread in self._threads:
            thread.join()
        assert all(heard == list(range(1, version + 1)) for heard in self.heard)


def live(served: Served, table: str, frames: int) -> None:
    """The camera of one phone, on for some frames and off again."""
    with connect(f"ws://127.0.0.1:{served.port}/ws/live?table={table}", max_size=None) as line:
        assert json.loads(line.recv(timeout=120))["type"] == "ready"
        for _ in range(frames):
            line.send(PHOTO)
            line.recv(timeout=120)


def test_a_long_evening_ends_as_light_as_it_began(tmp_path: Path, figure: Callable[..., None]) -> None:
    chance = Random(8)
    with serving(tmp_path / "data") as served:
        body = json.dumps({"game": "rollplayer", "players": ["Ann", "Bob", "Cat", "Dan"]}).encode()
        table = served.ask("POST", "/api/v1/tables", body, content_type="application/json").json()["id"]
        every, phones, seen = EDITS // PHOTOS, Listening(served, table), 1
        begun: tuple[float, int] | None = None
        for number in range(EDITS):
            player, phone = chance.randrange(4), chance.randrange(4)
            step = {
                "kind": "add",
                "path": f"/state/players/{player}/gold",
                "n": chance.choice((1, 1, -1)) if number else 5,
            }
            change = {"id": f"e{number}", "version": seen, "phone": f"p{phone}", "steps": [step]}
            answer = served.ask(
                "POST", f"/api/v1/tables/{table}/changes", json.dumps(change).encode(), content_type="application/json"
            )
            assert answer.status in (200, 422), answer.body  # nobody has less than no gold
            seen = answer.json().get("version", seen)  # as phones do, who hear every change
            if number % every == 0:
                assert served.send("/api/v1/games/dice/read", PHOTO + str(number).encode()).status == 200
            if number % (every * 20) == every:
                live(served, table, 3)
            if number == EDITS // 10:
                begun = held(served), open_files(served.process.pid)
        assert begun is not None
        size = sum(path.stat().st_size for path in served.folder.glob("tally.sqlite3*")) / 1024
        now = held(served), open_files(served.process.pid)
        log = served.ask("GET", f"/api/v1/tables/{table}/changes").json()
        assert [entry["version"] for entry in log] == list(range(1, len(log) + 1))
        phones.until(len(log))
        said = served.log.stat().st_size / 1024
    what = f"a long evening (four phones, {EDITS} edits, {PHOTOS} photos, camera on and off)"
    figure(f"{what}: memory of all processes at the end against a tenth in", f"{now[0] / begun[0]:.2f} times", "1.1")
    figure(f"{what}: open files at the end against a tenth in", f"{now[1]} / {begun[1]}", "the same")
    figure(
        f"{what}: database; what the service wrote to its terminal",
        f"{size:.0f} KB for {len(log)} changes; {said:.1f} KB",
    )
    assert now[0] < begun[0] * 1.25 + 60 and now[1] <= begun[1] + 8 and said < 64

"""An evening of many tables: phones that edit and send photos, slow ones and gone ones among them."""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import websockets

from tests.hard.service import HARD, many
from tests.served import PATIENCE, Served, memory_mb, serving
from vision.weights import weights_there

PHOTO = (Path(__file__).parent.parent / "browser" / "photos" / "diceminer.jpg").read_bytes()
TABLES, PHONES = (50, 4) if HARD else (4, 3)
SECONDS = many(600, 12)
PAUSE = (1.0, 7.0)  # seconds between two edits of one phone
PHOTO_SHARE = 0.01  # of what a phone does
GONE, SLOW = 0.02, 0.05  # shares of pauses in which a line is cut, and of phones that hardly listen
MOST_TRIES = 60
IDLE_EDITS = 100 if HARD else 20
pytestmark = [
    pytest.mark.skipif(not weights_there(), reason="the weights that read photos are not there"),
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is looked at under /proc"),
]


@dataclass
class Evening:
    """What all phones did and saw."""

    end: float
    edits: list[float] = field(default_factory=list)
    photos: int = 0
    waited: int = 0
    cut: int = 0
    again: int = 0
    errors: list[str] = field(default_factory=list)


@dataclass
class Phone:
    """One phone: an address of its own on this machine, a line that listens and requests that write."""

    served: Served
    table: str
    number: int
    evening: Evening
    added: int = 0
    seen: int = 0

    def __post_init__(self) -> None:
        self.chance = Random(self.number)
        self.address = f"127.0.{1 + self.number // 200}.{1 + self.number % 200}"
        self.slow = self.chance.random() < SLOW
        limits = httpx.AsyncHTTPTransport(local_address=self.address, verify=False)  # no certificates to read 200 times
        self.client = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{self.served.port}/api/v1", transport=limits, timeout=PATIENCE
        )

    async def play(self) -> None:
        """Edit, send photos and listen until the evening ends, then hear the rest."""
        listening = asyncio.create_task(self.listen())
        try:
            while time.monotonic() < self.evening.end:
                await asyncio.sleep(self.chance.uniform(*PAUSE))
                await (self.photo() if self.chance.random() < PHOTO_SHARE else self.edit())
                if self.chance.random() < GONE:  # the phone leaves the network and comes back
                    listening.cancel()
                    self.evening.cut += 1
                    listening = asyncio.create_task(self.listen())
        finally:
            if listening.done() and not listening.cancelled():
                self.evening.errors.append(f"phone {self.number} lost its line: {listening.exception()}")
            listening.cancel()

    async def edit(self) -> None:
        """One more point of gold, acknowledged sooner or later."""
        self.added += 1
        step = {"kind": "add", "path": "/state/players/0/gold", "n": 1}
        change = {
            "id": f"p{self.number}-{self.added}",
            "version": max(1, self.seen),  # as the page does: what this phone has heard
            "phone": f"p{self.number}",
            "steps": [step],
        }
        begin = time.perf_counter()
        await self.sent("POST", f"/tables/{self.table}/changes", json=change)
        self.evening.edits.append(time.perf_counter() - begin)

    async def photo(self) -> None:
        """A photo that nobody has sent before."""
        mark = f"{self.number}-{self.added}-{self.evening.photos}".encode()
        await self.sent("POST", "/games/dice/read", files={"photo": ("p.jpg", PHOTO + mark, "image/jpeg")})
        self.evening.photos += 1

    async def sent(self, method: str, path: str, **what: Any) -> None:
        """A request until it is done: who is told to come again later does so; a quiet line may be closed."""
        for _ in range(MOST_TRIES):
            try:
                answer = await self.client.request(method, path, **what)
            except (httpx.ReadError, httpx.WriteError, httpx.RemoteProtocolError):
                self.evening.again += 1  # as pages do: the same change with the same id
                continue
            if answer.status_code == 503 and "retry-after" in answer.headers:
                self.evening.waited += 1
                await asyncio.sleep(min(5.0, float(answer.headers["retry-after"])))
                continue
            if answer.status_code != 200:
                self.evening.errors.append(f"{answer.status_code} {answer.text[:200]}")
            return
        self.evening.errors.append(f"{path} was refused {MOST_TRIES} times")

    async def catch_up(self, version: int) -> None:
        """Hear the rest after the evening; a phone that never does is an error."""
        self.slow = False
        try:
            await asyncio.wait_for(self.listen(version), PATIENCE)
        except TimeoutError:
            self.evening.errors.append(f"phone {self.number} heard {self.seen} of {version} changes")

    async def listen(self, until: int | None = None) -> None:
        """Every change in order, each exactly one after the last."""
        if self.seen == until:
            return
        line = f"ws://127.0.0.1:{self.served.port}/ws/tables/{self.table}?after={self.seen}"
        async with websockets.connect(line, local_addr=(self.address, 0)) as socket:
            async for message in socket:
                if self.slow:
                    await asyncio.sleep(0.5)
                self.hear(json.loads(message))
                if self.seen == until:
                    return

    def hear(self, told: dict[str, Any]) -> None:
        """One message."""
        if told["type"] != "change":
            return
        version = told["change"]["version"]
        if version != self.seen + 1:
            self.evening.errors.append(f"phone {self.number} heard {version} after {self.seen}")
        self.seen = version


async def evening(served: Served, tables: list[str]) -> tuple[Evening, list[Phone], list[float]]:
    """All phones at once; what the service held in the meantime."""
    course = Evening(0)
    phones = [Phone(served, tables[number // PHONES], number, course) for number in range(len(tables) * PHONES)]
    course.end = time.monotonic() + SECONDS  # not before all of them are there
    held: list[float] = []

    async def look() -> None:
        while True:
            await asyncio.sleep(SECONDS / 20)
            held.append(memory_mb(served.process.pid, "VmRSS"))

    looking = asyncio.create_task(look())
    await asyncio.gather(*(phone.play() for phone in phones))
    looking.cancel()
    for phone in phones:
        there = (await phone.client.get(f"/tables/{phone.table}")).json()
        await phone.catch_up(there["version"])
        await phone.client.aclose()
    return course, phones, held


async def alone(served: Served, table: str) -> float:
    """The p95 of the same edits of the same phone at such a table, while nobody else does anything."""
    course = Evening(0)
    phone = Phone(served, table, TABLES * PHONES, course)
    phone.slow, listening = False, asyncio.create_task(phone.listen())
    for _ in range(IDLE_EDITS):
        await asyncio.sleep(0.02)
        await phone.edit()
    listening.cancel()
    await phone.client.aclose()
    assert not course.errors, course.errors
    return p95(course.edits)


def p95(taken: list[float]) -> float:
    return statistics.quantiles(taken, n=20)[-1]


def new_table(served: Served) -> str:
    body = json.dumps({"game": "rollplayer", "players": ["Ann", "Bob", "Cat", "Dan"]}).encode()
    return str(served.ask("POST", "/api/v1/tables", body, content_type="application/json").json()["id"])


def test_many_tables_at_once(tmp_path: Path, figure: Callable[..., None]) -> None:
    with serving(tmp_path / "data") as served:
        assert served.send("/api/v1/games/dice/read", PHOTO).status == 200
        tables = [new_table(served) for _ in range(TABLES)]
        with ThreadPoolExecutor(1) as apart:  # tests in a browser leave a loop running in this thread
            idle = apart.submit(asyncio.run, alone(served, new_table(served))).result()
            begun = served.worked(), served.waited()
            course, phones, held = apart.submit(asyncio.run, evening(served, tables)).result()
        worked, waited = served.worked() - begun[0], served.waited() - begun[1]
        for table in tables:
            there = served.ask("GET", f"/api/v1/tables/{table}").json()
            mine = [phone for phone in phones if phone.table == table]
            assert there["document"]["state"]["players"][0]["gold"] == sum(phone.added for phone in mine)
            log = served.ask("GET", f"/api/v1/tables/{table}/changes").json()
            assert [entry["version"] for entry in log] == list(range(1, len(log) + 1))
    busy = p95(course.edits)
    quarter = max(1, len(held) // 4)
    grown = statistics.mean(held[-quarter:]) / statistics.mean(held[quarter : 2 * quarter] or held)
    whole = f"{TABLES} tables x {PHONES} phones, {SECONDS:.0f} s"
    figure(
        f"{whole}: edits / photos / told to come later / lines cut / quiet lines closed under a request",
        f"{len(course.edits)} / {course.photos} / {course.waited} / {course.cut} / {course.again}",
    )
    figure(f"{whole}: errors; changes out of order", f"{len(course.errors)}", "0")
    figure(
        f"{whole}: p95 of an edit against idle",
        f"{busy / idle:.1f} times ({busy * 1000:.0f} ms; half within {statistics.median(course.edits) * 1000:.0f} ms)",
        "4 times",
        busy < 4 * idle,
    )
    figure(
        f"{whole}: all its processes worked; the web process waited for a processor", f"{worked:.0f} s; {waited:.0f} s"
    )
    figure(f"{whole}: memory of the web process at the end against the second quarter", f"{grown:.2f} times", "1.1")
    assert not course.errors, course.errors[:5]
    assert grown < (1.2 if HARD else 2)

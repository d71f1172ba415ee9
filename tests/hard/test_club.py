"""A club's evening: many tables over several pages and readers; one of each is killed in between, the database too."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from tests.hard.service import HARD, SHARE
from tests.postgres import MISSING, Cluster, binaries, cluster
from tests.served import PATIENCE, Served, serving
from vision.weights import weights_there

PHOTO = (Path(__file__).parent.parent / "browser" / "photos" / "diceminer.jpg").read_bytes()
TABLES, PHONES = (200, 2) if HARD else (6, 2)
SECONDS = max(30.0, 600.0 * SHARE) if HARD else 8.0  # a phone begins within the longest pause
PAGES, READERS = (3, 2) if HARD else (2, 1)
LATEST = 300  # seconds after which a phone gives up
PAUSE = (5.0, 25.0) if HARD else (0.5, 2.0)  # seconds between two taps of one phone
PHOTO_SHARE = 0.004 if HARD else 0.03
GONE = 0.02  # the share of pauses in which a phone loses its line by itself
pytestmark = [
    pytest.mark.skipif(binaries() is None, reason=MISSING),
    pytest.mark.skipif(not weights_there(), reason="the weights that read photos are not there"),
]


@dataclass
class Course:
    """What all phones did and saw."""

    end: float
    killing: asyncio.Task[None] | None = None
    edits: list[float] = field(default_factory=list)
    photos: dict[str, int] = field(default_factory=dict)
    again: int = 0
    lines: int = 0
    errors: list[str] = field(default_factory=list)

    @property
    def over(self) -> bool:
        """Once its time is up and everything that was killed is back: on a slow machine that takes longer."""
        return time.monotonic() >= self.end and (self.killing is None or self.killing.done())


class Phone:
    """A phone that knows the addresses of all pages, as a proxy does, and comes back from what it has seen."""

    def __init__(self, ports: list[int], table: str, number: int, course: Course) -> None:
        self.ports, self.table, self.number, self.course = ports, table, number, course
        self.chance = random.Random(number)
        self.address = f"127.0.{1 + number // 200}.{1 + number % 200}"
        transport = httpx.AsyncHTTPTransport(local_address=self.address, verify=False)  # no certificates to read
        self.client = httpx.AsyncClient(transport=transport, timeout=120)
        self.added = self.seen = 0

    async def play(self) -> None:
        """Tap, send photos and listen until the evening ends."""
        listening = asyncio.create_task(self.listen())
        await asyncio.sleep(self.chance.uniform(0, PAUSE[1]))
        while not self.course.over:
            await (self.photo() if self.chance.random() < PHOTO_SHARE else self.edit())
            if self.chance.random() < GONE:
                listening.cancel()
                listening = asyncio.create_task(self.listen())
            await asyncio.sleep(self.chance.uniform(*PAUSE))
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
        await self.sent(f"/tables/{self.table}/changes", json=change)
        self.course.edits.append(time.perf_counter() - begin)

    async def photo(self) -> None:
        """A photo that nobody has sent before; what was answered must be there for ever."""
        mark = f"{self.number}-{len(self.course.photos)}-{self.added}".encode()
        answer = await self.sent("/games/dice/read", files={"photo": ("p.jpg", PHOTO + mark, "image/jpeg")})
        self.course.photos[answer["id"]] = len(answer["pieces"])

    async def sent(self, path: str, method: str = "POST", **what: Any) -> Any:
        """Send until it is acknowledged, to whichever page answers."""
        late = time.monotonic() + LATEST
        while True:
            if time.monotonic() > late:
                self.course.errors.append(f"no answer from {path} in {LATEST} s")
                return {"id": "", "pieces": [], "version": 0}
            port = self.chance.choice(self.ports)
            try:
                answer = await self.client.request(method, f"http://127.0.0.1:{port}/api/v1{path}", **what)
            except httpx.TransportError:
                self.course.again += 1
                await asyncio.sleep(0.5)
                continue
            if answer.status_code == 200:
                return answer.json()
            if answer.status_code != 503:
                self.course.errors.append(f"{answer.status_code} {answer.text[:300]}")
                return {"id": "", "pieces": []}
            self.course.again += 1
            await asyncio.sleep(min(2.0, float(answer.headers.get("retry-after", 1))))

    async def listen(self, until: int | None = None) -> None:
        """Every change in order, each exactly one after the last, through whichever page is there."""
        while until is None or self.seen < until:
            line = f"ws://127.0.0.1:{self.chance.choice(self.ports)}/ws/tables/{self.table}?after={self.seen}"
            try:
                async with websockets.connect(line, local_addr=(self.address, 0), open_timeout=60) as socket:
                    async for message in socket:
                        self.hear(json.loads(message))
                        if self.seen == until:
                            return
            except (OSError, websockets.WebSocketException, TimeoutError):
                pass
            self.course.lines += 1
            await asyncio.sleep(0.5)

    def hear(self, told: dict[str, Any]) -> None:
        """One message."""
        if told["type"] != "change":
            return
        version = told["change"]["version"]
        if version != self.seen + 1:
            self.course.errors.append(f"phone {self.number} heard {version} after {self.seen}")
        self.seen = version


@dataclass
class House:
    """Everything that runs, and how it is brought down and up again."""

    pages: list[Served]
    restart_page: Callable[[int], None] = lambda number: None
    readers: list[subprocess.Popen[bytes]] = field(default_factory=list)
    restart_reader: Callable[[int], None] = lambda number: None
    cluster: Cluster | None = None


async def evening(house: House, tables: list[str]) -> tuple[Course, list[Phone]]:
    """All phones at once, while things are killed under them."""
    course = Course(0)
    ports = [page.port for page in house.pages]
    phones = [Phone(ports, tables[number // PHONES], number, course) for number in range(len(tables) * PHONES)]
    course.end = time.monotonic() + SECONDS  # not before all of them are there
    course.killing = asyncio.create_task(kill(house)) if house.cluster else None
    await asyncio.gather(*(phone.play() for phone in phones))
    if course.killing is not None:
        await course.killing
    for phone in phones:
        there = await phone.sent(f"/tables/{phone.table}", "GET")
        try:
            await asyncio.wait_for(phone.listen(there["version"]), 120)
        except TimeoutError:
            course.errors.append(f"phone {phone.number} heard {phone.seen} of {there['version']} changes")
        await phone.client.aclose()
    return course, phones


async def kill(house: House) -> None:
    """A page, a reader and the database, each with -9, each back after some seconds."""
    assert house.cluster is not None
    await asyncio.sleep(SECONDS * 0.2)
    await asyncio.to_thread(house.restart_page, 0)
    await asyncio.sleep(SECONDS * 0.15)
    await asyncio.to_thread(house.restart_reader, 0)
    await asyncio.sleep(SECONDS * 0.15)
    await asyncio.to_thread(house.cluster.kill)
    await asyncio.sleep(3)
    await asyncio.to_thread(house.cluster.start)
    # one that was only starting when its database fell has ended: its unit starts it again, and so does this
    for number in [number for number, reader in enumerate(house.readers) if reader.poll() is not None]:
        await asyncio.to_thread(house.restart_reader, number)


@contextmanager
def club(folder: Path) -> Iterator[House]:
    """Pages and readers on one PostgreSQL."""
    with ExitStack() as running:
        server = running.enter_context(cluster())
        url = server.database()
        arguments = ("--database", url)
        pages = [running.enter_context(serving(folder / f"p{number}", *arguments)) for number in range(PAGES)]
        house = House(pages, cluster=server)

        def start_reader(number: int) -> subprocess.Popen[bytes]:
            command = [
                sys.executable,
                "-m",
                "api.terminal.cli",
                "reader",
                *arguments,
                "--data",
                str(folder / f"r{number}"),
            ]
            return subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)

        def restart_reader(number: int) -> None:
            with suppress(ProcessLookupError):
                os.killpg(house.readers[number].pid, signal.SIGKILL)
            house.readers[number].wait()
            time.sleep(2)
            house.readers[number] = start_reader(number)

        def restart_page(number: int) -> None:
            page = house.pages[number]
            page.process.kill()
            page.process.wait()
            time.sleep(3)
            again = serving(folder / f"p{number}", *arguments, port=page.port)
            house.pages[number] = running.enter_context(again)

        house.restart_page, house.restart_reader = restart_page, restart_reader
        house.readers = [start_reader(number) for number in range(READERS)]
        try:
            yield house
        finally:
            for reader in house.readers:
                reader.terminate()
                reader.wait(PATIENCE)


def new_table(page: Served) -> str:
    body = json.dumps({"game": "rollplayer", "players": ["Ann", "Bob", "Cat", "Dan"]}).encode()
    answer = page.ask("POST", "/api/v1/tables", body, content_type="application/json")
    assert answer.status == 201, answer.body
    return str(answer.json()["id"])


def played(house: House) -> Course:
    """An evening, and what must be true after it."""
    warm = house.pages[0].send("/api/v1/games/dice/read", PHOTO)
    assert warm.status == 200, warm.body
    tables = [new_table(house.pages[number % len(house.pages)]) for number in range(TABLES)]
    with ThreadPoolExecutor(1) as apart:  # tests in a browser leave a loop running in this thread
        course, phones = apart.submit(asyncio.run, evening(house, tables)).result()
    page = house.pages[-1]
    for table in tables:
        there = page.ask("GET", f"/api/v1/tables/{table}").json()
        made = sum(phone.added for phone in phones if phone.table == table)
        assert there["document"]["state"]["players"][0]["gold"] == made
        log = page.ask("GET", f"/api/v1/tables/{table}/changes").json()
        assert [entry["version"] for entry in log] == list(range(1, len(log) + 1))
    for photo, pieces in course.photos.items():
        kept = page.ask("GET", f"/api/v1/photos/{photo}")
        assert kept.status == 200
        assert len(kept.json()["pieces"]) == pieces
        assert page.ask("GET", f"/api/v1/photos/{photo}/picture").status == 200
    assert not course.errors, course.errors[:5]
    return course


def told(course: Course, what: str, figure: Callable[..., None]) -> None:
    taken = sorted(course.edits)
    p50, p95 = statistics.median(taken), taken[int(len(taken) * 0.95)]
    figure(
        f"{what}: edits / photos / sent again / lines lost",
        f"{len(taken)} / {len(course.photos)} / {course.again} / {course.lines}",
    )
    figure(f"{what}: acknowledged changes or photos lost, changes out of order", "0", "0")
    figure(f"{what}: half of all edits within, 95 % within", f"{p50 * 1000:.0f} ms, {p95 * 1000:.0f} ms")


WHOLE = f"{TABLES} tables x {PHONES} phones, {SECONDS:.0f} s"


def test_an_evening_of_a_club_with_everything_killed_once(tmp_path: Path, figure: Callable[..., None]) -> None:
    with club(tmp_path) as house:
        course = played(house)
    told(course, f"{WHOLE}, PostgreSQL, {PAGES} pages, {READERS} readers, each kind killed once", figure)


def test_the_same_evening_at_home(tmp_path: Path, figure: Callable[..., None]) -> None:
    with serving(tmp_path / "data") as served:
        course = played(House([served]))
    told(course, f"{WHOLE}, SQLite, one process, nothing killed", figure)

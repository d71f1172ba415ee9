"""The line before the reader: everybody's place, and a word when to come again once it is full."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from api.http.app import create_app
from api.http.settings import Settings
from api.reading.process import ReaderProcess
from vision.weights import weights_there

PHOTO = (Path(__file__).parent.parent / "browser" / "photos" / "diceminer.jpg").read_bytes()
READ = "/api/v1/games/dice/read"
pytestmark = pytest.mark.skipif(not weights_there(), reason="the weights that read photos are not there")


def test_photos_wait_in_a_line_that_ends(data_folder: Path, reader: ReaderProcess) -> None:
    asyncio.run(_wait(reader))


async def _wait(reader: ReaderProcess) -> None:
    app = create_app(Settings(most_waiting=1), reader)
    way = httpx.ASGITransport(app, client=("127.0.0.1", 1))
    async with app.router.lifespan_context(app), httpx.AsyncClient(transport=way, base_url="http://localhost") as phone:

        async def send(ticket: str) -> httpx.Response:
            photo = {"photo": ("p.jpg", PHOTO + ticket.encode())}
            return await phone.post(f"{READ}?ticket={ticket}", files=photo, timeout=300)

        async def place(ticket: str) -> int | None:
            told: int | None = (await phone.get(f"/api/v1/waiting/{ticket}")).json()["place"]
            return told

        async with app.state.service.reader.turn("first"):
            mine = asyncio.create_task(send("mine"))
            while await place("mine") is None:
                await asyncio.sleep(0.01)
            assert await place("mine") == 1
            busy = await send("late")
            assert busy.status_code == 503
            assert int(busy.headers["retry-after"]) >= 1
            assert "Try again" in busy.json()["detail"]
            edit = await phone.post("/api/v1/tables", json={"game": "diceminer"})
            assert edit.status_code == 201  # nothing else waits
        answer = await mine
        assert answer.status_code == 200 and answer.json()["pieces"]
        assert await place("mine") is None
        assert (await send("late")).status_code == 200


def test_a_picture_that_takes_too_long_is_given_up_and_the_next_one_is_read(data_folder: Path) -> None:
    process = ReaderProcess(seconds=0.05)

    async def read() -> tuple[int, int]:
        app = create_app(Settings(), process)
        way = httpx.ASGITransport(app, client=("127.0.0.1", 1))
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=way, base_url="http://localhost") as one,
        ):
            late = await one.post(READ, files={"photo": ("p.jpg", PHOTO)}, timeout=300)
            assert "too long" in late.json()["detail"]
            process.seconds = 300
            again = await one.post(READ, files={"photo": ("p.jpg", PHOTO)}, timeout=300)
            return late.status_code, again.status_code

    try:
        assert asyncio.run(read()) == (422, 200)
    finally:
        process.stop()


def test_work_without_end_is_ended_by_the_system() -> None:
    script = (
        "import resource\nfrom api.reading.work import _limit_work\n"
        "resource.setrlimit(resource.RLIMIT_CORE, (0, 0))\n_limit_work(1)\nwhile True: pass"
    )
    ended = subprocess.run([sys.executable, "-c", script], check=False, timeout=300, capture_output=True)
    assert ended.returncode == -signal.SIGXCPU

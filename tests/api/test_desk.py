"""The line before the reader: everybody's place, and a word when to come again once it is full."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

import httpx
import pytest

from api.answers.refusals import Busy
from api.http.app import create_app
from api.http.settings import Settings
from api.reading.desk import Desk
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


def test_turns_go_round_and_whoever_sends_many_gives_way() -> None:
    """One guest could fill the line, and everybody else was told to come again later."""
    asyncio.run(_take_turns())


async def _take_turns() -> None:
    desk = Desk(most=6)
    order: list[str] = []
    refused: list[str] = []

    async def picture(who: str, ticket: str) -> None:
        try:
            async with desk.turn(ticket, who):
                order.append(ticket)
                await asyncio.sleep(0)
        except Busy as busy:
            assert busy.again >= 1
            refused.append(ticket)

    async with desk.turn("now", "host"):
        many = [asyncio.create_task(picture("greedy", f"g{number}")) for number in range(6)]
        await asyncio.sleep(0)
        assert desk.waiting == 7
        one_more = asyncio.create_task(picture("greedy", "g6"))
        others = [asyncio.create_task(picture(who, who)) for who in ("ann", "bob")]
        gone = asyncio.create_task(picture("cat", "cat"))
        await asyncio.sleep(0)
        assert desk.place("ann") == 2  # after the one that is read and the first of the other's
        await asyncio.sleep(0)
        assert sorted(refused) == ["g3", "g4", "g5", "g6"]
        gone.cancel()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    await asyncio.gather(*many, one_more, *others)
    assert order == ["g0", "ann", "bob", "g1", "g2"]
    assert desk.waiting == 0
    async with desk.turn("again", "greedy"):
        assert desk.place("again") == 0


def test_a_line_in_which_anybody_leaves_at_any_moment_goes_on() -> None:
    asyncio.run(_leave_at_any_moment())


async def _leave_at_any_moment() -> None:
    chance = Random(3)
    desk, read = Desk(most=8), list[int]()

    async def picture(number: int) -> None:
        with suppress(Busy):
            async with desk.turn(str(number), f"phone {number % 3}"):
                await asyncio.sleep(chance.choice((0, 0, 0.001)))
                read.append(number)

    tasks: list[asyncio.Task[None]] = []
    for number in range(400):
        tasks.append(asyncio.create_task(picture(number)))
        if chance.random() < 0.4:
            chance.choice(tasks).cancel()
        if chance.random() < 0.6:
            await asyncio.sleep(chance.choice((0, 0.001)))
    await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 60)
    assert desk.waiting == 0 and len(read) > 100


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

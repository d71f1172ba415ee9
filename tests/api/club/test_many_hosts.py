"""Two pages and readers as processes of their own on one PostgreSQL: whoever is asked, the answer is the same."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import websockets
from websockets.sync.client import connect

import vision
from tests.postgres import MISSING, Cluster, binaries, cluster
from tests.served import Served, serving

PHOTO = (Path(vision.__file__).parent / "samples" / "dice-1.jpg").read_bytes()
PATIENCE = 120


@dataclass
class House:
    """What runs."""

    url: str
    first: Served
    second: Served
    folder: Path
    cluster: Cluster


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    if binaries() is None:
        pytest.skip(MISSING)
    folder = tmp_path_factory.mktemp("club")
    with cluster() as running:
        url = running.database()
        with serving(folder / "a", "--database", url) as first, serving(folder / "a", "--database", url) as second:
            yield House(url, first, second, folder, running)


@contextmanager
def reading(house: House) -> Iterator[subprocess.Popen[bytes]]:
    """A reader until the end of the block."""
    command = [sys.executable, "-m", "api.terminal.cli", "reader", "--database", house.url]
    process = subprocess.Popen([*command, "--data", str(house.folder / "r")], start_new_session=True)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE)


def heard(port: int, table: str, after: int, enough: Any) -> list[dict[str, Any]]:
    """What an open line tells until that is enough; while it listens, nobody need know."""

    async def listen() -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = []
        async with websockets.connect(f"ws://127.0.0.1:{port}/ws/tables/{table}?after={after}") as line:
            while not enough(told):
                told.append(json.loads(await asyncio.wait_for(line.recv(), PATIENCE)))
        return told

    return asyncio.run(listen())


def is_gone(told: list[dict[str, Any]]) -> bool:
    return bool(told) and told[-1]["type"] == "deleted"


def counts(told: list[dict[str, Any]]) -> list[int]:
    return [one["phones"] for one in told if one["type"] == "presence"]


def versions(told: list[dict[str, Any]]) -> list[int]:
    return [one["change"]["version"] for one in told if one["type"] == "change"]


def test_a_change_at_one_page_is_heard_at_the_other_in_order(house: House) -> None:
    table = house.first.new_table()
    with ThreadPoolExecutor(1) as apart:
        listening = apart.submit(heard, house.second.port, table, 0, lambda told: len(versions(told)) == 6)
        was = "Ann"
        for number in range(5):
            page = house.first if number % 2 else house.second
            assert page.edit(table, was, was := f"Ann {number}").status == 200
        assert versions(listening.result(PATIENCE)) == [1, 2, 3, 4, 5, 6]


def test_a_phone_that_comes_back_to_another_page_misses_nothing(house: House) -> None:
    table = house.first.new_table()
    assert versions(heard(house.first.port, table, 0, lambda told: versions(told))) == [1]
    assert house.first.edit(table, "Ann", "Cleo").status == 200
    assert versions(heard(house.second.port, table, 1, lambda told: versions(told))) == [2]


def test_all_phones_of_a_table_are_counted(house: House) -> None:
    table = house.first.new_table()
    with ThreadPoolExecutor(1) as apart:
        listening = apart.submit(heard, house.first.port, table, 0, lambda told: 2 in counts(told))
        time.sleep(0.5)
        with connect(f"ws://127.0.0.1:{house.second.port}/ws/tables/{table}?after=0"):  # stays until it was counted
            assert 2 in counts(listening.result(PATIENCE))


def test_a_deleted_table_is_gone_everywhere(house: House) -> None:
    table = house.first.new_table()
    with ThreadPoolExecutor(1) as apart:
        listening = apart.submit(heard, house.second.port, table, 0, is_gone)
        time.sleep(0.5)
        assert house.first.ask("DELETE", f"/api/v1/tables/{table}").status == 204
        assert listening.result(PATIENCE)[-1] == {"type": "deleted"}


def test_what_is_printed_is_told_once_for_all_pages(house: House) -> None:
    fact = next(
        one
        for one in house.first.ask("GET", "/api/v1/games/rollplayer/catalogue").json()
        if one["type"]["type"] == "int"
    )
    path = f"/api/v1/games/rollplayer/catalogue/{fact['item']}/{fact['field']}"
    body = json.dumps({"value": 3}).encode()
    assert house.first.ask("PUT", path, body, content_type="application/json").status == 200
    assert until(lambda: house.second.ask("GET", path).json()["confidence"] == "owner")


def until(reached: Any) -> bool:
    for _ in range(PATIENCE * 5):
        if reached():
            return True
        time.sleep(0.2)
    return False


def test_photos_are_read_elsewhere_and_a_dead_readers_photo_is_taken_by_another(house: House) -> None:
    assert "tally reader" in house.first.ask("GET", "/api/v1/health").json()["told"][0]
    with ThreadPoolExecutor(1) as apart:
        sending = apart.submit(house.first.send, "/api/v1/games/dice/read", PHOTO)
        with reading(house) as dying:
            assert until(lambda: working(house) or sending.done())
            os.killpg(dying.pid, signal.SIGKILL)  # with its own processes, in the middle of the work
            dying.wait(PATIENCE)
        with reading(house):
            answer = sending.result(PATIENCE)
            assert answer.status == 200, answer.body
            assert len(answer.json()["pieces"]) > 3
            shown = house.second.ask("GET", f"/api/v1/photos/{answer.json()['id']}/picture")
            assert shown.status == 200
            assert house.first.ask("GET", "/api/v1/health").json()["status"] == "ok"
            again = house.second.send("/api/v1/games/dice/read", PHOTO).json()
            assert again["known"]
            broken = house.second.send("/api/v1/games/dice/read", b"no picture at all")
            assert broken.status == 422
            assert broken.json()["detail"]


def working(house: House) -> bool:
    import psycopg

    with psycopg.connect(house.url) as line:
        row = line.execute("SELECT 1 FROM procrastinate_jobs WHERE status = 'doing'").fetchone()
        return row is not None


def test_pages_outlive_the_database(house: House) -> None:
    """Killed with -9: what was acknowledged is there, who asks meanwhile is told to come again."""
    table = house.first.new_table()
    assert house.first.edit(table, "Ann", "Cleo").status == 200
    house.cluster.kill()
    refused = house.second.edit(table, "Cleo", "Dora")
    assert (refused.status, "retry-after" in refused.headers) == (503, True)
    assert "database" in refused.json()["detail"]
    assert house.first.ask("GET", "/api/v1/health").json()["database"] is False
    house.cluster.start()
    assert until(lambda: house.second.edit(table, "Cleo", "Dora").status == 200)
    assert house.first.ask("GET", f"/api/v1/tables/{table}").json()["document"]["state"]["players"][0]["name"] == "Dora"
    with ThreadPoolExecutor(1) as apart:
        listening = apart.submit(heard, house.second.port, table, 3, lambda told: versions(told))
        time.sleep(1)
        assert house.first.edit(table, "Dora", "Eva").status == 200
        assert versions(listening.result(PATIENCE)) == [4]

"""Phones whose lines are cut at random: what was acknowledged is on the table, and every change is heard."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
import websockets
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hard.phones import KINDS, Phone, Truth, ask, new_table
from tests.hard.service import HARD, Line, Service, many
from tests.served import PATIENCE, Served, serving
from vision.weights import weights_there

EDITS = many(2000, 120)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    running = Service(Path(tmp_path_factory.mktemp("hard")) / "data")
    yield running
    running.kill()


class Listener:
    """A phone that only listens, and comes back from what it has seen whenever its line is cut."""

    def __init__(self, line: Line, table: str) -> None:
        self.heard: list[int] = []
        self.back = 0
        self._line, self._table, self._end = line, table, threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._listen()))
        self._thread.start()

    async def _listen(self) -> None:
        while not self._end.is_set():
            seen = self.heard[-1] if self.heard else 0
            try:
                address = f"ws://127.0.0.1:{self._line.port}/ws/tables/{self._table}?after={seen}"
                async with websockets.connect(address, open_timeout=20, proxy=None) as line:
                    while not self._end.is_set():
                        await self._hear(line)
            except (OSError, websockets.WebSocketException, TimeoutError):
                self.back += 1

    async def _hear(self, line: websockets.ClientConnection) -> None:
        try:
            message = json.loads(await asyncio.wait_for(line.recv(), 0.2))
        except TimeoutError:
            return
        if message["type"] == "change":
            self.heard.append(message["change"]["version"])

    def until(self, version: int) -> list[int]:
        """All that was heard, once this version was."""
        for _ in range(1200):
            if self.heard and self.heard[-1] >= version:
                break
            self._end.wait(0.05)
        self._end.set()
        self._thread.join()
        return self.heard


def test_two_phones_with_lines_cut_at_random(service: Service, figure: Callable[..., None]) -> None:
    chance = Random(2000)
    table = new_table(service.port)
    lines = [Line(service, Random(seed), 0.04) for seed in (1, 2, 3)]
    phones = [Phone(lines[number].port, table, f"p{number}", chance) for number in range(2)]
    listener = Listener(lines[2], table)
    truth = Truth()
    for phone in phones:
        phone.look()
    for _ in range(EDITS):
        phone = chance.choice(phones)
        if chance.random() < 0.2:
            phone.look()
        phone.play(chance.choice(KINDS), truth)
    view = ask(service.port, "GET", f"/tables/{table}")[1]
    truth.check(view["document"])
    log = ask(service.port, "GET", f"/tables/{table}/changes")[1]
    kept = [entry["id"] for entry in log]
    assert len(kept) == len(set(kept))
    assert phones[0].acknowledged | phones[1].acknowledged <= set(kept)
    assert listener.until(view["version"]) == list(range(1, view["version"] + 1))
    for line in lines:
        line.close()
    cuts = sum(line.cut for line in lines)
    assert cuts > EDITS / 50
    made, refused = sum(len(phone.acknowledged) for phone in phones), sum(phone.refused for phone in phones)
    what = f"{EDITS} edits of two phones over lines cut {cuts} times, {refused} refused in a sentence"
    figure(f"{what}: acknowledged ones lost", f"0 of {made}", "0")


MOVES = st.lists(st.tuples(st.integers(0, 2), st.sampled_from(KINDS), st.booleans()), max_size=25)


@settings(max_examples=many(200, 8))
@given(MOVES, st.integers(0, 99))
def test_any_interleaving_of_three_phones(service: Service, moves: list[tuple[int, str, bool]], seed: int) -> None:
    """Some phones look before they write and some do not."""
    table, truth = new_table(service.port), Truth()
    phones = [Phone(service.port, table, name, Random(seed)) for name in "abc"]
    for phone in phones:
        phone.look()
    for who, kind, looks in moves:
        if looks:
            phones[who].look()
        phones[who].play(kind, truth)
        truth.check(ask(service.port, "GET", f"/tables/{table}")[1]["document"])


def test_writers_at_once_are_all_heard_in_order(service: Service, figure: Callable[..., None]) -> None:
    """24 writers made 960 changes of which 10 never reached a phone that listened."""
    writers, each = (24, 40) if HARD else (8, 8)
    table = new_table(service.port)
    begun = ask(service.port, "GET", f"/tables/{table}")[1]["version"]
    line = Line(service, Random(0), 0.0)
    listener = Listener(line, table)

    def write(number: int) -> None:
        phone = Phone(service.port, table, f"w{number}", Random(number))
        phone.look()
        for _ in range(each):
            phone.play("gold", Truth())

    threads = [threading.Thread(target=write, args=(number,)) for number in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    newest = begun + writers * each
    assert listener.until(newest) == list(range(1, newest + 1))
    line.close()
    figure(f"{writers} phones write at once: changes heard in order", f"{writers * each} of {writers * each}", "all")


PHOTO = (Path(__file__).parent.parent / "browser" / "photos" / "diceminer.jpg").read_bytes()
CUTS = many(100, 4)
AT_ONCE = struct.pack("ii", 1, 0)  # a line that is not closed, but gone


def begin_to_send(served: Served, table: str, chance: Random) -> None:
    """A photo of which a part arrives, or only its head, before the phone is gone."""
    body = b'--x\r\ncontent-disposition: form-data; name="photo"; filename="p.jpg"\r\n\r\n' + PHOTO
    head = (
        f"POST /api/v1/tables/{table}/photos HTTP/1.1\r\nhost: 127.0.0.1:{served.port}\r\n"
        f"content-type: multipart/form-data; boundary=x\r\ncontent-length: {len(body) + 9}\r\n\r\n"
    ).encode()
    whole = head + body  # its last nine bytes never come
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as line:
        line.sendall(whole[: chance.choice((chance.randrange(len(head)), chance.randrange(len(whole)), len(whole)))])
        time.sleep(chance.uniform(0, 0.1))
        if chance.random() < 0.5:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)


@pytest.mark.skipif(not weights_there(), reason="the weights that read photos are not there")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="open files are looked at under /proc")
def test_a_line_cut_anywhere_in_an_upload_leaves_nothing(tmp_path: Path, figure: Callable[..., None]) -> None:
    with serving(tmp_path / "data") as served:
        table = served.new_table()
        before = len(list(Path(f"/proc/{served.process.pid}/fd").iterdir()))
        for number in range(CUTS):
            begin_to_send(served, table, Random(f"upload {number}"))
        assert served.ask("GET", f"/api/v1/tables/{table}/photos").json() == []
        photos = served.folder / "photos"
        assert not photos.exists() or not list(photos.iterdir())
        assert served.ask("GET", f"/api/v1/tables/{table}").json()["version"] == 1
        assert served.ask("GET", "/api/v1/waiting/none").json()["waiting"] == 0
        assert served.ask("GET", "/api/v1/health").json()["status"] == "ok"
        assert served.send(f"/api/v1/tables/{table}/photos", PHOTO).status == 201
        assert len(list(Path(f"/proc/{served.process.pid}/fd").iterdir())) < before + 20
        assert "Traceback" not in served.log.read_text()
    figure("uploads cut anywhere, half of them without a goodbye: photos half there", f"0 of {CUTS}", "0")

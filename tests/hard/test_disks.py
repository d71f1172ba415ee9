"""A disk that fills up or becomes read-only in the middle of an evening, while phones write and listen."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.hard.disks import Disk, fill, unchangeable
from tests.hard.phones import GOLD, ask, new_table
from tests.hard.service import HARD, many
from tests.hard.test_evening import Listening
from tests.hard.test_faults import LANGUAGES, NEW_TABLE, told
from tests.served import PATIENCE, Served, serving
from vision.samplecopy import SAMPLES

WRITERS = 3
BEFORE = many(40, 3)  # edits of each before anything breaks
FILLED = many(12, 2)  # times that the disk is full
PHOTO = SAMPLES / "dice-1.jpg"
PRICE = "/api/v1/games/rollplayer/catalogue/longsword/cost"
REFUSED = 503


@dataclass
class Writer:
    """A phone that adds one gold again and again; what is refused it holds, and sends again with the same id."""

    served: Served
    table: str
    name: str
    sent: int = 0
    refused: int = 0
    acknowledged: set[str] = field(default_factory=set)
    faults: list[Any] = field(default_factory=list)
    _open: dict[str, Any] | None = None

    def write(self, over: threading.Event) -> None:
        """Until the evening is over."""
        while not over.is_set():
            if self._open is None:
                self.sent += 1
                step = {"kind": "add", "path": GOLD, "n": 1}
                self._open = {"id": f"{self.name}-{self.sent}", "version": 1, "phone": self.name, "steps": [step]}
            self.send(self._open)
            time.sleep(0.02)

    def send(self, change: dict[str, Any]) -> None:
        """Once."""
        status, answer = ask(self.served.port, "POST", f"/tables/{self.table}/changes", change)
        if status == 200:
            self.acknowledged.add(change["id"])
            self._open = None
        elif status == REFUSED and answer["detail"]:
            self.refused += 1
        else:
            self.faults.append((status, answer))

    def send_the_rest(self) -> None:
        """What it still holds, once all is well."""
        if self._open is not None:
            self.send(self._open)


@dataclass
class Evening:
    """Phones that write and phones that listen, at one table."""

    served: Served
    table: str
    writers: list[Writer]
    listening: Listening

    @property
    def acknowledged(self) -> set[str]:
        return set().union(*(writer.acknowledged for writer in self.writers))

    def until(self, there: Callable[[Writer], int], count: int) -> None:
        """Until every phone has come so far."""
        have = {writer.name: there(writer) for writer in self.writers}
        end = time.monotonic() + PATIENCE
        while any(there(writer) < have[writer.name] + count for writer in self.writers):
            assert time.monotonic() < end and not any(writer.faults for writer in self.writers), self.writers
            time.sleep(0.02)


@contextmanager
def evening(served: Served) -> Iterator[Evening]:
    """Phones that write until the end of the block."""
    table = new_table(served.port)
    writers = [Writer(served, table, f"writer{number}") for number in range(WRITERS)]
    course, over = Evening(served, table, writers, Listening(served, table)), threading.Event()
    threads = [threading.Thread(target=writer.write, args=(over,)) for writer in writers]
    for thread in threads:
        thread.start()
    try:
        course.until(acknowledged, BEFORE)
        yield course
    finally:
        over.set()
        for thread in threads:
            thread.join()
    assert not any(writer.faults for writer in writers)
    assert "Traceback" not in served.log.read_text()


def acknowledged(writer: Writer) -> int:
    return len(writer.acknowledged)


def refused(writer: Writer) -> int:
    return writer.refused


def said_everywhere(served: Served, words: str) -> None:
    """Whatever would have to be kept is refused in one sentence, in every language; `/health` says the same."""
    sentences = told(served, "POST", "/api/v1/tables", NEW_TABLE)
    assert words in sentences["en"]
    for lang, sentence in sentences.items():
        if HARD or lang == "en":
            photo = served.send(f"/api/v1/games/dice/read?lang={lang}", PHOTO.read_bytes() + lang.encode())
            assert photo.status == REFUSED and photo.json()["detail"] == sentence
        health = served.ask("GET", f"/api/v1/health?lang={lang}").json()
        assert health["status"] == "degraded" and not health["database"] and health["told"] == [sentence]


def even_the_smallest(served: Served) -> None:
    """What a full disk may still have room for is refused as well."""
    sentences = told(served, "POST", "/api/v1/tables", NEW_TABLE)
    assert told(served, "PUT", PRICE, b'{"value": 3}') == sentences
    assert told(served, "PUT", "/api/v1/settings", b'{"keep_photos": false}') == sentences


def nothing_is_lost(served: Served, course: Evening) -> int:
    """What was acknowledged is there once, what was not at most once; how many that were."""
    log = served.ask("GET", f"/api/v1/tables/{course.table}/changes").json()
    assert [entry["version"] for entry in log] == list(range(1, len(log) + 1))
    kept = [entry["id"] for entry in log if entry["id"].startswith("writer")]
    assert len(kept) == len(set(kept)) and course.acknowledged <= set(kept)
    view = served.ask("GET", f"/api/v1/tables/{course.table}").json()
    assert view["document"]["state"]["players"][0]["gold"] == len(kept)
    return len(kept)


def forget_what_the_disk_swallowed(served: Served, course: Evening, before: set[str]) -> None:
    """At the very moment in which it turns read-only, Linux says of a last write that it is kept, and it is not."""
    log = served.ask("GET", f"/api/v1/tables/{course.table}/changes").json()
    swallowed = course.acknowledged - {entry["id"] for entry in log}
    assert len(swallowed) <= 1 and not swallowed & before
    for writer in course.writers:
        writer.acknowledged -= swallowed


def test_a_disk_that_becomes_read_only_under_an_evening(
    disk: Disk, tmp_path: Path, figure: Callable[..., None]
) -> None:
    """Phones were told to stop Tally and to restore a backup, though nothing was damaged."""
    folder = disk.place / "data"
    with serving(folder, says_in=tmp_path) as served:
        with evening(served) as course:
            before = course.acknowledged
            disk.break_down()
            course.until(refused, 3)
            said_everywhere(served, "may not write")
            even_the_smallest(served)
        nothing_is_lost(served, course)  # all of it can still be read
        course.listening.until(served.ask("GET", f"/api/v1/tables/{course.table}").json()["version"])
    disk.mend()
    with serving(folder, says_in=tmp_path) as served:
        forget_what_the_disk_swallowed(served, course, before)
        nothing_is_lost(served, course)
        assert served.ask("GET", "/api/v1/health").json()["status"] == "ok"
        for writer in course.writers:
            writer.served = served
            writer.send_the_rest()
        assert nothing_is_lost(served, course) == len(course.acknowledged)
    what = f"a disk that becomes read-only while {WRITERS} phones write, told in three languages; mended, begun again"
    figure(f"{what}: acknowledged changes lost", f"0 of {len(course.acknowledged)}", "0")


@pytest.mark.skipif(not HARD, reason="the one above is the same for a phone")
def test_a_folder_that_nobody_may_write_into_for_a_while(
    disk: Disk, tmp_path: Path, figure: Callable[..., None]
) -> None:
    folder = disk.place / "data"
    with serving(folder, says_in=tmp_path) as served:
        with evening(served) as course:
            with unchangeable(folder):
                course.until(refused, 3)
                said_everywhere(served, "may not write")
                even_the_smallest(served)
            course.until(acknowledged, 3)  # by itself
            assert served.ask("GET", "/api/v1/health").json()["status"] == "ok"
        well_again(served, course)
    what = f"a folder that nobody may write into for a while, {WRITERS} phones at the table; goes on by itself"
    figure(f"{what}: acknowledged changes lost", f"0 of {len(course.acknowledged)}", "0")


def well_again(served: Served, course: Evening) -> None:
    """Every phone sends what it holds, and those that listened have heard all of it in order."""
    for writer in course.writers:
        writer.send_the_rest()
    assert nothing_is_lost(served, course) == len(course.acknowledged)
    course.listening.until(served.ask("GET", f"/api/v1/tables/{course.table}").json()["version"])
    assert served.ask("PUT", PRICE, b'{"value": 3}', content_type="application/json").status == 200


def test_a_disk_that_is_full_again_and_again(small_disk: Path, tmp_path: Path, figure: Callable[..., None]) -> None:
    chance = Random(24)
    with serving(small_disk / "data", says_in=tmp_path) as served:
        with evening(served) as course:
            for number in range(FILLED):
                filler = fill(small_disk, left=chance.randrange(0, 3 * 4096))
                course.until(refused, 1)
                if not number:
                    said_everywhere(served, "full")
                filler.unlink()
                course.until(acknowledged, 2)
            assert served.ask("GET", "/api/v1/health").json()["status"] == "ok"
        well_again(served, course)
    what = f"a disk that is full {FILLED} times while {WRITERS} phones write, told in three languages"
    figure(f"{what}: acknowledged changes lost", f"0 of {len(course.acknowledged)}", "0")


PUBLIC = "tally.example.org"


def test_phones_come_in_and_go_on_though_nothing_can_be_kept(small_disk: Path, tmp_path: Path) -> None:
    """One that scanned the code while the disk was full got an empty page, and a trace was on the terminal."""
    with serving(small_disk / "data", "--public-url", f"https://{PUBLIC}", says_in=tmp_path) as served:
        found = re.search(r"PIN (\d{6})", served.log.read_text("utf-8"))
        assert found is not None
        pin = found[1]
        welcome = served.ask("GET", f"/?pin={pin}", host=PUBLIC)
        assert welcome.status == 303
        guest = {"host": PUBLIC, "cookie": welcome.headers["set-cookie"].partition(";")[0]}
        filler = fill(small_disk)
        sentences = [served.ask("GET", f"/?pin={pin}&lang={lang}", host=PUBLIC) for lang in LANGUAGES]
        assert {answer.status for answer in sentences} == {REFUSED}
        assert len({answer.json()["detail"] for answer in sentences}) == len(LANGUAGES)
        page = served.ask("GET", f"/?pin={pin}", host=PUBLIC, accept="text/html")
        assert page.status == REFUSED and page.headers["content-type"].startswith("text/html")
        assert served.ask("GET", "/api/v1/tables", **guest).status == 200
        filler.unlink()
        assert served.ask("GET", f"/?pin={pin}", host=PUBLIC).status == 303
        assert "Traceback" not in served.log.read_text()

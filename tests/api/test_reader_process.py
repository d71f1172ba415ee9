"""Pictures are decoded where they can be killed: `tally serve` as a process, with pictures made to harm it."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.reading.child import Fallen
from api.reading.process import ReaderProcess
from api.reading.reader import FULL
from tests.bombs import PICTURES, scan_bomb
from tests.served import Served, serving
from vision.weights import weights_there

PHOTO = (Path(__file__).parent.parent / "browser" / "photos" / "diceminer.jpg").read_bytes()
READ = "/api/v1/games/dice/read"
pytestmark = [
    pytest.mark.skipif(not weights_there(), reason="the weights that read photos are not there"),
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are looked at under /proc"),
]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("reader") / "data", "--host", "127.0.0.1") as running:
        yield running


def other(photo: bytes, number: int) -> bytes:
    """The same picture as a file that was never seen: JPEG decoders ignore what comes after the end."""
    return photo + number.to_bytes(4, "big")


def test_the_web_process_holds_neither_decoders_nor_networks(served: Served) -> None:
    assert served.send(READ, other(PHOTO, 0)).status == 200
    maps = Path(f"/proc/{served.process.pid}/maps").read_text()
    reader = Path(f"/proc/{served.reader()}/maps").read_text()
    for library in ("cv2", "onnxruntime", "numpy", "PIL", "pillow_heif"):
        assert f"/{library}/" not in maps
    assert "/cv2/" in reader and "/onnxruntime/" in reader


def test_the_reader_gives_way_to_the_page(served: Served) -> None:
    assert served.send(READ, other(PHOTO, 0)).status == 200
    reader = served.reader()
    assert reader is not None
    page = os.getpriority(os.PRIO_PROCESS, served.process.pid)
    assert os.getpriority(os.PRIO_PROCESS, reader) >= min(page + 10, 19)


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_of_too_many_pixels_is_a_sentence(served: Served, name: str) -> None:
    answer = served.send(READ, PICTURES[name](7000, 7000), name)
    assert answer.status == 422, answer.body
    assert "million pixels" in answer.json()["detail"]


def test_a_jpeg_of_hundreds_of_scans_is_refused_before_it_is_decoded(served: Served) -> None:
    bomb = scan_bomb(400)
    begin = time.monotonic()
    answer = served.send(READ, bomb)
    assert answer.status == 422 and "scans" in answer.json()["detail"]
    assert time.monotonic() - begin < 5


def test_a_reader_that_falls_costs_one_photo_a_sentence(served: Served) -> None:
    assert served.send(READ, other(PHOTO, 1)).status == 200
    reader = served.reader()
    assert reader is not None
    os.kill(reader, signal.SIGSTOP)  # so that the photo is there when it falls
    answers = []
    sending = threading.Thread(target=lambda: answers.append(served.send(READ, other(PHOTO, 2))))
    sending.start()
    time.sleep(1)
    os.kill(reader, signal.SIGKILL)
    sending.join()
    assert served.send(READ, other(PHOTO, 3)).status == 200
    assert answers[0].status in (200, 422)  # read again if the photo had not yet reached the reader
    assert "Traceback" not in served.log.read_text()


def test_a_reader_that_fell_unseen_is_there_again(served: Served) -> None:
    reader = served.reader()
    assert reader is not None
    os.kill(reader, signal.SIGKILL)
    assert served.send(READ, other(PHOTO, 4)).status == 200
    assert served.reader() != reader


@pytest.mark.home
def test_the_reader_goes_with_its_service(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--host", "127.0.0.1") as running:
        assert running.send(READ, PHOTO).status == 200
        reader = running.reader()
        assert reader is not None
        running.process.kill()
        running.process.wait()
        for _ in range(300):
            if not Path(f"/proc/{reader}").exists():
                break
            time.sleep(0.1)
        assert not Path(f"/proc/{reader}").exists()


def test_nothing_of_the_web_process_imports_decoders_or_networks() -> None:
    script = (
        "import sys; from api.http.app import create_app; create_app();"
        "print([name for name in ('cv2', 'onnxruntime', 'numpy', 'PIL') if name in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=120)
    assert told.stdout.strip() == "[]"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="threads are counted as Linux tells them")
def test_sums_are_done_on_one_thread() -> None:
    """On two, each waited busily for the other: a photo of tiles took 55 s of the processor instead of 11."""
    sums = "numpy.ones((500, 500)) @ numpy.ones((500, 500))"
    script = f"import os, api, numpy\n{sums}\nprint(len(os.listdir('/proc/self/task')))"
    plain = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=plain)
    assert told.stdout.strip() == "1"


@pytest.mark.parametrize(("before", "ends"), [(0, 1), (3, FULL)])
def test_what_earlier_pictures_have_filled_ends_so_that_a_fresh_process_reads(before: int, ends: int) -> None:
    """In a fresh one the picture itself is too large; in one that has read others it is tried again elsewhere."""
    code = (
        f"from api.reading import work\nwork._pictures_before = {before}\n"
        "def too_much(): raise MemoryError\n"
        "work._with_room(too_much)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, stderr=subprocess.DEVNULL).returncode == ends


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is limited on Linux only")
@pytest.mark.parametrize(("before", "ends", "says"), [(0, 1, "more memory than a photo may"), (3, FULL, "")])
def test_a_library_that_finds_no_room_says_so_in_words_of_its_own(before: int, ends: int, says: str) -> None:
    """When its error is looked at, what the library held has been let go: the room left tells nothing."""
    code = (
        f"import cv2, numpy\nfrom api.reading import work\nwork._pictures_before = {before}\n"
        "def too_much(): return cv2.resize(numpy.ones((1000, 1000), numpy.uint8), (20_000, 10_000))\n"
        "work._limit_memory(150_000_000)\n"
        "work.at_home('.', too_much)"
    )
    told = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert told.returncode == ends, told.stderr
    assert says in told.stderr


@pytest.mark.parametrize("code", [FULL, -signal.SIGABRT, -signal.SIGSEGV])
def test_a_picture_that_filled_its_process_is_read_in_a_fresh_one(monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    """A library that finds no room ends its process before Python notices."""
    process = ReaderProcess()
    falls = iter([Fallen(code, True), "read"])

    def tried(*asked: Any) -> Any:
        found = next(falls)
        if isinstance(found, Fallen):
            raise found
        return found

    monkeypatch.setattr(process, "_tried", tried)
    assert asyncio.run(process.networks()) == "read"

"""The figures of the doors: memory under harmful pictures, an edit while photos wait, and how long the PIN holds."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from api.http.guesses import mean_years_to_guess
from tests.bombs import PICTURES, lying_heic, progressive, scan_bomb
from tests.hard.service import HARD
from tests.served import Served, memory_mb, serving, watched
from vision.weights import weights_there

PHOTO = (Path(__file__).parent.parent / "browser" / "photos" / "diceminer.jpg").read_bytes()
READ = "/api/v1/games/dice/read"
MOST_MEGABYTES = 700
REFUSED = ("49 million pixels", "400 scans")
AT_ONCE = 5 if HARD else 2
PHOTOS = 60 if HARD else 8
EDITS = 60 if HARD else 12
SLOW = "p95" if HARD else "middle"
pytestmark = [
    pytest.mark.skipif(not weights_there(), reason="the weights that read photos are not there"),
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is looked at under /proc"),
]


def bombs() -> dict[str, bytes]:
    """Too many pixels, just few enough, and too many scans; without TALLY_HARD only the worst of each kind."""
    worst = "see-through.webp"
    kinds = PICTURES if HARD else {worst: PICTURES[worst]}
    refused = {f"{REFUSED[0]}, {name}": make(7000, 7000) for name, make in kinds.items()}
    passed = {f"16 million pixels, {name}": make(4000, 4000) for name, make in kinds.items()}
    scanned = {"400 scans": scan_bomb(400), "a progressive JPEG": progressive(5000, 5000)}
    return refused | passed | scanned | ({"a HEIC that says it is small": lying_heic(7000, 7000)} if HARD else {})


def test_harmful_pictures_take_no_more_memory_than_photos(tmp_path: Path, figure: Callable[..., None]) -> None:
    pictures = bombs()
    with serving(tmp_path / "data", "--host", "127.0.0.1") as served, watched(served):
        assert served.send(READ, PHOTO).status == 200
        held = served.peak_mb
        for name, data in pictures.items():
            count = AT_ONCE if name.startswith(REFUSED) else 1  # what is read is read one after the other
            with ThreadPoolExecutor(count) as crowd:  # each a file of its own
                answers = list(crowd.map(lambda end, data=data: served.send(READ, data + bytes([end])), range(count)))
            assert {answer.status for answer in answers} <= {200, 422}
        assert served.send(READ, PHOTO + b"again").status == 200
    what = f"{len(pictures)} kinds of pictures made to harm, {AT_ONCE} at once: memory of all processes at most"
    figure(what, f"{served.peak_mb:.0f} MB ({held:.0f} MB after one honest photo)", f"{MOST_MEGABYTES} MB")
    assert served.peak_mb < MOST_MEGABYTES


def test_an_edit_does_not_wait_for_photos(tmp_path: Path, figure: Callable[..., None]) -> None:
    with serving(tmp_path / "data", "--host", "127.0.0.1") as served:
        assert served.send(READ, PHOTO).status == 200
        table = served.new_table()
        idle = edits(served, table, "idle")
        statuses: list[int] = []
        crowd = [
            threading.Thread(target=lambda end=number: statuses.append(served.send(READ, PHOTO + bytes([end])).status))
            for number in range(PHOTOS)
        ]
        for one in crowd:
            one.start()
        while served.ask("GET", "/api/v1/waiting/none").json()["waiting"] < PHOTOS // 2:
            time.sleep(0.05)
        busy = edits(served, table, "busy")
        left = served.ask("GET", "/api/v1/waiting/none").json()["waiting"]
        for one in crowd:
            one.join()
    ratio = busy / idle
    what = f"{SLOW} of an edit while {PHOTOS} photos wait ({left} still waited at the end) against idle"
    figure(what, f"{ratio:.1f} times ({busy * 1000:.0f} ms)", "3 times")
    assert set(statuses) == {200}
    assert ratio < 10


def edits(served: Served, table: str, name: str) -> float:
    """The p95 of the seconds that an edit takes; their middle if they are few, as one of them may wait for a core."""
    was = served.ask("GET", f"/api/v1/tables/{table}").json()["document"]["state"]["players"][0]["name"]
    taken = []
    for number in range(EDITS):
        begin = time.perf_counter()
        answer = served.edit(table, was, was := f"{name} {number}")
        taken.append(time.perf_counter() - begin)
        assert answer.status == 200, answer.body
    return statistics.quantiles(taken, n=20)[-1] if HARD else statistics.median(taken)


def test_the_pin_holds_for_years(figure: Callable[..., None]) -> None:
    years = mean_years_to_guess()
    figure("the six digits are guessed, however many guess, after", f"{years:.1f} years in the mean", "10 years")
    assert years > 10


def test_the_web_process_is_lighter_and_starts_sooner_without_decoders_and_networks(
    figure: Callable[..., None],
) -> None:
    """Both in the same run: the web process as it is, and with what it used to import."""
    before = "import vision.detector, vision.teaching, vision.taught, vision.gallery;"
    script = "import os, sys; sys.path.insert(0, os.getcwd());{} from api.http.app import create_app; create_app();"
    script += "from tests.served import memory_mb; print(memory_mb(os.getpid(), 'VmRSS'))"

    def start(first: str) -> tuple[float, float]:
        begin = time.perf_counter()
        told = subprocess.run([sys.executable, "-c", script.format(first)], capture_output=True, text=True, check=True)
        return time.perf_counter() - begin, float(told.stdout)

    runs = [(start(before), start("")) for _ in range(5 if HARD else 2)]
    then, now = (tuple(min(values) for values in zip(*side, strict=True)) for side in zip(*runs, strict=True))
    what = "the web process without decoders and networks: quicker to start; less memory"
    figure(what, f"{then[0] / now[0]:.2f} times; {then[1] / now[1]:.2f} times", "1; 1")
    assert now[1] < then[1]
    assert memory_mb(os.getpid(), "VmRSS") > 0

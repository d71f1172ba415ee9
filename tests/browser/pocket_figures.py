"""``python -m tests.browser.pocket_figures [REAL]``: megabytes, seconds, speed and parity of the pocket in pocket/.

Made by `make pocket`. The photos are all samples, and REAL (40) real ones of dice from the validation sets beside this
folder, where they are. Each is sent through the page's own door and through that of `tally serve`, in turn, with the
copy to look at; and the bare reader of the server reads it once more, which says what door and copy cost there. What
was read is kept in build/pocket-figures.json: a run that was stopped goes on, and a pocket made anew begins anew.

On a machine that has much else to do, `taskset -c 0` before it gives all sides one core; the time that each takes of
the processor is told beside the time that passes.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright

from api.compile import ROOT
from api.pocket.making import RUNTIMES
from api.pocket.networks import CARDS, LETTERS
from api.reading.reader import DICE, PhotoReader
from tests.browser.parity import differences
from tests.browser.pocketing import (
    SAMPLES,
    ask,
    fetch_cards,
    hosting,
    open_pocket,
    pocket_phone,
    send_photo,
    wait_for_everything,
)
from tests.served import Served, serving

REAL = ROOT.parent / "shared" / "photos" / "dice" / "val"
NEW = {"game": "yacht", "players": ["Ann", "Bob"]}
KEPT = ROOT / "build" / "pocket-figures.json"
READ = "/api/v1/games/{}/read"
SIDES = ("page", "server", "reader")
WORKER = "DedicatedWorker"  # as Chromium names the threads of a page's workers


def photos(real: int) -> Iterator[tuple[str, Path]]:
    """Which game, and the photo; tables, which take longest, come last."""
    samples = [(path.name.partition("-")[0], path) for path in sorted(SAMPLES.glob("*.jpg"))]
    yield from (one for one in samples if one[0] == DICE)
    there = sorted(REAL.rglob("*.jpg"))
    step = max(1, len(there) // real) if real else 1
    yield from ((DICE, path) for path in there[::step][:real])
    yield from (one for one in samples if one[0] != DICE)


def first_score(page: Any) -> float:
    """Seconds from an address to the score of a new table."""
    begin = time.monotonic()
    open_pocket(page)
    assert ask(page, "POST", "/tables", NEW)["score"]["sheets"]
    return time.monotonic() - begin


def megabytes(folder: Path, *names: str) -> float:
    """What is fetched of the parts with these names."""
    packed = [path for path in folder.rglob("*.pack") if not names or path.name.startswith(names)]
    return sum(path.stat().st_size for path in packed) / 1e6


def main(arguments: list[str]) -> int:
    """Measure and print."""
    folder, real = ROOT / "pocket", int(arguments[0]) if arguments else 40
    if not (folder / "index.html").is_file():
        print("There is no pocket; `make pocket` writes one.")
        return 2
    eyes = megabytes(folder, "numpy", "jpeg", "layers", "finder", "reader", "lamp")
    runtimes = [megabytes(folder, *files) for files in RUNTIMES.values()]
    cards = megabytes(folder, "opencv", *CARDS, "tesseract", *LETTERS)
    first = megabytes(folder) - eyes - sum(runtimes) - cards
    whole = [f"{first + eyes + runtime:.1f}" for runtime in runtimes]
    print(f"megabytes: {whole[0]}, with a graphics chip {whole[1]}; of them before the first score {first:.1f}")
    print(f"for cards and their titles {cards:.1f} more", flush=True)
    with sync_playwright() as playwright, hosting(folder) as host, pocket_phone(playwright, host) as page:
        print(f"first score on the first visit: {first_score(page):.1f} s", flush=True)
        wait_for_everything(page)
        print(f"first score on a later visit: {first_score(page):.1f} s", flush=True)
        fetch_cards(page)
        with tempfile.TemporaryDirectory() as data, serving(Path(data) / "tables") as served:
            compare(page, served, real)
        held = page.evaluate("() => performance.measureUserAgentSpecificMemory?.().then((all) => all.bytes / 1e6)")
        print(f"memory of the page and its worker: {held or 0:.0f} MB")
    return 0


def compare(page: Any, served: Served, real: int) -> None:
    """Every photo by all sides, and what all of them tell."""
    mark, bare = hashlib.sha256((ROOT / "pocket" / "sw.js").read_bytes()).hexdigest(), PhotoReader()
    known = json.loads(KEPT.read_text()) if KEPT.is_file() else {}
    kept: dict[str, Any] = known["photos"] if known.get("pocket") == mark else {}
    asked = list(photos(real))
    warm_up(page, served, bare, asked[0][1])
    for game, path in asked:
        name = path.relative_to(ROOT.parent).as_posix()
        if name not in kept:
            kept[name] = one = read_by_all(page, served, bare, game, path)
            KEPT.write_text(json.dumps({"pocket": mark, "photos": kept}, indent=1))
            note = "; ".join(one["differences"]) or "alike"
            times = ", ".join(f"{side} {one[side]:.0f} ms ({one[f'{side}_work']:.0f})" for side in SIDES)
            print(f"{path.name}: {times}, {one['pieces']} pieces: {note}", flush=True)
    tell(list(kept.values()))


def warm_up(page: Any, served: Served, bare: PhotoReader, photo: Path) -> None:
    """All load their networks; the very same photo is not read twice."""
    bare.read(DICE, photo.read_bytes(), "")
    served.send(READ.format(DICE), photo.read_bytes() + b"\0")
    with tempfile.TemporaryDirectory() as here:
        (copy := Path(here) / "first.jpg").write_bytes(photo.read_bytes() + b"\0")
        send_photo(page, "/games/dice/read", copy)


def read_by_all(page: Any, served: Served, bare: PhotoReader, game: str, path: Path) -> dict[str, Any]:
    """Milliseconds that passed, those of the processor, and what differs."""
    photo = path.read_bytes()
    seen, *alone = timed(lambda: bare.look(game, photo, path.name, {}).seen, time.process_time)
    answer, *server = timed(lambda: served.send(READ.format(game), photo, path.name), served.worked)
    assert answer.status == 200, answer.body
    (page_ms, there), _, work = timed(
        lambda: send_photo(page, f"/games/{game}/read?again={path.stem}", path), work_of_browser
    )
    taken = zip(SIDES, ((page_ms, work), server, alone), strict=True)
    return {
        "game": game,
        **{name: value for side, (took, worked) in taken for name, value in ((side, took), (f"{side}_work", worked))},
        "pieces": len(seen.pieces),
        "differences": differences(seen.pieces, there["read"]),
    }


def timed(done: Callable[[], Any], clock: Callable[[], float]) -> tuple[Any, float, float]:
    """What it gave, the milliseconds that passed meanwhile, and those of the processor by this clock."""
    begin, begun = time.monotonic(), clock()
    given = done()
    return given, 1000 * (time.monotonic() - begin), 1000 * (clock() - begun)


def work_of_browser() -> float:
    """Seconds of the processor that the workers of our page took so far."""
    parents: dict[int, int] = {}
    pages: list[Path] = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if "--type=renderer" in (folder / "cmdline").read_text():
                pages.append(folder)
    return sum(_of_workers(page) for page in pages if _is_ours(int(page.name), parents))


def _of_workers(process: Path) -> float:
    threads = [thread for thread in (process / "task").iterdir() if (thread / "comm").read_text().strip() == WORKER]
    return sum(int((thread / "schedstat").read_text().split()[0]) / 1e9 for thread in threads)


def _is_ours(pid: int, parents: dict[int, int]) -> bool:
    while pid and pid != os.getpid():
        pid = parents.get(pid, 0)
    return bool(pid)


def tell(read: list[dict[str, Any]]) -> None:
    """What all photos tell."""
    alike = sum(not one["differences"] for one in read)
    print(f"read alike: {alike} of {len(read)} photos; {sum(len(one['differences']) for one in read)} pieces differ")
    for name, some in (("dice", [one for one in read if one["game"] == DICE]), ("all photos", read)):
        for side in SIDES[1:]:
            passed = median(one["page"] / one[side] for one in some)
            worked = median(one["page_work"] / one[f"{side}_work"] for one in some)
            print(f"a reading in the page against the {side}, {name}, median: {passed:.1f} times as long,", end=" ")
            print(f"{worked:.1f} times the work of the processor")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

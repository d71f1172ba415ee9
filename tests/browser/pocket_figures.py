"""``python -m tests.browser.pocket_figures [REAL]``: megabytes, seconds, speed and parity of the pocket in pocket/.

Made by `make pocket`. The photos are all samples, and REAL (40) real ones of dice from the validation sets beside this
folder, where they are. Each is read by the page and by the server's reader, in turn.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright

from api.compile import ROOT
from api.pocket.networks import CARDS
from api.reading.reader import DICE, PhotoReader
from tests.browser.parity import differences
from tests.browser.pocketing import (
    ask,
    fetch_cards,
    hosting,
    open_pocket,
    pocket_phone,
    send_photo,
    wait_for_everything,
)

SAMPLES = ROOT / "vision" / "samples"
REAL = ROOT.parent / "shared" / "photos" / "dice" / "val"
NEW = {"game": "yacht", "players": ["Ann", "Bob"]}


def photos(real: int) -> Iterator[tuple[str, Path]]:
    """Which game, and the photo."""
    for path in sorted(SAMPLES.glob("*.jpg")):
        yield path.name.partition("-")[0], path
    there = sorted(REAL.rglob("*.jpg"))
    step = max(1, len(there) // real) if real else 1
    yield from ((DICE, path) for path in there[::step][:real])


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
    eyes, cards = (
        megabytes(folder, "ort", "numpy", "jpeg", "finder", "reader", "lamp"),
        megabytes(folder, "opencv", *CARDS),
    )
    whole = megabytes(folder) - cards
    print(f"megabytes: {whole:.1f}, of them before the first score {whole - eyes:.1f}; for cards {cards:.1f} more")
    with sync_playwright() as playwright, hosting(folder) as host, pocket_phone(playwright, host) as page:
        print(f"first score on the first visit: {first_score(page):.1f} s", flush=True)
        wait_for_everything(page)
        print(f"first score on a later visit: {first_score(page):.1f} s", flush=True)
        fetch_cards(page)
        compare(page, real)
        held = page.evaluate("() => performance.measureUserAgentSpecificMemory?.().then((all) => all.bytes / 1e6)")
        print(f"memory of the page and its worker: {held or 0:.0f} MB")
    return 0


def compare(page: Any, real: int) -> None:
    """Every photo by both sides."""
    server, ratios, alike, wrong = PhotoReader(), [], 0, 0
    asked = list(photos(real))
    with (
        tempfile.TemporaryDirectory() as here
    ):  # both have loaded their networks; the very same photo is not read twice
        (copy := Path(here) / "first.jpg").write_bytes(asked[0][1].read_bytes() + b"\0")
        send_photo(page, "/games/dice/read", copy)
    server.read(DICE, asked[0][1].read_bytes(), "")
    for game, path in asked:
        begin = time.monotonic()
        seen = server.read(game, path.read_bytes(), path.name)
        server_ms = 1000 * (time.monotonic() - begin)
        page_ms, there = send_photo(page, f"/games/{game}/read?again={path.stem}", path)
        ratios.append(page_ms / server_ms)
        found = differences(seen.pieces, there["read"])
        alike += not found
        wrong += len(found)
        note = "; ".join(found) or "alike"
        print(f"{path.name}: {server_ms:.0f} ms, page {page_ms:.0f} ms, {len(seen.pieces)} pieces: {note}", flush=True)
    print(f"read alike: {alike} of {len(asked)} photos; {wrong} pieces differ")
    print(f"a reading in the page against the server's, median: {median(ratios):.1f} times as long")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

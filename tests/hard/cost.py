"""``python -m tests.hard.cost``: what one edit and one photo cost in time of the processor, at home and in a club."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.postgres import MISSING, binaries, cluster
from tests.served import Served, memory_mb, serving

PHOTO = (Path(__file__).parent.parent / "browser" / "photos" / "diceminer.jpg").read_bytes()
EDITS, PHOTOS = 60, 4


def family(process: int) -> list[int]:
    """A process and all that it started."""
    started = [
        int(one) for task in Path(f"/proc/{process}/task").iterdir() for one in (task / "children").read_text().split()
    ]
    return [process, *(one for child in started for one in family(child))]


def used(process: int) -> float:
    """Seconds of the processor that a process and all that it started have used."""
    stats = (Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split() for one in family(process))
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / os.sysconf("SC_CLK_TCK")


def edit(page: Served, times: int) -> None:
    """Edits of a Roll Player table with four players, one after the other."""
    body = json.dumps({"game": "rollplayer", "players": ["Ann", "Bob", "Cat", "Dan"]}).encode()
    table = page.ask("POST", "/api/v1/tables", body, content_type="application/json").json()["id"]
    version, step = 1, {"kind": "add", "path": "/state/players/0/gold", "n": 1}
    for _ in range(times):
        sent = json.dumps({"version": version, "phone": "p", "steps": [step]}).encode()
        answer = page.ask("POST", f"/api/v1/tables/{table}/changes", sent, content_type="application/json")
        assert answer.status == 200
        version = answer.json()["version"]


def cost_of_edits(page: Served, *others: int) -> list[float]:
    """Milliseconds of the processor for an edit: of the page, and of other processes."""
    edit(page, 5)
    before = [used(one) for one in (page.process.pid, *others)]
    edit(page, EDITS)
    return [(used(one) - was) / EDITS * 1000 for one, was in zip((page.process.pid, *others), before, strict=True)]


def main() -> None:
    """Print the figures."""
    if binaries() is None:
        sys.exit(MISSING)
    folder = Path(tempfile.mkdtemp(prefix="tally-cost-"))
    with serving(folder / "home") as page:
        assert (
            page.send("/api/v1/games/dice/read", PHOTO).status == 200
        )  # its reader has begun, and is no part of an edit
        (cost,) = cost_of_edits(page)
        print(
            f"an edit at home: {cost:.0f} ms of the processor; {memory_mb(page.process.pid, 'VmRSS'):.0f} MB",
            flush=True,
        )
    with cluster() as server, serving(folder / "page", "--database", url := server.database()) as page:
        here, there = cost_of_edits(page, server.process.pid)
        held = memory_mb(page.process.pid, "VmRSS")
        print(f"an edit in a club: page {here:.0f} ms, database {there:.0f} ms; page {held:.0f} MB", flush=True)
        command = [sys.executable, "-m", "api.terminal.cli", "reader", "--database", url, "--data", str(folder / "r")]
        reader = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        assert page.send("/api/v1/games/dice/read", PHOTO).status == 200
        before = used(reader.pid), used(server.process.pid)
        for number in range(PHOTOS):
            assert page.send("/api/v1/games/dice/read", PHOTO + bytes([number])).status == 200
        spent = [(used(one) - was) / PHOTOS for one, was in zip((reader.pid, server.process.pid), before, strict=True)]
        held = sum(memory_mb(one, "VmRSS") for one in family(reader.pid))
        print(f"a photo of dice: reader {spent[0]:.2f} s, database {spent[1]:.2f} s; reader {held:.0f} MB", flush=True)
        reader.terminate()
        reader.wait(60)


if __name__ == "__main__":
    main()

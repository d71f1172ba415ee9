"""kill -9, and no power, between any two writes: what was acknowledged is there, and nothing is half there."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.hard.phones import GOLD, Cut, ask, new_table
from tests.hard.service import HARD, Service, many
from tests.hard.tracer import KNOWN
from tests.served import Served
from vision.weights import weights_there

PHOTO = (Path(__file__).parent.parent / "browser" / "photos" / "diceminer.jpg").read_bytes()
EDITS_BEFORE = 47  # a few before a whole moment of a table is written
SHORT = 2  # moments at which a short run cuts
pytestmark = [
    pytest.mark.skipif(not KNOWN, reason="only Linux lets a process be followed like this"),
    pytest.mark.skipif(not weights_there(), reason="the weights that read photos are not there"),
]


class Evening:
    """What one phone does, and what was acknowledged of it."""

    def __init__(self, service: Service, table: str) -> None:
        self.service, self.table = service, table
        self.gold, self.tables, self.photos, self.values = EDITS_BEFORE, 0, 0, 0

    def play(self, acts: str) -> None:
        """One act after the other, until all are done or the service is gone."""
        try:
            for act in acts.split():
                getattr(self, act)()
        except (Cut, OSError):
            return

    @property
    def acknowledged(self) -> tuple[int, ...]:
        """How many acts of each kind were acknowledged."""
        return self.gold - EDITS_BEFORE, self.tables, self.photos, self.values

    def edit(self) -> None:
        step = {"kind": "add", "path": GOLD, "n": 1}
        change = {"id": f"e{self.gold}", "version": 1, "phone": "p", "steps": [step]}
        self.gold += ask(self.service.port, "POST", f"/tables/{self.table}/changes", change)[0] == 200

    def lay(self) -> None:
        body = {"game": "diceminer", "players": ["Ann", "Bob"]}
        self.tables += ask(self.service.port, "POST", "/tables", body)[0] == 201

    def value(self) -> None:
        answer = ask(self.service.port, "PUT", "/games/rollplayer/catalogue/longsword/cost", {"value": 3})
        self.values += answer[0] == 200

    def photo(self) -> None:
        served = Served(self.service.port, Path(), None, self.service.folder)  # type: ignore[arg-type]
        self.photos += served.send("/api/v1/games/dice/read", PHOTO).status == 200


def check(folder: Path, evening: Evening) -> None:
    """A service that begins on what is left has all that was acknowledged, and one thing more at most."""
    service = Service(folder)
    try:
        table = ask(service.port, "GET", f"/tables/{evening.table}")[1]
        gold = table["document"]["state"]["players"][0]["gold"]
        assert gold in (evening.gold, evening.gold + 1)
        log = ask(service.port, "GET", f"/tables/{evening.table}/changes")[1]
        assert [entry["version"] for entry in log] == list(range(1, len(log) + 1))
        tables = ask(service.port, "GET", "/tables")[1]
        assert len(tables) - 1 in (evening.tables, evening.tables + 1)
        assert not any("unreadable" in card for card in tables)
        health = ask(service.port, "GET", "/health")[1]
        assert health["status"] == "ok", health
        values = ask(service.port, "GET", "/games/rollplayer/catalogue/export")[1]["entries"]
        assert not evening.values or values == {"longsword": {"cost": 3}}
        check_photos(service, folder, evening)
        again = {"id": "after", "version": 1, "phone": "q", "steps": [{"kind": "add", "path": GOLD, "n": 1}]}
        assert ask(service.port, "POST", f"/tables/{evening.table}/changes", again)[0] == 200
    finally:
        service.kill()


def check_photos(service: Service, folder: Path, evening: Evening) -> None:
    """Every photo that is kept is whole, and the one that was acknowledged is known."""
    for kept in (folder / "photos").glob("*.jpg"):
        Image.open(io.BytesIO(kept.read_bytes())).load()
        assert kept.with_suffix(".original").stat().st_size > len(PHOTO) // 2
    if evening.photos:
        served = Served(service.port, Path(), None, folder)  # type: ignore[arg-type]
        answer = served.send("/api/v1/games/dice/read", PHOTO).json()  # not read again: it is known
        assert answer["known"] and served.ask("GET", f"/api/v1/photos/{answer['id']}/picture").status == 200


def cut_at(begun: Path, table: str, acts: str, number: int) -> tuple[int, Evening]:
    """An evening that ends before the write of this number, as kill -9 leaves it and as the power would."""
    folder, image = begun.with_name("killed"), begun.with_name("dark")
    for place in (folder, image):
        shutil.copytree(begun, place)
    service = Service(folder)
    command = [sys.executable, "-m", "tests.hard.tracer", *map(str, (service.process.pid, folder, image, number))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]) as tracer:
        assert tracer.stdout is not None
        assert tracer.stdout.readline() == "ready\n"
        evening = Evening(service, table)
        evening.play(acts)
        service.kill()
        count = int(tracer.stdout.readline())
    for place in (folder, image):
        check(place, evening)
        shutil.rmtree(place)
    return count, evening


ACTS = {"edit edit lay value edit edit": (4, 1, 0, 1), "photo": (0, 0, 1, 0)}


@pytest.mark.parametrize("acts", ACTS)
def test_nothing_is_lost_between_any_two_writes(acts: str, tmp_path: Path, figure: Callable[..., None]) -> None:
    begun = tmp_path / "begun"
    service = Service(begun)
    table = new_table(service.port)
    before = Evening(service, table)
    before.gold = 0
    before.play("edit " * EDITS_BEFORE)
    service.kill()
    count, whole = cut_at(begun, table, acts, 0)
    assert whole.acknowledged == ACTS[acts]
    assert count > 10
    numbers = range(1, count + 1, count // many(count, SHORT)) if HARD else (count // SHORT,)
    acknowledged = sum(sum(cut_at(begun, table, acts, number)[1].acknowledged) for number in numbers)
    what = f"ended between two writes at {len(numbers)} of {count} moments ({acts}), by kill -9 and without power"
    figure(f"{what}: acknowledged acts lost", f"0 of {acknowledged}", "0")


def test_what_is_not_synced_is_gone_without_power(tmp_path: Path) -> None:
    """The measure itself: a file that is written and renamed without a sync is empty afterwards."""
    folder, image = tmp_path / "folder", tmp_path / "image"
    folder.mkdir()
    image.mkdir()
    script = (
        "import os, sys; sys.stdin.readline(); safe, unsafe = sys.argv[1:]\n"
        "for path in (safe, unsafe):\n"
        "    with open(path + '.part', 'w') as file:\n"
        "        file.write('whole'); file.flush()\n"
        "        if path == safe: os.fsync(file.fileno())\n"
        "    os.rename(path + '.part', path)\n"
    )
    command = [sys.executable, "-c", script, str(folder / "safe"), str(folder / "unsafe")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, text=True) as writer:
        told: Any = [sys.executable, "-m", "tests.hard.tracer", *map(str, (writer.pid, folder, image, 0))]
        with subprocess.Popen(told, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]) as tracer:
            assert tracer.stdout is not None
            assert tracer.stdout.readline() == "ready\n"
            writer.communicate("go\n", timeout=300)
            assert tracer.stdout.readline() == "5\n"
    assert {path.name: path.read_text() for path in image.iterdir()} == {"safe": "whole", "unsafe": ""}
    assert json.dumps(sorted(path.name for path in folder.iterdir())) == '["safe", "unsafe"]'

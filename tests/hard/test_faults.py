"""What breaks around the service: each time one sentence, nothing lost, and all is well when the cause is gone."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.hard.disks import fill
from tests.hard.service import many
from tests.served import Served, serving
from vision.weights import SHIPPED, model_path

SAMPLE = Path(__file__).parents[2] / "vision" / "samples" / "dice-1.jpg"
LANGUAGES = ("en", "el", "pl")


def told(served: Served, method: str, path: str, body: bytes | None = None) -> dict[str, str]:
    """What a refusal says, in every language."""
    kind = {"content_type": "application/json"} if body else {}
    sentences = {}
    for lang in LANGUAGES:
        answer = served.ask(method, f"{path}?lang={lang}", body, **kind)
        assert answer.status == 503 and answer.headers["content-type"] == "application/problem+json", answer.body
        assert int(answer.headers["retry-after"]) > 0
        sentences[lang] = answer.json()["detail"]
    assert len(set(sentences.values())) == len(LANGUAGES)
    return sentences


def name_now(served: Served, table: str) -> str:
    """What the first player is called."""
    view = served.ask("GET", f"/api/v1/tables/{table}").json()
    return str(view["document"]["state"]["players"][0]["name"])


def healthy(served: Served, wanted: bool) -> dict[str, Any]:
    """What it says of itself once it had the time to look at its weights."""
    end = time.monotonic() + 120
    health: dict[str, Any] = {}
    while time.monotonic() < end:
        health = served.ask("GET", "/api/v1/health").json()
        if health["photos"] is wanted:
            return health
        time.sleep(0.5)
    raise AssertionError(health)


KILLS = many(24, 3)
LONGEST_READING = 0.8  # seconds, about; a busy machine takes longer, so that most are killed while they read
NEW_TABLE = b'{"game": "diceminer", "players": ["Ann", "Bob"]}'


def test_a_full_disk_is_said_and_left_behind(small_disk: Path) -> None:
    folder = small_disk / "data"
    with serving(folder) as served:
        table = served.new_table()
        assert served.edit(table, "Ann", "Cat").status == 200
        filler = fill(small_disk)
        refused = None
        name = "Cat"
        for number in range(200):  # the last pages of the log may still have room
            answer = served.edit(table, name, f"Dan {number}")
            if answer.status != 200:
                refused = answer
                break
            name = f"Dan {number}"
        assert refused is not None and refused.status == 503, refused
        assert "full" in refused.json()["detail"]
        told(served, "POST", "/api/v1/tables", NEW_TABLE)
        health = served.ask("GET", "/api/v1/health").json()
        assert health["status"] == "degraded" and not health["database"] and "full" in health["told"][0]
        assert name_now(served, table) == name  # all that was acknowledged can still be read
        filler.unlink()
        assert served.edit(table, name, "Eve").status == 200
        assert served.ask("GET", "/api/v1/health").json()["database"]
        assert name_now(served, table) == "Eve"


def test_a_disk_that_fills_up_in_the_middle_of_a_photo_leaves_nothing_of_it(small_disk: Path) -> None:
    photo = (SAMPLE.parents[2] / "tests" / "browser" / "photos" / "diceminer.jpg").read_bytes()
    with serving(small_disk / "data") as served:
        table = served.new_table()
        address = f"/api/v1/tables/{table}/photos"
        before = served.ask("GET", f"/api/v1/tables/{table}").json()["version"]
        assert served.send("/api/v1/games/dice/read", photo).status == 200  # so that only the second one is kept
        photos = small_disk / "data" / "photos"
        kept = sorted(path.name for path in photos.iterdir())
        filler = fill(small_disk, left=len(photo) // 2)
        sentences = {lang: served.send(f"{address}?lang={lang}", photo + b"x") for lang in LANGUAGES}
        assert {answer.status for answer in sentences.values()} == {503}, sentences
        assert len({answer.json()["detail"] for answer in sentences.values()}) == len(LANGUAGES)
        assert sorted(path.name for path in photos.iterdir()) == kept
        assert served.ask("GET", f"/api/v1/tables/{table}").json()["version"] == before
        assert served.ask("GET", "/api/v1/health").json()["status"] == "degraded"
        filler.unlink()
        assert served.send(address, photo + b"x").status == 201
        assert served.ask("GET", "/api/v1/health").json()["status"] == "ok"
        (laid,) = served.ask("GET", address).json()
        assert served.ask("GET", f"/api/v1/photos/{laid['id']}/picture").status == 200


def begin(folder: Path, lang: str = "en") -> subprocess.CompletedProcess[str]:
    """Start a service that cannot start, and what it says."""
    command = [sys.executable, "-m", "api.terminal.cli", "--lang", lang, "serve", "--port", "0", "--data", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL, check=False)


def test_a_read_only_disk_is_said_at_the_start(small_disk: Path) -> None:
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    sentences = {lang: begin(small_disk / "data", lang) for lang in LANGUAGES}
    for ended in sentences.values():
        assert ended.returncode == 2 and "Traceback" not in ended.stderr, ended.stderr
    assert len({ended.stderr for ended in sentences.values()}) == len(LANGUAGES)
    subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)
    with serving(small_disk / "data") as served:
        assert served.new_table()


def test_a_database_that_somebody_holds_is_waited_for_or_said(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as served:
        table, beside = served.new_table(), served.new_table()
        other = sqlite3.connect(served.folder / "tally.sqlite3", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with ThreadPoolExecutor(2) as phones:  # one waits for the file, the other for the one
            answers = list(phones.map(lambda one: served.edit(one, "Ann", "Cat"), (table, beside)))
        for answer in answers:
            assert answer.status == 503 and "holds" in answer.json()["detail"], answer.body
        sentences = told(served, "POST", "/api/v1/tables", NEW_TABLE)
        for lang, sentence in sentences.items():
            health = served.ask("GET", f"/api/v1/health?lang={lang}").json()
            assert not health["database"] and health["status"] == "degraded" and health["told"] == [sentence]
        other.execute("ROLLBACK")
        other.close()
        assert served.ask("GET", "/api/v1/health").json()["status"] == "ok"
        assert served.edit(table, "Ann", "Cat").status == 200


@pytest.mark.parametrize("content", [b"", b"not a database, but long enough to look at " * 200])
def test_a_file_that_is_no_database_is_refused_at_the_start_and_not_touched(tmp_path: Path, content: bytes) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    path = folder / "tally.sqlite3"
    path.write_bytes(content)
    if not content:
        with serving(folder) as served:  # an empty file is a new database
            assert served.new_table()
        return
    sentences = {lang: begin(folder, lang) for lang in LANGUAGES}
    for ended in sentences.values():
        assert ended.returncode == 2 and "tally restore" in ended.stderr and "Traceback" not in ended.stderr
    assert len({ended.stderr for ended in sentences.values()}) == len(LANGUAGES)
    assert path.read_bytes() == content
    path.unlink()
    with serving(folder) as served:  # the cause is gone
        assert served.new_table()


@pytest.mark.parametrize("hurt", ["damaged", "missing"])
def test_weights_that_are_damaged_or_missing_are_said_and_mended(tmp_path: Path, hurt: str) -> None:
    models = tmp_path / "models"
    models.mkdir()
    for name in SHIPPED:
        (models / name).symlink_to(model_path(name))
    finder = models / "finder.onnx"
    finder.unlink()
    if hurt == "damaged":
        finder.write_bytes(model_path("finder.onnx").read_bytes()[:100_000])
    with serving(tmp_path / "data", TALLY_MODELS=str(models)) as served:
        table = served.new_table()
        assert healthy(served, False)["told"]
        asked = [served.send(f"/api/v1/games/dice/read?lang={lang}", SAMPLE.read_bytes()) for lang in LANGUAGES]
        assert {refused.status for refused in asked} <= {422, 503} and "weights" in asked[0].json()["detail"]
        assert len({refused.json()["detail"] for refused in asked}) == len(LANGUAGES)
        assert served.edit(table, "Ann", "Cat").status == 200  # everything else goes on
        finder.unlink(missing_ok=True)
        shutil.copyfile(model_path("finder.onnx"), finder)
        assert served.send("/api/v1/games/dice/read", SAMPLE.read_bytes()).status == 200
        assert not healthy(served, True)["told"]


def test_a_reader_killed_at_any_moment_costs_one_photo_at_most(tmp_path: Path, figure: Callable[..., None]) -> None:
    """Before a photo, while it is read, or when it is all but done; who sent it is told, in any language."""
    chance, refused = Random(22), dict.fromkeys(LANGUAGES, "")
    with serving(tmp_path / "data") as served, ThreadPoolExecutor(1) as phone:
        assert served.send("/api/v1/games/dice/read", SAMPLE.read_bytes()).status == 200
        for number in range(KILLS):
            lang, photo = LANGUAGES[number % 3], SAMPLE.read_bytes() + str(number).encode()
            reader = served.reader()
            assert reader is not None
            asked = phone.submit(served.send, f"/api/v1/games/dice/read?lang={lang}", photo)
            time.sleep(chance.uniform(0, LONGEST_READING))
            with suppress(ProcessLookupError):
                os.kill(reader, signal.SIGKILL)
            answer = asked.result()
            assert answer.status in (200, 422), answer.body
            if answer.status == 422:
                refused[lang] = answer.json()["detail"]
            assert served.send("/api/v1/games/dice/read", photo).status == 200
        assert served.ask("GET", "/api/v1/health").json()["status"] == "ok"
        assert "Traceback" not in served.log.read_text()
    told = [sentence for sentence in refused.values() if sentence]
    assert len(set(told)) == len(told)
    figure(f"the reader killed (-9) {KILLS} times at random while it has a photo: photos lost for good", "0", "0")


def test_a_broken_gallery_file_does_not_end_the_reading(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    gallery = folder / "gallery" / "rollplayer"
    gallery.mkdir(parents=True)
    (gallery / "gallery.json").write_text("{broken", "utf-8")
    with serving(folder) as served:
        sample = SAMPLE.with_name("rollplayer-1.jpg")
        answer = served.send("/api/v1/games/rollplayer/read", sample.read_bytes())
        assert answer.status == 200 or (answer.status == 422 and answer.json()["detail"]), answer.body
        for broken in ("{broken", "[]", '{"format": "tally-gallery-1", "game": "rollplayer", "pictures": [3]}'):
            (gallery / "gallery.json").write_text(broken, "utf-8")
            sentences = told(served, "GET", "/api/v1/games/rollplayer/gallery")
            health = served.ask("GET", "/api/v1/health").json()
            assert health["status"] == "degraded" and health["told"] == [sentences["en"]]
        (gallery / "gallery.json").unlink()
        assert served.ask("GET", "/api/v1/health").json()["status"] == "ok"
        assert served.ask("GET", "/api/v1/games/rollplayer/gallery").json() == []
        assert "Traceback" not in served.log.read_text()


def test_a_clock_set_back_keeps_the_order_of_changes(tmp_path: Path) -> None:
    """Changes made after the clock went back come after those before, whatever their hour says."""
    with serving(tmp_path / "data") as served:
        table = served.new_table()
        assert served.edit(table, "Ann", "Cat").status == 200
    database = sqlite3.connect(tmp_path / "data" / "tally.sqlite3")
    database.execute("UPDATE entries SET at = '2099-01-01 00:00:00.000000'")  # as if that had been yesterday
    database.commit()
    database.close()
    with serving(tmp_path / "data") as served:
        assert served.edit(table, "Cat", "Dan").status == 200
        log = served.ask("GET", f"/api/v1/tables/{table}/changes").json()
        assert [entry["version"] for entry in log] == list(range(1, len(log) + 1))
        assert log[-1]["at"] < log[-2]["at"] and name_now(served, table) == "Dan"

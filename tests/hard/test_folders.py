"""Folders of older and newer releases, and files in them that are broken, as `tally serve` finds them.

tests/api/test_releases.py opens those of every release without a process of its own; with TALLY_HARD this does, too.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.hard.service import HARD
from tests.hard.test_faults import LANGUAGES, begin, told
from tests.served import serving

RELEASES = sorted(path for path in (Path(__file__).parents[1] / "api" / "releases").iterdir() if path.is_dir())


def left_by(release: Path, folder: Path) -> None:
    """The folder as a release left it."""
    folder.mkdir()
    database = sqlite3.connect(folder / "tally.sqlite3")
    database.executescript((release / "tally.sql").read_text("utf-8"))
    database.close()


@pytest.mark.parametrize("release", RELEASES if HARD else RELEASES[:1], ids=lambda path: path.name)
def test_an_older_folder_opens_and_is_gone_on_with(release: Path, tmp_path: Path, figure: Callable[..., None]) -> None:
    folder, told_then = tmp_path / "data", json.loads((release / "tables.json").read_text("utf-8"))
    left_by(release, folder)
    for end in (" II", " III"):  # the second start finds the present form
        with serving(folder) as served:
            for table, then in told_then.items():
                view = served.ask("GET", f"/api/v1/tables/{table}").json()
                found = [[one["total"], one["at_least"]] for one in view["score"]["sheets"]]
                assert found == [totals for _, *totals in then["totals"]]
                name = view["document"]["state"]["players"][0]["name"]
                assert served.edit(table, name, f"{then['totals'][0][0]}{end}").status == 200
            assert served.ask("GET", "/api/v1/health").json()["status"] == "ok"
            assert "Traceback" not in served.log.read_text()
    figure(f"a folder of {release.name} opened: tables as they were, and gone on with", f"{len(told_then)}", "all")


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    "release", [*RELEASES, None] if HARD else [None], ids=lambda path: path.name if path else "present"
)
def test_a_newer_folder_is_refused_in_a_sentence_and_nothing_is_touched(release: Path | None, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    if release is None:
        with serving(folder) as served:
            served.new_table()
    else:
        left_by(release, folder)
    database = sqlite3.connect(folder / "tally.sqlite3")
    database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.commit()
    database.close()
    (folder / "tally.lock").touch()
    before = contents(folder)
    languages = LANGUAGES if HARD or release is None else LANGUAGES[:1]
    sentences = {lang: begin(folder, lang) for lang in languages}
    assert {ended.returncode for ended in sentences.values()} == {2}
    assert len({ended.stderr for ended in sentences.values()}) == len(languages)
    assert "newer version" in sentences["en"].stderr and "Traceback" not in sentences["en"].stderr
    assert contents(folder) == before


BROKEN = {
    "no JSON": "{broken",
    "nothing": "",
    "a list": "[]",
    "no entries": '{"format": "tally-catalogue-1"}',
    "entries that are none": '{"format": "tally-catalogue-1", "entries": {"longsword": 3}, "changes": []}',
    "a value that cannot be": (
        '{"format": "tally-catalogue-1", "entries": {"longsword": {"stars": "many"}}, "changes": []}'
    ),
}


def test_a_broken_catalogue_file_is_said_everywhere_and_nothing_is_lost(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    own = folder / "catalogue" / "rollplayer.json"
    with serving(folder) as served:
        body = json.dumps({"game": "rollplayer", "players": ["Ann", "Bob"]}).encode()
        table = served.ask("POST", "/api/v1/tables", body, content_type="application/json").json()["id"]
        other = served.new_table()
        own.parent.mkdir()
        for name, text in BROKEN.items():
            own.write_text(text, "utf-8")
            sentences = told(served, "GET", f"/api/v1/tables/{table}")
            assert "catalogue file" in sentences["en"], (name, sentences)
            refused = served.edit(table, "Ann", "Cat")  # a phone holds it and sends it again
            assert refused.status == 503 and "retry-after" in refused.headers
            health = served.ask("GET", "/api/v1/health").json()
            assert health["status"] == "degraded" and health["database"] and health["told"] == [sentences["en"]]
            cards = {card["id"]: card for card in served.ask("GET", "/api/v1/tables").json()}
            assert "unreadable" in cards[table] and cards[other]["players"] == ["Ann", "Bob"]
            assert own.read_text("utf-8") == text
        own.unlink()
        assert served.ask("GET", "/api/v1/health").json() == {
            "status": "ok",
            "database": True,
            "photos": True,
            "told": [],
        }
        assert served.edit(table, "Ann", "Cat").status == 200
        assert "Traceback" not in served.log.read_text()

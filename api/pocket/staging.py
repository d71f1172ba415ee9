"""What the browser's Python gets: the service, the games and what they need, compiled, as one archive."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

from api.compile import ROOT, compile_all
from api.errors import UserError
from api.pocket.networks import CARDS, EYES, LETTERS, told_by
from api.pocket.parts import put_packages
from api.tables.store import Store
from scoring.sources import compiled_path, mark
from scoring.words import say
from vision.samplecopy import UNTAUGHT
from vision.titles import DATA
from vision.weights import model_path

OURS = ("scoring", "vision", "api")
LEFT_OUT = (
    *("api/terminal", "api/web", "api/tables/migrations/env.py", "api/pocket/stand_ins"),
    *(f"vision/samples/{name}" for name in UNTAUGHT),  # room is scarce, and the others of these games show more
    *(f"api/pocket/{name}.py" for name in ("graphs", "layers", "making", "networks", "parts", "serving", "staging")),
)
"""Other doors, the page, and what only makes the pocket."""
STAND_INS = ROOT / "api" / "pocket" / "stand_ins"
"""What is there instead of packages that no browser has."""
BESIDE = (".bin", ".json", ".yaml", ".po", ".jpg")
EMPTY = "api/pocket/empty.sqlite3"
EPOCH = (1980, 1, 1, 0, 0, 0)  # the same content is the same archive


def stage(site: Path, pyodide: Path, store: Path) -> None:
    """Lay everything into a folder for packages and compile it."""
    compile_all()
    shutil.rmtree(site, ignore_errors=True)
    put_packages(site, store)
    for source in _sources():
        target = site / source.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    shutil.copytree(STAND_INS, site, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    (site / "models").mkdir()
    for name in (*EYES, *CARDS):
        (site / "models" / name).write_text(json.dumps(told_by(model_path(name))), "utf-8")
    (site / "models" / DATA).mkdir()
    for name in LETTERS:
        (site / "models" / DATA / name).touch()  # the page has them
    told = site / f"tally-{version('tally')}.dist-info" / "METADATA"
    told.parent.mkdir()
    told.write_text(f"Metadata-Version: 2.1\nName: tally\nVersion: {version('tally')}\n")
    _put_empty_database(site / EMPTY)
    _empty_sources(site)
    _compile(site, pyodide)


def _empty_sources(site: Path) -> None:
    """Texts are read as they were compiled; their sources only tell whether they are still the same: empty ones are."""
    for source in [*site.rglob("*.yaml"), *site.rglob("*.po")]:
        made = compiled_path(source)
        if made.is_file():
            told = json.loads(made.read_text("utf-8")) | {"mark": mark(b"")}
            made.write_text(json.dumps(told, ensure_ascii=False, separators=(",", ":")), "utf-8")
            source.write_bytes(b"")


def _put_empty_database(file: Path) -> None:
    """A database of the newest form with nothing in it: what makes one is too large for a phone."""
    with tempfile.TemporaryDirectory() as here:
        made = Path(here) / "tally.sqlite3"
        Store(made).close()
        with closing(sqlite3.connect(made)) as open_:
            open_.execute("PRAGMA journal_mode=DELETE")
        shutil.copyfile(made, file)


def _sources() -> Iterator[Path]:
    for package in OURS:
        for path in sorted((ROOT / package).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if name.startswith(LEFT_OUT) or "__pycache__" in name or not path.is_file():
                continue
            if path.suffix == ".py" or path.suffix in BESIDE:
                yield path


def _compile(site: Path, pyodide: Path) -> None:
    script = Path(__file__).with_name("bytecode.mjs")
    made = subprocess.run(
        ["node", script, pyodide.resolve(), site.resolve()], capture_output=True, text=True, check=False
    )
    if made.returncode:
        reason = (made.stderr or made.stdout).strip().splitlines()[-1:]
        raise UserError(say("Python for browsers does not run here: {reason}", reason=" ".join(reason)))


def pack(site: Path, archive: Path) -> None:
    """The folder as one file. It is not compressed here: it is with all other parts."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as out:
        for path in sorted(site.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(path.relative_to(site).as_posix(), EPOCH)
                entry.external_attr = 0o644 << 16
                out.writestr(entry, path.read_bytes())

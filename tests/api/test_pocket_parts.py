"""Parts of the pocket are fetched once, whole, however many ask for them at the same time."""

from __future__ import annotations

import base64
import hashlib
import tarfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from api.errors import UserError
from api.pocket import making, parts
from api.pocket.parts import NpmPackage, npm_folder

TOGETHER = 4


def packed(folder: Path) -> Path:
    """A package as npm packs it."""
    (folder / "package" / "dist").mkdir(parents=True)
    (folder / "package" / "dist" / "part.js").write_text("export const part = 1;\n")
    file = folder / "part-1.0.0.tgz"
    with tarfile.open(file, "w:gz") as archive:
        archive.add(folder / "package", "package")
    return file


def named(file: Path) -> NpmPackage:
    """The package with the fingerprint of this file."""
    return NpmPackage(
        "part", "1.0.0", "sha512-" + base64.b64encode(hashlib.sha512(file.read_bytes()).digest()).decode()
    )


def test_fetched_by_several_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = packed(tmp_path / "registry")
    all_here = Barrier(TOGETHER, timeout=20)

    def fetch(*_command: str, cwd: Path) -> None:
        all_here.wait()  # everybody has seen that the folder is not there yet
        (cwd / file.name).write_bytes(file.read_bytes())

    monkeypatch.setattr(parts, "_run", fetch)
    store = tmp_path / "store"
    with ThreadPoolExecutor(TOGETHER) as pool:
        folders = list(pool.map(lambda _: npm_folder(named(file), store), range(TOGETHER)))
    assert {(folder / "dist" / "part.js").read_text() for folder in folders} == {"export const part = 1;\n"}
    assert [path.name for path in store.iterdir()] == ["part-1.0.0"]


def test_another_file_than_the_tested_one_is_refused_and_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = packed(tmp_path / "registry")
    monkeypatch.setattr(parts, "_run", lambda *_, cwd: (cwd / file.name).write_bytes(file.read_bytes() + b"more"))
    with pytest.raises(UserError, match="not the file that was tested"):
        npm_folder(named(file), tmp_path / "store")
    assert not list((tmp_path / "store").iterdir())


def test_made_by_several_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two runs of the tests make a pocket each, from one store."""
    everybody_staged = Barrier(TOGETHER, timeout=20)

    def stage(site: Path, *_: Path) -> None:
        site.mkdir()
        (site / "made.txt").write_text(str(site))
        everybody_staged.wait()

    monkeypatch.setattr(making, "stage", stage)
    monkeypatch.setattr(making, "pack", lambda site, archive: archive.write_bytes((site / "made.txt").read_bytes()))
    with ThreadPoolExecutor(TOGETHER) as pool:
        made = list(pool.map(lambda _: making.archive(tmp_path, tmp_path), range(TOGETHER)))
    assert len(set(made)) == TOGETHER  # nobody packs what another staged
    assert not list(tmp_path.iterdir())


def test_what_was_fetched_is_not_written_to(tmp_path: Path) -> None:
    (lock := tmp_path / making.LOCK).write_text('{"packages": {"numpy": {}}, "info": {}}')
    assert making._own_lock(tmp_path) == b'{"packages": {}, "info": {}}'
    assert "numpy" in lock.read_text()

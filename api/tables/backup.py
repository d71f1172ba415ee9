"""A backup is one file with everything that belongs to the owner: tables, photos, printed values, taught pictures."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path, PurePosixPath

from api.errors import UserError
from api.tables.lock import NAME as LOCK
from api.tables.lock import FolderLock
from api.tables.store import Store
from scoring.words import say
from vision.whole import NOT_WHOLE

DATABASE = "tally.sqlite3"
LEFT_OUT = frozenset({LOCK, DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", "tls"})
"""What is no part of a backup, or gets into it another way; keys of certificates stay where they are."""


def write_backup(folder: Path, file: Path) -> int:
    """Write a backup of a folder, also while its service runs; gives how many files are in it."""
    if not (folder / DATABASE).is_file():
        raise UserError(say("There is nothing to back up in {folder}.", folder=str(folder)))
    half = file.with_name(f"{file.name}.part")
    try:
        with zipfile.ZipFile(half, "w", zipfile.ZIP_DEFLATED) as archive:
            count = _write(archive, folder)
        half.replace(file)
    except (OSError, sqlite3.Error) as error:
        half.unlink(missing_ok=True)
        reason = getattr(error, "strerror", None) or str(error)
        raise UserError(say("{name} cannot be written: {reason}.", name=file.name, reason=reason)) from None
    return count


def _write(archive: zipfile.ZipFile, folder: Path) -> int:
    with tempfile.TemporaryDirectory() as here:
        copy = Path(here) / DATABASE
        with closing(sqlite3.connect(folder / DATABASE)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
        archive.write(copy, DATABASE)
    count = 1
    for path in _files(folder):
        archive.write(path, path.relative_to(folder).as_posix())
        count += 1
    return count


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.relative_to(folder).parts[0] not in LEFT_OUT:
            yield path


def restore_backup(file: Path, folder: Path) -> Path | None:
    """Put a backup in the place of a folder; gives where the folder went that was there, if one was."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix="tally-restoring-") as here:
        fresh = Path(here) / "data"
        _unpack(file, fresh)
        Store(fresh / DATABASE).close()  # whole, and in the present form, before anything is moved
        aside = _put_aside(folder)
        fresh.rename(folder)
    return aside


def _put_aside(folder: Path) -> Path | None:
    if not folder.exists():
        return None
    FolderLock(folder).release()  # refused while a service uses it
    aside = folder.with_name(f"{folder.name}-before-{datetime.now():%Y%m%d-%H%M%S-%f}")
    folder.rename(aside)
    return aside


def _unpack(file: Path, folder: Path) -> None:
    """Only files below the folder, whatever the names in the archive say."""
    try:
        with zipfile.ZipFile(file) as archive:
            names = [entry for entry in archive.infolist() if not entry.is_dir()]
            if DATABASE not in archive.namelist() or not all(_harmless(entry.filename) for entry in names):
                raise zipfile.BadZipFile
            for entry in names:
                target = folder / entry.filename
                target.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(entry) as source, target.open("wb") as out:
                    shutil.copyfileobj(source, out)
    except OSError as error:
        raise UserError(say("{name} cannot be read: {reason}.", name=file.name, reason=error.strerror)) from None
    except NOT_WHOLE:
        raise UserError(say("{name} is no backup of Tally, or it is damaged.", name=file.name)) from None


def _harmless(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and "\\" not in name and ":" not in name

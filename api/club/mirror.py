"""The owner's printed values and taught pictures: the database has them, every process a copy in a folder.

Whatever reads them reads a folder, as at home. A change is made in the folder under a lock of the whole club, on the
newest copy, and is in the database when it ends; all others are told and fetch it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from threading import RLock

from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from api.club.rows import FileRow
from api.errors import UserError
from api.owner.folders import private_folder
from api.tables.lock import FolderLock
from api.tables.store import Store

ROOMS = ("catalogue", "gallery")
CHANGING = 0x7A12  # the number of the lock under which files are changed
OWN = (".npz", ".part")  # what a process makes for itself
Stamp = tuple[int, int]
Pushed = tuple[int, dict[str, Stamp], list[str]]


class Mirror:
    """A copy of the shared files in a folder that no other process uses."""

    def __init__(self, store: Store, folder: Path) -> None:
        self._store = store
        self._aside: tempfile.TemporaryDirectory[str] | None = None
        self.folder, self._lock = self._place(folder / "shared")
        self._seen = dict.fromkeys(ROOMS, -1)
        self._stamps: dict[str, Stamp] = {}
        self._turn = RLock()
        self._clear_rooms()

    def _place(self, folder: Path) -> tuple[Path, FolderLock]:
        """The usual folder; one aside for a second process on the same host."""
        try:
            return folder, FolderLock(private_folder(folder))
        except UserError:
            self._aside = tempfile.TemporaryDirectory(prefix="tally-")
            return Path(self._aside.name), FolderLock(Path(self._aside.name))

    def pull(self) -> None:
        """Fetch all that others changed."""
        with self._turn, self._store.reading() as session:
            self._fetch(session)

    @contextmanager
    def changing(self, room: str) -> Iterator[None]:
        """Change files of a room; nobody else in the club does so meanwhile."""
        with self._turn:
            try:
                with self._store.writing() as session:
                    session.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": CHANGING})
                    self._fetch(session)
                    yield
                    pushed = self._push(session, room)
                self._settle(room, pushed)
            except BaseException:
                if any(self._differs(room)):  # what is not in the database was not changed
                    self._clear_rooms()
                    self.pull()
                raise

    def close(self) -> None:
        """Let go of the folder."""
        self._lock.release()
        if self._aside is not None:
            self._aside.cleanup()

    def _fetch(self, session: Session) -> None:
        for room, seen in self._seen.items():
            news = select(FileRow).where(FileRow.room == room, FileRow.version > seen).order_by(FileRow.version)
            for row in session.scalars(news):
                self._write(row.name, row.content)
                self._seen[room] = max(self._seen[room], row.version)

    def _write(self, name: str, content: bytes | None) -> None:
        path = self.folder / PurePosixPath(name)
        if content is None:
            path.unlink(missing_ok=True)
            self._stamps.pop(name, None)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.part")
        part.write_bytes(content)
        part.replace(path)
        self._stamps[name] = _stamp(path)

    def _differs(self, room: str) -> tuple[dict[str, Stamp], list[str]]:
        """Files of a room that are not as they were fetched, and those that are gone."""
        there = {path.relative_to(self.folder).as_posix(): _stamp(path) for path in self._files(room)}
        changed = {name: stamp for name, stamp in there.items() if self._stamps.get(name) != stamp}
        return changed, [name for name in self._stamps if name.startswith(f"{room}/") and name not in there]

    def _push(self, session: Session, room: str) -> Pushed:
        """Write what was changed; it holds once the session is committed."""
        changed, gone = self._differs(room)
        if not changed and not gone:
            return self._seen[room], changed, gone
        newest = select(func.max(FileRow.version)).where(FileRow.room == room)
        version = (session.scalar(newest) or 0) + 1
        for name in changed:
            content = (self.folder / name).read_bytes()
            session.merge(FileRow(name=name, room=room, version=version, content=content))
        for name in gone:
            session.merge(FileRow(name=name, room=room, version=version, content=None))
        session.flush()
        return version, changed, gone

    def _settle(self, room: str, pushed: Pushed) -> None:
        self._seen[room], changed, gone = pushed
        self._stamps |= changed
        for name in gone:
            del self._stamps[name]

    def _files(self, room: str) -> Iterator[Path]:
        folder = self.folder / room
        for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
            if path.is_file() and path.suffix not in OWN and not path.name.startswith("tmp"):
                yield path

    def _clear_rooms(self) -> None:
        """Begin anew: a copy of nothing."""
        for room in ROOMS:
            for path in self._files(room):
                path.unlink(missing_ok=True)
        self._seen, self._stamps = dict.fromkeys(ROOMS, -1), {}


def _stamp(path: Path) -> Stamp:
    about = path.stat()
    return about.st_mtime_ns, about.st_size

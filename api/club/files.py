"""The owner's files as rows of the database, by the names that they have in a home's folder.

Photos lie here too: a photo is there before the change that shows it, every host sees it, and one backup
holds everything. What that costs, and from which size on it costs too much, stands in docs/DEPLOY.md.
"""

from __future__ import annotations

from typing import BinaryIO

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert

from api.club.rows import FileRow
from api.reading.location import without_location
from api.tables.store import Store

PHOTOS = "photos"


class SharedFiles:
    """Files by name."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def read(self, name: str) -> bytes | None:
        """What is in a file; None if there is no such one."""
        with self._store.reading() as session:
            return session.scalar(select(FileRow.content).where(FileRow.name == name))

    def has(self, name: str) -> bool:
        """Whether there is such a file."""
        with self._store.reading() as session:
            return session.scalar(select(FileRow.version).where(FileRow.name == name)) is not None

    def add(self, files: dict[str, bytes]) -> None:
        """Write files that never change; what is there already stays."""
        rows = [
            {"name": name, "room": name.partition("/")[0], "version": 0, "content": data}
            for name, data in files.items()
        ]
        with self._store.writing() as session:
            session.execute(insert(FileRow).on_conflict_do_nothing(), rows)

    def drop(self, *names: str) -> None:
        """Delete files for good."""
        with self._store.writing() as session:
            session.execute(delete(FileRow).where(FileRow.name.in_(names)))


class SharedPhotos:
    """Photos in the database, as `api.reading.folder.PhotoFolder` has them in a folder."""

    def __init__(self, store: Store) -> None:
        self._files = SharedFiles(store)

    def has(self, sha256: str) -> bool:
        """Whether a photo is kept already."""
        return self._files.has(_view(sha256))

    def keep(self, sha256: str, original: BinaryIO, view: bytes) -> None:
        """Keep the photo and the copy to look at, unless they are there; where it was taken is not kept."""
        if not self.has(sha256):
            original.seek(0)
            self._files.add({_original(sha256): without_location(original.read()), _view(sha256): view})

    def forget(self, sha256: str) -> None:
        """Delete both."""
        self._files.drop(_view(sha256), _original(sha256))

    def picture(self, sha256: str) -> bytes | None:
        """The copy that the page shows."""
        return self._files.read(_view(sha256))

    def taken(self, sha256: str) -> bytes | None:
        """The photo as it came, without the place where it was taken."""
        return self._files.read(_original(sha256))


def _view(sha256: str) -> str:
    return f"{PHOTOS}/{sha256}.jpg"


def _original(sha256: str) -> str:
    return f"{PHOTOS}/{sha256}.original"

"""Photos kept beside the database."""

from __future__ import annotations

import io
import time
from collections.abc import Container
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Protocol

from api.reading.location import without_location
from vision.whole import PART, write_whole

if TYPE_CHECKING:
    from vision.photo import Photo

VIEW_SIDE = 1600
LEFT_BEHIND = 3600  # seconds after which nobody writes a file any longer


def view_copy(photo: Photo) -> bytes:
    """An upright JPEG that every browser shows, small enough for a phone."""
    from PIL import Image

    picture = Image.fromarray(photo.pixels(VIEW_SIDE))
    picture.thumbnail((VIEW_SIDE, VIEW_SIDE))
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=85)
    return out.getvalue()


class Photos(Protocol):
    """Where photos are kept: in a folder at home, in the database of a club."""

    def has(self, sha256: str) -> bool:
        """Whether a photo is kept already."""

    def keep(self, sha256: str, original: BinaryIO, view: bytes) -> None:
        """Keep a photo and a copy to look at, unless they are there; where it was taken is not written."""

    def forget(self, sha256: str) -> None:
        """Delete both."""

    def picture(self, sha256: str) -> bytes | None:
        """The copy that the page shows, if it is kept."""

    def taken(self, sha256: str) -> bytes | None:
        """The photo as it came, if it is kept."""


class PhotoFolder:
    """Photos beside the database: the original for learning, a copy for looking, both named by content."""

    originals = True
    """A phone keeps only what it shows."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def has(self, sha256: str) -> bool:
        """Whether a photo is kept already."""
        return self.view(sha256).is_file()

    def keep(self, sha256: str, original: BinaryIO, view: bytes) -> None:
        """Write both files, unless they are there; where it was taken is not written."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if not self.has(sha256):
            if self.originals:
                original.seek(0)
                write_whole(self.original(sha256), without_location(original.read()))
            write_whole(self.view(sha256), view)

    def forget(self, sha256: str) -> None:
        """Delete both files."""
        self.original(sha256).unlink(missing_ok=True)
        self.view(sha256).unlink(missing_ok=True)

    def tidy(self, known: Container[str]) -> None:
        """Delete what a service left behind that was killed while it kept a photo: parts, and contents not `known`."""
        for path in self.folder.glob("*"):
            left = path.suffix == PART or path.stem not in known
            if left and path.is_file() and time.time() - path.stat().st_mtime > LEFT_BEHIND:
                path.unlink(missing_ok=True)

    def view(self, sha256: str) -> Path:
        """The copy that the page shows."""
        return self.folder / f"{sha256}.jpg"

    def original(self, sha256: str) -> Path:
        """The photo as it came, without the place where it was taken."""
        return self.folder / f"{sha256}.original"

    def picture(self, sha256: str) -> bytes | None:
        """The copy that the page shows, if it is kept."""
        return _content(self.view(sha256))

    def taken(self, sha256: str) -> bytes | None:
        """The photo as it came, if it is kept."""
        return _content(self.original(sha256))


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None

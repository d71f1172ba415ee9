"""Photos kept beside the database."""

from __future__ import annotations

import io
from pathlib import Path

VIEW_SIDE = 1600


def view_copy(data: bytes) -> bytes:
    """An upright JPEG that every browser shows, small enough for a phone."""
    from PIL import Image

    from vision.photo import open_photo

    picture = Image.fromarray(open_photo(data).pixels(VIEW_SIDE))
    picture.thumbnail((VIEW_SIDE, VIEW_SIDE))
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=85)
    return out.getvalue()


class PhotoFolder:
    """Photos beside the database: the original for learning, a copy for looking, both named by content."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, sha256: str, data: bytes) -> None:
        """Write both files, unless they are there."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if not self.view(sha256).is_file():
            self.original(sha256).write_bytes(data)
            self.view(sha256).write_bytes(view_copy(data))

    def forget(self, sha256: str) -> None:
        """Delete both files."""
        self.original(sha256).unlink(missing_ok=True)
        self.view(sha256).unlink(missing_ok=True)

    def view(self, sha256: str) -> Path:
        """The copy that the page shows."""
        return self.folder / f"{sha256}.jpg"

    def original(self, sha256: str) -> Path:
        """The photo as it came."""
        return self.folder / f"{sha256}.original"

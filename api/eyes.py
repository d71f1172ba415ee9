"""Photos as the service sees them: bytes in, pieces with their places in the photo out."""

from __future__ import annotations

import hashlib
import importlib.util
import io
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from api.refusals import NoEyes, Unreadable

VIEW_SIDE = 1600


@dataclass(frozen=True, slots=True)
class Seen:
    """A photo that was read: its size in pixels and the pieces on it, least certain first."""

    sha256: str
    width: int
    height: int
    pieces: list[dict[str, Any]]

    def plain(self) -> dict[str, Any]:
        """The reading as it is stored."""
        return {"width": self.width, "height": self.height, "pieces": self.pieces}


def fingerprint(data: bytes) -> str:
    """What the same photo has in common with itself."""
    return hashlib.sha256(data).hexdigest()


class Eyes:
    """The readers of this process. One photo is read at a time: the networks already use every core."""

    def __init__(self) -> None:
        self._turn = threading.Lock()

    @property
    def open(self) -> bool:
        """Whether the weights are there."""
        from vision.network import model_path

        return all(Path(model_path(name)).is_file() for name in ("finder.onnx", "reader.onnx"))

    def read(self, data: bytes, name: str) -> Seen:
        """Every die of a photo; nothing found is an answer too."""
        from vision.photo import PhotoError, open_photo

        self._ready()
        from vision.detector import read_dice

        try:
            photo = open_photo(data, name or "The photo")
            with self._turn:
                dice = read_dice(photo)
        except PhotoError as error:
            raise Unreadable(str(error)) from None
        unsure_first = sorted(dice, key=lambda die: die.confidence)
        pieces = [{"id": f"d{index}", **die.as_json()} for index, die in enumerate(unsure_first)]
        return Seen(fingerprint(data), photo.width, photo.height, pieces)

    def _ready(self) -> None:
        if importlib.util.find_spec("onnxruntime") is None or not self.open:
            raise NoEyes("The weights that read photos are not on this machine. Type the pieces instead.")


def check_picture(data: bytes, name: str) -> None:
    """A sentence if this is no picture."""
    from vision.photo import PhotoError, open_photo

    try:
        open_photo(data, name or "The picture")
    except PhotoError as error:
        raise Unreadable(str(error)) from None


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

"""Photos as the service sees them: bytes in, pieces with their places in the photo out."""

from __future__ import annotations

import hashlib
import io
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from api import engine
from api.refusals import NoEyes, Unreadable
from scoring.games import load
from scoring.words import say

if TYPE_CHECKING:
    from vision.photo import Picture
    from vision.reading import DieReading
    from vision.tables.table import TableReading

VIEW_SIDE = 1600
SHEET_COLOURS = {
    "clear": "boost",
    "yellow": "gold",
    "orange": "gold",
    "brown": "gold",
    "turquoise": "blue",
    "grey": "black",
    "pink": "red",
}


@dataclass(frozen=True, slots=True)
class Seen:
    """A photo that was read: its size in pixels and the pieces on it, least certain first."""

    sha256: str
    width: int
    height: int
    pieces: list[dict[str, Any]]
    hints: dict[str, Any] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)

    def plain(self) -> dict[str, Any]:
        """The reading as it is stored."""
        return {
            "width": self.width,
            "height": self.height,
            "pieces": self.pieces,
            "hints": self.hints,
            "remarks": self.remarks,
        }


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
        from vision.network import WEIGHTS, model_path

        return all(model_path(name).is_file() for name in WEIGHTS)

    def read(self, game_id: str, data: bytes, name: str, hints: dict[str, Any] | None = None) -> Seen:
        """Every piece of a photo; nothing found is an answer too."""
        from vision.photo import PhotoError, open_photo

        self.need_weights()
        try:
            photo = open_photo(data, name or say("The photo"))
            pieces, remarks = self.pieces(game_id, photo, hints or {})
        except PhotoError as error:
            raise Unreadable(error.args[0]) from None
        return Seen(fingerprint(data), photo.width, photo.height, pieces, hints or {}, remarks)

    def pieces(self, game_id: str, picture: Picture, hints: dict[str, Any]) -> tuple[list[dict[str, Any]], list[str]]:
        """The pieces of a picture, least certain first, and what should be said about them."""
        from vision.detector import read_dice

        with self._turn:
            dice = read_dice(picture, doubtful=game_id != "dice")
        if game_id == "dice":
            found, remarks = [die.as_json() for die in dice], []
        else:
            from vision.tables import table_of
            from vision.tables.table import Hints

            reading = table_of(game_id, dice, Hints(**hints), engine.catalogue_of(load(game_id)), picture)
            found, remarks = _table_pieces(reading), list(reading.remarks)
        found.sort(key=lambda piece: float(str(piece["confidence"])))
        return [{"id": f"d{index}", **piece} for index, piece in enumerate(found)], remarks

    def warm_up(self) -> None:
        """Load the networks, so that the first photo is as quick as the others."""
        if self.open:
            from vision.detector import dice_detector

            with self._turn:
                dice_detector()

    def need_weights(self) -> None:
        """A sentence if photos cannot be read here."""
        if not self.open:
            raise NoEyes(say("The weights that read photos are not on this machine. Type the pieces instead."))


def _table_pieces(reading: TableReading) -> list[dict[str, Any]]:
    """The placed pieces with their codes and alternatives, then dice that fit nowhere."""
    placed = [
        {
            "box": piece.die.box.rounded(),
            "code": piece.piece.value,
            "confidence": round(piece.piece.confidence, 3),
            "options": [
                {"code": other.value, "confidence": round(other.confidence, 3)}
                for other in piece.piece.alternatives[:5]
            ],
            "place": "/".join(piece.where.split("/")[3:]) if "/rows/" in piece.where else None,
        }
        for piece in reading.placed
    ]
    return placed + [_left_over(die) for die in reading.left_over if die.value is not None]


def _left_over(die: DieReading) -> dict[str, Any]:
    """A die beside the sheet, in the words of a sheet."""
    colour = SHEET_COLOURS.get(die.colour.value.value, die.colour.value.value)
    return {
        "box": die.box.rounded(),
        "code": f"{colour} {die.value}",
        "confidence": round(min(die.confidence, 0.5), 3),
        "options": [],
        "place": None,
    }


def check_picture(data: bytes, name: str) -> None:
    """A sentence if this is no picture."""
    from vision.photo import PhotoError, open_photo

    try:
        open_photo(data, name or say("The picture"))
    except PhotoError as error:
        raise Unreadable(error.args[0]) from None


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

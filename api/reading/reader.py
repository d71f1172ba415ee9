"""Photos as the service sees them: bytes in, pieces with their places in the photo out."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, BinaryIO

from api.answers.refusals import NoWeights
from scoring.games import load
from scoring.words import say
from vision.weights import weights_there

if TYPE_CHECKING:
    from vision.photo import Photo, Picture

PART = 1024 * 1024
MISSING = say("The weights that read photos are not on this machine. Type the pieces instead.")
DICE = "dice"
"""Any dice, of no game."""
FULL = 77
"""The code with which a process of readers ends that earlier pictures have filled."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A photo that was read: its size in pixels, the pieces on it, and what it left open.

    Where it shows several players, `parts` has the pieces of each and what is open of them, in the order of the photo.
    `taught` tells what the owner's pictures were then: with others it may be read otherwise.
    """

    sha256: str
    width: int
    height: int
    pieces: list[dict[str, Any]]
    hints: dict[str, Any] = field(default_factory=dict)
    left_open: list[str] = field(default_factory=list)
    parts: list[dict[str, Any]] = field(default_factory=list)
    taught: str = ""

    @classmethod
    def again(cls, sha256: str, reading: Mapping[str, Any]) -> Seen:
        """A reading that was stored, perhaps by an older version."""
        names = [one.name for one in fields(cls) if one.name in reading]
        return cls(sha256=sha256, **{name: reading[name] for name in names})

    @property
    def each(self) -> list[Seen]:
        """The same photo as each of its players' own: only their pieces, and what is open of them."""
        return [replace(self, **part) for part in self.parts] or [self]

    def plain(self) -> dict[str, Any]:
        """The reading as it is stored."""
        return {
            "width": self.width,
            "height": self.height,
            "pieces": self.pieces,
            "hints": self.hints,
            "left_open": self.left_open,
            **({"parts": self.parts} if self.parts else {}),
            **({"taught": self.taught} if self.taught else {}),
        }


def fingerprint(data: bytes) -> str:
    """What the same photo has in common with itself."""
    return hashlib.sha256(data).hexdigest()


def fingerprint_of(file: BinaryIO) -> str:
    """The same of a file, without holding all of it."""
    file.seek(0)
    digest = hashlib.sha256()
    while part := file.read(PART):
        digest.update(part)
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class Look:
    """What one look at a photo gives: the reading, and the copy that the page shows."""

    seen: Seen
    view: bytes


class PhotoReader:
    """The readers of this process. One photo is read at a time: the networks already use every core."""

    def __init__(self) -> None:
        self._turn = threading.Lock()

    @property
    def open(self) -> bool:
        """Whether the weights are there."""
        return weights_there()

    def read(self, game_id: str, data: bytes, name: str, hints: dict[str, Any] | None = None) -> Seen:
        """Every piece of a photo; nothing found is an answer too."""
        return self._read(game_id, self._photo(data, name), data, hints or {})

    def look(self, game_id: str, data: bytes, name: str, hints: dict[str, Any]) -> Look:
        """The same with the copy to look at; the photo is decoded once for both."""
        from api.reading.folder import view_copy

        photo = self._photo(data, name)
        seen = self._read(game_id, photo, data, hints)
        return Look(seen, view_copy(photo))

    def _photo(self, data: bytes, name: str) -> Photo:
        from vision.photo import open_photo

        need_weights()
        return open_photo(data, name or say("The photo"))

    def _read(self, game_id: str, photo: Photo, data: bytes, hints: dict[str, Any]) -> Seen:
        return seen_by(fingerprint(data), photo, hints, self.parts(game_id, photo, hints, data))

    def parts(self, game_id: str, picture: Picture, hints: dict[str, Any], data: bytes = b"") -> list[dict[str, Any]]:
        """The pieces of a picture, and what it left open, for each player that it shows; `data` is its file."""
        from api.owner.known import with_owner
        from vision.detector import read_dice
        from vision.tables import read_table
        from vision.tables.table import Hints

        with self._turn:
            if game_id == DICE:
                dice = [{"id": f"d{index}", **die.as_json()} for index, die in enumerate(read_dice(picture))]
                return [{"pieces": dice, "left_open": []}]
            reading = read_table(game_id, picture, with_owner(load(game_id), Hints(**hints), data))
        return [{"pieces": one.pieces(), "left_open": list(one.left_open)} for one in reading.everybody]


def seen_by(sha256: str, picture: Picture, hints: dict[str, Any], parts: list[dict[str, Any]]) -> Seen:
    """A reading with its parts; of one player, the only one is the whole."""
    several = parts if len(parts) > 1 else []
    return Seen(sha256, picture.width, picture.height, hints=hints, parts=several, **parts[0])


def need_weights() -> None:
    """A sentence if photos cannot be read here."""
    if not weights_there():
        raise NoWeights(MISSING)

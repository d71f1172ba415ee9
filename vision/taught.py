"""The owner's own pictures of a game's pieces: a folder of straightened pictures with one list beside them.

Nothing here ships: every picture was taken by the owner. One file carries all of them to another machine.
"""

from __future__ import annotations

import io
import json
import secrets
import zipfile
from collections.abc import Container, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from scoring.faults import TallyError
from scoring.words import say
from vision.whole import NOT_WHOLE, write_whole

if TYPE_CHECKING:  # what only lists, shows and forgets pictures loads neither decoders nor networks
    from PIL import Image

    from vision.gallery import Gallery, GalleryEyes
    from vision.photo import Pixels

FORMAT = "tally-gallery-1"
LIST, DESCRIBED = "gallery.json", "described.npz"
QUALITY = 92
LARGEST = 640  # pixels of the longer side of a piece,
LARGEST_BOARD = 1600  # and of a board, whose small print gives its place later
MOST = 2000  # pictures of one game
MOST_BYTES = 400_000_000  # of one file that is taken over

_WRITING = Lock()  # several phones may teach at the same moment


class TeachingError(TallyError, ValueError):
    """What was taught cannot be kept or read; the message says why, for a person."""


@dataclass(frozen=True)
class Kept:
    """One picture that is kept: whose it is and when it was taken in."""

    id: str
    item: str
    at: str
    width: int
    height: int
    board: bool = False


@dataclass(frozen=True)
class Print:
    """A picture as its file holds it."""

    jpeg: bytes
    width: int
    height: int


class TaughtFolder:
    """What was taught of one game."""

    def __init__(self, folder: Path, game: str) -> None:
        self.folder = folder / game
        self.game = game

    def pictures(self) -> list[Kept]:
        """Everything that was taught, oldest first."""
        try:
            return _listed(json.loads((self.folder / LIST).read_text("utf-8")), self.game)
        except FileNotFoundError:
            return []
        except (OSError, ValueError):  # a TeachingError among them: it is no list of ours
            raise TeachingError(say("What was taught in {folder} cannot be read.", folder=self.folder)) from None

    def taught(self) -> set[str]:
        """The items of which there is a picture."""
        return {kept.item for kept in self.pictures()}

    def keep(self, item: str, picture: Pixels, board: bool = False) -> Kept:
        """Take in a straightened picture of an item."""
        return self.take_in(item, printed(picture, board), board)

    def take_in(self, item: str, picture: Print, board: bool = False) -> Kept:
        """Keep the file of a picture of an item."""
        kept = Kept(secrets.token_hex(8), item, _now(), picture.width, picture.height, board)
        self._add([(kept, picture)])
        return kept

    def _add(self, pictures: Sequence[tuple[Kept, Print]]) -> None:
        with _WRITING:
            listed = self.pictures()
            if len(listed) + len(pictures) > MOST:
                raise TeachingError(say("There are {most} pictures of this game already.", most=MOST))
            self.folder.mkdir(parents=True, exist_ok=True)
            for kept, picture in pictures:
                write_whole(self.path(kept.id), picture.jpeg)
            self._write([*listed, *(kept for kept, _ in pictures)])

    def path(self, picture: str) -> Path:
        """Where a picture lies."""
        return self.folder / f"{picture}.jpg"

    def find(self, picture: str) -> Kept | None:
        """One picture by its id."""
        return next((kept for kept in self.pictures() if kept.id == picture), None)

    def pixels(self, kept: Kept) -> Pixels:
        """A picture that was taught."""
        from vision.photo import open_photo

        return open_photo(self.path(kept.id)).pixels()

    def forget(self, picture: str) -> bool:
        """Delete one picture; whether there was one."""
        with _WRITING:
            listed = self.pictures()
            left = [kept for kept in listed if kept.id != picture]
            if len(left) == len(listed):
                return False
            self._write(left)
            self.path(picture).unlink(missing_ok=True)
        return True

    def _write(self, pictures: Sequence[Kept]) -> None:
        """Write the list whole or not at all."""
        document = {"format": FORMAT, "game": self.game, "pictures": [asdict(kept) for kept in pictures]}
        write_whole(self.folder / LIST, json.dumps(document, indent=1).encode())

    def export(self) -> bytes:
        """Everything as one file."""
        data = io.BytesIO()
        pictures = [kept for kept in self.pictures() if self.path(kept.id).is_file()]
        document = {"format": FORMAT, "game": self.game, "pictures": [asdict(kept) for kept in pictures]}
        with zipfile.ZipFile(data, "w", zipfile.ZIP_STORED) as archive:
            archive.writestr(LIST, json.dumps(document, indent=1))
            for kept in pictures:
                archive.write(self.path(kept.id), f"{kept.id}.jpg")
        return data.getvalue()

    def take_over(self, data: bytes, known: Container[str]) -> int:
        """Add the pictures of such a file; all are looked at before any is kept. How many were new."""
        return self.add_new(unpacked(data, self.game, known))

    def add_new(self, pictures: Sequence[tuple[Kept, Print]]) -> int:
        """Add those pictures of a file that are not here yet; how many there were."""
        mine = {kept.id for kept in self.pictures()}
        new = [(kept, picture) for kept, picture in pictures if kept.id not in mine]
        self._add(new)
        return len(new)

    def boards(self) -> list[Pixels]:
        """The boards that were taken once and empty."""
        return [self.pixels(kept) for kept in self.pictures() if kept.board and self.path(kept.id).is_file()]

    def gallery(self, eyes: GalleryEyes | None = None) -> Gallery:
        """The taught pictures, boards too, as they are compared; descriptions are made once and kept beside them."""
        from vision.gallery import Gallery, Taught, gallery_eyes

        pieces = [kept for kept in self.pictures() if self.path(kept.id).is_file()]
        if not pieces:
            return Gallery([])
        eyes = eyes or gallery_eyes()
        known = self._described(eyes)
        fresh = [kept for kept in pieces if kept.id not in known]
        if fresh:
            made = eyes.gallery((kept.id, self.pixels(kept)) for kept in fresh)
            known |= {one.item: (one.picture, one.cells, one.summary) for one in made.taught}
            self._keep_described({kept.id: known[kept.id] for kept in pieces}, eyes)
        return Gallery([Taught(kept.item, *known[kept.id]) for kept in pieces])

    def _described(self, eyes: GalleryEyes) -> dict[str, tuple[Any, Any, Any]]:
        import numpy as np

        try:
            with np.load(self.folder / DESCRIBED) as kept:
                if str(kept["version"]) != eyes.version:
                    return {}
                rows = zip(kept["ids"].tolist(), kept["pictures"], kept["cells"], kept["summaries"], strict=True)
                return {name: tuple(parts) for name, *parts in rows}
        except (OSError, ValueError, KeyError):
            return {}

    def _keep_described(self, known: dict[str, tuple[Any, Any, Any]], eyes: GalleryEyes) -> None:
        import numpy as np

        part = self.folder / f"{DESCRIBED}.{secrets.token_hex(4)}.npz"
        pictures, cells, summaries = (np.stack(column) for column in zip(*known.values(), strict=True))
        ids = np.array(list(known))
        np.savez(part, version=eyes.version, ids=ids, pictures=pictures, cells=cells, summaries=summaries)
        part.replace(self.folder / DESCRIBED)


def _listed(told: Any, game: str) -> list[Kept]:
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise TeachingError(say("That is not a file of taught pictures."))
    if told.get("game") != game:
        raise TeachingError(say("These pictures belong to {other}, not to {game}.", other=told.get("game"), game=game))
    try:
        return [Kept(**one) for one in told["pictures"]]
    except (TypeError, KeyError):
        raise TeachingError(say("That is not a file of taught pictures.")) from None


def unpacked(data: bytes, game: str, known: Container[str]) -> list[tuple[Kept, Print]]:
    """What is in a file: only pictures of known items, each no larger than a picture that was taught here."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > MOST_BYTES:
                raise TeachingError(say("That file is too large."))
            listed = _listed(json.loads(archive.read(LIST)), game)
            if len(listed) > MOST:
                raise TeachingError(say("That file is too large."))
            chosen = [kept for kept in listed if kept.item in known and kept.id.isalnum() and len(kept.id) <= 64]
            return [(kept, _small(archive.read(f"{kept.id}.jpg"))) for kept in chosen]
    except TeachingError:
        raise
    except (*NOT_WHOLE, AttributeError):
        raise TeachingError(say("That is not a file of taught pictures.")) from None


def _small(data: bytes) -> Print:
    """A picture of a file, written anew; its size is looked at before it is decoded."""
    from vision.photo import open_photo

    photo = open_photo(data)
    if max(photo.width, photo.height) > LARGEST_BOARD:
        raise TeachingError(say("That file is too large."))
    return Print(as_jpeg(photo.pixels()), photo.width, photo.height)


def printed(picture: Pixels, board: bool = False) -> Print:
    """A straightened picture, no larger than it is kept."""
    from PIL import Image

    image = Image.fromarray(picture)
    image.thumbnail((LARGEST_BOARD,) * 2 if board else (LARGEST,) * 2, Image.Resampling.LANCZOS)
    return Print(_encoded(image), image.width, image.height)


def as_jpeg(picture: Pixels) -> bytes:
    """A picture as it is kept."""
    from PIL import Image

    return _encoded(Image.fromarray(picture))


def _encoded(image: Image.Image) -> bytes:
    data = io.BytesIO()
    image.save(data, "JPEG", quality=QUALITY)
    return data.getvalue()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")

"""Reading photos with the eyes of the browser; what they see goes the same way as on a server."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from api.answers.laying import reader_for
from api.answers.refusals import Unreadable
from api.pocket.tape import Tape, call
from api.reading.reader import DICE, Look, PhotoReader, fingerprint, seen_by
from scoring.words import say

if TYPE_CHECKING:
    from vision.detector import DiceDetector
    from vision.photo import Pixels

NO_PICTURE = say("This picture cannot be opened here. Take another one.")
NO_CARDS = say("Cards and tiles are read by Tally on a computer. Type them here.")


class OpenPhoto:
    """A photo that the browser holds, see `vision.photo.Picture`."""

    def __init__(self, handle: int, width: int, height: int) -> None:
        self.handle, self.width, self.height = handle, width, height

    def pixels(self, side: int | None = None) -> Pixels:
        """The picture at a half, a quarter or an eighth where that is enough, as a server decodes it."""
        from cv2 import picture  # type: ignore[attr-defined]  # the pocket's own

        longer = max(self.width, self.height)
        step = 1 if side is None else max([1, *(step for step in (2, 4, 8) if longer // step >= side)])
        found: Pixels = picture(*call("reduced", self.handle, step))
        return found


class PocketReader:
    """What `api.reading.process.ReaderProcess` is on a server."""

    begun = True

    def __init__(self, eyes: Any) -> None:
        self._eyes = eyes
        self._reader = PhotoReader()

    async def look(self, game_id: str, data: bytes, name: str, hints: dict[str, Any]) -> Look:
        """The pieces of a photo, and a copy of it to look at."""
        if game_id != DICE and not reader_for(game_id).dice:  # cards and tiles need a network that is not in the pocket
            raise Unreadable(NO_CARDS)
        _use_pocket_detector()
        opened = await self._eyes.open(data)
        if opened is None:
            raise Unreadable(NO_PICTURE)
        try:
            photo = OpenPhoto(*opened)
            _check_size(name, photo)
            tape = Tape(self._eyes.do, self._eyes.later)
            told = hints if game_id == DICE else {**hints, "cards": False}
            parts = await tape.play(lambda: self._reader.parts(game_id, photo, told))
            view = b"" if hints.get("cards") is False else await self._eyes.view(photo.handle)  # a frame is not kept
        finally:
            self._eyes.forget()
        return Look(seen_by(fingerprint(data), photo, hints, parts), view)

    async def cut(self, *_: Any) -> Any:
        """Teaching needs the network for cards."""
        raise Unreadable(NO_CARDS)

    async def lessons(self, *_: Any) -> Any:
        """Teaching needs the network for cards."""
        raise Unreadable(NO_CARDS)

    async def reference(self, *_: Any) -> Any:
        """Teaching needs the network for cards."""
        raise Unreadable(NO_CARDS)

    async def carried(self, *_: Any) -> Any:
        """Teaching needs the network for cards."""
        raise Unreadable(NO_CARDS)

    async def proposed(self, *_: Any) -> list[Any]:
        """No taught pictures, no proposals."""
        return []


def _check_size(name: str, photo: OpenPhoto) -> None:
    """The browser opens anything; a strip or a dot shows no table, here as on a server."""
    from vision.photo import MAX_PIXELS, PhotoError, check_size

    try:
        check_size(name or say("The photo"), photo.width, photo.height, MAX_PIXELS)
    except PhotoError as error:
        raise Unreadable(error.sentence) from None


@cache
def _detector() -> DiceDetector:
    from vision.detector import DiceDetector

    return DiceDetector(with_mat=False)


def _use_pocket_detector() -> None:
    """The detector without its warming up and without the printed mat; and the print of a sheet tells nothing here.

    Both need more of OpenCV than there is: a sheet whose first rows are empty is taken to begin with its first die.
    """
    import vision.detector
    import vision.tables.printed

    vision.detector.dice_detector = _detector
    vision.tables.printed.empty_rows_before = lambda picture, way, shape: 0

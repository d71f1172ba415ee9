"""Reading photos with the eyes of the browser; what they see goes the same way as on a server."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from api.answers.laying import reader_for
from api.answers.refusals import Unreadable
from api.pocket import tape
from api.reading.reader import DICE, Look, PhotoReader, fingerprint, seen_by
from scoring.faults import TallyError
from scoring.words import say

if TYPE_CHECKING:
    from pathlib import Path

    from vision.detector import DiceDetector
    from vision.numbers import Proposal
    from vision.photo import Photo
    from vision.taught import Kept, Print

T = TypeVar("T")

NO_CARDS = say("What reads cards and tiles was not fetched. Photograph them again to fetch it, or type them.")


def open_photo(source: bytes | str | Path, name: str | None = None) -> Photo:
    """`vision.photo.open_photo` with what opens pictures here."""
    from api.pocket import pictures

    return pictures.open_photo(source, name)


class PocketReader:
    """What `api.reading.process.ReaderProcess` is on a server."""

    begun = True

    def __init__(self, eyes: Any) -> None:
        self._eyes = eyes
        self._reader = PhotoReader()

    async def look(self, game_id: str, data: bytes, name: str, hints: dict[str, Any]) -> Look:
        """The pieces of a photo, and a copy of it to look at."""
        cards = await self._begin()
        if not cards and game_id != DICE and not reader_for(game_id).dice:
            raise Unreadable(NO_CARDS)
        told = hints if cards or game_id == DICE else {**hints, "cards": False}
        frame = hints.get("cards") is False  # of a live camera: it is not kept

        def look() -> Look:
            from api.reading.folder import view_copy

            photo = open_photo(data, name)
            parts = self._reader.parts(game_id, photo, told, data)
            return Look(seen_by(fingerprint(data), photo, hints, parts), b"" if frame else view_copy(photo))

        return await self._play(look)

    async def cut(self, *args: Any) -> list[dict[str, Any]]:
        """The things of a photo, cut out and straightened, each with its likeliest names."""
        found: list[dict[str, Any]] = await self._with_cards("cut", *args)
        return found

    async def lessons(self, *args: Any) -> Any:
        """What was named by hand, cut out for later photos."""
        return await self._with_cards("lessons", *args)

    async def reference(self, *args: Any) -> Print:
        """A picture of a piece or a board, as it is kept."""
        found: Print = await self._with_cards("reference", *args)
        return found

    async def carried(self, *args: Any) -> list[tuple[Kept, Print]]:
        """The pictures of a file that another machine wrote."""
        found: list[tuple[Kept, Print]] = await self._with_cards("carried", *args)
        return found

    async def proposed(self, *args: Any) -> list[Proposal]:
        """Printed values that can be read on taught pictures; none before what reads them was fetched."""
        if not await self._eyes.cards():
            return []
        found: list[Proposal] = await self._with_cards("proposed", *args)
        return found

    async def _with_cards(self, work: str, *args: Any) -> Any:
        if not await self._begin():
            raise Unreadable(NO_CARDS)
        return await self._play(lambda: getattr(import_module("api.reading.work"), work)(*args))

    async def _begin(self) -> bool:
        """Make ready what eyes need; whether cards can be read."""
        await self._eyes.begin()
        cards: bool = await self._eyes.cards()
        _use_pocket_eyes(cards)
        return cards

    async def _play(self, work: Callable[[], T]) -> T:
        """Work with pictures to its end; what cannot be read is a sentence."""
        playing = tape.Tape(self._eyes.do, self._eyes.later, tape.way_to_wait())
        try:
            return await playing.play(work)
        except TallyError as error:
            raise Unreadable(error.sentence) from None
        finally:
            self._eyes.forget()


@cache
def _detector(with_mat: bool) -> DiceDetector:
    from vision.detector import DiceDetector

    return DiceDetector(with_mat=with_mat)


@cache
def _use_pocket_eyes(cards: bool) -> None:
    """The browser opens pictures, and the detector is not warmed up.

    Without OpenCV, which comes with the part for cards, neither the printed mat nor the print of a sheet is looked for:
    a sheet whose first rows are empty is taken to begin with its first die.
    """
    import vision.photo

    vision.photo.open_photo = open_photo
    import cv2

    import vision.detector
    from vision.tables import printed

    vision.detector.dice_detector = lambda: _detector(cards)  # type: ignore[assignment]
    printed.looked_for = cards
    if cards:
        cv2.use_whole()  # type: ignore[attr-defined]  # the pocket's own

"""The copies that the sample photos show: their cards are taught already, so that a sample shows the whole way.

Nobody's own cards look like them; they are used for the sample photos alone, which are known by their bytes.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vision.taught import TaughtFolder

if TYPE_CHECKING:
    from vision.gallery import Gallery, GalleryEyes

SAMPLES = Path(__file__).parent / "samples"
COPIES = SAMPLES / "copies"
WHOLE_TABLES = ("diceminer-4.jpg", "dungeonlords-2.jpg", "dwar7s-2.jpg", "rollplayer-4.jpg")
UNTAUGHT = ("dungeonlords-1.jpg", "dwar7s-1.jpg")
SHOWN = {"dungeonlords": "dungeonlords-2.jpg", "dwar7s": "dwar7s-2.jpg"}
"""The photo of each copy; other sample photos show what is told of cards that nobody has taught."""


class SampleCopy(TaughtFolder):
    """What is taught of a sample's copy. It ships, so nothing is written beside it."""

    def gallery(self, eyes: GalleryEyes | None = None) -> Gallery:
        """The taught pictures as they are compared, described once in a process."""
        return super().gallery(eyes) if eyes else _gallery(self.game)

    def _described(self, eyes: GalleryEyes) -> dict[str, tuple[Any, Any, Any]]:
        return {}

    def _keep_described(self, known: dict[str, tuple[Any, Any, Any]], eyes: GalleryEyes) -> None:
        pass


def sample_copy(game: str, photo: bytes) -> SampleCopy | None:
    """The copy that a photo shows, if it is a sample photo whose cards are taught."""
    return SampleCopy(COPIES, game) if game in SHOWN and photo == _bytes_of(SHOWN[game]) else None


@cache
def _bytes_of(photo: str) -> bytes:
    return (SAMPLES / photo).read_bytes()


@cache
def _gallery(game: str) -> Gallery:
    from vision.gallery import gallery_eyes

    return SampleCopy(COPIES, game).gallery(gallery_eyes())

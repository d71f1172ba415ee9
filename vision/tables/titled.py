"""The titles of cards that no taught picture names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.photo import Picture, Pixels
from vision.quads import as_corners, straighten
from vision.reading import Alternative, Reading
from vision.things import Corners, Thing

SIDE = 480  # pixels of the shorter side of a card whose title is read
AROUND = 0.16  # of a card on each side: where its outline was drawn too narrow, the title is outside
UNTITLED = 3  # cards of which no title was read: then the text of this copy cannot be, and the rest is not tried
BY_TITLE = 0.85  # how sure a plain title is at most: text is read wrong now and then
BY_PLAIN_TITLE = 0.94  # or where every letter was read: no such title was ever wrong
LETTER_BY_LETTER, FAR_OFF = 97.0, 80.0  # likeness, of 100, of the title that was read and of the next one
BY_BOTH = 0.97  # and how sure where the card that looks most alike has this title
LANGUAGES = ("en", "el", "pl")
TURNS = (0, 2, 1, 3)


@dataclass(frozen=True)
class Told:
    """What a title names, and how often the picture is turned to the left by a quarter to be upright."""

    piece: Reading[str]
    quarter: int


class TitleReader:
    """Reads titles in the language, and first in the turn, in which others were found; gives up where none can be."""

    def __init__(self, titles: Mapping[str, Sequence[str]], turns: Sequence[int]) -> None:
        self.titles = titles
        self.turns = Counter(turns)
        self.languages: tuple[str, ...] = LANGUAGES
        self.untitled = 0

    def read(
        self, picture: Picture, thing: Thing, alike: Sequence[str], titles: Mapping[str, Sequence[str]] | None = None
    ) -> Told | None:
        """A card by its title, where that is plainly there, or where it is the title of one that looks `alike`.

        Only some `titles` may be looked for: a sheet has none of a card that lies on it.
        """
        if self.untitled == UNTITLED:
            return None
        for flat in _looked_at(picture, thing):
            for language in self.languages:
                told = self._told(flat, language, alike, titles or self.titles)
                if told is not None:
                    return told
        self.untitled += len(self.languages) == len(LANGUAGES)
        return None

    def _told(
        self, flat: Pixels, language: str, alike: Sequence[str], titles: Mapping[str, Sequence[str]]
    ) -> Told | None:
        from vision.titles import title_of  # Tesseract is loaded only where a title is needed

        turns = sorted(TURNS, key=lambda turn: -self.turns[turn])
        found = title_of(flat, titles, (language,), turns)
        meant = [match for match in found.matches if match[0] == found.item or match[0] in alike]
        # "Revive" was read, but the card looks like "Rebel": letters are mistaken sooner than pictures
        both = (
            [match for match in meant if match[0] in alike[:1]] if found.matches and not _plain(found.matches) else []
        )
        first = next(iter(both or meant), None)
        if first is None:
            return None
        if found.item is not None:
            self.languages, self.untitled = (language,), 0
            self.turns[found.quarter] += 1
        most = BY_BOTH if first[0] in alike[:1] else BY_PLAIN_TITLE if _plain(found.matches) else BY_TITLE
        others = tuple(Alternative(item, BY_TITLE * share / 100) for item, share in found.matches if item != first[0])
        return Told(Reading(first[0], most * first[1] / 100, others[:2]), found.quarter)


def _looked_at(picture: Picture, thing: Thing) -> Iterator[Pixels]:
    """The straightened card, then with what lies around it."""
    width, height = thing.size
    scale = min(1.0, SIDE / min(width, height))
    size = (max(8, round(width * scale)), max(8, round(height * scale)))
    yield straighten(picture, thing.corners, size)
    yield straighten(picture, widened(thing.corners, AROUND), size)


def widened(corners: Corners, by: float) -> Corners:
    """A card's corners moved outwards on its plane by a share of its sides.

    >>> widened(((0, 0), (100, 0), (100, 200), (0, 200)), 0.1)
    ((-10.0, -20.0), (110.0, -20.0), (110.0, 220.0), (-10.0, 220.0))
    """
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    to_photo = cv2.getPerspectiveTransform(unit, np.array(corners, np.float32))
    wider = unit * (1 + 2 * by) - by
    return as_corners(cv2.perspectiveTransform(wider[None].astype(np.float64), to_photo)[0].round(2))


def _plain(matches: Sequence[tuple[str, float]]) -> bool:
    """Whether a title was read letter by letter, and no other is near."""
    return matches[0][1] >= LETTER_BY_LETTER and (len(matches) < 2 or matches[1][1] <= FAR_OFF)

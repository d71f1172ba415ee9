"""Cards that lie on or beside a sheet with dice: known by what the owner taught, else by their titles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from scoring.catalogue import Catalogue
from vision.photo import Picture
from vision.quads import straighten
from vision.reading import Alternative, Box, DieReading, Reading
from vision.tables.table import Hints
from vision.things import FLAT, Corners, Kind, Thing

FACE = 256  # pixels of a straightened card that is compared with taught ones,
TITLE = 480  # and of the shorter side of one whose title is read
LEAST_SIDE = 48  # pixels: nothing is recognised on a smaller thing
DIE_LIKE = 2.5  # a thing no larger than so many dice that covers one is this die
UNTITLED = 3  # cards of which no title was read: then the text of this copy cannot be, and the rest is not tried
BY_TITLE = 0.85  # how sure a plain title is at most: text is read wrong now and then
MANY_DICE = 4  # on a thing hide so much of it that its looks alone do not name it
BY_PLAIN_TITLE = 0.94  # or where every letter was read: no such title was ever wrong
LETTER_BY_LETTER, FAR_OFF = 97.0, 80.0  # likeness, of 100, of the title that was read and of the next one
BY_BOTH = 0.97  # and how sure where the card that looks most alike has this title
LANGUAGES = ("en", "el", "pl")
TURNS = (0, 2, 1, 3)
SQUARISH = 1.1  # a tile whose longer side is no longer than this, in shorter sides, is no card


@dataclass(frozen=True)
class Card:
    """A card of a photo: the piece it is, how sure, what else it may be, where it lies and how it is turned.

    `quarter` is how often its straightened picture is turned to the left by a quarter to be upright.
    """

    piece: Reading[str]
    corners: Corners
    quarter: int

    @property
    def box(self) -> Box:
        """The box around it."""
        return box_of(self.corners)


@dataclass(frozen=True)
class Cards:
    """The cards of a photo that are known, and how many are not."""

    known: tuple[Card, ...]
    unknown: int


def titles_of(catalogue: Catalogue, kinds: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """What the items of these kinds are called, in all languages."""
    wanted = set(kinds)
    return {item.id: tuple(item.name.values()) for item in catalogue.items.values() if item.kind in wanted}


def candidates(things: Sequence[Thing], dice: Sequence[DieReading]) -> list[Thing]:
    """What may be a card or a sheet among the things: flat, large enough, and no die taken for a tile."""
    return [
        thing
        for thing in things
        if thing.kind in FLAT and min(thing.size) >= LEAST_SIDE and not any(_is_die(thing, die) for die in dice)
    ]


def _is_die(thing: Thing, die: DieReading) -> bool:
    left, top, right, bottom = thing.box
    x, y = die.box.centre
    small = thing.size[0] * thing.size[1] < DIE_LIKE * die.box.width * die.box.height
    return small and left < x < right and top < y < bottom


def named(
    picture: Picture,
    things: Sequence[Thing],
    hints: Hints,
    titles: Mapping[str, Sequence[str]],
    dice: Sequence[DieReading] = (),
) -> Cards:
    """Which cards these things are, whatever dice lie on them; text is read only where no taught picture fits."""
    flats = [straighten(picture, thing.corners, (FACE, FACE)) for thing in things]
    answers = hints.namer(flats) if hints.namer and flats else [None] * len(flats)
    hidden = [sum(_lies_on(die, thing) for die in dice) >= MANY_DICE for thing in things]
    known: list[Card] = []
    turns = [
        answer.quarter for answer, much in zip(answers, hidden, strict=True) if answer and answer.item and not much
    ]
    reader = _TitleReader(titles, turns)
    for thing, answer, much in zip(things, answers, hidden, strict=True):
        if answer is not None and answer.item is not None and not much:
            others = tuple(one for one in answer.alternatives if one.value != answer.item)
            card: Card | None = Card(Reading(answer.item, answer.confidence, others), thing.corners, answer.quarter)
        else:
            card = reader.read(picture, thing, [one.value for one in answer.alternatives] if answer else ())
        if card is not None:
            known.append(card)
    return Cards(tuple(known), len(things) - len(known))


def _lies_on(die: DieReading, thing: Thing) -> bool:
    return cv2.pointPolygonTest(np.array(thing.corners, np.float32), die.box.centre, False) >= 0


class _TitleReader:
    """Reads titles in the language, and first in the turn, in which others were found; gives up where none can be."""

    def __init__(self, titles: Mapping[str, Sequence[str]], turns: Sequence[int]) -> None:
        self.titles = titles
        self.turns = Counter(turns)
        self.languages: tuple[str, ...] = LANGUAGES
        self.untitled = 0

    def read(self, picture: Picture, thing: Thing, alike: Sequence[str]) -> Card | None:
        """A card by its title, where that is plainly there, or where it is the title of one that looks `alike`."""
        from vision.titles import title_of  # Tesseract is loaded only where a title is needed

        if self.untitled == UNTITLED or (thing.kind is Kind.TILE and _squarish(thing)):
            return None
        width, height = thing.size
        scale = min(1.0, TITLE / min(width, height))
        flat = straighten(picture, thing.corners, (max(8, round(width * scale)), max(8, round(height * scale))))
        turns = sorted(TURNS, key=lambda turn: -self.turns[turn])
        for language in self.languages:
            found = title_of(flat, self.titles, (language,), turns)
            first = next(((item, share) for item, share in found.matches if item == found.item or item in alike), None)
            if first is not None:
                if found.item is not None:
                    self.languages, self.untitled = (language,), 0
                    self.turns[found.quarter] += 1
                most = BY_BOTH if first[0] in alike[:1] else BY_PLAIN_TITLE if _plain(found.matches) else BY_TITLE
                sure = most * first[1] / 100
                others = tuple(
                    Alternative(item, BY_TITLE * share / 100) for item, share in found.matches if item != first[0]
                )
                return Card(Reading(first[0], sure, others[:2]), thing.corners, found.quarter)
        self.untitled += len(self.languages) == len(LANGUAGES)
        return None


def _plain(matches: Sequence[tuple[str, float]]) -> bool:
    """Whether a title was read letter by letter, and no other is near."""
    return matches[0][1] >= LETTER_BY_LETTER and (len(matches) < 2 or matches[1][1] <= FAR_OFF)


def _squarish(thing: Thing) -> bool:
    """Whether a tile is too square to be a card."""
    short, long = sorted(thing.size)
    return long < SQUARISH * short


def box_of(corners: Corners) -> Box:
    """The upright box around four corners."""
    xs, ys = zip(*corners, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))

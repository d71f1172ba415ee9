"""Cards that lie on or beside a sheet with dice: known by what the owner taught, else by their titles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

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
UNTITLED = 2  # cards of which no title was read: then the text of this copy cannot be, and the rest is not tried
BY_TITLE = 0.85  # how sure a plain title is at most: text is read wrong now and then
LANGUAGES = ("en", "el", "pl")


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

    def upright(self, u: float, v: float) -> tuple[float, float]:
        """A place of the card as it lies (from 0, 0 at its first corner to 1, 1) on the upright card."""
        for _ in range(self.quarter % 4):
            u, v = v, 1 - u
        return u, v


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


def named(picture: Picture, things: Sequence[Thing], hints: Hints, titles: Mapping[str, Sequence[str]]) -> Cards:
    """Which cards these things are; text is read only where no taught picture fits."""
    flats = [straighten(picture, thing.corners, (FACE, FACE)) for thing in things]
    answers = hints.namer(flats) if hints.namer and flats else [None] * len(flats)
    known: list[Card] = []
    reader = _TitleReader(titles)
    for thing, answer in zip(things, answers, strict=True):
        if answer is not None and answer.item is not None:
            others = tuple(one for one in answer.alternatives if one.value != answer.item)
            card: Card | None = Card(Reading(answer.item, answer.confidence, others), thing.corners, answer.quarter)
        else:
            card = reader.read(picture, thing)
        if card is not None:
            known.append(card)
    return Cards(tuple(known), len(things) - len(known))


@dataclass
class _TitleReader:
    """Reads titles in the language in which the first one was found; gives up where none can be read."""

    titles: Mapping[str, Sequence[str]]
    languages: tuple[str, ...] = LANGUAGES
    untitled: int = 0

    def read(self, picture: Picture, thing: Thing) -> Card | None:
        """A card by its title, where that is plainly there."""
        from vision.titles import title_of  # Tesseract is loaded only where a title is needed

        if self.untitled == UNTITLED or thing.kind not in (Kind.CARD, Kind.BOARD):
            return None
        width, height = thing.size
        scale = min(1.0, TITLE / min(width, height))
        flat = straighten(picture, thing.corners, (max(8, round(width * scale)), max(8, round(height * scale))))
        for language in self.languages:
            found = title_of(flat, self.titles, (language,))
            if found.item is not None:
                self.languages, self.untitled = (language,), 0
                (_, likeness), *rest = found.matches
                others = tuple(Alternative(item, BY_TITLE * share / 100) for item, share in rest[:2])
                return Card(Reading(found.item, BY_TITLE * likeness / 100, others), thing.corners, found.quarter)
        self.untitled += len(self.languages) == len(LANGUAGES)
        return None


def box_of(corners: Corners) -> Box:
    """The upright box around four corners."""
    xs, ys = zip(*corners, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))

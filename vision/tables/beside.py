"""Cards that lie on or beside a sheet with dice: known by what the owner taught, else by their titles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from scoring.catalogue import Catalogue
from vision.photo import Picture
from vision.quads import straighten
from vision.reading import Box, DieReading, Reading
from vision.tables.table import Hints
from vision.tables.titled import TitleReader
from vision.things import FLAT, Corners, Kind, Thing

FACE = 256  # pixels of a straightened card that is compared with taught ones
LEAST_SIDE = 48  # pixels: nothing is recognised on a smaller thing
DIE_LIKE = 2.5  # a thing no larger than so many dice that covers one is this die
ALIKE = 0.02  # how likely a card is at least that looks like another
MANY_DICE = 4  # on a thing hide so much of it that its looks alone do not name it


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
    """The cards of a photo that are known, how many are not, and what some of these look most like."""

    known: tuple[Card, ...]
    unknown: int
    guessed: tuple[Card, ...] = ()


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
    sheets: Mapping[str, Sequence[str]] | None = None,
) -> Cards:
    """Which cards these things are, whatever dice lie on them; text is read only where no taught picture fits.

    `sheets` are the titles of what many dice lie on: it has no other, and its looks are hidden.
    """
    flats = [straighten(picture, thing.corners, (FACE, FACE)) for thing in things]
    answers = hints.namer(flats) if hints.namer and flats else [None] * len(flats)
    hidden = [sum(_lies_on(die, thing) for die in dice) >= MANY_DICE for thing in things]
    known: list[Card] = []
    guessed: list[Card] = []
    turns = [
        answer.quarter for answer, much in zip(answers, hidden, strict=True) if answer and answer.item and not much
    ]
    reader = TitleReader(titles, turns)
    # first what lies loose: the parts of a sheet that look like cards have no titles
    order = sorted(range(len(things)), key=lambda row: (hidden[row], _is_part(things[row], things)))
    for thing, answer, much in ((things[row], answers[row], hidden[row]) for row in order):
        if answer is not None and answer.item is not None and not much:
            others = tuple(one for one in answer.alternatives if one.value != answer.item)
            card: Card | None = Card(Reading(answer.item, answer.confidence, others), thing.corners, answer.quarter)
        else:
            alike = answer.alternatives if answer and not much else ()
            told = reader.read(
                picture, thing, [one.value for one in alike if one.confidence >= ALIKE], sheets if much else None
            )
            card = Card(told.piece, thing.corners, told.quarter) if told else None
        if card is not None:
            known.append(card)
        elif answer is not None and answer.alternatives and not much:
            first, *rest = answer.alternatives
            guess = Reading(first.value, first.confidence, tuple(rest))
            guessed.append(Card(guess, thing.corners, answer.quarter))
    return Cards(tuple(known), len(things) - len(known), tuple(guessed))


def _is_part(thing: Thing, things: Sequence[Thing]) -> bool:
    """Whether a thing lies on a board or sheet, or is a part of it."""
    boards = [np.array(one.corners, np.float32) for one in things if one.kind is Kind.BOARD and one is not thing]
    return any(cv2.pointPolygonTest(board, thing.centre, False) >= 0 for board in boards)


def _lies_on(die: DieReading, thing: Thing) -> bool:
    return cv2.pointPolygonTest(np.array(thing.corners, np.float32), die.box.centre, False) >= 0


def box_of(corners: Corners) -> Box:
    """The upright box around four corners."""
    xs, ys = zip(*corners, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))

"""Cards that lie on or beside a sheet with dice: known by what the owner taught, else by their titles."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from scoring.catalogue import Catalogue
from vision.photo import Picture
from vision.quads import straighten
from vision.reading import Alternative, Box, DieReading, Reading
from vision.tables.table import Hints, Named
from vision.tables.titled import TitleReader
from vision.things import FLAT, Corners, Kind, Thing, shown, sure

FACE = 256  # pixels of a straightened card that is compared with taught ones
LEAST_SIDE = 48  # pixels: nothing is recognised on a smaller thing
DIE_LIKE = 2.5  # a thing no larger than so many dice that covers one is this die
ALIKE = 0.02  # how likely a card is at least that looks like another
MANY_DICE = 4  # on a thing hide so much of it that only what is seen beside them tells
BENEATH = 0.85  # and how sure that may be at most
LEAST = 1e-9


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
class Answer:
    """What the gallery says, once what cannot lie there is left out (see `Named`)."""

    item: str | None
    confidence: float
    alternatives: tuple[Alternative[str], ...]
    quarter: int


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
    return shown(_like_cards(things, dice))


def cut_away(things: Sequence[Thing], dice: Sequence[DieReading], hints: Hints) -> list[Thing]:
    """Cards that would be candidates if enough of them were in the photo; a die that is cut off looks like a tile.

    One player's part of a photo was cut out of it: there they are others' cards.
    """
    cards = [thing for thing in _like_cards(sure(things), dice) if thing.kind is Kind.CARD]
    return [] if hints.alone else [card for card in cards if card.cut_off]


def _like_cards(things: Sequence[Thing], dice: Sequence[DieReading]) -> list[Thing]:
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

    `sheets` are the titles of what many dice lie on: it has no other, and its looks are told beside the dice.
    """
    flats = [straighten(picture, thing.corners, (FACE, FACE)) for thing in things]
    hidden = [sum(_lies_on(die, thing) for die in dice) >= MANY_DICE for thing in things]
    covered = [_covered(thing, dice) if much else [] for thing, much in zip(things, hidden, strict=True)]
    answers: list[Named | None] = (
        list(hints.namer(flats, covered=covered)) if hints.namer and flats else [None] * len(flats)
    )
    beneath = [thing for thing, much in zip(things, hidden, strict=True) if much]
    for row, thing in enumerate(things):
        if hidden[row]:
            whole = not any(_holds(other, thing) for other in beneath)
            answers[row] = _one_of(sheets or {}, answers[row], hints.taught) if whole else None
    known: list[Card] = []
    guessed: list[Card] = []
    turns = [answer.quarter for answer in answers if answer and answer.item]
    reader = TitleReader(titles, turns)
    # first what lies loose: the parts of a sheet that look like cards have no titles
    order = sorted(range(len(things)), key=lambda row: (hidden[row], _is_part(things[row], things)))
    for thing, answer, much in ((things[row], answers[row], hidden[row]) for row in order):
        if answer is not None and answer.item is not None:
            others = tuple(one for one in answer.alternatives if one.value != answer.item)
            card: Card | None = Card(Reading(answer.item, answer.confidence, others), thing.corners, answer.quarter)
        else:
            alike = answer.alternatives if answer else ()
            told = reader.read(
                picture, thing, [one.value for one in alike if one.confidence >= ALIKE], sheets if much else None
            )
            card = Card(told.piece, thing.corners, told.quarter) if told else None
        if card is not None:
            known.append(card)
        elif answer is not None and answer.alternatives:
            first, *rest = answer.alternatives
            guess = Reading(first.value, first.confidence, tuple(rest))
            guessed.append(Card(guess, thing.corners, answer.quarter))
    return Cards(tuple(known), len(things) - len(known), tuple(guessed))


def _covered(thing: Thing, dice: Sequence[DieReading]) -> list[tuple[float, float, float, float]]:
    """The parts of a straightened thing that dice hide."""
    return [_share_of(die.box, thing) for die in dice if _lies_on(die, thing)]


def _one_of(sheets: Collection[str], answer: Named | None, taught: frozenset[str]) -> Named | None:
    """Which taught sheet lies under many dice, by what is seen of it beside them; nothing else can lie there."""
    if answer is None or not sheets:
        return None
    item = answer.item if answer.item in sheets else None
    return Answer(item, answer.confidence, _among(sheets, answer.alternatives, taught), answer.quarter)


def _among(
    sheets: Collection[str], alike: Sequence[Alternative[str]], taught: frozenset[str]
) -> tuple[Alternative[str], ...]:
    """How likely each is when it must be one of these sheets.

    Dice hide so much that what is seen looks like no taught picture; like which of them most, it still tells.
    """
    kept = [one for one in alike if one.value in sheets]
    total = sum(one.confidence for one in kept)
    known = min(len(taught.intersection(sheets)) / len(sheets), BENEATH) / max(total, LEAST)
    return tuple(Alternative(one.value, known * one.confidence) for one in kept)


def _share_of(box: Box, thing: Thing) -> tuple[float, float, float, float]:
    """The part of a straightened thing that a box of the photo covers, in shares of its sides."""
    corners = np.array(thing.corners, np.float32)
    flat = cv2.getPerspectiveTransform(corners, np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32))
    around = [(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom)]
    seen = cv2.perspectiveTransform(np.array([around], np.float32), flat)[0]
    (left, top), (right, bottom) = seen.min(axis=0), seen.max(axis=0)
    return float(left), float(top), float(right), float(bottom)


def _is_part(thing: Thing, things: Sequence[Thing]) -> bool:
    """Whether a thing lies on a board or sheet, or is a part of it."""
    return any(_is_within(thing, one) for one in things if one.kind is Kind.BOARD and one is not thing)


def _holds(other: Thing, thing: Thing) -> bool:
    """Whether a thing is a part of another, larger one."""
    return other.diagonal > thing.diagonal and _is_within(thing, other)


def _is_within(thing: Thing, other: Thing) -> bool:
    return cv2.pointPolygonTest(np.array(other.corners, np.float32), thing.centre, False) >= 0


def _lies_on(die: DieReading, thing: Thing) -> bool:
    return cv2.pointPolygonTest(np.array(thing.corners, np.float32), die.box.centre, False) >= 0


def box_of(corners: Corners) -> Box:
    """The upright box around four corners."""
    xs, ys = zip(*corners, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))

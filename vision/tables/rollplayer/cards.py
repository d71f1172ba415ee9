"""The cards of a character: race, class, alignment with its marker, backstory, market cards and trophies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from scoring.catalogue import Catalogue
from scoring.games import load
from vision.lattice import fit_lattice
from vision.photo import Picture
from vision.quads import straighten
from vision.reading import DieReading, Reading
from vision.tables.beside import FACE, Card, Cards, candidates, named, titles_of
from vision.tables.rollplayer.marker import marker_on
from vision.tables.rollplayer.places import CARD_PLACES, MARKER, SHAPE, SINGLE, marker_code
from vision.tables.sheet import ends_of_rows
from vision.tables.table import Hints, Seen
from vision.things import Thing

GUESS = 0.6  # a sheet that is only guessed does not tell how it lies
# How likely a card must be by its looks alone, beside any other: less where it is the only one of its kind.
LIKELY, LEAD = 0.3, 10.0
LIKELY_ONE, LEAD_OF_ONE = 0.05, 5.0
TOGETHER = 3  # cards that all but one lie the same way round lie as their player sees them
ENDS = ("top", "right", "bottom", "left")


def cards_of(
    picture: Picture, things: Sequence[Thing], dice: Sequence[DieReading], hints: Hints, with_rules: bool = True
) -> Cards:
    """The cards that a photo shows, the surest of each that a character has only once."""
    catalogue = hints.catalogue or load("rollplayer").catalogue
    titles, races = titles_of(catalogue, CARD_PLACES), titles_of(catalogue, ("race",))
    found = named(picture, candidates(things, dice), hints, titles, dice, races)
    known = _each_once(found.known, catalogue)
    more = _must_be(found.guessed, known, catalogue) if with_rules else []
    return Cards((*known, *more), found.unknown - len(more))


def _must_be(guessed: Sequence[Card], known: Sequence[Card], catalogue: Catalogue) -> list[Card]:
    """Cards that look like one and like no other: most readily the class, alignment or backstory that is missing."""
    missing = set(SINGLE) - {place_of(card, catalogue) for card in known}
    taken = {card.piece.value for card in known}
    single = [
        card for card in guessed if place_of(card, catalogue) in missing and _leads(card, LIKELY_ONE, LEAD_OF_ONE)
    ]
    listed = [card for card in guessed if _is_listed(card, catalogue) and _leads(card, LIKELY, LEAD)]
    return [card for card in _each_once([*single, *listed], catalogue) if card.piece.value not in taken]


def _is_listed(card: Card, catalogue: Catalogue) -> bool:
    return str(place_of(card, catalogue)).endswith("/")


def _leads(card: Card, likely: float, lead: float) -> bool:
    sure = card.piece.confidence
    return sure >= likely and all(other.confidence * lead <= sure for other in card.piece.alternatives)


def _each_once(cards: Sequence[Card], catalogue: Catalogue) -> list[Card]:
    """A character has one race, class, alignment and backstory, and no card twice: the surest one is meant."""
    taken: set[str] = set()
    kept = []
    for card in sorted(cards, key=lambda one: -one.piece.confidence):
        place = place_of(card, catalogue)
        slot = place if place and "/" not in place else card.piece.value
        if place and slot not in taken:
            taken |= {slot, card.piece.value}
            kept.append(card)
    return kept


def place_of(card: Card, catalogue: Catalogue) -> str | None:
    """Where a card lies below its player; lists end in a slash."""
    item = catalogue.items.get(card.piece.value)
    return CARD_PLACES.get(item.kind) if item else None


def first_row_of(cards: Sequence[Card], catalogue: Catalogue, dice: Sequence[DieReading] = ()) -> str | None:
    """The end of the photo at which Strength is, told by how the character sheet lies, else by the cards beside it.

    Under its dice little of a sheet is seen: one that would lie across their rows was not seen well.
    """
    places = [(card, place_of(card, catalogue)) for card in cards]
    sheets = [card for card, place in places if place == CARD_PLACES["race"] and card.piece.confidence > GUESS]
    loose = Counter(card.quarter % 4 for card, place in places if place and place != CARD_PLACES["race"])
    told = [ENDS[card.quarter % 4] for card in sheets[:1]]
    told += [ENDS[turn] for turn, count in loose.items() if count >= max(TOGETHER, loose.total() - 1)]
    lattice = fit_lattice([die.box.centre for die in dice], *SHAPE)
    if lattice is None:
        return told[0] if told else None
    ends = ends_of_rows([lattice.turned(quarters) for quarters in range(4)], [die.box for die in dice], SHAPE)
    return next((end for end in told if end in ends), told[0] if sheets else None)


def pieces_of(picture: Picture, cards: Sequence[Card], hints: Hints) -> tuple[Seen, ...]:
    """The cards as pieces, and the marker on the alignment card."""
    catalogue = hints.catalogue or load("rollplayer").catalogue
    seen = []
    for card in cards:
        place = place_of(card, catalogue)
        if place is not None:
            seen.append(Seen(_within(card.piece, place, catalogue), card.box, place.removesuffix("/")))
        if place == CARD_PLACES["alignment"]:
            seen.append(_marker(picture, card, hints))
    return tuple(seen)


def _within(piece: Reading[str], place: str, catalogue: Catalogue) -> Reading[str]:
    """The reading with those alternatives only that could lie at this place."""
    kinds = {kind for kind, where in CARD_PLACES.items() if where == place}
    others = tuple(one for one in piece.alternatives if catalogue.items[one.value].kind in kinds)
    return Reading(piece.value, piece.confidence, others, piece.where)


def _marker(picture: Picture, card: Card, hints: Hints) -> Seen:
    """The marker on an alignment card."""
    flat = np.ascontiguousarray(np.rot90(straighten(picture, card.corners, (FACE, FACE)), card.quarter))
    taught = hints.picture_of(card.piece.value) if hints.picture_of else None
    square, sure = marker_on(flat, taught)
    return Seen(Reading(marker_code(square), sure, (), (card.box,)), card.box, MARKER)

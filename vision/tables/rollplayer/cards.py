"""The cards of a character: race, class, alignment with its marker, backstory, market cards and trophies."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from scoring.catalogue import Catalogue
from scoring.games import load
from vision.cards import counters_on
from vision.photo import Picture
from vision.reading import DieReading, Reading
from vision.tables.beside import Card, Cards, candidates, named, titles_of
from vision.tables.rollplayer.places import CARD_PLACES, CUBES, MARKER, TOKENS, marker_code
from vision.tables.table import Hints, Seen
from vision.things import Kind, Thing

# The marker's square is told by its place on the card alone: it is proposed, never stated.
PROPOSED = 0.5
# Where the nine squares lie on an upright alignment card, in shares of it: below its title.
GRID = (0.08, 0.22, 0.92, 0.95)
ENDS = ("top", "right", "bottom", "left")


def cards_of(picture: Picture, things: Sequence[Thing], dice: Sequence[DieReading], hints: Hints) -> Cards:
    """The cards that a photo shows, the surest of each that a character has only once."""
    catalogue = hints.catalogue or load("rollplayer").catalogue
    found = named(picture, candidates(things, dice), hints, titles_of(catalogue, CARD_PLACES))
    return Cards(tuple(_each_once(found.known, catalogue)), found.unknown)


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


def first_row_of(cards: Sequence[Card], catalogue: Catalogue) -> str | None:
    """The end of the photo at which Strength is, told by how the character sheet lies."""
    sheets = [card for card in cards if place_of(card, catalogue) == CARD_PLACES["race"]]
    return ENDS[sheets[0].quarter % 4] if sheets else None


def pieces_of(picture: Picture, cards: Sequence[Card], catalogue: Catalogue) -> tuple[Seen, ...]:
    """The cards as pieces, and the marker on the alignment card."""
    seen = []
    for card in cards:
        place = place_of(card, catalogue)
        if place is not None:
            seen.append(Seen(_within(card.piece, place, catalogue), card.box, place.removesuffix("/")))
        if place == CARD_PLACES["alignment"] and (marker := _marker(picture, card)):
            seen.append(marker)
    return tuple(seen)


def _within(piece: Reading[str], place: str, catalogue: Catalogue) -> Reading[str]:
    """The reading with those alternatives only that could lie at this place."""
    kinds = {kind for kind, where in CARD_PLACES.items() if where == place}
    others = tuple(one for one in piece.alternatives if catalogue.items[one.value].kind in kinds)
    return Reading(piece.value, piece.confidence, others, piece.where)


def _marker(picture: Picture, card: Card) -> Seen | None:
    """The counter that lies on an alignment card, by the square under its middle."""
    lying = counters_on(picture, card.corners)
    if not lying:
        return None
    u, v = card.upright(*lying[0][:2])
    left, top, right, bottom = GRID
    column, row = ((part - low) / (high - low) for part, low, high in ((u, left, right), (v, top, bottom)))
    square = min(2, max(0, int(3 * row))), min(2, max(0, int(3 * column)))
    return Seen(Reading(marker_code(square), PROPOSED, (), (card.box,)), card.box, MARKER)


def counted(things: Sequence[Thing], cards: Sequence[Card]) -> tuple[str, ...]:
    """How many cubes and tokens lie beside the cards, as a proposal: no real photo of them was ever learned from."""
    outlines = [np.array(card.corners, np.float32) for card in cards]
    free = [
        thing.kind
        for thing in things
        if not any(cv2.pointPolygonTest(outline, thing.centre, False) >= 0 for outline in outlines)
    ]
    counts = {CUBES: free.count(Kind.CUBE), TOKENS: free.count(Kind.TOKEN)}
    return tuple(f"{word} {count}" for word, count in counts.items() if count)

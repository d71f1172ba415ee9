"""Cards around a dungeon that the finder doubts, or sees only from near.

In a photo of a whole table prisoners are its smallest pieces, and the prison is a frame around them, so that they are
taken for its print. Counted on 20 boards of two hands: of 29 prisoners a look at the prison alone in two sizes finds
28, and nothing else; of what the finder doubts in a whole photo four of 22 are print.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter

import numpy as np

from vision.cards import find_pieces
from vision.photo import Picture
from vision.quads import overlap
from vision.reading import Box
from vision.tables.dungeonlords.around import Around, cards_around, through
from vision.tables.dungeonlords.places import MONSTERS, PRISONERS
from vision.tables.dungeonlords.prison import prison_area
from vision.tables.dungeonlords.site import Guess
from vision.things import Thing

CELLS = (64.0, 110.0)  # pixels of a cell in a look at the prison: what one of them misses the other finds
MARGIN = 0.08  # of the prison around it: a card is seen by its edges
APART = 0.25  # two cards share no more of their outlines
# A monster beside the board that is doubted no more than this is asked about (print had 0.23 at most, monsters 0.38 at
# least); all else only where it has a name, and no more than so many.
LIKELY, MOST_DOUBTED = 0.3, 12


def overseen(
    picture: Picture, guess: Guess, things: Sequence[Thing], known: Sequence[Around], printed: bool
) -> list[Around]:
    """Cards beside those that are `known`: in a printed prison what a closer look finds, then what was doubted."""
    found: list[Around] = []
    for thing in _by_confidence(_seen_closely(picture, guess)) if printed else ():
        cards = cards_around(picture, guess, [thing], on_board=True)
        found += [card for card in cards if card.field == PRISONERS and card.at_home and _free(card, [*known, *found])]
    for thing in _by_confidence([thing for thing in things if thing.doubtful])[:MOST_DOUBTED]:
        for card in cards_around(picture, guess, [thing], on_board=printed):
            likely = card.field == MONSTERS and card.at_home and thing.confidence >= LIKELY
            if _free(card, [*known, *found]):
                found.append(replace(card, doubted=not likely))
    return found


def _by_confidence(things: Sequence[Thing]) -> list[Thing]:
    return sorted(things, key=attrgetter("confidence"), reverse=True)


def _free(card: Around, others: Sequence[Around]) -> bool:
    """Whether a card lies beside all others."""
    return all(overlap(np.array(card.corners), np.array(other.corners)) < APART for other in others)


def _seen_closely(picture: Picture, guess: Guess) -> list[Thing]:
    """What the finder finds in the prison alone."""
    low, high = prison_area()
    prison = through(guess.to_photo, np.array([low, (high[0], low[1]), high, (low[0], high[1])]))
    least, most = prison.min(axis=0), prison.max(axis=0)
    room = MARGIN * (most - least)
    around = Box(*(float(edge) for edge in (*(least - room), *(most + room))))
    if around.right <= 0 or around.bottom <= 0 or around.left >= picture.width or around.top >= picture.height:
        return []
    cell = float(
        np.hypot(*np.diff(through(guess.to_photo, np.array([(low + high) / 2, (low + high) / 2 + (1, 0)])), axis=0)[0])
    )
    return [thing for pixels in CELLS for thing in find_pieces(picture, around, pixels / max(cell, 1.0))]

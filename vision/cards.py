"""Where cards, tiles, boards and counters lie in a photo, each with its four corners.

from vision.cards import find_things, straighten
for thing in find_things(photo):
    flat = straighten(photo, thing.corners, size=(240, 336))
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from operator import attrgetter
from pathlib import Path

import numpy as np

from vision.contours import outlines_of
from vision.cutoff import SEEMS_ENOUGH, cut_off
from vision.edges import mended
from vision.flaws import flawed
from vision.grounds import without_empty_places
from vision.looks import Looks
from vision.mat import mat_in
from vision.photo import Frame, Picture, Pixels
from vision.quads import as_corners, overlap, straighten
from vision.reading import Box
from vision.seen import Mask, Seen, inside_of, shares_inside, without_print, without_shifted
from vision.things import FLAT, Flaw, Kind, Thing, shown
from vision.weights import model_path

__all__ = ["CardFinder", "find_counters", "find_pieces", "find_things", "straighten"]

# Outlines are asked where only a few things lie: then these are large and loose, and print is taken for them.
FEW = 4
AGREED = 0.6
DOUBT_LEFT = 0.6
# Counters are small and rarely sure: from here on they are told as doubtful ones.
DOUBTFUL = 0.12
# So are cards and tiles where a lattice tells which of them are there, unless they share so much with what is sure.
DOUBTFUL_PIECE, SHARED = 0.1, 0.3
# A closer look shows them about so large, and a photo no larger than so many times.
COUNTER_SIDE, MOST_CLOSE = 72.0, 1.5
# The printed mat is looked for in a copy of the photo of about this side.
LOOK_FOR_MAT = 1120


class CardFinder:
    """Finds things of six kinds and their corners in a picture."""

    def __init__(self, path: Path | str | None = None, threads: int | None = None, with_mat: bool = True) -> None:
        self.with_mat = with_mat
        self.mended = mended
        self.looks = Looks(Path(path) if path else model_path("cards.onnx"), threads)

    def find(
        self,
        picture: Picture | Pixels,
        doubtful: bool = False,
        pieces: bool = False,
        closely: bool = False,
        cut: bool = False,
    ) -> list[Thing]:
        """The things of an upright picture (an array is RGB) in its own pixels, surest first.

        `doubtful` counters are told too: for whoever can say by their colours which of them are there; and doubtful
        `pieces`, cards and tiles, for whoever knows the lattice in which they lie. It looks `closely` at all of the
        picture where corners matter more than time. Cards and tiles of which too little is in the picture are told
        to who notices what is `cut` off: they are no pieces.
        """
        if isinstance(picture, np.ndarray):
            picture = Frame(picture)
        looks = self.looks
        proposed = seen = self._agreed(picture, looks.seen(picture, closely))
        counters = np.isin(seen.kind, looks.of(Kind.TOKEN, Kind.CUBE)) & doubtful
        least = np.where(counters, DOUBTFUL, looks.least[seen.kind])
        seen = inside_of(seen.only(seen.confidence >= least), picture.width, picture.height)
        mat = mat_in(picture, LOOK_FOR_MAT) if self.with_mat and len(seen) else None
        if mat is not None:  # first of all: the paper is no card with other cards printed on it
            seen = seen.only(np.array([not mat.is_print(box) for box in seen.boxes], dtype=bool))
        solid = looks.of(Kind.CARD, Kind.TILE)
        seen = without_shifted(without_print(seen, solid), solid)
        seen = without_empty_places(picture, seen, looks.of(Kind.TILE)[:1])  # crosses are plain themselves
        if pieces:
            seen = Seen.together([seen, self._doubtful_pieces(proposed, seen)])
        flat = np.isin(seen.kind, looks.of(*FLAT))
        quads = seen.quads.copy()
        quads[flat] = self.mended(picture, seen.quads[flat])
        if mat is not None:
            quads[flat] = np.array([mat.squared(quad) for quad in quads[flat]]).reshape(-1, 4, 2)
        seen = replace(seen, quads=quads)
        things = self._things(seen, self._cut_off(seen, picture))
        things = [flawed(picture, thing) for thing in sorted(things, key=attrgetter("confidence"), reverse=True)]
        return things if cut else shown(things)

    def _cut_off(self, seen: Seen, picture: Picture) -> Mask:
        """Which cards and tiles the edge of the picture cuts too far."""
        pieces = np.isin(seen.kind, self.looks.of(Kind.CARD, Kind.TILE))
        surely = seen.confidence >= self.looks.least[seen.kind]
        return pieces & cut_off(seen, surely, picture.width, picture.height)

    def _doubtful_pieces(self, proposed: Seen, sure: Seen) -> Seen:
        """Cards and tiles that are not sure, where nothing else is that could be meant instead."""
        looks = self.looks
        piece = np.isin(proposed.kind, looks.of(Kind.CARD, Kind.TILE))
        unsure = (proposed.confidence >= DOUBTFUL_PIECE) & (proposed.confidence < looks.least[proposed.kind])
        others = sure.quads[~np.isin(sure.kind, looks.of(Kind.BOARD))]
        free = [
            row
            for row in np.flatnonzero(piece & unsure)
            if all(overlap(proposed.quads[row], other) < SHARED for other in others)
        ]
        return proposed.only(np.array(free, dtype=np.intp))

    def counters(self, picture: Picture, around: Box, side: float) -> list[Thing]:
        """Tokens and cubes of a part of a picture, doubtful ones too, looked at closely: `side` is about their size.

        In a photo of a whole table they are too small to be seen well beside cards.
        """
        looks = self.looks
        seen = looks.close(picture, around, min(COUNTER_SIDE / max(side, 1.0), MOST_CLOSE))
        seen = seen.only(np.isin(seen.kind, looks.of(Kind.TOKEN, Kind.CUBE)) & (seen.confidence >= DOUBTFUL))
        return [
            Thing(looks.kinds[kind], as_corners(quad), float(sure), looks.forms[kind])
            for quad, sure, kind in zip(seen.quads, seen.confidence, seen.kind, strict=True)
        ]

    def pieces(self, picture: Picture, around: Box, scale: float) -> list[Thing]:
        """Cards and tiles of a part of a picture, doubtful ones too, looked at in so many times its own pixels.

        For whoever knows what may lie there, and how large it is.
        """
        looks = self.looks
        seen = looks.close(picture, around, min(scale, MOST_CLOSE))
        seen = seen.only(np.isin(seen.kind, looks.of(Kind.CARD, Kind.TILE)) & (seen.confidence >= DOUBTFUL_PIECE))
        seen = replace(seen, quads=self.mended(picture, seen.quads))
        return self._things(seen.only(shares_inside(seen, picture.width, picture.height) >= SEEMS_ENOUGH))

    def _things(self, seen: Seen, cut: Mask | None = None) -> list[Thing]:
        """What was seen; what is less sure than its kind must be is doubtful."""
        looks, cut = self.looks, np.zeros(len(seen), dtype=bool) if cut is None else cut
        return [
            Thing(
                looks.kinds[kind],
                as_corners(quad),
                float(sure),
                looks.forms[kind],
                (Flaw.CUT_OFF,) if off else (),
                doubtful=bool(sure < looks.least[kind]),
            )
            for quad, sure, kind, off in zip(seen.quads, seen.confidence, seen.kind, cut, strict=True)
        ]

    def _agreed(self, picture: Picture, seen: Seen) -> Seen:
        """Loose pieces whose outline stands out from the table are surer than the network alone is."""
        if not 0 < (seen.confidence >= self.looks.least[seen.kind]).sum() <= FEW:
            return seen
        confidence = seen.confidence.copy()
        for quad, _ in outlines_of(picture):
            shares = np.array([overlap(quad, other) for other in seen.quads])
            best = int(shares.argmax())
            if shares[best] > AGREED:
                confidence[best] = 1 - (1 - confidence[best]) * DOUBT_LEFT
        return replace(seen, confidence=confidence)


@cache
def card_finder() -> CardFinder:
    """The finder of this process, loaded at its first use."""
    return CardFinder()


def find_things(
    picture: Picture | Pixels,
    doubtful: bool = False,
    pieces: bool = False,
    closely: bool = False,
    cut: bool = False,
) -> list[Thing]:
    """The things of a photo, or of an upright RGB picture, with the weights that ship; surest first."""
    return card_finder().find(picture, doubtful, pieces, closely, cut)


def find_pieces(picture: Picture, around: Box, scale: float) -> list[Thing]:
    """Cards and tiles in a part of a photo that is looked at closely, doubtful ones too."""
    return card_finder().pieces(picture, around, scale)


def find_counters(picture: Picture, around: Box, side: float) -> list[Thing]:
    """Tokens and cubes of about this size in a part of a photo, doubtful ones too."""
    return card_finder().counters(picture, around, side)

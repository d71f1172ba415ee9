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
from vision.edges import mended
from vision.flaws import flawed
from vision.looks import Looks
from vision.mat import mat_in
from vision.photo import Frame, Picture, Pixels
from vision.quads import as_corners, overlap, straighten
from vision.seen import Seen, inside_of, without_print, without_shifted
from vision.things import FLAT, Corners, Kind, Thing
from vision.weights import model_path

__all__ = ["CardFinder", "counters_on", "find_things", "straighten"]

# Outlines are asked where only a few things lie: then these are large and loose, and print is taken for them.
FEW = 4
AGREED = 0.6
DOUBT_LEFT = 0.6
# A card is looked at closely with so many pixels for its shorter side; a counter on it need not be surer than this.
CLOSE = 256
DOUBTFUL = 0.2
# The printed mat is looked for in a copy of the photo of about this side.
LOOK_FOR_MAT = 1120


class CardFinder:
    """Finds things of six kinds and their corners in a picture."""

    def __init__(self, path: Path | str | None = None, threads: int | None = None, with_mat: bool = True) -> None:
        self.with_mat = with_mat
        self.looks = Looks(Path(path) if path else model_path("cards.onnx"), threads)

    def find(self, picture: Picture | Pixels) -> list[Thing]:
        """The things of an upright picture (an array is RGB) in its own pixels, surest first."""
        if isinstance(picture, np.ndarray):
            picture = Frame(picture)
        looks = self.looks
        seen = self._agreed(picture, looks.seen(picture))
        seen = inside_of(seen.only(seen.confidence >= looks.least[seen.kind]), picture.width, picture.height)
        mat = mat_in(picture, LOOK_FOR_MAT) if self.with_mat and len(seen) else None
        if mat is not None:  # first of all: the paper is no card with other cards printed on it
            seen = seen.only(np.array([not mat.is_print(box) for box in seen.boxes], dtype=bool))
        pieces = looks.of(Kind.CARD, Kind.TILE)
        seen = without_shifted(without_print(seen, pieces), pieces)
        flat = np.isin(seen.kind, looks.of(*FLAT))
        quads = seen.quads.copy()
        quads[flat] = mended(picture, seen.quads[flat])
        if mat is not None:
            quads[flat] = np.array([mat.squared(quad) for quad in quads[flat]]).reshape(-1, 4, 2)
        things = [
            Thing(looks.kinds[kind], as_corners(quad), float(sure), looks.forms[kind])
            for quad, sure, kind in zip(quads, seen.confidence, seen.kind, strict=True)
        ]
        return [flawed(picture, thing) for thing in sorted(things, key=attrgetter("confidence"), reverse=True)]

    def counters_on(self, picture: Picture, corners: Corners) -> list[tuple[float, float, float]]:
        """Tokens and cubes that lie on a card, by a close look at it: places on it (0 to 1, twice) and confidence.

        From afar they are too small to be seen, and here it is known that one may lie there: doubtful ones are told.
        """
        looks = self.looks
        wide, high = Thing(Kind.CARD, corners, 1.0).size
        scale = CLOSE / max(min(wide, high), 1.0)
        size = round(wide * scale), round(high * scale)
        seen = looks.seen(Frame(straighten(picture, corners, size)))
        seen = seen.only(np.isin(seen.kind, looks.of(Kind.TOKEN, Kind.CUBE)) & (seen.confidence >= DOUBTFUL))
        places = seen.quads.mean(axis=1) / size
        found = [(float(x), float(y), float(sure)) for (x, y), sure in zip(places, seen.confidence, strict=True)]
        return sorted(found, key=lambda one: -one[2])

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


def find_things(picture: Picture | Pixels) -> list[Thing]:
    """The things of a photo, or of an upright RGB picture, with the weights that ship; surest first."""
    return card_finder().find(picture)


def counters_on(picture: Picture, corners: Corners) -> list[tuple[float, float, float]]:
    """Tokens and cubes that lie on a card: places on it (0 to 1, twice) and confidence, surest first."""
    return card_finder().counters_on(picture, corners)

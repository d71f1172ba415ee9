"""Where cards, tiles, boards and counters lie in a photo, each with its four corners.

from vision.cards import find_things, straighten
for thing in find_things(photo):
    flat = straighten(photo, thing.corners, size=(240, 336))
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from operator import attrgetter
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.contours import outlines_of
from vision.edges import mended
from vision.finder import padded, resized
from vision.flaws import flawed
from vision.network import Network, as_batch, model_path
from vision.photo import Frame, Picture, Pixels
from vision.quads import as_corners, in_order, is_convex, overlap, straighten
from vision.seen import Seen, each_once, inside_of, without_print, without_shifted
from vision.things import Form, Kind, Thing

__all__ = ["CardFinder", "find_things", "straighten"]

# Of one look at most so many proposals are compared, the surest ones.
MOST_PROPOSALS = 1500
# Outlines are asked where only a few things lie: then these are large and loose, and print is taken for them.
FEW = 4
AGREED = 0.6
DOUBT_LEFT = 0.6
# A photo is not enlarged beyond this for a look.
MOST_GROWTH = 1.3


@dataclass(frozen=True)
class CardSettings:
    """What the network's metadata says about how it wants to be used."""

    names: tuple[str, ...]
    stride: int
    looks: tuple[int, ...]
    small: float
    best: tuple[float, float]
    propose: float
    confidence: dict[str, float]


class CardFinder:
    """Finds things of six kinds and their corners in a picture."""

    def __init__(self, path: Path | str | None = None, threads: int | None = None) -> None:
        self.network = Network(Path(path) if path else model_path("cards.onnx"), threads)
        told = self.network.told
        low, high = told("best")
        self.settings = CardSettings(
            names=tuple(told("names")),
            stride=int(told("stride")),
            looks=tuple(int(side) for side in told("looks")),
            small=float(told("small")),
            best=(float(low), float(high)),
            propose=float(told("propose")),
            confidence={str(kind): float(least) for kind, least in told("confidence").items()},
        )
        parts = [name.partition(" ") for name in self.settings.names]
        self.kinds = [Kind(kind) for kind, _, _ in parts]
        self.forms = [Form(form) if form else Form.RECTANGLE for _, _, form in parts]
        self.least = np.array([self.settings.confidence[kind] for kind in self.kinds])

    def find(self, picture: Picture | Pixels) -> list[Thing]:
        """The things of an upright picture (an array is RGB) in its own pixels, surest first."""
        if isinstance(picture, np.ndarray):
            picture = Frame(picture)
        seen = self.seen(picture)
        seen = self._agreed(picture, seen)
        seen = inside_of(seen.only(seen.confidence >= self.least[seen.kind]), picture.width, picture.height)
        pieces = self._of(Kind.CARD, Kind.TILE)
        seen = without_shifted(without_print(seen, pieces), pieces)
        flat = np.isin(seen.kind, self._of(Kind.CARD, Kind.TILE, Kind.BOARD))
        quads = seen.quads.copy()
        quads[flat] = mended(picture, seen.quads[flat])
        things = [
            Thing(self.kinds[kind], as_corners(quad), float(sure), self.forms[kind])
            for quad, sure, kind in zip(quads, seen.confidence, seen.kind, strict=True)
        ]
        return [flawed(picture, thing) for thing in sorted(things, key=attrgetter("confidence"), reverse=True)]

    def seen(self, picture: Picture) -> Seen:
        """All looks together: from afar for what is large, closer as long as there is something small."""
        longest = max(picture.width, picture.height)
        looks: list[Seen] = []
        for number, side in enumerate(self.settings.looks):
            if number and side > longest * MOST_GROWTH:
                break
            if number > 1 and not self._small(each_once(Seen.together(looks), self.settings.best), side / longest):
                break
            looks.append(each_once(self._look(picture, side), self.settings.best))
        return each_once(Seen.together(looks), self.settings.best)

    def _agreed(self, picture: Picture, seen: Seen) -> Seen:
        """Loose pieces whose outline stands out from the table are surer than the network alone is."""
        if not 0 < (seen.confidence >= self.least[seen.kind]).sum() <= FEW:
            return seen
        confidence = seen.confidence.copy()
        for quad, _ in outlines_of(picture):
            shares = np.array([overlap(quad, other) for other in seen.quads])
            best = int(shares.argmax())
            if shares[best] > AGREED:
                confidence[best] = 1 - (1 - confidence[best]) * DOUBT_LEFT
        return replace(seen, confidence=confidence)

    def _small(self, seen: Seen, scale: float) -> bool:
        """Whether a closer look is worth its time: nothing is seen yet, or much of it would still be small."""
        sure = seen.only(seen.confidence >= self.least[seen.kind])
        if not len(sure):
            return True
        sides = np.sqrt(sure.areas) * scale
        return bool(np.quantile(sides, 0.25) < self.settings.small)

    def _of(self, *kinds: Kind) -> NDArray[np.intp]:
        """The classes of these kinds."""
        return np.array([row for row, kind in enumerate(self.kinds) if kind in kinds], dtype=np.intp)

    def _look(self, picture: Picture, side: int) -> Seen:
        """One pass of the network over the whole picture, its longer side so many pixels."""
        scale = side / max(picture.width, picture.height)
        pixels = picture.pixels(side)
        width, height = max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
        fitted = padded(resized(pixels, width, height), self.settings.stride)
        raw = self.network(as_batch([fitted]))[self.network.outputs[0]][0].astype(np.float64)
        classes = raw[4 : 4 + len(self.kinds)]
        rows = np.flatnonzero(classes.max(axis=0) >= self.settings.propose)
        rows = rows[np.argsort(-classes[:, rows].max(axis=0))[:MOST_PROPOSALS]]
        corners = raw[4 + len(self.kinds) :, rows].T.reshape(-1, 4, 2)
        quads = np.array([in_order(quad) for quad in corners]).reshape(-1, 4, 2)
        whole = np.array([is_convex(quad) for quad in quads], dtype=bool)
        factors = np.array([picture.width / width, picture.height / height])
        sides = np.hypot(*(np.roll(quads, -1, axis=1) - quads).transpose(2, 0, 1)).min(axis=1)
        seen = Seen(quads * factors, classes[:, rows].max(axis=0), classes[:, rows].argmax(axis=0), sides)
        return seen.only(whole)


@cache
def card_finder() -> CardFinder:
    """The finder of this process, loaded at its first use."""
    return CardFinder()


def find_things(picture: Picture | Pixels) -> list[Thing]:
    """The things of a photo, or of an upright RGB picture, with the weights that ship; surest first."""
    return card_finder().find(picture)

"""The gallery's networks, and what is taught as they keep it: pictures, features of their places, summaries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import islice
from typing import NamedTuple, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.closer import Place, close_up, differing_place
from vision.evidence import Weights
from vision.likeness import moved_about
from vision.network import Network, Tensor, as_batch
from vision.overlaying import Layable, laid_large, laid_pair
from vision.photo import Pixels
from vision.telling import Tones, in_light_of, tones
from vision.weights import model_path

T = TypeVar("T")
Pair = NDArray[np.float32]  # two pictures above each other, six colours

DESCRIBER, MATCHER, OVERLAY = "gallery.onnx", "gallery-match.onnx", "gallery-overlay.onnx"
AT_ONCE = 8  # pictures or pairs that go through a network together: more only need more memory


@dataclass(frozen=True)
class Taught:
    """One taught picture: whose it is, the picture, the features of its places, and its summary."""

    item: str
    picture: Pixels
    cells: NDArray[np.float16]
    summary: Tensor

    @cached_property
    def layable(self) -> Layable:
        return Layable.of(self.picture)


class Laid(NamedTuple):
    """One picture laid onto another: how they lie, the logit that they show the same card, the logits of the places
    that they differ there, and how much each place speaks for the same card."""

    pair: Pair
    logit: float
    where: Tensor
    speaks: Tensor


class Beside(NamedTuple):
    """Two taught pictures, one laid onto the other: the logit that they show the same card, where they differ (chances
    of places), both in one light, and both from close by where they differ most."""

    logit: float
    differ: Tensor
    one: Tones
    other: Tones
    place: Place
    close: tuple[Layable, Layable]


@dataclass(frozen=True)
class Gallery:
    """All taught pictures of one game; an item may have several."""

    taught: Sequence[Taught]
    beside: dict[tuple[int, int, int], Beside] = field(default_factory=dict, repr=False, compare=False)
    insides: dict[float, Gallery] = field(default_factory=dict, repr=False, compare=False)

    def inside(self, rim: float, eyes: GalleryEyes) -> Gallery:
        """The same pictures without a rim of so many sides, described once."""
        if rim not in self.insides:
            self.insides[rim] = eyes.gallery((one.item, without_rim(one.picture, rim)) for one in self.taught)
        return self.insides[rim]

    @cached_property
    def summaries(self) -> Tensor:
        return np.stack([one.summary for one in self.taught])

    @cached_property
    def rows(self) -> dict[str, list[int]]:
        """Which pictures there are of each item."""
        found: dict[str, list[int]] = {}
        for row, one in enumerate(self.taught):
            found.setdefault(one.item, []).append(row)
        return found

    def most_like(self, print_: Tensor, item: str, quarter: int = 0) -> int:
        """Of all pictures of an item, each turned to the left by quarters, the one whose print is most like this: two
        pictures in like light, in frames of one colour, differ in nothing but what card they show."""
        rows = self.rows[item]
        if len(rows) == 1:
            return rows[0]
        prints = {row: np.rot90(self.taught[row].layable.prints[0], quarter) for row in rows}
        return min(rows, key=lambda row: float(np.abs(prints[row] - print_).sum()))

    @cached_property
    def rough(self) -> Tensor:
        """The smallest prints, each a little moved in every direction: taught picture, way, pixels."""
        return np.stack([moved_about(one.layable.prints[0]) for one in self.taught])


class GalleryEyes:
    """The three networks: one describes pictures, one compares descriptions, one pictures laid onto each other."""

    def __init__(self, threads: int | None = None) -> None:
        self._describe = Network(model_path(DESCRIBER), threads)
        self._match = Network(model_path(MATCHER), threads)
        self._overlay = Network(model_path(OVERLAY), threads)
        self.side = int(self._describe.told("side"))
        self.version = str(self._describe.told("version"))
        self.weights = Weights(**{part: tuple(row) for part, row in self._overlay.told("weights").items()})
        self.sure = float(self._overlay.told("sure"))

    def taught(self, item: str, picture: Pixels) -> Taught:
        """A picture as it is kept in memory."""
        return self.gallery([(item, picture)]).taught[0]

    def gallery(self, taught: Iterable[tuple[str, Pixels]]) -> Gallery:
        """A gallery of pictures with the names of what they show."""
        items, pictures = zip(*((item, squared(picture, self.side)) for item, picture in taught), strict=True)
        return Gallery([Taught(*row) for row in zip(items, pictures, *self.described(pictures), strict=True)])

    def described(self, pictures: Sequence[Pixels]) -> tuple[NDArray[np.float16], Tensor]:
        """The features of every place of every picture, and the summary of each."""
        cells, summaries = [], []
        for part in _parts(squared(picture, self.side) for picture in pictures):
            answer = self._describe(as_batch(part))
            cells.append(answer["cells"].astype(np.float16))
            summaries.append(answer["summary"])
        return np.concatenate(cells), np.concatenate(summaries)

    def compared(self, pairs: Iterable[tuple[NDArray[np.float16], NDArray[np.float16]]]) -> Tensor:
        """By the features of their places, how likely each pair shows the same card, as logits."""
        joined = (np.concatenate([taught, met]).astype(np.float32) for taught, met in pairs)
        return np.concatenate([self._match(np.stack(part))["same"] for part in _parts(joined)])

    def laid(self, pairs: Iterable[tuple[Layable, Layable]]) -> Iterator[Laid]:
        """With one laid onto the other, what the network says of each pair."""
        for part in _parts(laid_pair(taught, met) for taught, met in pairs):
            told = self._overlay(np.stack(part))
            yield from map(Laid, part, told["same"].tolist(), told["where"], told["speaks"])

    def beside(self, gallery: Gallery, one: int, other: int, quarter: int) -> Beside:
        """Two taught pictures, the other turned by quarters; compared once as long as the gallery is held."""
        key = (one, other, quarter)
        if key not in gallery.beside:
            here, there = gallery.taught[one], gallery.taught[other]
            turned = there.layable.turned(quarter)
            laid = next(self.laid([(here.layable, turned)]))
            seen = tones(laid.pair[:3])
            differ = np.asarray(1 / (1 + np.exp(-laid.where)), np.float32)
            place = differing_place(differ)
            large = laid_large(here.layable, turned, here.picture, np.rot90(there.picture, quarter))
            close = close_up(here.picture, place), close_up(large, place)
            gallery.beside[key] = Beside(
                laid.logit, differ, seen, in_light_of(seen, tones(laid.pair[3:])), place, close
            )
        return gallery.beside[key]

    def closer(self, several: Sequence[Beside], large: Pixels) -> list[float]:
        """Of pairs of which a picture was laid onto the first: how much more it looks like this one from close by."""
        pairs = [(taught, close_up(large, pair.place)) for pair in several for taught in pair.close]
        logits = [laid.logit for laid in self.laid(pairs)]
        return [one - other for one, other in zip(logits[::2], logits[1::2], strict=True)]


def without_rim(picture: Pixels, rim: float) -> Pixels:
    """A picture without so many sides at each of its edges."""
    high, wide = (round(rim * length) for length in picture.shape[:2])
    return picture[high : picture.shape[0] - high, wide : picture.shape[1] - wide]


def squared(picture: Pixels, side: int) -> Pixels:
    """A picture as a square of `side` pixels."""
    if picture.shape[:2] == (side, side):
        return np.ascontiguousarray(picture)
    how = cv2.INTER_AREA if min(picture.shape[:2]) > side else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, (side, side), interpolation=how), dtype=np.uint8)


def _parts(things: Iterable[T]) -> Iterator[list[T]]:
    """As many at once as go through a network together; nothing is held longer than that."""
    rest = iter(things)
    return iter(lambda: list(islice(rest, AT_ONCE)), [])


@cache
def gallery_eyes() -> GalleryEyes:
    """The networks, loaded once."""
    return GalleryEyes()

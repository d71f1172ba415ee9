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

from vision.evidence import Weights
from vision.likeness import moved_about
from vision.network import Network, Tensor, as_batch
from vision.overlaying import Layable, laid_pair
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


class Beside(NamedTuple):
    """Two taught pictures, one laid onto the other: the logit that they show the same card, and both in one light."""

    logit: float
    one: Tones
    other: Tones


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
        self.weights = Weights(**self._overlay.told("weights"))
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

    def laid(self, pairs: Iterable[tuple[Layable, Layable]]) -> Iterator[tuple[float, Pair]]:
        """With one laid onto the other, how likely each pair shows the same card, as logits, and how they lie."""
        for part in _parts(laid_pair(taught, met) for taught, met in pairs):
            yield from zip(self._overlay(np.stack(part))["same"].tolist(), part, strict=True)

    def beside(self, gallery: Gallery, one: int, other: int, quarter: int) -> Beside:
        """Two taught pictures, the other turned by quarters; compared once as long as the gallery is held."""
        key = (one, other, quarter)
        if key not in gallery.beside:
            pair = gallery.taught[one].layable, gallery.taught[other].layable.turned(quarter)
            logit, laid = next(self.laid([pair]))
            here = tones(laid[:3])
            gallery.beside[key] = Beside(logit, here, in_light_of(here, tones(laid[3:])))
        return gallery.beside[key]


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

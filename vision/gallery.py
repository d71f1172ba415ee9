"""Which card, tile or face a straightened picture shows, told from one taught picture of each.

    eyes = gallery_eyes()
    gallery = Gallery([eyes.taught("longsword", picture), ...])
    naming = identify(gallery, [picture], eyes)[0]
    naming.item                      # None when unsure; naming.alternatives holds the likeliest three

Pictures are squares of any size, in any of four turns: what lies between four corners, whatever its proportions were.
Summaries and rough prints find the likeliest cards, maps of features are compared with theirs place by place, and the
picture is laid onto those that are left: features know forms well, this last look knows colours and fills.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import islice
from typing import NamedTuple, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.likeness import moved_about, roughly_alike, told_apart
from vision.network import Network, Tensor, as_batch
from vision.overlaying import Layable, Share, laid_pair
from vision.photo import Pixels
from vision.reading import Alternative
from vision.weights import model_path

T = TypeVar("T")

DESCRIBER, MATCHER, OVERLAY = "gallery.onnx", "gallery-match.onnx", "gallery-overlay.onnx"
OFFERED = 3  # names that are offered when unsure
COMPARED = 10  # pairs of a turn and a taught picture that are looked at closely
AT_ONCE = 8  # pictures or pairs that go through a network together: more only need more memory
LAID = 6  # of these, the picture is laid onto
UNLAID = 4.0  # logits that speak against those it is not laid onto
QUARTERS = 4
TELLING = 2.0  # logits that the places where two cards differ are worth
LEAST = -8.0  # logits below this say no more
LOOKS = 2.0  # how much more the summary says than the rough print


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


class Score(NamedTuple):
    """How much a picture looks like a taught one: the logit, the turn that fits, and which taught picture it is."""

    logit: float
    quarter: int
    kept: int = 0


Scores = dict[str, Score]


@dataclass(frozen=True)
class Naming:
    """What a picture shows: the item when sure, the likeliest ones in any case.

    `quarter` is how often the picture is to be turned to the left by a quarter to lie as the likeliest was taught.
    """

    item: str | None
    confidence: float
    alternatives: tuple[Alternative[str], ...]
    quarter: int = 0

    @property
    def unknown(self) -> bool:
        """Whether nothing that was taught looks like it."""
        return self.item is None and self.confidence < UNKNOWN_BELOW


UNKNOWN_BELOW = 0.5
NOTHING_TAUGHT = Naming(None, 0.0, ())


@dataclass(frozen=True)
class Gallery:
    """All taught pictures of one game; an item may have several."""

    taught: Sequence[Taught]
    insides: dict[float, Gallery] = field(default_factory=dict, repr=False, compare=False)

    def inside(self, rim: float, eyes: GalleryEyes) -> Gallery:
        """The same pictures without a rim of so many sides, described once."""
        if rim not in self.insides:
            self.insides[rim] = eyes.gallery((one.item, _inside(one.picture, rim)) for one in self.taught)
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
        self.share = float(self._overlay.told("share"))
        self.temperature = float(self._overlay.told("temperature"))
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

    def laid(self, pairs: Iterable[tuple[Layable, Layable]]) -> Tensor:
        """With one laid onto the other, how likely each pair shows the same card, as logits."""
        laid = (laid_pair(taught, met) for taught, met in pairs)
        return np.concatenate([self._overlay(np.stack(part))["same"] for part in _parts(laid)])


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


def identify(
    gallery: Gallery,
    pictures: Sequence[Pixels],
    eyes: GalleryEyes | None = None,
    covered: Sequence[Sequence[Share]] = (),
    rim: float = 0.0,
) -> list[Naming]:
    """What each picture shows.

    `covered` are for each picture the parts on which something lies; a `rim` of so many sides tells nothing.
    """
    if not gallery.taught or not pictures:
        return [NOTHING_TAUGHT] * len(pictures)
    eyes = eyes or gallery_eyes()
    if rim:
        gallery = gallery.inside(rim, eyes)
        pictures = [_inside(picture, rim) for picture in pictures]
        covered = [[_share_inside(box, rim) for box in boxes] for boxes in covered]
    return [named(scores, eyes.sure) for scores in scored(gallery, pictures, eyes, covered)]


def _inside(picture: Pixels, rim: float) -> Pixels:
    high, wide = (round(rim * length) for length in picture.shape[:2])
    return picture[high : picture.shape[0] - high, wide : picture.shape[1] - wide]


def _share_inside(box: Share, rim: float) -> Share:
    left, top, right, bottom = ((edge - rim) / (1 - 2 * rim) for edge in box)
    return left, top, right, bottom


def scored(
    gallery: Gallery, pictures: Sequence[Pixels], eyes: GalleryEyes, covered: Sequence[Sequence[Share]] = ()
) -> list[Scores]:
    """For each picture the likeliest items, each with the logit that it is this one and the turn that fits."""
    squares = [squared(picture, eyes.side) for picture in pictures]
    hidden = covered or [()] * len(squares)
    layables = [Layable.of(square, boxes) for square, boxes in zip(squares, hidden, strict=True)]
    turned = [layable.turned(quarter) for layable in layables for quarter in range(QUARTERS)]
    cells, summaries = eyes.described([np.rot90(square, quarter) for square in squares for quarter in range(QUARTERS)])
    likeness = LOOKS * summaries @ gallery.summaries.T + roughly_alike(gallery.rough, [one.prints[0] for one in turned])
    nearest = np.argsort(-likeness.reshape(len(pictures), -1), axis=1)[:, :COMPARED]
    places = [(row, *divmod(int(place), len(gallery.taught))) for row, best in enumerate(nearest) for place in best]
    logits = eyes.compared(
        (gallery.taught[kept].cells, cells[row * QUARTERS + quarter]) for row, quarter, kept in places
    )
    found: list[Scores] = [{} for _ in pictures]
    for (row, quarter, kept), logit in zip(places, logits, strict=True):
        item = gallery.taught[kept].item
        found[row][item] = max(found[row].get(item, Score(-np.inf, 0)), Score(float(logit), quarter, kept))
    return _with_overlays(
        [_weighed(row, scores, gallery, cells) for row, scores in enumerate(found)], gallery, turned, eyes
    )


def _with_overlays(found: list[Scores], gallery: Gallery, turned: Sequence[Layable], eyes: GalleryEyes) -> list[Scores]:
    """The best of each picture once more, with the picture laid onto them."""
    best = [sorted(scores, key=lambda item: scores[item], reverse=True)[:LAID] for scores in found]
    places = [(row, item, found[row][item]) for row, items in enumerate(best) for item in items]
    logits = eyes.laid(
        (gallery.taught[one.kept].layable, turned[row * QUARTERS + one.quarter]) for row, _, one in places
    )
    judged: list[Scores] = [
        {
            item: one._replace(logit=(max(one.logit, LEAST) * eyes.share - UNLAID) / eyes.temperature)
            for item, one in scores.items()
        }
        for scores in found
    ]
    for (row, item, one), logit in zip(places, logits, strict=True):
        both = float(logit) + eyes.share * max(one.logit, LEAST)
        judged[row][item] = one._replace(logit=both / eyes.temperature)
    return judged


def _weighed(row: int, scores: Scores, gallery: Gallery, cells: NDArray[np.float16]) -> Scores:
    """The first few once more, each against the others, judged only where they differ."""
    order = sorted(scores, key=lambda item: scores[item], reverse=True)[:OFFERED]
    gains = dict.fromkeys(order, 0.0)
    for index, one in enumerate(order):
        for other in order[index + 1 :]:
            if scores[one].quarter == scores[other].quarter:
                met = cells[row * QUARTERS + scores[one].quarter].astype(np.float32)
                pair = (gallery.taught[scores[item].kept].cells.astype(np.float32) for item in (one, other))
                clear = TELLING * told_apart(met, *pair)
                gains[one] += clear
                gains[other] -= clear
    return {item: score._replace(logit=score.logit + gains.get(item, 0.0)) for item, score in scores.items()}


def named(scores: Scores, sure: float) -> Naming:
    """The likeliest if it is likely enough beside all others and beside a card that nobody taught."""
    chances = chances_of(scores)
    order = sorted(chances, key=chances.__getitem__, reverse=True)
    first = order[0]
    offered = tuple(Alternative(item, chances[item]) for item in order[:OFFERED])
    return Naming(first if chances[first] >= sure else None, chances[first], offered, scores[first].quarter)


def chances_of(scores: Scores) -> dict[str, float]:
    """How likely each item is: one of them, or none, whose logit is nought.

    >>> chances_of({"axe": Score(0.0, 0), "bow": Score(0.0, 1)})["axe"] == 1 / 3
    True
    """
    top = max(0.0, *(score.logit for score in scores.values()))
    weights = {item: float(np.exp(score.logit - top)) for item, score in scores.items()}
    total = sum(weights.values()) + float(np.exp(-top))
    return {item: weight / total for item, weight in weights.items()}

"""Which card, tile or face a straightened picture shows, told from one taught picture of each.

    eyes = gallery_eyes()
    gallery = Gallery([eyes.taught("longsword", picture), ...])
    naming = identify(gallery, [picture], eyes)[0]
    naming.item                      # None when unsure; naming.alternatives holds the likeliest three

Pictures are squares of any size, in any of four turns: what lies between four corners, whatever its proportions were.
The summaries of two pictures find the likeliest cards, their maps of features are then compared place by place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice
from typing import NamedTuple, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.network import Network, Tensor, as_batch
from vision.photo import Pixels
from vision.reading import Alternative
from vision.weights import model_path

T = TypeVar("T")

DESCRIBER, MATCHER = "gallery.onnx", "gallery-match.onnx"
OFFERED = 3  # names that are offered when unsure
COMPARED = 10  # pairs of a turn and a taught picture that are looked at closely
AT_ONCE = 8  # pictures or pairs that go through a network together: more only need more memory
QUARTERS = 4
REACH = 2  # cells by which a place may be off
TELLING = 2.0  # logits that the places where two cards differ are worth


@dataclass(frozen=True)
class Taught:
    """One taught picture: whose it is, and what it looks like."""

    item: str
    cells: NDArray[np.float16]
    summary: Tensor


class Score(NamedTuple):
    """How much a picture looks like a taught one: the logit, the turn that fits, and which taught picture it is."""

    logit: float
    quarter: int
    kept: int


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

    @classmethod
    def of(cls, items: Sequence[str], cells: NDArray[np.float16], summaries: Tensor) -> Gallery:
        """A gallery of described pictures."""
        return cls([Taught(*row) for row in zip(items, cells, summaries, strict=True)])

    @cached_property
    def summaries(self) -> Tensor:
        return np.stack([one.summary for one in self.taught])


class GalleryEyes:
    """The two networks: one describes pictures, the other compares two of them."""

    def __init__(self, threads: int | None = None) -> None:
        self._describe = Network(model_path(DESCRIBER), threads)
        self._match = Network(model_path(MATCHER), threads)
        self.side = int(self._describe.told("side"))
        self.version = str(self._describe.told("version"))
        self.temperature = float(self._match.told("temperature"))
        self.least = float(self._match.told("least"))
        self.lead = float(self._match.told("lead"))

    def taught(self, item: str, picture: Pixels) -> Taught:
        """A picture as it is kept in memory."""
        cells, summaries = self.described([picture])
        return Taught(item, cells[0], summaries[0])

    def described(self, pictures: Sequence[Pixels]) -> tuple[NDArray[np.float16], Tensor]:
        """The features of every place of every picture, and the summary of each."""
        cells, summaries = [], []
        for part in _parts(squared(picture, self.side) for picture in pictures):
            answer = self._describe(as_batch(part))
            cells.append(answer["cells"].astype(np.float16))
            summaries.append(answer["summary"])
        return np.concatenate(cells), np.concatenate(summaries)

    def compared(self, pairs: Iterable[tuple[NDArray[np.float16], NDArray[np.float16]]]) -> Tensor:
        """How likely each pair shows the same card, as logits."""
        joined = (np.concatenate([taught, met]).astype(np.float32) for taught, met in pairs)
        answers = [self._match(np.stack(part))["same"] for part in _parts(joined)]
        return np.concatenate(answers) / np.float32(self.temperature)


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


def identify(gallery: Gallery, pictures: Sequence[Pixels], eyes: GalleryEyes | None = None) -> list[Naming]:
    """What each picture shows."""
    if not gallery.taught or not pictures:
        return [NOTHING_TAUGHT] * len(pictures)
    eyes = eyes or gallery_eyes()
    return [_named(scores, eyes) for scores in scored(gallery, pictures, eyes)]


def scored(gallery: Gallery, pictures: Sequence[Pixels], eyes: GalleryEyes) -> list[Scores]:
    """For each picture the likeliest items, each with the logit that it is this one and the turn that fits."""
    turned = [np.rot90(squared(picture, eyes.side), quarter) for picture in pictures for quarter in range(QUARTERS)]
    cells, summaries = eyes.described(turned)
    likeness = (summaries @ gallery.summaries.T).reshape(len(pictures), -1)
    nearest = np.argsort(-likeness, axis=1)[:, :COMPARED]
    places = [(row, *divmod(int(place), len(gallery.taught))) for row, best in enumerate(nearest) for place in best]
    logits = eyes.compared(
        (gallery.taught[kept].cells, cells[row * QUARTERS + quarter]) for row, quarter, kept in places
    )
    found: list[Scores] = [{} for _ in pictures]
    for (row, quarter, kept), logit in zip(places, logits, strict=True):
        item = gallery.taught[kept].item
        found[row][item] = max(found[row].get(item, Score(-np.inf, 0, 0)), Score(float(logit), quarter, kept))
    return [_weighed(row, scores, gallery, cells) for row, scores in enumerate(found)]


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


def _named(scores: Scores, eyes: GalleryEyes) -> Naming:
    """The likeliest if it is likely and clearly ahead of the next."""
    order = sorted(scores, key=lambda item: scores[item], reverse=True)
    first, quarter, _ = scores[order[0]]
    second = scores[order[1]].logit if len(order) > 1 else -np.inf
    sure = first >= eyes.least and first - second >= eyes.lead
    offered = tuple(Alternative(item, _chance(scores[item].logit)) for item in order[:OFFERED])
    return Naming(order[0] if sure else None, _chance(first), offered, quarter)


def _chance(logit: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(logit, -30, 30))))


def told_apart(met: Tensor, one: Tensor, other: Tensor) -> float:
    """Which of two taught cards a picture rather shows, from 1 (the one) to -1, judged where these two differ.

    Each is first laid onto the picture place by place; places where both are alike say nothing.
    """
    here, far = _laid(met, one)
    there, further = _laid(met, other)
    weight = _smooth(((here - there) ** 2).sum(axis=0))
    far, further = _smooth(far), _smooth(further)
    return float((weight * (further - far)).sum() / ((weight * (further + far)).sum() + 1e-6))


def _laid(met: Tensor, taught: Tensor) -> tuple[Tensor, Tensor]:
    """Of each place the taught cell nearby that fits best, and how far it is from what was met."""
    height, width = met.shape[1:]
    around = np.pad(taught, ((0, 0), (REACH, REACH), (REACH, REACH)), mode="edge")
    steps = range(2 * REACH + 1)
    windows = np.stack([around[:, down : down + height, right : right + width] for down in steps for right in steps])
    far = ((windows - met) ** 2).sum(axis=1)
    nearest = far.argmin(axis=0)
    return np.take_along_axis(windows, nearest[None, None], 0)[0], far.min(axis=0)


def _smooth(values: Tensor) -> Tensor:
    return np.asarray(cv2.blur(values, (3, 3)), dtype=np.float32)

"""Which card, tile or face a straightened picture shows, told from one taught picture of each.

    eyes = gallery_eyes()
    gallery = Gallery([eyes.taught("longsword", picture), ...])
    naming = identify(gallery, [picture], eyes)[0]
    naming.item                      # None when unsure; naming.alternatives holds the likeliest three

Pictures are squares of any size, in any of four turns: what lies between four corners, whatever its proportions were.
Summaries and rough prints find the likeliest cards, maps of features are compared with theirs place by place, and the
picture is laid onto those that are left: features know forms well, this look knows colours and fills. The likeliest is
told from the next ones only where they differ, from close by as well; how sure that has to be depends on how alike they
are, and on how many cards of the game nobody has taught.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.evidence import Evidence, Weights
from vision.gallery_eyes import Gallery, GalleryEyes, Laid, Taught, gallery_eyes, squared, without_rim
from vision.likeness import roughly_alike
from vision.overlaying import Layable, Share
from vision.photo import Pixels
from vision.reading import Alternative
from vision.twins import QUARTERS, Candidate, Candidates, Met, beside_others

__all__ = ["Gallery", "GalleryEyes", "Naming", "Taught", "gallery_eyes", "identify"]

OFFERED = 3  # names that are offered when unsure
COMPARED = 12  # taught pictures whose features are compared,
TURNS = 2  # each in so many turns: some cards look the same upside down
PAIRS = 20  # but no more than so many in all
LEAST_LAID, MOST_LAID = 2, 6  # items of these that the picture is laid onto:
BEHIND = 2.5  # those whose features are so many logits behind the best
LOOKS = 2.0  # how much more the summary says than the rough print
STRANGERS = 0.05  # share of cards that nobody taught, where nothing is known about it


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


def identify(
    gallery: Gallery,
    pictures: Sequence[Pixels],
    eyes: GalleryEyes | None = None,
    covered: Sequence[Sequence[Share]] = (),
    rim: float = 0.0,
    strangers: float = STRANGERS,
) -> list[Naming]:
    """What each picture shows.

    `covered` are for each picture the parts on which something lies; a `rim` of so many sides tells nothing.
    `strangers` is the share of pictures that are expected to show what nobody taught.
    """
    if not gallery.taught or not pictures:
        return [NOTHING_TAUGHT] * len(pictures)
    eyes = eyes or gallery_eyes()
    if rim:
        gallery = gallery.inside(rim, eyes)
        pictures = [without_rim(picture, rim) for picture in pictures]
        covered = [[_share_inside(box, rim) for box in boxes] for boxes in covered]
    judged = candidates(gallery, pictures, eyes, covered)
    return [named(scores_of(found, eyes.weights, strangers), eyes.sure) for found in judged]


def scores_of(found: Candidates, weights: Weights, strangers: float = STRANGERS) -> Scores:
    """How likely each candidate is beside a card that nobody taught, whose logit is nought."""
    logits = weights.logits({item: one.evidence for item, one in found.items()}, strangers)
    return {item: Score(logits[item], one.quarter, one.kept) for item, one in found.items()}


def _share_inside(box: Share, rim: float) -> Share:
    left, top, right, bottom = ((edge - rim) / (1 - 2 * rim) for edge in box)
    return left, top, right, bottom


def candidates(
    gallery: Gallery, pictures: Sequence[Pixels], eyes: GalleryEyes, covered: Sequence[Sequence[Share]] = ()
) -> list[Candidates]:
    """For each picture the likeliest items, each with what speaks for it and the turn that fits."""
    squares = [squared(picture, eyes.side) for picture in pictures]
    hidden = covered or [()] * len(squares)
    layables = [Layable.of(square, boxes) for square, boxes in zip(squares, hidden, strict=True)]
    turned = [layable.turned(quarter) for layable in layables for quarter in range(QUARTERS)]
    cells, summaries = eyes.described([np.rot90(square, quarter) for square in squares for quarter in range(QUARTERS)])
    likeness = LOOKS * summaries @ gallery.summaries.T + roughly_alike(gallery.rough, [one.prints[0] for one in turned])
    by_card = likeness.reshape(len(pictures), QUARTERS, -1)
    places = [(row, *place) for row, of_card in enumerate(by_card) for place in _nearest(of_card)]
    logits = eyes.compared(
        (gallery.taught[kept].cells, cells[row * QUARTERS + quarter]) for row, quarter, kept in places
    )
    found: list[Scores] = [{} for _ in pictures]
    for (row, quarter, kept), logit in zip(places, logits, strict=True):
        item = gallery.taught[kept].item
        found[row][item] = max(found[row].get(item, Score(-np.inf, 0)), Score(float(logit), quarter, kept))
    return _laid(found, gallery, turned, squares, eyes)


def _nearest(likeness: NDArray[np.floating]) -> Iterator[tuple[int, int]]:
    """The turns and taught pictures that are alike enough to be compared, of all turns and all taught pictures.

    >>> list(_nearest(np.array([[0.9, 0.2], [0.1, 0.3], [0.8, 0.1], [0.7, 0.0]], np.float32)))
    [(0, 0), (2, 0), (1, 1), (0, 1)]
    """
    turns: Counter[int] = Counter()
    for place in np.argsort(-likeness, axis=None)[: QUARTERS * COMPARED]:
        quarter, kept = divmod(int(place), likeness.shape[1])
        if turns[kept] < TURNS and (kept in turns or len(turns) < COMPARED):
            turns[kept] += 1
            yield quarter, kept
        if turns.total() == PAIRS:
            return


def _laid(
    found: Sequence[Scores],
    gallery: Gallery,
    turned: Sequence[Layable],
    squares: Sequence[Pixels],
    eyes: GalleryEyes,
) -> list[Candidates]:
    """The best of each picture, with the picture laid onto them, then the likeliest beside the others."""
    best = [_likeliest(scores) for scores in found]
    places = [
        (row, item, _most_like(score, item, turned[row * QUARTERS : (row + 1) * QUARTERS], gallery))
        for row, scores in enumerate(best)
        for item, score in scores.items()
    ]
    pairs = ((gallery.taught[one.kept].layable, turned[row * QUARTERS + one.quarter]) for row, _, one in places)
    judged: list[Candidates] = [{} for _ in found]
    seen: list[dict[str, Laid]] = [{} for _ in found]
    for (row, item, one), laid in zip(places, eyes.laid(pairs), strict=True):
        judged[row][item] = Candidate(one.quarter, one.kept, Evidence(laid.logit, one.logit))
        seen[row][item] = laid
    by_card = (turned[row * QUARTERS : (row + 1) * QUARTERS] for row in range(len(found)))
    return [
        beside_others(Met(square, turns, met), row, gallery, eyes)
        for row, met, square, turns in zip(judged, seen, squares, by_card, strict=True)
    ]


def _most_like(score: Score, item: str, turned: Sequence[Layable], gallery: Gallery) -> Score:
    """The same for the picture of the item in whose light and frame it is most like what is met."""
    return score._replace(kept=gallery.most_like(turned[score.quarter].prints[0], item))


def _likeliest(scores: Scores) -> Scores:
    """The items whose features fit best, more of them where many are alike, and those that looked most alike at first.

    `scores` are in the order of that first sight. Features are compared place by place, so a twin whose picture was cut
    out a little otherwise falls far behind by them; at first sight it does not, and so far only they count against it.

    >>> told = _likeliest({"axe": Score(-1.0, 0), "bow": Score(-6.0, 0), "club": Score(-3.4, 0), "dart": Score(-9, 0)})
    >>> {item: score.logit for item, score in told.items()}
    {'axe': -1.0, 'bow': -3.5, 'club': -3.4}
    """
    order = sorted(scores, key=lambda item: scores[item], reverse=True)[:MOST_LAID]
    least = scores[order[0]].logit - BEHIND
    by_features = [item for place, item in enumerate(order) if place < LEAST_LAID or scores[item].logit > least]
    by_looks = {item: one._replace(logit=max(one.logit, least)) for item, one in list(scores.items())[:LEAST_LAID]}
    return by_looks | {item: scores[item] for item in by_features}


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

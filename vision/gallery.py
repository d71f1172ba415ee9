"""Which card, tile or face a straightened picture shows, told from one taught picture of each.

    eyes = gallery_eyes()
    gallery = Gallery([eyes.taught("longsword", picture), ...])
    naming = identify(gallery, [picture], eyes)[0]
    naming.item                      # None when unsure; naming.alternatives holds the likeliest three

Pictures are squares of any size, in any of four turns: what lies between four corners, whatever its proportions were.
Summaries and rough prints find the likeliest cards, maps of features are compared with theirs place by place, and the
picture is laid onto those that are left: features know forms well, this look knows colours and fills. The last three
are told from each other only where they differ; how sure that has to be depends on how alike they are, and on how many
cards of the game nobody has taught.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np

from vision.evidence import ALONE, Evidence, Weights
from vision.gallery_eyes import Gallery, GalleryEyes, Taught, gallery_eyes, squared, without_rim
from vision.likeness import roughly_alike
from vision.overlaying import Layable, Share
from vision.photo import Pixels
from vision.reading import Alternative
from vision.telling import Tones, in_light_of, rather, tones

__all__ = ["Gallery", "GalleryEyes", "Naming", "Taught", "gallery_eyes", "identify"]

OFFERED = 3  # names that are offered when unsure
COMPARED = 10  # pairs of a turn and a taught picture that are looked at closely
LAID = 4  # items of these that the picture is laid onto
BESIDE = 3  # of which each is compared with the others, as long as it is
NEAR = 6.0  # logits at most behind the likeliest
QUARTERS = 4
LOOKS = 2.0  # how much more the summary says than the rough print
STRANGERS = 0.05  # share of cards that nobody taught, where nothing is known about it


class Score(NamedTuple):
    """How much a picture looks like a taught one: the logit, the turn that fits, and which taught picture it is."""

    logit: float
    quarter: int
    kept: int = 0


Scores = dict[str, Score]


class Candidate(NamedTuple):
    """An item that a picture may show: the turn that fits, which taught picture it is, and what speaks for it."""

    quarter: int
    kept: int
    evidence: Evidence


Candidates = dict[str, Candidate]


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
    return {item: Score(weights.logit(one.evidence, strangers), one.quarter, one.kept) for item, one in found.items()}


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
    nearest = np.argsort(-likeness.reshape(len(pictures), -1), axis=1)[:, :COMPARED]
    places = [(row, *divmod(int(place), len(gallery.taught))) for row, best in enumerate(nearest) for place in best]
    logits = eyes.compared(
        (gallery.taught[kept].cells, cells[row * QUARTERS + quarter]) for row, quarter, kept in places
    )
    found: list[Scores] = [{} for _ in pictures]
    for (row, quarter, kept), logit in zip(places, logits, strict=True):
        item = gallery.taught[kept].item
        found[row][item] = max(found[row].get(item, Score(-np.inf, 0)), Score(float(logit), quarter, kept))
    return _laid(found, gallery, turned, eyes)


def _laid(found: Sequence[Scores], gallery: Gallery, turned: Sequence[Layable], eyes: GalleryEyes) -> list[Candidates]:
    """The best of each picture, with the picture laid onto them, then each beside the others."""
    best = [sorted(scores, key=lambda item: scores[item], reverse=True)[:LAID] for scores in found]
    places = [(row, item, found[row][item]) for row, items in enumerate(best) for item in items]
    pairs = ((gallery.taught[one.kept].layable, turned[row * QUARTERS + one.quarter]) for row, _, one in places)
    judged: list[Candidates] = [{} for _ in found]
    seen: list[dict[str, Tones]] = [{} for _ in found]
    for (row, item, one), (logit, pair) in zip(places, eyes.laid(pairs), strict=True):
        judged[row][item] = Candidate(one.quarter, one.kept, Evidence(logit, one.logit))
        seen[row][item] = in_light_of(tones(pair[:3]), tones(pair[3:]))
    return [_beside(row, met, gallery, eyes) for row, met in zip(judged, seen, strict=True)]


def _beside(found: Candidates, seen: dict[str, Tones], gallery: Gallery, eyes: GalleryEyes) -> Candidates:
    """The best few once more, each against the others: how alike they are, and which the picture rather shows."""
    logits = {item: eyes.weights.logit(one.evidence) for item, one in found.items()}
    order = sorted(found, key=lambda item: logits[item], reverse=True)[:BESIDE]
    gains, twins = dict.fromkeys(order, 0.0), dict.fromkeys(order, ALONE)
    near = [item for item in order if logits[item] > logits[order[0]] - NEAR]
    for first, second in combinations(near, 2):
        one, other = found[first], found[second]
        pair = eyes.beside(gallery, one.kept, other.kept, (one.quarter - other.quarter) % QUARTERS)
        told = rather(pair.one, pair.other, seen[first])
        gains[first] += told
        gains[second] -= told
        twins[first], twins[second] = max(twins[first], pair.logit), max(twins[second], pair.logit)
    return {
        item: one._replace(evidence=one.evidence._replace(rather=gains[item], twin=twins[item]))
        for item, one in found.items()
        if item in gains
    }


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

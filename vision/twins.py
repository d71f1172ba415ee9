"""The likeliest of a picture's candidates beside each of the others: which does the picture rather show?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from vision.evidence import ALONE, Evidence
from vision.gallery_eyes import Beside, Gallery, GalleryEyes, Laid
from vision.network import Tensor
from vision.overlaying import Layable, laid_large
from vision.photo import Pixels
from vision.telling import in_light_of, rather, tones

QUARTERS = 4
BESIDE = 4  # candidates of which the first is compared with the others, as long as these are
NEAR = 6.0  # logits at most behind it
HIDDEN = 0.2  # of a place: then a closer look at it tells nothing


class Candidate(NamedTuple):
    """An item that a picture may show: the turn that fits, which taught picture it is, and what speaks for it."""

    quarter: int
    kept: int
    evidence: Evidence


Candidates = dict[str, Candidate]


class Met(NamedTuple):
    """A picture that was met: as a square, in every turn as it is laid onto others, and how it lies on them."""

    square: Pixels
    turned: Sequence[Layable]
    laid: Mapping[str, Laid]


def beside_others(met: Met, found: Candidates, gallery: Gallery, eyes: GalleryEyes) -> Candidates:
    """The best few: the likeliest against each of the others, where these two differ; and how alike they are."""
    logits = {item: eyes.weights.choose(one.evidence) for item, one in found.items()}
    first, *others = sorted(found, key=lambda item: logits[item], reverse=True)[:BESIDE]
    near = [item for item in others if logits[item] > logits[first] - NEAR]
    told = {first: found[first].evidence} | {item: found[item].evidence for item in others}
    if near:
        one = found[first]
        quarters = [(one.quarter - found[item].quarter) % QUARTERS for item in near]
        print_ = gallery.taught[one.kept].layable.prints[0]
        rivals = [gallery.most_like(print_, item, quarter) for item, quarter in zip(near, quarters, strict=True)]
        pairs = [
            eyes.beside(gallery, one.kept, rival, quarter) for rival, quarter in zip(rivals, quarters, strict=True)
        ]
        speaks = _spoken(met, found, (first, *near), rivals, gallery, eyes)
        duels = [
            Evidence(
                0, 0, _by_colours(met.laid[first], pair), _more(speaks[0], other, quarter, pair), close, pair.logit
            )
            for other, quarter, pair, close in zip(
                speaks[1:], quarters, pairs, _closer(met, one, pairs, gallery, eyes), strict=True
            )
        ]
        told |= {item: _against(found[item].evidence, duel) for item, duel in zip(near, duels, strict=True)}
        told[first] = _worst(one.evidence, duels)
    return {item: found[item]._replace(evidence=evidence) for item, evidence in told.items()}


def _by_colours(laid: Laid, pair: Beside) -> float:
    return rather(pair.one, pair.other, in_light_of(tones(laid.pair[:3]), tones(laid.pair[3:])))


def _spoken(
    met: Met, found: Candidates, items: Sequence[str], rivals: Sequence[int], gallery: Gallery, eyes: GalleryEyes
) -> list[Tensor]:
    """How much each place speaks for the likeliest and for its rivals, by the pictures of these that are compared."""
    told = [met.laid[item].speaks for item in items]
    others = [(place, kept) for place, kept in enumerate(rivals, 1) if kept != found[items[place]].kept]
    pairs = ((gallery.taught[kept].layable, met.turned[found[items[place]].quarter]) for place, kept in others)
    for (place, _), laid in zip(others, eyes.laid(pairs), strict=True):
        told[place] = laid.speaks
    return told


def _more(one: Tensor, other: Tensor, quarter: int, pair: Beside) -> float:
    """What the network says of the places where the two differ."""
    return float((pair.differ * (one - np.rot90(other, quarter))).sum())


def _closer(met: Met, one: Candidate, pairs: Sequence[Beside], gallery: Gallery, eyes: GalleryEyes) -> list[float]:
    """The same from close by, unless something lies there."""
    taught, turned = gallery.taught[one.kept], met.turned[one.quarter]
    large = laid_large(taught.layable, turned, taught.picture, np.rot90(met.square, one.quarter))
    hidden = [turned.covered(pair.place.box) > HIDDEN for pair in pairs]
    return [0.0 if gone else told for gone, told in zip(hidden, eyes.closer(pairs, large), strict=True)]


def _against(evidence: Evidence, duel: Evidence) -> Evidence:
    """What speaks for the other of a duel."""
    return evidence._replace(rather=-duel.rather, speaks=-duel.speaks, closer=-duel.closer, twin=duel.twin)


def _worst(evidence: Evidence, duels: Sequence[Evidence]) -> Evidence:
    """What speaks for the first, beside whichever of the others is hardest to leave out."""
    return evidence._replace(
        rather=min(duel.rather for duel in duels),
        speaks=min(duel.speaks for duel in duels),
        closer=min(duel.closer for duel in duels),
        twin=max([ALONE, *(duel.twin for duel in duels)]),
    )

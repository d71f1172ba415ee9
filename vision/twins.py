"""The likeliest of a picture's candidates beside each of the others: which does the picture rather show?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from vision.evidence import ALONE, Evidence
from vision.gallery_eyes import Beside, Gallery, GalleryEyes, Laid
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
        pairs = [
            eyes.beside(gallery, one.kept, found[item].kept, quarter)
            for item, quarter in zip(near, quarters, strict=True)
        ]
        duels = [
            Evidence(
                0, 0, _by_colours(met.laid[first], pair), _spoken(met, first, item, quarter, pair), close, pair.logit
            )
            for item, quarter, pair, close in zip(
                near, quarters, pairs, _closer(met, one, pairs, gallery, eyes), strict=True
            )
        ]
        told |= {item: _against(found[item].evidence, duel) for item, duel in zip(near, duels, strict=True)}
        told[first] = _worst(one.evidence, duels)
    return {item: found[item]._replace(evidence=evidence) for item, evidence in told.items()}


def _by_colours(laid: Laid, pair: Beside) -> float:
    return rather(pair.one, pair.other, in_light_of(tones(laid.pair[:3]), tones(laid.pair[3:])))


def _spoken(met: Met, first: str, other: str, quarter: int, pair: Beside) -> float:
    """What the network says of the places where the two differ."""
    more = met.laid[first].speaks - np.rot90(met.laid[other].speaks, quarter)
    return float((pair.differ * more).sum())


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

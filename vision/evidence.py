"""What speaks for taught cards, weighed: which of them a picture shows, and whether it shows any of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, log
from typing import NamedTuple

LEAST_LAID, LEAST_FEATURES = -10.0, -8.0  # logits below these say no more
MOST_SPEAKS, MOST_CLOSER = 12.0, 8.0  # nor does what speaks more for one card than for another
ALONE = -8.0  # how alike a card is to its nearest neighbour when it has none
RARE, COMMON = 0.002, 0.4  # strangers are never quite impossible; and what is laid out was most often taught


class Evidence(NamedTuple):
    """Of one candidate: two logits that the picture is it; whether the picture rather shows this than the likeliest
    other, judged where these two differ, by plain colours, by the network and by a closer look of it; and how alike it
    is itself to the nearest of the others."""

    laid: float
    features: float
    rather: float = 0.0
    speaks: float = 0.0
    closer: float = 0.0
    twin: float = ALONE

    @property
    def for_it(self) -> tuple[float, ...]:
        """What speaks for this one among the candidates."""
        speaks = min(max(self.speaks, -MOST_SPEAKS), MOST_SPEAKS)
        closer = min(max(self.closer, -MOST_CLOSER), MOST_CLOSER)
        return max(self.laid, LEAST_LAID), max(self.features, LEAST_FEATURES), self.rather, speaks, closer

    @property
    def for_any(self) -> tuple[float, ...]:
        """What speaks for this one beside a card that nobody taught."""
        return 1.0, max(self.laid, LEAST_LAID), max(self.features, LEAST_FEATURES), max(self.twin, ALONE)


@dataclass(frozen=True)
class Weights:
    """How much each kind of evidence counts, for one candidate beside the others and for the likeliest beside a card
    that nobody taught; fitted by `python -m models.naming --out FILE`."""

    choice: tuple[float, ...]
    known: tuple[float, ...]

    def choose(self, evidence: Evidence) -> float:
        """How much speaks for a candidate, as a logit among candidates."""
        return sum(w * v for w, v in zip(self.choice, evidence.for_it, strict=True))

    def logits(self, found: Mapping[str, Evidence], strangers: float) -> dict[str, float]:
        """Of every candidate beside a card that nobody taught, when that is the case of so large a share of all cards.

        >>> weights = Weights((1.0, 0.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0))
        >>> told = weights.logits({"axe": Evidence(2.0, 0.0), "bow": Evidence(2.0, 0.0)}, strangers=0.2)
        >>> round(told["axe"] + log(2), 2) == round(2 + log(4), 2)
        True
        """
        choice = {item: self.choose(evidence) for item, evidence in found.items()}
        best = max(choice, key=choice.__getitem__)
        rare = min(max(strangers, RARE), COMMON)
        known = sum(w * v for w, v in zip(self.known, found[best].for_any, strict=True)) - log(rare / (1 - rare))
        total = choice[best] + log(sum(exp(one - choice[best]) for one in choice.values()))
        return {item: known + one - total for item, one in choice.items()}

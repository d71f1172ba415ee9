"""What speaks for a taught card, weighed: the logit that a picture shows it rather than one that nobody taught."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import NamedTuple

LEAST_LAID, LEAST_FEATURES = -10.0, -8.0  # logits below these say no more
ALONE = -8.0  # how alike a card is to its nearest neighbour when it has none
RARE, COMMON = 0.01, 0.4  # strangers are never quite impossible; and what is laid out was most often taught


class Evidence(NamedTuple):
    """Of one candidate: two logits that the picture is it, whether it rather shows this than the others, and how
    alike it is itself to the nearest of these."""

    laid: float
    features: float
    rather: float = 0.0
    twin: float = ALONE


@dataclass(frozen=True)
class Weights:
    """How much each kind of evidence counts; fitted by `python -m models.naming --out FILE`."""

    offset: float
    laid: float
    features: float
    rather: float
    twin: float

    def logit(self, evidence: Evidence, strangers: float = 0.5) -> float:
        """Beside a card that nobody taught, when that is the case of so large a share of all cards.

        >>> round(Weights(0.0, 1.0, 0.5, 0.0, 0.0).logit(Evidence(2.0, 4.0), strangers=0.2), 2)
        5.39
        """
        rare = min(max(strangers, RARE), COMMON)
        return sum(w * v for w, v in zip(self.row, figures(evidence), strict=True)) - log(rare / (1 - rare))

    @property
    def row(self) -> tuple[float, ...]:
        return self.offset, self.laid, self.features, self.rather, self.twin


def figures(evidence: Evidence) -> tuple[float, ...]:
    """What the weights are multiplied with."""
    laid, features = max(evidence.laid, LEAST_LAID), max(evidence.features, LEAST_FEATURES)
    return 1.0, laid, features, evidence.rather, max(evidence.twin, ALONE)

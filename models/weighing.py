"""How much each kind of evidence for a card counts, and from when on it is named: fitted where the truth is known.

The weights make the truth likeliest among the candidates and "nobody taught it"; that is convex, so Newton's steps find
them. Strangers count as so many as are expected where nothing is known, whatever their share in a set is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass

import numpy as np
from numpy.typing import NDArray

from vision.evidence import Weights
from vision.evidence import figures as told
from vision.gallery import STRANGERS, Candidates, named, scores_of

Answer = tuple[str | None, Candidates]  # the card, or None when it was not taught, and what speaks for the likeliest
Array = NDArray[np.float64]
WRONG = 0.01  # of all cards may get a wrong name, strangers among them as often as is expected
STEPS = 30
HELD = 1e-3  # how strongly weights are kept small
LIMITS = np.linspace(0.5, 0.99, 50)


@dataclass(frozen=True)
class Figures:
    """Of the taught cards: how often the likeliest name was right, named right, named wrong; and strangers refused."""

    first: float
    right: float
    wrong: float
    refused: float

    @property
    def mistaken(self) -> float:
        """Wrong names among all cards, when strangers are as many as expected."""
        return (1 - STRANGERS) * self.wrong + STRANGERS * (1 - self.refused)

    def __str__(self) -> str:
        named = f"named right {self.right:.3f}, wrong {self.wrong:.3f}"
        return f"likeliest right {self.first:.3f}, {named}, strangers refused {self.refused:.3f}"


def group_of(name: str) -> str:
    """Sets of one kind of cards are never fitted on each other.

    >>> group_of("set_vidagy"), group_of("decks")
    ('set', 'decks')
    """
    return name.partition("_")[0]


def mean(several: Collection[Figures]) -> Figures:
    """Each figure's mean."""
    return Figures(*np.mean([astuple(one) for one in several], axis=0))


def figures(rows: Sequence[Answer], weights: Weights, sure: float) -> Figures:
    """What comes of naming only where the likeliest is likely enough."""
    namings = [(card, named(scores_of(found, weights), sure)) for card, found in rows]
    known = [(card, naming) for card, naming in namings if card is not None]
    return Figures(
        first=_share(naming.alternatives[0].value == card for card, naming in known),
        right=_share(naming.item == card for card, naming in known),
        wrong=_share(naming.item not in (None, card) for card, naming in known),
        refused=_share(naming.item is None for card, naming in namings if card is None),
    )


def _share(truths: Iterable[bool]) -> float:
    listed = list(truths)
    return sum(listed) / max(1, len(listed))


def fitted(sets: Mapping[str, Sequence[Answer]]) -> tuple[Weights, float]:
    """The weights, and the least chance with which few enough cards get a wrong name; kinds of cards count alike."""
    weights = weighed(list(sets.values()))
    for sure in LIMITS:
        kinds: dict[str, list[float]] = {}
        for name, rows in sets.items():
            kinds.setdefault(group_of(name), []).append(figures(rows, weights, float(sure)).mistaken)
        if np.mean([np.mean(shares) for shares in kinds.values()]) <= WRONG:
            return weights, float(sure)
    return weights, float(LIMITS[-1])


def weighed(sets: Sequence[Sequence[Answer]]) -> Weights:
    """The weights with which chances mean what they say."""
    rows = [(*answer, share) for answers in sets for answer, share in zip(answers, _shares(answers), strict=True)]
    theta = np.zeros(5)
    for _ in range(STEPS):
        pull, bend = HELD * theta, HELD * np.eye(len(theta))
        for card, found, share in rows:
            seen = np.array([told(one.evidence) for one in found.values()])
            chances = _chances(seen @ theta)
            middle = chances @ seen
            wanted = told(found[card].evidence) if card in found else np.zeros(len(theta))
            pull = pull + share * (middle - wanted)
            bend = bend + share * ((seen.T * chances) @ seen - np.outer(middle, middle))
        theta = theta - np.clip(np.linalg.solve(bend, pull), -1, 1)
    return Weights(*(float(value) for value in theta))


def _chances(logits: Array) -> Array:
    """Of every candidate, beside a stranger as often as expected."""
    stranger = np.log(STRANGERS / (1 - STRANGERS))
    top = max(stranger, logits.max())
    weights = np.exp(logits - top)
    return np.asarray(weights / (weights.sum() + np.exp(stranger - top)))


def _shares(answers: Sequence[Answer]) -> list[float]:
    """How much each answer counts: every set alike, and in each set strangers as expected."""
    known = sum(card is not None for card, _ in answers)
    each = {True: (1 - STRANGERS) / max(1, known), False: STRANGERS / max(1, len(answers) - known)}
    return [each[card is not None] for card, _ in answers]

"""How much each kind of evidence for a card counts, and from when on it is named: fitted where the truth is known.

The weights make the truth likeliest among the candidates, and then tell whether it is any of them; both is convex, so
Newton's steps find them. Strangers count as so many as are expected where nothing is known, whatever their share in a
set is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.evidence import Evidence, Weights
from vision.gallery import STRANGERS, named, scores_of
from vision.twins import Candidates

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

    @property
    def of_taught(self) -> str:
        return f"likeliest right {self.first:.3f}, named right {self.right:.3f}, wrong {self.wrong:.3f}"

    def __str__(self) -> str:
        return f"{self.of_taught}, strangers refused {self.refused:.3f}"


def group_of(name: str) -> str:
    """Sets of one kind of cards are never fitted on each other.

    >>> group_of("set_vidagy"), group_of("decks")
    ('set', 'decks')
    """
    return name.partition("_")[0]


def mean(several: Collection[Figures]) -> Figures:
    """Each figure's mean."""
    return Figures(*np.mean([astuple(one) for one in several], axis=0))


def figures(rows: Sequence[Answer], weights: Weights, sure: float, strangers: float = STRANGERS) -> Figures:
    """What comes of naming only where the likeliest is likely enough, when so many are expected to be strangers."""
    namings = [(card, named(scores_of(found, weights, strangers), sure)) for card, found in rows]
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
    """The weights with which chances mean what they say: first which candidate it is, then whether it is any."""
    rows = [(*answer, share) for answers in sets for answer, share in zip(answers, _shares(answers), strict=True)]
    choice = _fitted(_choice, [row for row in rows if row[0] in row[1]], len(Evidence(0, 0).for_it))
    told = Weights(tuple(choice.tolist()), ())
    sides = [(card in found, _likeliest(found, told).for_any, share) for card, found, share in rows]
    return Weights(told.choice, tuple(_fitted(_known, sides, len(Evidence(0, 0).for_any)).tolist()))


def _likeliest(found: Candidates, weights: Weights) -> Evidence:
    return max((one.evidence for one in found.values()), key=weights.choose)


def _fitted(slope: Callable[[Array, Any], tuple[Array, Array]], rows: Sequence[Any], size: int) -> Array:
    theta = np.zeros(size)
    for _ in range(STEPS):
        pull, bend = HELD * theta, HELD * np.eye(size)
        for *row, share in rows:
            push, curve = slope(theta, row)
            pull, bend = pull + share * push, bend + share * curve
        theta = theta - np.clip(np.linalg.solve(bend, pull), -1, 1)
    return theta


def _choice(theta: Array, row: Any) -> tuple[Array, Array]:
    """How the truth becomes likelier among the candidates."""
    card, found = row
    seen = np.array([one.evidence.for_it for one in found.values()])
    logits = seen @ theta
    chances = np.exp(logits - logits.max())
    chances /= chances.sum()
    middle = chances @ seen
    return middle - np.array(found[card].evidence.for_it), (seen.T * chances) @ seen - np.outer(middle, middle)


def _known(theta: Array, row: Any) -> tuple[Array, Array]:
    """How it becomes clearer whether the likeliest candidate is the card, when strangers are as many as expected."""
    known, told = row
    seen = np.array(told)
    chance = 1 / (1 + np.exp(-(seen @ theta) + np.log(STRANGERS / (1 - STRANGERS))))
    return (chance - known) * seen, chance * (1 - chance) * np.outer(seen, seen)


def _shares(answers: Sequence[Answer]) -> list[float]:
    """How much each answer counts: every set alike, and in each set strangers as expected."""
    known = sum(card is not None for card, _ in answers)
    each = {True: (1 - STRANGERS) / max(1, known), False: STRANGERS / max(1, len(answers) - known)}
    return [each[card is not None] for card, _ in answers]

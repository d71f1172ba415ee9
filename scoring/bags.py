"""Texts as bags of features: stems, pairs of neighbouring stems and pieces of words, each with how much it counts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from scoring.spelling import Word

LIGHT, LIGHT_NEAR = 0.6, 0.8
"""What a word counts that says little about the subject, in a whole entry and in a single phrasing."""
PAIR, PIECES, PIECE = 0.5, 0.8, 4
"""What two neighbouring words count, all pieces of a word together, and how many letters a piece has."""
CONDITION = 0.6
"""What a word counts after "if": "must I discard if I do not buy" asks about discarding."""
RARE = 0.7
OFTEN = 0.4
"""How much more a feature counts that is rare among entries, or that is used often in one of them (powers)."""

Bag = Mapping[str, float]


def features(words: Sequence[Word], light: float = LIGHT, main: int | None = None) -> dict[str, float]:
    """The stems of some words, pairs of neighbours, and the pieces of the words that say something.

    The first ``main`` of them (all, if not told) are what is asked; the others only tell under which condition.
    """
    found: dict[str, float] = {}
    for place, word in enumerate(words):
        counts = 1.0 if main is None or place < main else CONDITION
        found[word.stem] = found.get(word.stem, 0.0) + counts * (light if word.light else 1.0)
        if not word.light:
            pieces = _pieces(word.form)
            weight = counts * PIECES / math.sqrt(len(pieces))
            for piece in pieces:
                found[piece] = found.get(piece, 0.0) + weight
    for place, (one, other) in enumerate(pairwise(words), 1):
        counts = 1.0 if main is None or place < main else CONDITION
        pair = f"{one.stem} {other.stem}"
        found[pair] = found.get(pair, 0.0) + counts * PAIR * (light if one.light and other.light else 1.0)
    return found


@lru_cache(20_000)
def _pieces(form: str) -> tuple[str, ...]:
    """The pieces of a word, its edges included."""
    edged = f" {form} "
    return tuple(f"~{edged[i : i + PIECE]}" for i in range(max(1, len(edged) - PIECE + 1)))


def pointing(found: Bag, holders: Mapping[str, int], entries: int) -> Bag:
    """Features weighed by how rare they are, with the length 1."""
    held = holders.get
    return _of_length_one({feature: weight * _rarity(held(feature, 0), entries) for feature, weight in found.items()})


@cache
def _rarity(holders: int, entries: int) -> float:
    """How much a feature counts that so many of the entries have."""
    return float(math.log(1 + entries / (1 + holders)) ** RARE)


def whole(texts: Iterable[tuple[float, Bag]], holders: Mapping[str, int], entries: int) -> Bag:
    """All texts of an entry as one bag; what is said again and again counts less than in proportion."""
    bag: dict[str, float] = {}
    for weight, found in texts:
        for feature, value in pointing(found, holders, entries).items():
            bag[feature] = bag.get(feature, 0.0) + weight * value
    return _of_length_one({feature: value**OFTEN for feature, value in bag.items()})


def joined(found: dict[str, float], more: Bag) -> Bag:
    return {**more, **found}


def _of_length_one(bag: Bag) -> Bag:
    length = math.sqrt(sum(weight * weight for weight in bag.values())) or 1.0
    return {feature: weight / length for feature, weight in bag.items()}

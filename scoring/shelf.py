"""What can be asked in one language, and how well each thing meets the words of a question.

Every entry is a bag of features: the stems of its phrasings and texts, pairs of neighbouring stems and pieces of words,
which forgive compounds and slips. A feature that few entries have counts more. A question fits an entry as far as the
two bags point the same way (the cosine of the angle between them).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from scoring.tongues import Tongue, Word

LIGHT = 0.6
"""What a word counts that says little about the subject."""
PAIR, PIECES, PIECE = 0.5, 0.8, 4
"""What two neighbouring words count, all pieces of a word together, and how many letters a piece has."""
ALIKE = 0.2
"""What a word counts that players also use for the one in the question."""
RARE = 0.7
OFTEN = 0.4
"""How much more a feature counts that is rare among entries, or that is used often in one of them (powers)."""
EXACT = 0.3
"""What a question gains that is put as one of the phrasings."""
TYPO = (1.0, 0.85, 0.7)
BEGINS_SO = 0.75

Bag = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that can be found: phrasings that ask for it, and texts about it with how much each counts."""

    phrasings: tuple[str, ...]
    texts: tuple[tuple[float, str], ...] = ()

    def all(self) -> Iterator[str]:
        """Every text of it."""
        yield from self.phrasings
        yield from (text for _, text in self.texts)


@dataclass(frozen=True, slots=True)
class Fit:
    """How well an entry meets a question, about 0 to 1, and how much of the question it meets at all."""

    index: int
    score: float
    met: float


class Shelf:
    """All entries of one language, with what is needed to compare a question to them."""

    def __init__(self, entries: Sequence[Entry], tongue: Tongue) -> None:
        self._tongue = tongue
        asked = [[tongue.words(text) for text in entry.phrasings] for entry in entries]
        told = [[(weight, tongue.words(text)) for weight, text in entry.texts] for entry in entries]
        self._forms: dict[str, set[str]] = {}
        for words in (*(one for many in asked for one in many), *(one for many in told for _, one in many)):
            for word in words:
                self._forms.setdefault(word.form, set()).add(word.stem)
        self._stems = frozenset(stem for stems in self._forms.values() for stem in stems)
        self._grams = _grams_of(self._forms)
        self._entries = len(entries)
        self._holders: dict[str, int] = {}
        for many in asked:
            for feature in {feature for words in many for feature in _features(words)}:
                self._holders[feature] = self._holders.get(feature, 0) + 1
        self._with: dict[str, list[tuple[int, float]]] = {}
        for index, (phrasings, texts) in enumerate(zip(asked, told, strict=True)):
            for feature, weight in self._whole(phrasings, texts).items():
                self._with.setdefault(feature, []).append((index, weight))
        self._phrased: dict[tuple[str, ...], int] = {}
        for index, many in enumerate(asked):
            for words in many:
                self._phrased.setdefault(tuple(word.stem for word in words), index)
        self._meant = lru_cache(4096)(self._meant_by)

    def fits(self, question: str) -> list[Fit]:
        """The entries that meet a question, best first."""
        words = self._tongue.words(question, self._stems.__contains__)
        asked = self._pointing(self._read(words))
        scores: dict[int, float] = {}
        met: dict[int, float] = {}
        for feature, weight in asked.items():
            for index, theirs in self._with.get(feature, ()):
                scores[index] = scores.get(index, 0.0) + weight * theirs
                met[index] = met.get(index, 0.0) + weight * weight
        exact = self._phrased.get(tuple(word.stem for word in words))
        found = [Fit(i, score + EXACT * (i == exact), min(1.0, met[i])) for i, score in scores.items()]
        return sorted(found, key=lambda fit: (-fit.score, fit.index))

    def _whole(self, phrasings: list[list[Word]], texts: list[tuple[float, list[Word]]]) -> Bag:
        """All of an entry as one bag; what is said again and again counts less than in proportion."""
        bag: dict[str, float] = {}
        for weight, words in (*((1.0, words) for words in phrasings), *texts):
            for feature, value in self._pointing(_features(words)).items():
                bag[feature] = bag.get(feature, 0.0) + weight * value
        return _of_length_one({feature: value**OFTEN for feature, value in bag.items()})

    def _pointing(self, features: Bag) -> Bag:
        """Features weighed by how rare they are, with the length 1."""
        rarity = {f: math.log(1 + self._entries / (1 + self._holders.get(f, 0))) ** RARE for f in features}
        return _of_length_one({feature: weight * rarity[feature] for feature, weight in features.items()})

    def _read(self, words: list[Word]) -> Bag:
        """The features of a question: words that stand nowhere are taken for the ones they are likely meant for."""
        known: list[Word] = []
        more: dict[str, float] = {}
        for word in words:
            meant = self._meant(word.form, word.stem)
            best = max(meant, key=lambda stem: (meant[stem], stem), default=word.stem)
            known.append(Word(word.form, best, word.light))
            for stem, likeness in meant.items():
                if stem != best:
                    more[stem] = max(more.get(stem, 0.0), likeness)
            if not word.light:
                for stem in self._tongue.alike.get(best, ()):
                    more[stem] = max(more.get(stem, 0.0), ALIKE)
        features = _features(known)
        for stem, weight in more.items():
            features.setdefault(stem, weight)
        return features

    def _meant_by(self, form: str, stem: str) -> Mapping[str, float]:
        """The stems of this shelf that a word may mean, each with how alike it is."""
        if stem in self._stems:
            return {stem: 1.0}
        return dict.fromkeys(self._forms.get(form, ()), 1.0) or self._misspelt(form)

    def _misspelt(self, form: str) -> dict[str, float]:
        """The words that a misspelt one is nearest to."""
        if len(form) < 4 or form.isdigit():
            return {}
        shared: dict[str, int] = {}
        for gram in _grams(form):
            for other in self._grams.get(gram, ()):
                shared[other] = shared.get(other, 0) + 1
        allowed = 1 if len(form) < 8 else 2
        meant: dict[str, float] = {}
        for other in sorted(shared, key=lambda one: (-shared[one], one))[:40]:
            away = distance(form, other, allowed)
            if away <= allowed:
                for stem in self._forms[other]:
                    meant[stem] = max(meant.get(stem, 0.0), TYPO[away])
        return meant or self._same_beginning(form, shared)

    def _same_beginning(self, form: str, candidates: Iterable[str]) -> dict[str, float]:
        """Words that begin as this one does: a form that no text has."""
        meant: dict[str, float] = {}
        for other in candidates:
            common = _common(form, other)
            if common >= 4 and common >= 0.7 * max(len(form), len(other)):
                for stem in self._forms[other]:
                    meant[stem] = BEGINS_SO
        return meant


def _features(words: list[Word]) -> dict[str, float]:
    """The stems of some words, pairs of neighbours, and the pieces of the words that say something."""
    features: dict[str, float] = {}

    def add(feature: str, weight: float) -> None:
        features[feature] = features.get(feature, 0.0) + weight

    for word in words:
        add(word.stem, LIGHT if word.light else 1.0)
        if not word.light:
            edged = f" {word.form} "
            pieces = [edged[i : i + PIECE] for i in range(max(1, len(edged) - PIECE + 1))]
            for piece in pieces:
                add(f"~{piece}", PIECES / math.sqrt(len(pieces)))
    for one, other in pairwise(words):
        add(f"{one.stem} {other.stem}", PAIR * (LIGHT if one.light and other.light else 1.0))
    return features


def _of_length_one(bag: Bag) -> Bag:
    length = math.sqrt(sum(weight * weight for weight in bag.values())) or 1.0
    return {feature: weight / length for feature, weight in bag.items()}


def _grams(form: str) -> set[str]:
    edged = f" {form} "
    return {edged[i : i + 2] for i in range(len(edged) - 1)}


def _grams_of(forms: Iterable[str]) -> dict[str, list[str]]:
    index: dict[str, list[str]] = {}
    for form in forms:
        for gram in _grams(form):
            index.setdefault(gram, []).append(form)
    return index


def _common(one: str, other: str) -> int:
    for place, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if mine != theirs:
            return place
    return min(len(one), len(other))


def distance(one: str, other: str, most: int) -> int:
    """How many slips of the finger lie between two words, two swapped letters counting as one; ``most`` + 1 if more.

    >>> distance("wepons", "weapons", 2), distance("paladni", "paladin", 2), distance("gold", "castle", 2)
    (1, 1, 3)
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, mine in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for j, theirs in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (mine != theirs))
            if i > 1 and j > 1 and mine == other[j - 2] and one[i - 2] == theirs:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)

"""What can be asked in one language, and how well each thing meets the words of a question."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scoring.tongues import Tongue, Word

LIGHT = 0.18
ALIKE = 0.8
TYPO = (1.0, 0.85, 0.7)
PHRASE, POOL, PIECES = 0.55, 0.3, 0.15
ASKED, TOLD = 0.75, 0.25


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that can be found: phrasings that ask for it, and texts about it with how much their words count."""

    phrasings: tuple[str, ...]
    texts: tuple[tuple[float, str], ...] = ()
    by_text: float = 0.3

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
        phrasings = [[tongue.words(text) for text in entry.phrasings] for entry in entries]
        texts = [[(weight, tongue.words(text)) for weight, text in entry.texts] for entry in entries]
        self._pools = [_pool(asked, told) for asked, told in zip(phrasings, texts, strict=True)]
        self._by_text = [entry.by_text for entry in entries]
        self._terms: dict[str, list[int]] = {}
        for index, pool in enumerate(self._pools):
            for stem in pool:
                self._terms.setdefault(stem, []).append(index)
        every = [word for words in phrasings for one in words for word in one]
        every += [word for words in texts for _, one in words for word in one]
        self._light = {word.stem for word in every if word.light}
        self._forms: dict[str, set[str]] = {}
        for word in every:
            self._forms.setdefault(word.form, set()).add(word.stem)
        self._grams = _grams_of(self._forms)
        self._phrases = [
            (index, frozenset(word.stem for word in words)) for index, many in enumerate(phrasings) for words in many
        ]
        self._phrases_with: dict[str, list[int]] = {}
        for number, (_, stems) in enumerate(self._phrases):
            for stem in stems:
                self._phrases_with.setdefault(stem, []).append(number)
        self._sizes = [sum(map(self._rarity, stems)) for _, stems in self._phrases]
        self._meant = lru_cache(4096)(self._meant_by)

    def holds(self, form: str) -> bool:
        """Whether a word stands on this shelf as it is written."""
        return form in self._forms

    def fits(self, question: str) -> list[Fit]:
        """The entries that meet a question, best first."""
        asked = {w.stem: w for w in self._tongue.words(question, self._terms.__contains__)}
        if not asked:
            return []
        weights = {stem: self._weight(word) for stem, word in asked.items()}
        possible = sum(weights.values())
        pooled: dict[int, float] = {}
        met: dict[int, float] = {}
        phrased: dict[int, tuple[float, float]] = {}
        for stem, word in asked.items():
            meant = self._meant(word.form, word.stem)
            self._add_pools(meant, weights[stem], pooled, met)
            self._add_phrases(meant, weights[stem], phrased)
        best: dict[int, float] = {}
        for number, (mine, theirs) in phrased.items():
            index = self._phrases[number][0]
            score = (mine / possible) ** ASKED * min(1.0, theirs / self._sizes[number]) ** TOLD
            best[index] = max(best.get(index, 0.0), score)
        found = [
            Fit(
                i,
                (1 - self._by_text[i]) * best.get(i, 0.0) + self._by_text[i] * pooled.get(i, 0.0) / possible,
                met.get(i, 0.0) / possible,
            )
            for i in pooled.keys() | best.keys()
        ]
        return sorted(found, key=lambda fit: (-fit.score, fit.index))

    def _add_pools(
        self, meant: Mapping[str, float], weight: float, pooled: dict[int, float], met: dict[int, float]
    ) -> None:
        gains: dict[int, float] = {}
        alike: dict[int, float] = {}
        for stem, likeness in meant.items():
            for index in self._terms.get(stem, ()):
                gains[index] = max(gains.get(index, 0.0), likeness * self._pools[index][stem])
                alike[index] = max(alike.get(index, 0.0), likeness)
        for index, gain in gains.items():
            pooled[index] = pooled.get(index, 0.0) + weight * gain
            met[index] = met.get(index, 0.0) + weight * alike[index]

    def _add_phrases(self, meant: Mapping[str, float], weight: float, phrased: dict[int, tuple[float, float]]) -> None:
        gains: dict[int, tuple[float, float]] = {}
        for stem, likeness in meant.items():
            told = likeness * self._rarity(stem)
            for number in self._phrases_with.get(stem, ()):
                mine, theirs = gains.get(number, (0.0, 0.0))
                gains[number] = max(mine, likeness * weight), max(theirs, told)
        for number, (mine, theirs) in gains.items():
            before = phrased.get(number, (0.0, 0.0))
            phrased[number] = before[0] + mine, before[1] + theirs

    def _weight(self, word: Word) -> float:
        """How telling a word of the question is; one that nothing is meant by tells that something is missing."""
        if word.light:
            return LIGHT * self._rarity(word.stem, light=False)
        meant = self._meant(word.form, word.stem)
        return max((likeness * self._rarity(stem) for stem, likeness in meant.items()), default=self._unknown)

    @property
    def _unknown(self) -> float:
        return math.log(1 + len(self._pools) / 2)

    def _rarity(self, stem: str, light: bool | None = None) -> float:
        """A word that few entries use tells more."""
        rarity = math.log(1 + len(self._pools) / (1 + len(self._terms.get(stem, ()))))
        is_light = stem in self._light if light is None else light
        return LIGHT * rarity if is_light else rarity

    def _meant_by(self, form: str, stem: str) -> Mapping[str, float]:
        """The stems of this shelf that a word may mean, each with how alike it is."""
        meant = dict.fromkeys(self._forms.get(form, ()), 1.0)
        if stem in self._terms:
            meant[stem] = 1.0
        if not meant:
            meant = self._misspelt(form)
        for other, likeness in list(meant.items()):
            for same in self._tongue.alike.get(other, ()):
                if same in self._terms:
                    meant[same] = max(meant.get(same, 0.0), ALIKE * likeness)
        for same in self._tongue.alike.get(stem, ()):
            if same in self._terms:
                meant[same] = max(meant.get(same, 0.0), ALIKE)
        return meant

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
                    meant[stem] = max(meant.get(stem, 0.0), 0.75)
        return meant


def _pool(asked: list[list[Word]], told: list[tuple[float, list[Word]]]) -> dict[str, float]:
    """How much each stem counts for an entry: the more phrasings use it the more, in a text as much as that counts."""
    counts: dict[str, int] = {}
    for words in asked:
        for stem in {word.stem for word in words}:
            counts[stem] = counts.get(stem, 0) + 1
    pool = {stem: 1 - 0.5 * 0.6 ** (count - 1) for stem, count in counts.items()}
    for weight, words in told:
        for word in words:
            pool[word.stem] = max(pool.get(word.stem, 0.0), weight)
    return pool


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

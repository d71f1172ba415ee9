"""What can be asked in one language, and how well each thing meets the words of a question.

Every entry is a bag of features: the stems of its phrasings and texts, pairs of neighbouring stems and pieces of words,
which forgive compounds and slips. A feature that few entries have counts more. A question fits an entry as far as the
two bags point the same way (the cosine of the angle between them); the entries that fit best are also compared phrasing
by phrasing, where small words such as "must" and "not" tell one question from its opposite.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import Any, NamedTuple

from scoring.bags import LIGHT_NEAR, Bag, features, joined, pointing, whole
from scoring.spelling import Word, distance, grams, same_beginning
from scoring.tongues import Tongue

ALIKE, STANDS_FOR = 0.2, 0.6
"""What a word counts that players also use for the one in the question; more where no entry has that one."""
EXACT, SAME = 0.3, 0.999
"""What a question gains that is put as one of the phrasings, and how near it must be for that."""
EVERYWHERE = 0.8
"""The share of its phrasings that must have a word for an entry not to go without it."""
OTHER_NUMBER = 3
"""So many words a number counts that an entry always names where the question names another: five players, not 3."""
COMPARED = 16
"""So many of the best entries are compared phrasing by phrasing."""
WHOLE = 10_000
NOBODY: list[list[int]] = [[], []]
TYPO = (1.0, 0.85, 0.7)
BEGINS_SO = 0.75


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that can be found: phrasings that ask for it, and texts about it with how much each counts."""

    phrasings: tuple[str, ...]
    texts: tuple[tuple[float, str], ...] = ()

    def all(self) -> Iterator[str]:
        """Every text of it."""
        yield from self.phrasings
        yield from (text for _, text in self.texts)


class Fit(NamedTuple):
    """How well an entry meets a question, about 0 to 1, and how much of the question it meets at all.

    ``near`` is how well its nearest phrasing does, ``like`` the words of that and ``place`` which of them it is.
    """

    entry: int
    score: float
    met: float
    near: float = 0.0
    like: tuple[Word, ...] = ()
    place: int = -1
    lacks: int = 0
    """How many of the words that all its phrasings have the question lacks."""


@dataclass(frozen=True, slots=True)
class Index:
    """What a shelf knows of its entries; as plain data it can be kept in a file (`plain`, `of`)."""

    entries: int
    words: list[Word]
    asked: list[list[list[int]]]
    """For every entry its phrasings, each as places in ``words``."""
    holders: dict[str, int]
    holding: dict[str, list[list[int]]]
    """For every feature the entries that have it, and how much of it each (in shares of `WHOLE`)."""

    def plain(self) -> dict[str, Any]:
        """The same as JSON can carry it."""
        return {
            "entries": self.entries,
            "words": [[word.form, word.stem, word.light] for word in self.words],
            "asked": self.asked,
            "holders": self.holders,
            "holding": self.holding,
        }

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Index:
        """What `plain` wrote."""
        return cls(**{**plain, "words": [Word(*word) for word in plain["words"]]})

    @classmethod
    def made(cls, entries: Sequence[Entry], tongue: Tongue) -> Index:
        """Read all entries; short forms are written out as in questions."""
        stems = {word.stem for entry in entries for text in entry.all() for word in tongue.words(text)}
        read = partial(tongue.words, known=stems.__contains__)
        asked = [[read(text) for text in entry.phrasings] for entry in entries]
        told = [[(weight, read(text)) for weight, text in entry.texts] for entry in entries]
        holders: dict[str, int] = {}
        bags = [[features(words) for words in many] for many in asked]
        for many in bags:
            for feature in dict.fromkeys(feature for bag in many for feature in bag):
                holders[feature] = holders.get(feature, 0) + 1
        holding: dict[str, list[list[int]]] = {}
        for index, (phrasings, texts) in enumerate(zip(bags, told, strict=True)):
            whole_of_it = [*((1.0, bag) for bag in phrasings), *((weight, features(words)) for weight, words in texts)]
            for feature, weight in whole(whole_of_it, holders, len(entries)).items():
                held = holding.setdefault(feature, [[], []])
                held[0].append(index)
                held[1].append(round(WHOLE * weight))
        places: dict[Word, int] = {}
        put = [[[places.setdefault(word, len(places)) for word in words] for words in many] for many in asked]
        for word in (word for many in told for _, words in many for word in words):
            places.setdefault(word, len(places))
        return cls(len(entries), list(places), put, holders, holding)


class Shelf:
    """All entries of one language, with what is needed to compare a question to them."""

    def __init__(self, index: Index, tongue: Tongue) -> None:
        self._index = index
        self._tongue = tongue
        self._forms: dict[str, set[str]] = {}
        for word in index.words:
            self._forms.setdefault(word.form, set()).add(word.stem)
        self._stems = frozenset(word.stem for word in index.words)
        self._meant = lru_cache(4096)(self._meant_by)
        self._phrasings = lru_cache(512)(self._phrasings_of)
        self._core = lru_cache(None)(self._core_of)

    def fits(self, words: list[Word]) -> list[Fit]:
        """The entries that meet the words of a question, best first."""
        known, more = self._read(words)
        main = self._tongue.clauses.main(words)
        asked = self._pointing(joined(features(known, main=main), more))
        scores, met = [0.0] * self._index.entries, [0.0] * self._index.entries
        for feature, weight in asked.items():
            square = weight * weight
            for index, theirs in zip(*self._index.holding.get(feature, NOBODY), strict=True):
                scores[index] += weight * theirs / WHOLE
                met[index] += square
        order = sorted((index for index, share in enumerate(met) if share), key=lambda index: -scores[index])
        found = [Fit(index, scores[index], min(1.0, met[index])) for index in order]
        put = self._pointing(features(known, LIGHT_NEAR, main))
        meant = {word.stem for word in known} | more.keys()
        return [*(self._compared(fit, put, meant) for fit in found[:COMPARED]), *found[COMPARED:]]

    def words(self, question: str) -> list[Word]:
        """The words of a question, short forms written out where an entry knows what they stand for."""
        return self._tongue.words(question, self._stems.__contains__)

    def _compared(self, fit: Fit, put: Bag, meant: Set[str]) -> Fit:
        """A fit with the phrasing that is nearest to the question, and what it has everywhere that was not meant."""
        near = 0.0
        like: tuple[Word, ...] = ()
        nearest = -1
        for place, (words, bag) in enumerate(self._phrasings(fit.entry)):
            alike = 0.0
            for feature, weight in put.items():
                if feature in bag:
                    alike += weight * bag[feature]
            if alike > near:
                near, like, nearest = alike, words, place
        lacks = self._lacking(self._core(fit.entry), meant)
        return fit._replace(score=fit.score + EXACT * (near > SAME), near=near, like=like, place=nearest, lacks=lacks)

    def _lacking(self, core: Set[str], meant: Set[str]) -> int:
        """How many words of an entry are lacking; a number where the question has another counts as several."""
        gone = core - meant
        other = any(stem.isdecimal() for stem in meant - core)
        return sum(OTHER_NUMBER if other and stem.isdecimal() else 1 for stem in gone)

    def _core_of(self, index: int) -> frozenset[str]:
        """The words that almost every phrasing of an entry has, such as the name of a card."""
        phrasings = [{self._index.words[place] for place in one} for one in self._index.asked[index]]
        stems = Counter(stem for words in phrasings for stem in {word.stem for word in words if not word.light})
        return frozenset(
            stem for stem, times in stems.items() if len(phrasings) > 2 and times >= EVERYWHERE * len(phrasings)
        )

    def _phrasings_of(self, index: int) -> list[tuple[tuple[Word, ...], Bag]]:
        phrasings = [tuple(self._index.words[place] for place in one) for one in self._index.asked[index]]
        main = self._tongue.clauses.main
        return [(words, self._pointing(features(words, LIGHT_NEAR, main(words)))) for words in phrasings]

    def _pointing(self, found: Bag) -> Bag:
        return pointing(found, self._index.holders, self._index.entries)

    def _read(self, words: list[Word]) -> tuple[list[Word], Bag]:
        """The words that a question means, and further stems that it may mean with how much each counts.

        Words that stand nowhere are taken for the ones that they are likely meant for.
        """
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
        return known, more

    def _meant_by(self, form: str, stem: str) -> Mapping[str, float]:
        """The stems of this shelf that a word may mean, each with how alike it is."""
        if stem in self._stems:
            return {stem: 1.0}
        written = dict.fromkeys(self._forms.get(form, ()), 1.0)
        return written or self._standing_for(stem) or self._misspelt(form)

    def _standing_for(self, stem: str) -> dict[str, float]:
        """The stems of this shelf that players use for a word that it lacks."""
        return dict.fromkeys(self._tongue.alike.get(stem, frozenset()) & self._stems, STANDS_FOR)

    def _misspelt(self, form: str) -> dict[str, float]:
        """The words that a misspelt one is nearest to."""
        if len(form) < 4 or form.isdigit():
            return {}
        shared: dict[str, int] = {}
        for gram in grams(form):
            for other in self._grams.get(gram, ()):
                shared[other] = shared.get(other, 0) + 1
        allowed = 1 if len(form) < 8 else 2
        meant: dict[str, float] = {}
        for other in sorted(shared, key=lambda one: (-shared[one], one))[:40]:
            away = distance(form, other, allowed)
            if away <= allowed:
                for stem in self._forms[other]:
                    meant[stem] = max(meant.get(stem, 0.0), TYPO[away])
        begun = (other for other in shared if same_beginning(form, other))
        return meant or {stem: BEGINS_SO for other in begun for stem in self._forms[other]}

    @cached_property
    def _grams(self) -> Mapping[str, list[str]]:
        """The words by the pairs of letters that they have, to find what a misspelt one was meant for."""
        index: dict[str, list[str]] = {}
        for form in self._forms:
            for gram in grams(form):
                index.setdefault(gram, []).append(form)
        return index

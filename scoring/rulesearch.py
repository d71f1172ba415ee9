"""Search in the rules: a question in three languages, with typos, missing accents and any word form.

SQLite's trigram index finds the rules that share pieces of words with the question; rapidfuzz then weighs how
well each word of the question is met by a word of the rule, rare words counting more than common ones.
"""

from __future__ import annotations

import math
import re
import sqlite3
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path

from rapidfuzz import process
from rapidfuzz.distance import JaroWinkler

from scoring.languages import LANGUAGES
from scoring.rulebook import Hit, Rule
from scoring.sources import load, read_yaml

TITLE_WEIGHT, WORDS_WEIGHT, TEXT_WEIGHT = 1.0, 0.9, 0.8
USUAL_LENGTH, LENGTH_POWER = 14, 0.25
CLOSE_ENOUGH = 0.84
SYNONYM = 0.86
CANDIDATES = 40
PUSH, TITLE_PUSH = 0.15, 0.3

# Words that say nothing about the subject, in the three languages (folded: no accents, lower case).
STOP_WORDS = frozenset(
    """
    a an and any are as at be but by can could do does did for from get gets got go had has have he her his how i if
    in into is it its just me my no not of off on one or our out she so some than that the their them then there they
    this to two up us was we were what when where which while who whose why will with would you your really happens
    happen much many
    ο η το οι τα του της των τον την και να για σε στο στη στην στον στα στις στους με απο που πως ποιος ποια ποιο
    ποιοι ποσα ποσοι ποσες ποσο τι αν δεν θα ειναι εχω εχει εχουν ενα ενας μια μου σου μας σας τους πρεπει μπορω
    μπορει μπορουμε οταν αλλο αλλα ολα ολοι κι ως γινεται ποτε πού αυτο αυτη αυτος
    i w we z ze na do od po za o u to ten ta te ci co czy jak jaki jaka jakie kto kogo kiedy gdy gdzie ile nie tak
    jest sa byc moge mozna moze mozemy musze musi mam ma maja sie a ale albo lub oraz dla przez przy pod nad jego jej
    ich mnie moj moja moje swoj swoja swoje ktory ktora ktore kazdy jesli jezeli dzieje
    """.split()
)


def fold(text: str) -> str:
    """Lower case without accents: Greek, Polish and English alike.

    >>> fold("Διπλασιάζω ŁĄKĘ")
    'διπλασιαζω lake'
    """
    decomposed = unicodedata.normalize("NFD", text.casefold().replace("ł", "l"))
    return "".join(c for c in decomposed if not unicodedata.combining(c)).replace("ς", "σ")


def words_of(text: str) -> list[str]:
    """The words of a text that say something, folded. Numbers tell how many, not what about."""
    return [word for word in re.findall(r"[^\W_]+", fold(text)) if word not in STOP_WORDS and not word.isdigit()]


def question_language(text: str) -> str:
    """The language a question is most likely put in.

    >>> [question_language(t) for t in ("kto podwaja", "how do I win", "ποιος διπλασιαζει", "ile kosci moge wziac")]
    ['pl', 'en', 'el', 'pl']
    """
    if re.search(r"[α-ωά-ώ]", text.casefold()):
        return "el"
    words = set(re.findall(r"\w+", text.casefold()))
    polish = re.search(r"[ąćęłńóśźż]", text.casefold()) or words & _POLISH
    return "pl" if polish else "en"


_POLISH = frozenset(
    "kto kogo komu czy jak jaki jaka jakie ile kiedy gdy gdzie jest sa nie moge mozna moze mam maja sie za od po ktory "
    "ktora ktore kosci kart karty karta gracz gracza graczy remis punkty punktow zloto podwaja podwojenie".split()
)


@cache
def synonyms(lang: str) -> Mapping[str, tuple[str, ...]]:
    """What players of board games also call a thing.

    >>> "jewel" in synonyms("en")["gem"]
    True
    """
    groups = load(Path(__file__).parent / "synonyms.yaml", read_yaml).get(lang, ())
    meanings: dict[str, set[str]] = {}
    for group in groups:
        words = [fold(word) for phrase in group for word in phrase.split() if fold(word) not in STOP_WORDS]
        for word in words:
            meanings.setdefault(word, set()).update(words)
    return {word: tuple(sorted(others - {word})) for word, others in meanings.items()}


class RuleIndex:
    """An index over the rules of one game, built in memory on the first question."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules = tuple(rules)
        self._shelves = {lang: _Shelf(self._rules, lang) for lang in LANGUAGES}

    def search(self, question: str, limit: int) -> list[Hit]:
        """The best rules for a question, with a fit from 0 to 100."""
        asked = words_of(question) or re.findall(r"[^\W_]+", fold(question))
        if not asked:
            return []
        fits = self._shelves[question_language(question)].fits(asked)
        if not fits:  # a word of another language, or a name that only another language's rules use
            fits = {i: fit for shelf in self._shelves.values() for i, fit in shelf.fits(asked).items()}
        ranked = sorted(fits, key=lambda index: (-fits[index], index))[:limit]
        return [Hit(self._rules[i], min(100.0, 100 * fits[i])) for i in ranked]


class _Shelf:
    """The rules as told in one language."""

    def __init__(self, rules: tuple[Rule, ...], lang: str) -> None:
        self._weights = [_weights(rule, lang) for rule in rules]
        self._titles = [set(words_of(rule.title[lang])) for rule in rules]
        self._holders = _holders(self._weights)
        self._vocabulary = sorted(self._holders)
        self._synonyms = {
            word: [other for other in others if other in self._holders] for word, others in synonyms(lang).items()
        }
        self._database = _database(rules, lang)
        self._near = lru_cache(4096)(self._near_uncached)

    def fits(self, asked: list[str]) -> dict[int, float]:
        """How well each rule meets the words that were asked, rare words counting more; about 0 to 1."""
        met: dict[int, float] = {}
        possible = 0.0
        for word in dict.fromkeys(asked):
            near = self._near(word)
            rarity = self._rarity(near)
            possible += rarity
            for index, weight in self._best_per_rule(near).items():
                met[index] = met.get(index, 0.0) + rarity * weight
        pushed = self._trigram_push(asked)
        return {
            index: PUSH * pushed.get(index, 0.0)
            + met.get(index, 0.0) / possible * (1 + TITLE_PUSH * self._title_met(index, asked))
            for index in met.keys() | pushed.keys()
        }

    def _near_uncached(self, word: str) -> tuple[tuple[str, float], ...]:
        """Words of the rules that may be the same word in another form or with a typo, with their likeness."""
        found = process.extract(word, self._vocabulary, scorer=JaroWinkler.similarity, score_cutoff=0.8, limit=60)
        near = {}
        for other, likeness, _ in found:
            alike = max(likeness if likeness >= CLOSE_ENOUGH else 0.0, _same_stem(word, other))
            if alike:
                near[other] = alike
        for other in self._synonyms.get(word, ()):
            near[other] = max(SYNONYM, near.get(other, 0.0))
        return tuple(near.items())

    def _rarity(self, near: Iterable[tuple[str, float]]) -> float:
        """How telling a word is: one that few rules use tells more."""
        holders = {index for other, alike in near if alike > 0.9 for index in self._holders[other]}
        return math.log(1 + len(self._weights) / (1 + len(holders)))

    def _best_per_rule(self, near: Iterable[tuple[str, float]]) -> dict[int, float]:
        best: dict[int, float] = {}
        for other, alike in near:
            for index in self._holders[other]:
                # A likeness just above the cut says little, so it counts less than in proportion.
                weight = alike**4 * self._weights[index][other]
                best[index] = max(best.get(index, 0.0), weight)
        return best

    def _title_met(self, index: int, asked: list[str]) -> float:
        """How much of the rule's title the question names."""
        title = self._titles[index]
        near = {other for word in asked for other, alike in self._near(word) if alike > 0.86}
        return len(title & near) / len(title) if title else 0.0

    def _trigram_push(self, asked: list[str]) -> dict[int, float]:
        """For rules that share whole pieces of text with the question (compound words, stems), best first 1."""
        pieces = sorted({w[i : i + 5] for w in asked for i in range(max(1, len(w) - 4)) if len(w) >= 3})
        if not pieces:
            return {}
        query = " OR ".join(f'"{piece}"' for piece in pieces)
        rows = self._database.execute(
            "SELECT rowid, bm25(rules, 3.0, 2.0, 1.0) FROM rules WHERE rules MATCH ? ORDER BY 2 LIMIT ?",
            (query, CANDIDATES),
        ).fetchall()
        if not rows:
            return {}
        top = min(score for _, score in rows) or -1.0
        return {rowid: score / top for rowid, score in rows}


def _weights(rule: Rule, lang: str) -> Mapping[str, float]:
    """How much each word of a rule counts: in its title, among the players' words, or in its text.

    A long text names many things in passing, so each of its words counts for less.
    """
    weights: dict[str, float] = {}
    text = words_of(rule.text[lang] + " " + (rule.note or {}).get(lang, ""))
    in_text = TEXT_WEIGHT * min(1.0, (USUAL_LENGTH / (1 + len(text))) ** LENGTH_POWER)
    parts = (
        (in_text, text),
        (WORDS_WEIGHT, words_of(" ".join(rule.words))),
        (TITLE_WEIGHT, words_of(rule.title[lang])),
    )
    for weight, words in parts:
        for word in words:
            weights[word] = max(weight, weights.get(word, 0.0))
    return weights


def _holders(weights: Iterable[Mapping[str, float]]) -> Mapping[str, tuple[int, ...]]:
    holders: dict[str, list[int]] = {}
    for index, words in enumerate(weights):
        for word in words:
            holders.setdefault(word, []).append(index)
    return {word: tuple(indexes) for word, indexes in holders.items()}


def _database(rules: Iterable[Rule], lang: str) -> sqlite3.Connection:
    # Searches may come from several threads of the service; the table is only ever read after this.
    database = sqlite3.connect(":memory:", check_same_thread=False)
    database.execute("CREATE VIRTUAL TABLE rules USING fts5(title, words, text, tokenize='trigram', content='')")
    database.executemany(
        "INSERT INTO rules(rowid, title, words, text) VALUES (?, ?, ?, ?)",
        (
            (index, fold(rule.title[lang]), fold(" ".join(rule.words)), fold(rule.text[lang]))
            for index, rule in enumerate(rules)
        ),
    )
    return database


def _same_stem(word: str, other: str) -> float:
    """Likeness of two forms of one word: a long common beginning with short different endings.

    >>> _same_stem("διπλασιαζω", "διπλασιαζει") > 0.8 > _same_stem("gold", "golem")
    True
    """
    common = 0
    for mine, theirs in zip(word, other, strict=False):
        if mine != theirs:
            break
        common += 1
    longest = max(len(word), len(other))
    if common == min(len(word), len(other)) >= 3 and longest - common <= 2:
        return 0.96  # a plural or another ending
    if common < 4 or longest - common > 4:
        return 0.0
    return max(0.0, 1.0 - 0.06 * (longest - common)) if common / longest >= 0.55 else 0.0

"""The words of a question in English, Greek or Polish: without accents, in any form, numbers as digits."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Container, Iterable, Mapping
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from scoring.clauses import Clauses
from scoring.greeklish import sound
from scoring.manner import Manner
from scoring.moods import Moods
from scoring.opposites import Opposites
from scoring.sources import load, read_yaml
from scoring.spelling import WORD, Word, fold
from scoring.stems import english, greek, polish

ALGORITHMS = {"en": "english", "el": "greek", "pl": "polish"}
CUT = {"en": english, "el": greek, "pl": polish}
IN_LATIN_LETTERS = ("en", "pl", "el")
"""Languages in the order in which a text in Latin letters is likely to be in them."""
SOUNDS_LIKE = {"τη": "την", "πιο": "πλεον", "pio": "πλεον", "εχει": "εχουν", "exei": "εχουν", "ehei": "εχουν"}
"""Greek words that would sound like another that asks or counts ("τι", "ποιο", "έξι"), and how they are heard."""


LATELY = 20_000
"""So many words as they were written are remembered in the form in which they are compared."""
ROMAN = {"I": "1", "II": "2", "III": "3", "IV": "4"}
"""Spaces and years as boards write them; a lone "I" is somebody in English, and "and" where a Polish text begins."""


class Tongue:
    """How one language writes: its light words, numbers, short forms, and words that players use for one another."""

    def __init__(self, code: str, told: Mapping[str, Any], stem: Callable[[str], str]) -> None:
        self.code = code
        self.mark = json.dumps([told["light"], told["numbers"], told["one_word"], told["short"], told["signs"], ROMAN])
        """What decides how a text is read; what is kept of texts is made anew when it changes."""
        self._told = told
        self._stem = lru_cache(None)(stem)
        self.stem = lru_cache(LATELY)(self._stem_of)
        """What all forms of a word share; accents are dropped first, as many players never type them."""
        self.form = lru_cache(LATELY)(self._form)
        """A word as the search compares it: accents and letters that sound alike make no difference."""
        self._one_word = {
            self._cut(form): self._cut(forms.split()[0]) for forms in told["one_word"] for form in forms.split()
        }
        self._numbers = {self.form(word): str(number) for word, number in told["numbers"].items()}
        self._short = {self.form(word): meant for word, meant in told["short"].items()}
        self._ordinals = frozenset(self.form(word) for word in told["ordinals"].split())
        self._here = frozenset(self.form(word) for word in told["here"].split())
        self._limits = frozenset(self.form(word) for word in told["limits"].split())
        self._spans = frozenset(self.form(word) for word in told["spans"].split())
        self._lacking = frozenset(self.form(word) for word in told["lacking"].split())
        self.clauses = clauses = Clauses(told, self.form)
        self.manner, self.moods = Manner(told, clauses), Moods(told, clauses)
        self.light = frozenset(self.form(word) for word in told["light"].split())

    def _form(self, word: str) -> str:
        if self.code != "el":
            return fold(word)
        return sound(SOUNDS_LIKE.get(fold(word), fold(word)))

    def _stem_of(self, word: str) -> str:
        return word if word.isdigit() else self._one_word.get(cut := self._cut(word), cut)

    def _cut(self, word: str) -> str:
        return self.form(self._stem(fold(word)))

    def words(self, text: str, known: Callable[[str], bool] | None = None) -> list[Word]:
        """The words of a text; short forms are written out where ``known`` knows the stem of what they stand for."""
        found: list[Word] = []
        for written in WORD.findall(self._spelled_out(text)):
            if self._is_roman(written, bool(found)):
                found.append(Word(ROMAN[written.upper()], ROMAN[written.upper()]))
                continue
            form = self.form(written)
            meant = self._short.get(form)
            if meant and known and known(self.stem(meant)):
                found.append(Word(self.form(meant), self.stem(meant)))
            elif form in self._numbers:
                found.append(Word(self._numbers[form], self._numbers[form], form in self.light))
            else:
                found.append(Word(form, self.stem(written), form in self.light))
        return found

    def _spelled_out(self, text: str) -> str:
        """A text with its signs as words ("16+", "w/o"), and without apostrophes."""
        spelled = text.replace("’", "").replace("'", "")
        for sign, meant in self._told["signs"].items():
            spelled = spelled.replace(sign, f" {meant} ")
        return spelled

    def _is_roman(self, written: str, later: bool) -> bool:
        """Whether this is a number as boards write it; ``later`` if it is not the first word."""
        if written == "I":
            return later and self.code != "en"
        return len(written) < 4 and written != "i" and written.upper() in ROMAN

    def counts(self, text: str) -> tuple[str, ...]:
        """The numbers of a text that count something, not those that say which.

        >>> tongue("en").counts("3 rerolls in the second round, two wounds")
        ('3', '2')
        """
        forms = (self.form(word) for word in WORD.findall(text) if self.form(word) not in self._ordinals | self.light)
        numbers = (self._numbers.get(form, form) for form in forms)
        return tuple(number for number in numbers if number.isdecimal())

    def lacks(self, forms: Iterable[str]) -> bool:
        """Whether some words say that something is not there: "without a", "no"."""
        return not self._lacking.isdisjoint(forms)

    def points(self, text: str) -> bool:
        """Whether a question points at what lies on the table, as in "may I dig here".

        >>> [tongue("en").points(one) for one in ("may I dig here", "may I mine this tunnel", "may I mine this round")]
        [True, True, False]
        """
        forms = [self.form(word) for word in WORD.findall(text)]
        return any(form in self._here and after not in self._spans for form, after in pairwise([*forms, ""]))

    def forms(self, texts: Iterable[str]) -> frozenset[str]:
        """All words of some texts as they are written."""
        return frozenset(self.form(word) for word in {word for text in texts for word in WORD.findall(text.casefold())})

    @cached_property
    def alike(self) -> Mapping[str, frozenset[str]]:
        """Stems of words that stand for one another."""
        meanings: dict[str, set[str]] = {}
        for group in self._told["alike"]:
            stems = {self.stem(word) for phrase in group for word in phrase.split()}
            for stem in stems:
                meanings.setdefault(stem, set()).update(stems - {stem})
        return {stem: frozenset(others) for stem, others in meanings.items()}

    @cached_property
    def opposites(self) -> Opposites:
        """Words that turn a question round."""
        return Opposites(self._told, self.form)

    def knows(self, form: str) -> bool:
        """Whether this is one of the words that every text of the language may have."""
        return any(form in known for known in (self.light, self._numbers, self._short, self._limits))


@cache
def tongue(code: str) -> Tongue:
    """One of the languages that Tally speaks."""
    from snowballstemmer import stemmer

    told = load(Path(__file__).parent / "vocabulary.yaml", read_yaml)[code]
    return Tongue(code, told, CUT[code](stemmer(ALGORITHMS[code]).stemWord))


def likeliest(text: str, known: Mapping[str, Container[str]]) -> str:
    """The language a text is most likely in, by how many of its words each knows; Greek may be in Latin letters."""
    if re.search("[α-ω]", fold(text)):
        return "el"
    if re.search("[ąćęłńóśźż]", text.casefold()):
        return "pl"
    words = [word for word in WORD.findall(text) if not word.isdigit()]

    def met(code: str) -> float:
        one = tongue(code)
        forms = [one.form(word) for word in words]
        return sum(1.0 if one.knows(form) else 0.9 * (form in known[code]) for form in forms)

    return max(IN_LATIN_LETTERS, key=met)  # the first where they know equally many

"""The words of a question in English, Greek or Polish: without accents, in any form, numbers as digits."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Any

from scoring.greeklish import sound
from scoring.sources import load, read_yaml
from scoring.stems import english, greek, polish

ALGORITHMS = {"en": "english", "el": "greek", "pl": "polish"}
CUT = {"en": english, "el": greek, "pl": polish}
KINDS = (
    "how_many", "no_amount", "whether", "being", "subjects", "speakers", "which", "first_which", "amount", "verbs",
    "tags", "conditions", "as_many", "joins", "then", "lacking", "heads",
    "relatives", "prepositions", "or", "lastly", "cannot",
)  # fmt: skip
MOODS = ("forbidden", "optional", "denied", "must", "may")
"""How a question can be put; the first that is met counts."""
IN_LATIN_LETTERS = ("en", "pl", "el")
"""Languages in the order in which a text in Latin letters is likely to be in them."""
MARK = "czy"
"""What marks a question for yes or no in Polish, at its beginning or before a verb."""
SOUNDS_LIKE = {"τη": "την", "πιο": "πλεον", "pio": "πλεον", "εχει": "εχουν", "exei": "εχουν", "ehei": "εχουν"}
"""Greek words that would sound like another that asks or counts ("τι", "ποιο", "έξι"), and how they are heard."""
WORD = re.compile(r"\d+|[^\W\d_]+|\d\w+")


def fold(text: str) -> str:
    """Lower case without accents: Greek, Polish and English alike.

    >>> fold("Διπλασιάζω ŁĄKĘ")
    'διπλασιαζω lake'
    """
    decomposed = unicodedata.normalize("NFD", text.casefold().replace("ł", "l"))
    return "".join(c for c in decomposed if not unicodedata.combining(c)).replace("ς", "σ")


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it was written (folded; Greek by its sound) and its stem, which all its forms share."""

    form: str
    stem: str
    light: bool = False


class Tongue:
    """How one language writes: its light words, numbers, short forms, and words that players use for one another."""

    def __init__(self, code: str, told: Mapping[str, Any], stem: Callable[[str], str]) -> None:
        self.code = code
        self.mark = json.dumps([told["light"], told["numbers"], told["one_word"]])
        """What decides how a text is read; what is kept of texts is made anew when it changes."""
        self._told = told
        self._stem = lru_cache(None)(stem)
        self._one_word = {
            self._cut(form): self._cut(forms.split()[0]) for forms in told["one_word"] for form in forms.split()
        }
        self._numbers = {self.form(word): str(number) for word, number in told["numbers"].items()}
        self._short = {self.form(word): meant for word, meant in told["short"].items()}
        self._here = frozenset(self.form(word) for word in told["here"].split())
        self._kinds = {kind: frozenset(self.form(word) for word in told[kind].split()) for kind in KINDS}
        self._moods = {mood: [self._spaced(phrase.split()) for phrase in told[mood]] for mood in MOODS}
        self._either = [self._spaced(phrase.split()) for phrase in told["either"]]
        self._verb_ends = re.compile(told["verb_ends"] or "(?!)")
        self._no_verbs = frozenset(told["no_verbs"].split())
        self._written = {kind: frozenset(told[kind].split()) for kind in ("which_written", "no_which_written")}
        self.light = frozenset(self.form(word) for word in told["light"].split())

    def form(self, word: str) -> str:
        """A word as the search compares it: accents and letters that sound alike make no difference."""
        if self.code != "el":
            return fold(word)
        return sound(SOUNDS_LIKE.get(fold(word), fold(word)))

    def stem(self, word: str) -> str:
        """What all forms of a word share; accents are dropped first, as many players never type them."""
        return word if word.isdigit() else self._one_word.get(cut := self._cut(word), cut)

    def _cut(self, word: str) -> str:
        return self.form(self._stem(fold(word)))

    def words(self, text: str, known: Callable[[str], bool] | None = None) -> list[Word]:
        """The words of a text; short forms are written out where ``known`` knows the stem of what they stand for."""
        found = []
        for written in WORD.findall(text.replace("’", "").replace("'", "").replace("+", f" {self._told['plus']} ")):
            form = self.form(written)
            meant = self._short.get(form)
            if meant and known and known(self.stem(meant)):
                found.append(Word(self.form(meant), self.stem(meant)))
            elif form in self._numbers:
                found.append(Word(self._numbers[form], self._numbers[form], form in self.light))
            else:
                found.append(Word(form, self.stem(written), form in self.light))
        return found

    def wants(self, words: Iterable[Word], text: str = "") -> str:
        """What a question wants by how it is put: ``whether``, ``how_many``, ``which``, or "" where it does not say.

        >>> asked = ("may I dig as many as here", "how many imps", "who gets it", "two castles", "price of a room")
        >>> [tongue("en").wants(tongue("en").words(one)) for one in asked]
        ['whether', 'how_many', 'which', '', 'how_many']

        Where a word such as "is" does not stand before somebody, or "may" after one, they only tell something.

        >>> asked = ("all spaces are taken", "cards I may buy", "it is full is it over", "before or after the roll")
        >>> [tongue("en").wants(tongue("en").words(one)) for one in asked]
        ['', '', 'whether', 'which']

        A "when" may also only join two halves, of which the second asks.

        >>> asked = ("when it leaves do I get evil", "when do I get evil")
        >>> [tongue("en").wants(tongue("en").words(one)) for one in asked]
        ['whether', 'which']
        >>> [tongue("pl").wants(tongue("pl").words(one)) for one in ("jak mam smoka to moge kopac", "jak kopac")]
        ['whether', 'which']

        Polish marks it by "czy", which also means "or", or asks by the voice alone.

        >>> asked = ("jak mam zamek czy moge kopac", "moge kopac", "kiedy kopac", "przed czy po", "koszt trolla")
        >>> [tongue("pl").wants(tongue("pl").words(one)) for one in asked]
        ['whether', 'whether', 'which', 'which', 'how_many']

        Greek has the voice alone: a sentence with a verb (``text`` as it was written) asks for yes or no.

        >>> asked = ("φεύγει ο ιππότης", "πόντοι φαντάσματος", "ο πιο κακός τον παίρνει", "φεύγει ποτέ", "και πού πάει")
        >>> [tongue("el").wants(tongue("el").words(one), one) for one in asked]
        ['whether', '', 'whether', 'whether', 'which']
        """
        forms = [word.form for word in words]
        plain = self._plainly(forms)
        if plain:
            return plain
        written = set(WORD.findall(text.casefold()))
        if self._written["which_written"] & written:
            return "which"
        never = {self.form(word) for word in self._written["no_which_written"] & written}
        forms = [form for form in forms if form not in never]
        if any(form == MARK and after in self._kinds["verbs"] for form, after in pairwise(forms)):
            return "whether"
        if MARK in forms[1:]:  # elsewhere it means "or"
            forms = [forms[0], *(form for form in forms[1:] if form != MARK)]
        begun = self._begun(forms)
        if begun:
            return begun
        voiced = self._voiced(text)
        asks = text.rstrip().endswith(("?", ";"))
        if self._kinds["amount"] & set(forms) and not (asks and (voiced or self._kinds["verbs"] & set(forms))):
            return "how_many"
        aside = "," in text and len(WORD.findall(text.rpartition(",")[2])) == 1  # "I have 1 2 3, points?"
        spoken = len(forms) > 2 and asks and not aside
        return "whether" if spoken or self._kinds["verbs"] & set(forms) or voiced else ""

    def _plainly(self, forms: list[str]) -> str:
        """What a question wants that leaves a choice, ends with a tag, or begins with what it wants."""
        spaced = self._spaced(forms)
        if any(phrase in spaced for phrase in self._either):
            return "which"
        if re.search(rf" \d+ (?:{'|'.join(self._kinds['or'])}) \d+ ", spaced):  # "do I take 1 or 2 dice"
            return "how_many"
        if len(forms) > 1 and forms[-1] in self._kinds["tags"]:  # "nobody doubles, right?"
            return "whether"
        if forms and forms[0] in self._kinds["whether"] and not self._tells_what_cannot_be(forms):
            return "whether"
        return "how_many" if self._counting(forms) else ""

    def _tells_what_cannot_be(self, forms: list[str]) -> bool:
        """Whether somebody only left out who: "cant pay my vampire"."""
        return forms[0] in self._kinds["cannot"] and not self._kinds["subjects"] & set(forms[1:2])

    def _counting(self, forms: list[str]) -> bool:
        """Whether a question begins with an amount or asks how many there are."""
        if forms and forms[0] in self._kinds["amount"]:
            return True
        if self._kinds["as_many"] & set(forms):
            return False
        return any(
            form in self._kinds["how_many"] and before not in self._kinds["no_amount"]
            for before, form in pairwise(["", *forms])
        )

    def _begun(self, forms: list[str]) -> str:
        """``whether`` or ``which`` by the first word that asks so in its place."""
        for place, (before, form, after) in enumerate(zip(["", *forms], forms, [*forms[1:], ""], strict=False)):
            if before in self._kinds["heads"] or self._joins(form, forms[:place], forms[place + 1 :]):
                continue
            if form in self._kinds["relatives"] and before and before not in self._kinds["prepositions"]:
                continue  # "a monster which fought may fight again"
            if form in self._kinds["which"] or (not before and form in self._kinds["first_which"]):
                return "which"
            if (
                form in self._kinds["whether"]
                and (before or form not in self._kinds["cannot"])
                and self._asks(before, form, after)
            ):
                told = place and form in self._kinds["being"] and self._kinds["lastly"] & set(forms[place + 1 :])
                return "which" if told else "whether"  # "all of them have the same rune, what do we do"
        return ""

    def _joins(self, form: str, before: list[str], after: list[str]) -> bool:
        """Whether a word such as "when" only joins two halves: the other of them has the verb, or asks."""
        if form not in self._kinds["joins"]:
            return False
        if any(word in self._kinds["verbs"] or self._verb_ends.search(word) for word in before):
            return True
        asks = self._kinds["whether"] | self._kinds["then"]
        return after[:1] != [] and after[0] not in asks and not asks.isdisjoint(after[1:])

    def _asks(self, before: str, form: str, after: str) -> bool:
        """Whether a word such as "is" or "may" asks where it stands, or only tells something."""
        if not before and form in self._kinds["cannot"]:
            return False
        if form in self._kinds["being"]:
            return after in self._kinds["subjects"] and before not in self._kinds["speakers"]
        return before not in self._kinds["speakers"]

    def _voiced(self, text: str) -> bool:
        """Whether a text has a verb, in a language that asks by the voice alone."""
        written = (fold(word) for word in WORD.findall(text))
        return any(self._verb_ends.search(word) and word not in self._no_verbs for word in written)

    def mood(self, words: Iterable[Word]) -> str:
        """Whether a question asks for what is ``forbidden``, ``optional``, a duty (``must``) or allowed (``may``).

        >>> [tongue("en").mood(tongue("en").words(one)) for one in ("is it illegal to dig", "do I have to dig", "dig")]
        ['forbidden', 'must', '']
        >>> asked = ("czy nie wolno kopac", "nie musze kopac", "czy trzeba kopac", "da sie kopac")
        >>> [tongue("pl").mood(tongue("pl").words(one)) for one in asked]
        ['forbidden', 'optional', 'must', 'may']
        >>> asked = ("apagorevetai na skapso", "boro na min skapso", "prepei na skapso", "mporo na skapso")
        >>> [tongue("el").mood(tongue("el").words(one)) for one in asked]
        ['forbidden', 'optional', 'must', 'may']

        What is ``denied`` counts in the main clause only: "does it score if the dragon is not there" denies nothing.

        >>> asked = ("ghosts do not count", "do they heal if ghosts do not count", "czy 2 3 4 nic nie daje")
        >>> [tongue(lang).mood(tongue(lang).words(one)) for lang, one in zip(("en", "en", "pl"), asked, strict=True)]
        ['denied', '', 'denied']
        """
        forms = [word.form for word in words]
        whole, main = self._spaced(forms), self._spaced(self._main_clause(forms))
        for mood, phrases in self._moods.items():
            if any(phrase in (main if mood == "denied" else whole) for phrase in phrases):
                return mood
        return ""

    def _main_clause(self, forms: list[str]) -> list[str]:
        """What stands before the first "if" or "when"; nothing where a question begins with one."""
        return list(takewhile(lambda form: form not in self._kinds["conditions"], forms))

    def _spaced(self, words: Iterable[str]) -> str:
        return f" {' '.join(self.form(word) for word in words)} "

    def lacks(self, forms: Iterable[str]) -> bool:
        """Whether some words say that something is not there: "without a", "no"."""
        return not self._kinds["lacking"].isdisjoint(forms)

    def points(self, text: str) -> bool:
        """Whether a question points at what lies on the table, as in "may I dig here"."""
        return bool(self._here & {self.form(word) for word in WORD.findall(text)})

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

    def knows(self, form: str) -> bool:
        """Whether this is one of the words that every text of the language has."""
        return form in self.light or form in self._numbers


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

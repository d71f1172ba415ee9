"""The clauses of a question: which of its words ask, and which only tell, join or condition something.

Each language tells in ``vocabulary.yaml`` which words do so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any

from scoring.spelling import WORD, Word, fold

KINDS = (
    "how_many", "no_amount", "whether", "being", "subjects", "speakers", "which", "first_which", "amount", "amounts",
    "verbs", "tags", "conditions", "as_many", "joins", "then", "heads", "relatives", "prepositions", "or", "lastly",
    "cannot", "ifs", "per", "limits", "first_whether", "each", "spans", "far", "choosing",
    "ways", "articles", "before_articles", "anything", "sides", "single", "together", "open_ends", "telling",
    "denying", "not_denying", "leading", "acting", "choosers", "before_lists",
)  # fmt: skip
MARK = "czy"
"""What marks a question for yes or no in Polish, at its beginning or before a verb."""


class Clauses:
    """The words with which one language asks and tells; ``form`` is how it writes a word for comparing."""

    def __init__(self, told: Mapping[str, Any], form: Callable[[str], str]) -> None:
        self.form = form
        self.kinds = {kind: frozenset(form(word) for word in told[kind].split()) for kind in KINDS}
        self._situations = [self.spaced(phrase.split()) for phrase in told["situations"]]
        self._subordinate = told["subordinate"]
        self._verb_ends = re.compile(told["verb_ends"] or "(?!)")
        self._undertakes = re.compile(told["undertakes"])
        self._no_verbs = frozenset(told["no_verbs"].split())

    def main(self, words: Iterable[Word]) -> int:
        """How many words stand before a condition that ends a question: all but "if I do not buy".

        Where something is counted, the condition tells which: "how many actions if I have a castle".

        >>> from scoring.tongues import tongue
        >>> main = tongue("en").clauses.main
        >>> [main(tongue("en").words(one)) for one in ("must I discard if I pass", "if I pass must I discard", "dig")]
        [3, 6, 1]
        """
        forms = [word.form for word in words]
        if self.counting(forms):
            return len(forms)
        places = (place for place, form in enumerate(forms) if place > 1 and form in self.kinds["ifs"])
        return next(places, len(forms))

    def denies(self, forms: list[str], text: str = "") -> bool:
        """Whether what a question says last is that something is not so: "imps never eat", but not "don't I eat".

        What only tells why it is asked ("I don't have gold, may I dig") denies nothing of that.
        """
        said = self._said_last(text) or forms
        places = [place for place, form in enumerate(said) if form in self.kinds["denying"]]
        if not places or said[0] in self.kinds["whether"]:
            return False
        before, after = said[: places[-1]], said[places[-1] + 1 :]
        if not after or after[0] in self.kinds["not_denying"] or self._asked_in(after[1:]):
            return False
        if not {MARK, *self.kinds["before_lists"]}.isdisjoint(before[-2:]):
            return False
        within = next((place for place, form in enumerate(before) if form in self.kinds["conditions"]), None)
        if within is None or not self.kinds["then"].isdisjoint(before[within:]):
            return True  # "gdy je wezmę, to nigdy nie jedzą"
        return within == 0 and any(map(self._is_verb, before))

    def _said_last(self, text: str) -> list[str]:
        """The words after the last comma, but for a tag such as "right?"; none where there is no comma."""
        halves = [[self.form(word) for word in WORD.findall(half)] for half in text.replace("'", "").split(",")]
        while len(halves) > 1 and (not halves[-1] or self._is_tag(halves[-1])):
            halves.pop()
        return halves[-1] if "," in text else []

    def _is_tag(self, forms: list[str]) -> bool:
        return len(forms) < 4 and forms[-1] in self.kinds["tags"]

    def _asked_in(self, forms: list[str]) -> bool:
        """Whether something is asked, or told by a verb of its own, among some words."""
        return any(
            before not in self.kinds["leading"]
            and (
                form == MARK
                or self._is_verb(form)
                or (form in self.kinds["whether"] and after in self.kinds["subjects"])
            )
            for before, form, after in zip(["", *forms], forms, [*forms[1:], ""], strict=False)
        )

    def _is_verb(self, form: str) -> bool:
        return form in self.kinds["verbs"] | self.kinds["acting"] or (
            bool(self._verb_ends.search(form)) and form not in self._no_verbs
        )

    def situation(self, forms: list[str], voices: list[str]) -> bool:
        """Whether a sentence only tells what is the case, and leaves what follows from it to be asked for."""
        if any(self.spaced(forms).startswith(opening) for opening in self._situations):
            return len(voices) < 2
        if not forms or forms[0] not in self.kinds["ifs"]:
            return False
        first = next(iter(forms[1:]), "")  # a verb in Latin letters may end like a noun: "an ftaso"
        unheard = len(first) > 3 and first.endswith("o") and first not in map(self.form, voices)
        return len(voices) + unheard == 1

    def undertakes(self, text: str) -> bool:
        """Whether a text begins with what somebody is about to do: "build a room over a conquered one"."""
        words = WORD.findall(text)
        return len(words) > 1 and bool(self._undertakes.fullmatch(fold(words[0])))

    def several_in_one(self, forms: list[str]) -> bool:
        """Whether several things are to go with one: "two beers in a turn", "2 imps in the same tunnel"."""
        if not forms or not forms[0].isdecimal() or forms[0] in ("0", "1"):
            return False
        single = self.kinds["single"] | {"1"}
        return any(
            after in self.kinds["together"] or (before in self.kinds["per"] and after in single)
            for before, after in pairwise(forms[1:])
        )

    def leaves_a_choice(self, forms: list[str]) -> bool:
        """Whether a Polish question ends with two of which one is asked for: "odrzucam nową czy starą pułapkę"."""
        place = next((place for place, form in enumerate(forms) if form == MARK and place > 1), 0)
        after = forms[place + 1 :]
        if not place or not 0 < len(after) < 3 or forms[0] == MARK:
            return False
        return not any(form in self.kinds["verbs"] or self._verb_ends.search(form) for form in after)

    def tells_what_cannot_be(self, forms: list[str]) -> bool:
        """Whether somebody only left out who: "cant pay my vampire"."""
        return forms[0] in self.kinds["cannot"] and not self.kinds["subjects"] & set(forms[1:2])

    def counting(self, forms: list[str]) -> bool:
        """Whether a question begins with an amount or asks how many there are."""
        if forms and forms[0] in self.kinds["amount"]:
            return True
        if self.kinds["as_many"] & set(forms):
            return False
        return any(
            (form in self.kinds["how_many"] and before not in self.kinds["no_amount"])
            or (form in self.kinds["far"] and before in self.kinds["which"])  # not "a card far from my castle"
            or (form in self.kinds["lastly"] and before in self.kinds["amount"])  # "hiring first costs what"
            for before, form in pairwise(["", *forms])
        )

    def article(self, before: str, form: str, after: list[str]) -> bool:
        """Whether Greek "ti" in Latin letters is the article: "me ti sofia pao", but not "me ti plirono".

        At the beginning it is one where what follows asks by itself: "ti sofia mporo na tin afiso".
        """
        if form not in self.kinds["articles"] or len(after) < 2:
            return False
        begins = not before and not self.kinds["first_whether"].isdisjoint(after[1:])
        if not begins and before not in self.kinds["before_articles"]:
            return False
        return after[0] not in self.kinds["verbs"] | self.kinds["whether"] and not after[0].endswith("o")

    def joins(self, form: str, before: list[str], after: list[str]) -> bool:
        """Whether a word such as "when" only joins two halves: the other of them has the verb, or asks."""
        if form not in self.kinds["joins"]:
            return False
        if any(word in self.kinds["verbs"] or self._verb_ends.search(word) for word in before):
            return True
        asks = self.kinds["whether"] | self.kinds["then"]
        if before and len(after) > 1 and not self.voices(after[0]) and after[0] not in asks:
            return after[0] not in self.kinds["verbs"]
        return after[:1] != [] and after[0] not in asks and not asks.isdisjoint(after[1:])

    def asks(self, before: str, form: str, after: str) -> bool:
        """Whether a word such as "is" or "may" asks where it stands, or only tells something."""
        if not before and form in self.kinds["cannot"]:
            return False
        if form in self.kinds["being"]:
            return after in self.kinds["subjects"] and before not in self.kinds["speakers"]
        return before not in self.kinds["speakers"]

    def voices(self, text: str) -> list[str]:
        """The verbs of a text, in a language that asks by the voice alone; those after "in order to" do not."""
        spaced = f" {' '.join(fold(word) for word in WORD.findall(text))} "
        for opening in self._subordinate:
            spaced = re.sub(rf" {opening} \w+ ", " ", spaced)
        return [word for word in spaced.split() if self._verb_ends.search(word) and word not in self._no_verbs]

    def spaced(self, words: Iterable[str]) -> str:
        """Some words as one text in which phrases can be looked for."""
        return f" {' '.join(self.form(word) for word in words)} "

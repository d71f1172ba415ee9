"""How a question is put: whether it wants yes or no, a number or something else, and in which mood it is.

Each language tells in ``vocabulary.yaml`` which words ask, join, condition or deny.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise, takewhile
from typing import Any

from scoring.spelling import WORD, Word, fold

KINDS = (
    "how_many", "no_amount", "whether", "being", "subjects", "speakers", "which", "first_which", "amount", "amounts",
    "verbs", "tags", "conditions", "as_many", "joins", "then", "heads", "relatives", "prepositions", "or", "lastly",
    "cannot", "ifs", "per", "limits", "first_whether", "each", "spans", "far",
    "ways", "articles", "before_articles",
)  # fmt: skip
MOODS = ("forbidden", "optional", "denied", "must", "may")
"""How a question can be put; the first that is met counts."""
MARK = "czy"
"""What marks a question for yes or no in Polish, at its beginning or before a verb."""


class Manner:
    """How one language asks; ``form`` is how it writes a word for comparing."""

    def __init__(self, told: Mapping[str, Any], form: Callable[[str], str]) -> None:
        self._form = form
        self._kinds = {kind: frozenset(form(word) for word in told[kind].split()) for kind in KINDS}
        self._moods = {mood: [self._spaced(phrase.split()) for phrase in told[mood]] for mood in MOODS}
        self._either = [self._spaced(phrase.split()) for phrase in told["either"]]
        self._situations = [self._spaced(phrase.split()) for phrase in told["situations"]]
        self._subordinate = told["subordinate"]
        self._verb_ends = re.compile(told["verb_ends"] or "(?!)")
        self._no_verbs = frozenset(told["no_verbs"].split())
        self._written = {kind: frozenset(told[kind].split()) for kind in ("which_written", "no_which_written")}

    def wants(self, words: Iterable[Word], text: str = "") -> str:
        """What a question wants by how it is put: ``whether``, ``how_many``, ``which``, or "" where it does not say.

        >>> from scoring.tongues import tongue
        >>> def wants(lang, *asked):
        ...     return [tongue(lang).manner.wants(tongue(lang).words(one), one) for one in asked]
        >>> wants("en", "may I dig as many as here", "how many imps", "who gets it", "two castles", "price of a room")
        ['whether', 'how_many', 'which', '', 'how_many']

        Where a word such as "is" does not stand before somebody, or "may" after one, they only tell something.

        >>> wants("en", "all spaces are taken", "cards I may buy", "it is full is it over", "before or after the roll")
        ['', '', 'whether', 'which']
        >>> wants("en", "how far may it go", "a card far from my castle", "gold worth points at the end")
        ['how_many', '', 'whether']

        A "when" may also only join two halves, of which the second asks or the first tells.

        >>> wants("en", "when it leaves do I get evil", "when do I get evil", "evil goes up when heroes conquer it")
        ['whether', 'which', '']
        >>> wants("pl", "jak mam smoka to moge kopac", "jak kopac")
        ['whether', 'which']

        Where only the mark asks, or an amount is only named, that is said as well: ``maybe`` and ``amount``.

        >>> wants("en", "mercenary in gold?", "points for a ghost")
        ['maybe', 'amount']

        Polish marks it by "czy", which also means "or", or asks by the voice alone.

        >>> wants("pl", "jak mam zamek czy moge kopac", "moge kopac", "kiedy kopac", "przed czy po", "koszt trolla")
        ['whether', 'whether', 'which', 'which', 'how_many']
        >>> wants("pl", "odrzucam nową czy starą kartę", "czy odrzucam nową kartę", "karta na której stoi gracz działa")
        ['which', 'whether', 'whether']

        What comes after a comma, or a verb that begins Polish, asks whatever else is said.

        >>> wants("en", "5 players, does the 4th get more", "2 gems, how many points"), wants("pl", "moge gdzie chce")
        (['whether', 'how_many'], ['whether'])

        Greek has the voice alone: a sentence with a verb (``text`` as it was written) asks for yes or no, unless it
        only tells what is the case.

        >>> wants("el", "φεύγει ο ιππότης", "ο πιο κακός τον παίρνει", "φεύγει ποτέ", "και πού πάει", "xp για να φύγει")
        ['whether', 'whether', 'whether', 'which', 'amount']
        >>> wants("el", "δεν έχω πλακίδια", "αν έχουμε ίδια αστέρια", "αν έχω δύο κάρτες χάνω", "an ftaso ekei erxetai")
        ['which', 'which', 'whether', 'whether']
        >>> wants("el", "me ti sofia mporo diagonia", "me ti plirono")
        ['whether', 'which']
        """
        forms = [word.form for word in words]
        plain = self._plainly(forms)
        if plain or self._asked_at_last(text):
            return plain or "whether"
        written = set(WORD.findall(text.casefold()))
        if self._written["which_written"] & written:
            return "which"
        never = {self._form(word) for word in self._written["no_which_written"] & written}
        forms = [form for form in forms if form not in never]
        if any(form == MARK and after in self._kinds["verbs"] for form, after in pairwise(forms)):
            return "whether"
        chosen = "which" if self._leaves_a_choice(forms) else ""
        if MARK in forms[1:]:  # elsewhere it means "or"
            forms = [forms[0], *(form for form in forms[1:] if form != MARK)]
        begun = chosen or self._begun(forms)
        if begun:
            return begun
        asks = text.rstrip().endswith(("?", ";"))
        voices = self._voices(text)
        voiced = bool(voices) or not self._kinds["verbs"].isdisjoint(forms)
        if not asks and self._situation(forms, voices):
            return "which"
        amount = self._amount(forms, asks, voiced)
        if amount:
            return amount
        if voiced:
            return "whether"
        if forms and forms[0] in self._kinds["amounts"] and not self._kinds["per"].isdisjoint(forms[1:3]):
            return "amount"
        aside = "," in text and len(WORD.findall(text.rpartition(",")[2])) == 1  # "I have 1 2 3, points?"
        return "maybe" if len(forms) > 2 and asks and not aside else ""

    def _amount(self, forms: list[str], asks: bool, voiced: bool) -> str:
        """What a question wants that names an amount; one that wants to know whether there is any leaves it open."""
        named = next((place for place, form in enumerate(forms) if form in self._kinds["amount"]), None)
        if named is None:
            return ""
        of_what = not self._kinds["amounts"].isdisjoint(forms[named + 1 : named + 2])
        if of_what and (asks or named):  # "left-over gold worth stars?", "gold worth points"
            return "maybe" if asks else "whether"
        if voiced and (asks or 1 < named < len(forms) - 1):  # "the one with the lowest number begins"
            return ""
        return "amount" if forms[named] in self._kinds["limits"] else "how_many"

    def _situation(self, forms: list[str], voices: list[str]) -> bool:
        """Whether a sentence only tells what is the case, and leaves what follows from it to be asked for."""
        if any(self._spaced(forms).startswith(opening) for opening in self._situations):
            return len(voices) < 2
        if not forms or forms[0] not in self._kinds["ifs"]:
            return False
        first = next(iter(forms[1:]), "")  # a verb in Latin letters may end like a noun: "an ftaso"
        unheard = len(first) > 3 and first.endswith("o") and first not in map(self._form, voices)
        return len(voices) + unheard == 1

    def _plainly(self, forms: list[str]) -> str:
        """What a question wants that leaves a choice, ends with a tag, or begins with what it wants."""
        spaced = self._spaced(forms)
        if any(phrase in spaced for phrase in self._either):
            return "which"
        if re.search(rf" \d+ (?:{'|'.join(self._kinds['or'])}) \d+ ", spaced):  # "do I take 1 or 2 dice"
            return "how_many"
        if len(forms) > 1 and forms[-1] in self._kinds["tags"] and not forms[-2].isdecimal():
            return "whether"  # "nobody doubles, right?", but not "4 right"
        if forms and forms[0] in self._kinds["first_whether"] and not self._counting(forms):
            return "whether"  # "mogę położyć gdzie chcę"
        if forms and forms[0] in self._kinds["whether"] and not self._tells_what_cannot_be(forms):
            return "whether"
        if forms and forms[0] in self._kinds["limits"]:  # "limit of skills": there may be none
            return "amount"
        return "how_many" if self._counting(forms) else ""

    def _asked_at_last(self, text: str) -> bool:
        """Whether what comes after the last comma begins with a word that asks: "5 players, does the 4th get more"."""
        told, comma, last = text.rpartition(",")
        forms = [self._form(word) for word in WORD.findall(last)]
        return bool(told and comma and len(forms) > 1) and (
            forms[0] in self._kinds["whether"] and not self._tells_what_cannot_be(forms)
        )

    def _leaves_a_choice(self, forms: list[str]) -> bool:
        """Whether a Polish question ends with two of which one is asked for: "odrzucam nową czy starą pułapkę"."""
        place = next((place for place, form in enumerate(forms) if form == MARK and place > 1), 0)
        after = forms[place + 1 :]
        if not place or not 0 < len(after) < 3 or forms[0] == MARK:
            return False
        return not any(form in self._kinds["verbs"] or self._verb_ends.search(form) for form in after)

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
            (form in self._kinds["how_many"] and before not in self._kinds["no_amount"])
            or (form in self._kinds["far"] and before in self._kinds["which"])  # not "a card far from my castle"
            or (form in self._kinds["lastly"] and before in self._kinds["amount"])  # "hiring first costs what"
            for before, form in pairwise(["", *forms])
        )

    def _begun(self, forms: list[str]) -> str:
        """``whether`` or ``which`` by the first word that asks so in its place."""
        for place, (before, form, after) in enumerate(zip(["", *forms], forms, [*forms[1:], ""], strict=False)):
            if before in self._kinds["heads"] or self._joins(form, forms[:place], forms[place + 1 :]):
                continue
            if (form in self._kinds["each"] and after in self._kinds["spans"]) or self._article(
                before, form, forms[place + 1 :]
            ):
                continue  # "co rundę", "me ti sofia"
            if form in self._kinds["relatives"] and before and (place > 1 or before not in self._kinds["prepositions"]):
                continue  # "a monster which fought may fight again", "a card on which a dwarf stands"
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

    def _article(self, before: str, form: str, after: list[str]) -> bool:
        """Whether Greek "ti" in Latin letters is the article: "me ti sofia pao", but not "me ti plirono"."""
        if form not in self._kinds["articles"] or before not in self._kinds["before_articles"] or len(after) < 2:
            return False
        return after[0] not in self._kinds["verbs"] | self._kinds["whether"] and not after[0].endswith("o")

    def _joins(self, form: str, before: list[str], after: list[str]) -> bool:
        """Whether a word such as "when" only joins two halves: the other of them has the verb, or asks."""
        if form not in self._kinds["joins"]:
            return False
        if any(word in self._kinds["verbs"] or self._verb_ends.search(word) for word in before):
            return True
        asks = self._kinds["whether"] | self._kinds["then"]
        if before and len(after) > 1 and not self._voices(after[0]) and after[0] not in asks:
            return after[0] not in self._kinds["verbs"]
        return after[:1] != [] and after[0] not in asks and not asks.isdisjoint(after[1:])

    def _asks(self, before: str, form: str, after: str) -> bool:
        """Whether a word such as "is" or "may" asks where it stands, or only tells something."""
        if not before and form in self._kinds["cannot"]:
            return False
        if form in self._kinds["being"]:
            return after in self._kinds["subjects"] and before not in self._kinds["speakers"]
        return before not in self._kinds["speakers"]

    def _voices(self, text: str) -> list[str]:
        """The verbs of a text, in a language that asks by the voice alone; those after "in order to" do not."""
        spaced = f" {' '.join(fold(word) for word in WORD.findall(text))} "
        for opening in self._subordinate:
            spaced = re.sub(rf" {opening} \w+ ", " ", spaced)
        return [word for word in spaced.split() if self._verb_ends.search(word) and word not in self._no_verbs]

    def way(self, words: Iterable[Word]) -> bool:
        """Whether a question asks how, who, where or when first of all, which no number answers.

        >>> from scoring.tongues import tongue
        >>> [tongue("en").manner.way(tongue("en").words(one)) for one in ("how do I heal", "what do I pay", "how many")]
        [True, False, False]
        """
        forms = [word.form for word in words]
        first = next((form for form in forms if form in self._kinds["which"] | self._kinds["ways"]), "")
        return first in self._kinds["ways"] and not self._counting(forms)

    def mood(self, words: Iterable[Word]) -> str:
        """Whether a question asks for what is ``forbidden``, ``optional``, a duty (``must``) or allowed (``may``).

        >>> from scoring.tongues import tongue
        >>> def mood(lang, *asked):
        ...     return [tongue(lang).manner.mood(tongue(lang).words(one)) for one in asked]
        >>> mood("en", "is it illegal to dig", "do I have to dig", "dig")
        ['forbidden', 'must', '']
        >>> mood("pl", "czy nie wolno kopac", "nie musze kopac", "czy trzeba kopac", "da sie kopac")
        ['forbidden', 'optional', 'must', 'may']
        >>> mood("el", "apagorevetai na skapso", "boro na min skapso", "prepei na skapso", "mporo na skapso")
        ['forbidden', 'optional', 'must', 'may']

        What is ``denied`` counts in the main clause only: "does it score if the dragon is not there" denies nothing.

        >>> mood("en", "ghosts do not count", "do they heal if ghosts do not count")
        ['denied', '']
        >>> mood("pl", "czy 2 3 4 nic nie daje")
        ['denied']
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
        return f" {' '.join(self._form(word) for word in words)} "

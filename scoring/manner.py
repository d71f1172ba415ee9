"""What a question wants by how it is put: yes or no, a number or something else.

Each language tells in ``vocabulary.yaml`` which words ask, join, condition or deny (`scoring.clauses`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from scoring.clauses import MARK, Clauses
from scoring.spelling import WORD, Word


class Manner:
    """How one language asks."""

    def __init__(self, told: Mapping[str, Any], clauses: Clauses) -> None:
        self._clauses = clauses
        self._kinds = clauses.kinds
        self._either = [clauses.spaced(phrase.split()) for phrase in told["either"]]
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

        What somebody is about to do, or several of something in one, wants a yes or no.

        >>> wants("en", "build a room over a conquered one", "two beers in a turn", "flip a 6 gives", "5 players")
        ['whether', 'whether', 'amount', '']
        >>> wants("pl", "kopac cudzym zamkiem", "dwa piwa na jednej karcie"), wants("el", "stoivazo pano se nano")
        (['whether', 'whether'], ['whether'])
        >>> wants("en", "ogres count in the hand limit", "hand limit"), wants("el", "kynigi meta ti maxi ginetai")
        (['whether', 'amount'], ['whether'])
        >>> wants("en", "hunting costs anything", "no gold cant buy what do i do", "who goes first, space 1 or 3")
        ['whether', 'which', 'which']

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
        never = {self._clauses.form(word) for word in self._written["no_which_written"] & written}
        forms = [form for form in forms if form not in never]
        if any(form == MARK and after in self._kinds["verbs"] for form, after in pairwise(forms)):
            return "whether"
        chosen = "which" if self._clauses.leaves_a_choice(forms) else ""
        if MARK in forms[1:]:  # elsewhere it means "or"
            forms = [forms[0], *(form for form in forms[1:] if form != MARK)]
        begun = chosen or self._begun(forms)
        if begun:
            return begun
        asks = text.rstrip().endswith(("?", ";"))
        voices = self._clauses.voices(text)
        voiced = bool(voices) or not (self._kinds["verbs"] | self._kinds["telling"]).isdisjoint(forms)
        if not asks and self._clauses.situation(forms, voices):
            return "which"
        amount = self._amount(forms, asks, voiced)
        if amount or self._left_open(forms):
            return amount or "amount"
        if voiced:
            return "whether"
        if forms and forms[0] in self._kinds["amounts"] and not self._kinds["per"].isdisjoint(forms[1:3]):
            return "amount"
        return self._barely(forms, text, asks)

    def _left_open(self, forms: list[str]) -> bool:
        """Whether a question ends before what it asks for: "flip a 6 gives", but not "does it give anything"."""
        ends = len(forms) > 2 and forms[-1] in self._kinds["open_ends"]
        return ends and self._kinds["anything"].isdisjoint(forms)

    def _barely(self, forms: list[str], text: str, asks: bool) -> str:
        """What a question wants that is only jotted down: what somebody is about to do, or a situation."""
        if self._clauses.undertakes(text) or self._clauses.several_in_one(forms):
            return "whether"
        aside = "," in text and len(WORD.findall(text.rpartition(",")[2])) == 1  # "I have 1 2 3, points?"
        return "maybe" if len(forms) > 2 and asks and not aside else ""

    def _amount(self, forms: list[str], asks: bool, voiced: bool) -> str:
        """What a question wants that names an amount; one that wants to know whether there is any leaves it open."""
        named = next((place for place, form in enumerate(forms) if form in self._kinds["amount"]), None)
        if named is None:
            return ""
        if not self._kinds["anything"].isdisjoint(forms[max(0, named - 1) : named + 2]):
            return "whether"  # "xp left at the end worth anything"
        of_what = not self._kinds["amounts"].isdisjoint(forms[named + 1 : named + 2])
        if of_what and (asks or named):  # "left-over gold worth stars?", "gold worth points"
            return "maybe" if asks else "whether"
        told = voiced and (asks or 0 < named < len(forms) - 1)  # "the one with the lowest number begins"
        if told or self._kinds["telling"] & set(forms[:named]):  # "ogres count in the hand limit"
            return ""
        return "amount" if forms[named] in self._kinds["limits"] else "how_many"

    def _plainly(self, forms: list[str]) -> str:
        """What a question wants that leaves a choice, ends with a tag, or begins with what it wants."""
        spaced = self._clauses.spaced(forms)
        if any(phrase in spaced for phrase in self._either):
            return "which"
        if re.search(rf" \d+ (?:{'|'.join(self._kinds['or'])}) \d+ ", spaced):  # "do I take 1 or 2 dice"
            return "which" if forms[0] in self._kinds["ways"] else "how_many"
        if len(forms) > 1 and forms[-1] in self._kinds["tags"] - (
            self._kinds["sides"] if forms[-2].isdecimal() else set()
        ):
            return "whether"  # "nobody doubles, right?", but not "4 right"
        if forms and forms[0] in self._kinds["first_whether"] and not self._clauses.counting(forms):
            return "whether"  # "mogę położyć gdzie chcę"
        if (
            len(forms) > 1
            and not self._kinds["choosers"].isdisjoint(forms[:2])
            and forms[0] not in self._kinds["which"]
        ):
            return "whether"  # "διαλέγω εγώ ποιο πετράδι"
        if forms and forms[0] in self._kinds["whether"] and not self._clauses.tells_what_cannot_be(forms):
            return "whether"
        if forms and forms[0] in self._kinds["limits"]:  # "limit of skills": there may be none
            return "amount"
        return "how_many" if self._clauses.counting(forms) else ""

    def _asked_at_last(self, text: str) -> bool:
        """Whether what comes after the last comma begins with a word that asks: "5 players, does the 4th get more"."""
        told, comma, last = text.rpartition(",")
        forms = [self._clauses.form(word) for word in WORD.findall(last)]
        return bool(told and comma and len(forms) > 1) and (
            forms[0] in self._kinds["whether"] and not self._clauses.tells_what_cannot_be(forms)
        )

    def _begun(self, forms: list[str]) -> str:
        """``whether`` or ``which`` by the first word that asks so in its place."""
        for place, (before, form, after) in enumerate(zip(["", *forms], forms, [*forms[1:], ""], strict=False)):
            if before in self._kinds["heads"] or self._clauses.joins(form, forms[:place], forms[place + 1 :]):
                continue
            if (form in self._kinds["each"] and after in self._kinds["spans"]) or self._clauses.article(
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
                and self._clauses.asks(before, form, after)
            ):
                tells = self._kinds["being"] | self._kinds["cannot"]
                told = place and form in tells and self._kinds["lastly"] & set(forms[place + 1 :])
                return "which" if told else "whether"  # "all of them have the same rune, what do we do"
        return ""

    def way(self, words: Iterable[Word]) -> bool:
        """Whether a question asks how, who, where, when or which of some first of all, which no number answers.

        >>> from scoring.tongues import tongue
        >>> [tongue("en").manner.way(tongue("en").words(one)) for one in ("how do I heal", "what do I pay", "how many")]
        [True, False, False]
        >>> [tongue("pl").manner.way(tongue("pl").words(one)) for one in ("które karty mają złoto", "który limit")]
        [True, False]
        """
        forms = [word.form for word in words]
        asking = self._kinds["which"] | self._kinds["ways"]
        first = next((form for form in forms if form in asking), "")
        if self._clauses.counting(forms):
            return False
        chosen = first in self._kinds["choosing"] and self._kinds["amount"].isdisjoint(forms)
        return first in self._kinds["ways"] or chosen

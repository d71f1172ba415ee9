"""In which mood a question is put: whether it asks for what is forbidden, optional, denied, a duty or allowed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import Any

from scoring.clauses import Clauses
from scoring.spelling import Word

MOODS = ("forbidden", "optional", "denied", "must", "may")
"""How a question can be put; the first that is met counts."""


class Moods:
    """The moods of one language."""

    def __init__(self, told: Mapping[str, Any], clauses: Clauses) -> None:
        self._clauses = clauses
        self._phrases = {mood: [clauses.spaced(phrase.split()) for phrase in told[mood]] for mood in MOODS}

    def of(self, words: Iterable[Word], text: str = "") -> str:
        """Whether a question asks for what is ``forbidden``, ``optional``, a duty (``must``) or allowed (``may``).

        >>> from scoring.tongues import tongue
        >>> def mood(lang, *asked):
        ...     return [tongue(lang).moods.of(tongue(lang).words(one)) for one in asked]
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

        So is any verb that is denied in what a sentence says last (``text`` as it was written), which a question that
        begins with "don't I" does not.

        >>> mood("en", "black dice cannot be rerolled", "cant i pass", "i cant pay do i lose it")
        ['denied', 'may', 'may']
        >>> mood("pl", "chochliki nie jedza", "nie mam zlota moge kopac"), mood("el", "den emodizei", "den exo boro")
        (['denied', 'may'], ['denied', 'may'])
        """
        forms = [word.form for word in words]
        whole, main = self._clauses.spaced(forms), self._clauses.spaced(self._main_clause(forms))
        for mood, phrases in self._phrases.items():
            if any(phrase in (main if mood == "denied" else whole) for phrase in phrases):
                return mood
            if mood == "denied" and self._clauses.denies(forms, text):
                return mood
        return ""

    def _main_clause(self, forms: list[str]) -> list[str]:
        """What stands before the first "if" or "when"; nothing where a question begins with one."""
        return list(takewhile(lambda form: form not in self._clauses.kinds["conditions"], forms))

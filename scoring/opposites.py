"""Words that mean the opposite: "does it stay" has the other verdict than "does it leave".

Two phrasings of one subject are put the other way round where one of them has a word and the other its opposite,
where what comes before and what after changes places ("do traps come before spells", "are spells before traps"), or
where one asks whether something is needed and the other whether it goes without.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.spelling import Word

Sides = frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Put:
    """How some words put their subject: on which side of each pair of opposites, and what they say comes first.

    ``needing`` is +1 where they ask whether something is needed, and -1 where they ask whether it goes without.
    """

    sides: Sides = frozenset()
    earlier: frozenset[str] = frozenset()
    later: frozenset[str] = frozenset()
    needing: int = 0

    def against(self, other: Put, in_time: bool = True) -> bool:
        """Whether two phrasings are put the other way round; twice the other way round is the same again.

        What may be done before something may often be done after it as well, so not all phrasings are put ``in_time``.
        """
        turns = len(self._met_by(other)) + (in_time and self._swapped(other)) + (self.needing * other.needing < 0)
        return turns % 2 == 1

    def _met_by(self, other: Put) -> list[int]:
        """The pairs of opposites of which one phrasing has only the one side, the other only the other."""
        return [pair for pair, side in self.sides if self._only(pair, side) and other._only(pair, 1 - side)]

    def _only(self, pair: int, side: int) -> bool:
        return (pair, side) in self.sides and (pair, 1 - side) not in self.sides

    def _swapped(self, other: Put) -> bool:
        crossed = (self.earlier & other.later, self.later & other.earlier)
        straight = len(self.earlier & other.earlier) + len(self.later & other.later)
        return all(crossed) and sum(map(len, crossed)) > straight


class Opposites:
    """The opposites of one language; ``form`` is how it writes a word for comparing."""

    def __init__(self, told: Mapping[str, Any], form: Callable[[str], str]) -> None:
        self._sides: dict[str, tuple[int, int]] = {}
        for pair, words in enumerate(told["opposites"]):
            for side, forms in enumerate(words.split("/")):
                self._sides |= {form(one): (pair, side) for one in forms.split()}
        kinds = ("before", "after", "firstly", "lacking", "needing", "going_without")
        self._before, self._after, self._firstly, self._lacking, self._needing, self._going_without = (
            frozenset(form(word) for word in told[kind].split()) for kind in kinds
        )

    def put(self, words: Sequence[Word]) -> Put:
        """How some words put their subject.

        >>> from scoring.tongues import tongue
        >>> def put(text, lang="en"):
        ...     return tongue(lang).opposites.put(tongue(lang).words(text))
        >>> asked = put("do traps come before spells")
        >>> [asked.against(put(text)) for text in ("are spells before traps", "do spells come after traps")]
        [True, False]
        >>> put("does the token stay").against(put("do I lose the token")), put("keep it").against(put("does it stay"))
        (True, False)

        What is denied is on the other side: "at no cost" is "free". "First traps, after that spells" is plain.

        >>> put("a room for free").against(put("a room at no cost")), put("is it free").against(put("does it cost"))
        (False, True)
        >>> put("πρώτα παγίδες μετά ξόρκια", "el").against(put("τα ξόρκια πριν τις παγίδες", "el"))
        True
        >>> put("may I look without a token").against(put("do I need a token to look"))
        True
        """
        forms = [word.form for word in words]
        needing = self._needs(forms)
        sides = frozenset(self._side(forms, place) for place, form in enumerate(forms) if form in self._sides)
        place = next((n for n, form in enumerate(forms) if form in self._before | self._after), None)
        if place is None:
            return Put(sides, needing=needing)
        halves = [
            frozenset(word.stem for word in half if not word.light) for half in (words[:place], words[place + 1 :])
        ]
        first = forms[place] in self._before or not self._firstly.isdisjoint(forms[:place])
        earlier, later = halves if first else reversed(halves)
        return Put(sides, earlier, later, needing)

    def _needs(self, forms: Sequence[str]) -> int:
        """Whether something is asked to be needed (+1), or whether it goes without (-1); 0 where neither or both."""
        places = [place for place, form in enumerate(forms) if form in self._needing]
        denied = any(not self._lacking.isdisjoint(forms[max(0, place - 2) : place]) for place in places)
        without = not self._going_without.isdisjoint(forms)
        return 0 if denied else bool(places) - without

    def _side(self, forms: Sequence[str], place: int) -> tuple[int, int]:
        """On which side of which pair a word is; on the other where one of the two words before it denies it."""
        pair, side = self._sides[forms[place]]
        return pair, side if self._lacking.isdisjoint(forms[max(0, place - 2) : place]) else 1 - side

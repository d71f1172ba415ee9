"""Numbers that a question names, and what is worked out from them."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.tongues import Tongue

NEAR = 2
"""So many words may stand between a number and what it counts: "two of my dragons"."""


@dataclass(frozen=True, slots=True)
class Sum:
    """What a question's own numbers come to, the rules by which, and how."""

    points: int
    rules: tuple[str, ...]
    say: str


def counted(question: str, tongue: Tongue, names: str, lone: str = "") -> int:
    """How many of something a question speaks of: the number before its name; 0 if it has no number or is not named.

    Its name in the singular (``lone``) counts as one, but not in "without a shield".

    >>> from scoring.tongues import tongue
    >>> counted("two pickaxes and 3 cave ins", tongue("en"), "pickaxe"), counted("a dragon", tongue("en"), "dragon")
    (2, 0)
    >>> asked = ("a shield and 3 dragons", "3 dragons without a shield")
    >>> [counted(one, tongue("en"), "shield shields", "shield") for one in asked]
    [1, 0]
    """
    named = {part for word in tongue.words(names) for part in (word.stem, word.form)}
    words = tongue.words(question)
    for place, word in enumerate(words):
        if word.stem in named or word.form in named:
            before = [other.form for other in words[max(0, place - NEAR) : place]]
            numbers = [int(form) for form in before if form.isdecimal()]
            if numbers:
                return numbers[-1]
            if word.form in {tongue.form(one) for one in lone.split()} and not tongue.lacks(before):
                return 1
    return 0

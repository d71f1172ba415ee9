"""Words as they are written: without accents, and how alike two of them are."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

WORD = re.compile(r"\d+|[^\W\d_]+|\d\w+")
BEGINNING, SHARE = 4, 0.7
"""So many letters, and so much of the longer word, two words must begin with to be forms of one."""


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


def grams(form: str) -> set[str]:
    """The pairs of letters of a word, its edges included."""
    edged = f" {form} "
    return {edged[i : i + 2] for i in range(len(edged) - 1)}


def same_beginning(one: str, other: str) -> bool:
    """Whether two words begin alike, as forms of one word do.

    >>> same_beginning("tunneled", "tunnels"), same_beginning("tunnel", "tower")
    (True, False)
    """
    common = next((n for n, (mine, theirs) in enumerate(zip(one, other, strict=False)) if mine != theirs), None)
    alike = min(len(one), len(other)) if common is None else common
    return alike >= BEGINNING and alike >= SHARE * max(len(one), len(other))


def distance(one: str, other: str, most: int) -> int:
    """How many slips of the finger lie between two words, two swapped letters counting as one; ``most`` + 1 if more.

    >>> distance("wepons", "weapons", 2), distance("paladni", "paladin", 2), distance("gold", "castle", 2)
    (1, 1, 3)
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, mine in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for j, theirs in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (mine != theirs))
            if i > 1 and j > 1 and mine == other[j - 2] and one[i - 2] == theirs:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)

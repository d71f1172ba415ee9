"""What all forms of a word share, in words without accents, as most players type them.

Snowball's Polish knows endings by their accents (-ów, -ć), its Greek by Greek letters; so Polish is cut a little
further here, and Greek is cut by its sound, whichever letters it was typed in.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from scoring.greeklish import sound

Stem = Callable[[str], str]
LEAST = 3
"""So many letters stay of every word."""

_POLISH = re.compile(
    r"(?:owywac|owac|ywac|iwac|owan|ywan|iwan|uj|ow|ien|iec|ac|ec|ic|yc|an|en|on|al|il|yl|ach|ami|om|em|m)$"
)
_GREEK = re.compile(
    r"(?:iikan|iika|ikane|ikan|ikes|ika|ike|omaste|omun|osun|ume|ome|ame|ete|ite|ate|ode|une|ane|"
    r"aton|atos|ata|ados|adon|ades|un|an|us|os|on|es|is|as|u|o|a|e|i)$"
)
_OF_A_VERB = re.compile(r"(?<=[aeiou])[zsn]$")
"""How present and past of a Greek verb differ: "αγοράζω" and "αγοράσω", "πληρώνω" and "πληρώσω"."""


def english(snowball: Stem) -> Stem:
    """English as snowball cuts it."""
    return snowball


def polish(snowball: Stem) -> Stem:
    """Polish without accents: endings that snowball only knows with them are cut as well.

    >>> from snowballstemmer import stemmer
    >>> stem = polish(stemmer("polish").stemWord)
    >>> [stem(word) for word in ("krasnoludow", "krasnoludami", "kupic", "kupuje", "kupowac", "gwiazdek", "gwiazdki")]
    ['krasnolud', 'krasnolud', 'kup', 'kup', 'kup', 'gwiazdk', 'gwiazdk']
    """

    def stem(word: str) -> str:
        rest = _cut(_POLISH, snowball(word))
        return f"{rest[:-2]}k" if len(rest) > LEAST + 2 and rest.endswith("ek") else rest

    return stem


def greek(_: Stem) -> Stem:
    """Greek by its sound, in either alphabet, with the tenses of a verb brought together.

    >>> stem = greek(str)
    >>> {stem(word) for word in ("ζαρι", "ζαρια", "ζαριου", "zaria")}
    {'zar'}
    >>> {stem(word) for word in ("αγοραζω", "αγορασω", "αγοραζει", "agoraso")}
    {'agor'}
    """

    def stem(word: str) -> str:
        rest = _cut(_GREEK, sound(word))
        rest = _cut(re.compile("i$"), rest)
        verb = _OF_A_VERB.sub("", rest)
        if verb != rest and len(verb) > LEAST:
            return verb[:-1] if verb[-1] in "aeiou" else verb
        return re.sub("xn$|g$", "x", re.sub("[Yf]$", "v", rest))

    return stem


def _cut(ending: re.Pattern[str], word: str) -> str:
    """A word without an ending, where enough of it stays."""
    found = ending.search(word)
    while found and found.start() < LEAST:
        found = ending.search(word, found.start() + 1)
    return word[: found.start()] if found else word

"""Greek as it sounds, whichever letters it is written in: "ισοπαλία", "isopalia" and "isopaleia" are one word.

Many Greeks type without a Greek keyboard, and even with one the letters that sound alike are mixed up; so the search
compares Greek words by their sound.
"""

from __future__ import annotations

import re

_TWO_GREEK = {
    "αι": "e",
    "ει": "i",
    "οι": "i",
    "υι": "i",
    "ου": "u",
    "αυ": "av",
    "ευ": "ev",
    "μπ": "v",
    "ντ": "d",
    "γκ": "g",
    "γγ": "g",
}
_ONE_GREEK = dict(zip("αβγδεζηθικλμνξοπρστυφχψω", "avgdezi8iklmnxoprstifxYo", strict=True))
_TWO_LATIN = {
    "th": "8",
    "ch": "x",
    "kh": "x",
    "ph": "f",
    "ps": "Y",
    "ks": "x",
    "ou": "u",
    "ai": "e",
    "ei": "i",
    "oi": "i",
    "mp": "v",
    "nt": "d",
    "gk": "g",
    "gg": "g",
}
_ONE_LATIN = {"b": "v", "w": "o", "y": "i", "c": "k", "q": "k", "3": "x", "4": "Y", "j": "x"}
_GREEK = re.compile("|".join([*_TWO_GREEK, *_ONE_GREEK]))
_LATIN = re.compile("|".join([*_TWO_LATIN, *_ONE_LATIN]))


def sound(word: str) -> str:
    """How a Greek word sounds (lower case, no accents), from Greek letters or from Latin ones.

    >>> [sound(w) for w in ("ισοπαλια", "isopalia", "isopaleia")]
    ['isopalia', 'isopalia', 'isopalia']
    >>> sound("εχω") == sound("exw") == sound("eho") == sound("echo")
    True
    >>> sound("πρωτη") == sound("prwth"), sound("θησαυρος") == sound("8hsauros") == sound("thisauros")
    (True, True)
    """
    if word.isdigit():
        return word
    if re.search("[α-ω]", word):
        heard = _GREEK.sub(lambda m: _TWO_GREEK.get(m[0]) or _ONE_GREEK[m[0]], word.replace("ς", "σ"))
    else:
        heard = _LATIN.sub(lambda m: _TWO_LATIN.get(m[0]) or _ONE_LATIN[m[0]], _letter_h(word))
    heard = re.sub(r"(?<=[ae])(u|f(?![aeiou]))", "v", heard)
    return re.sub(r"([^\d])\1", r"\1", heard)


def _letter_h(word: str) -> str:
    """H looks like an eta and sounds like a chi: at an end or between consonants it is the first."""
    word = re.sub(r"h$", "i", word)
    word = re.sub(r"^h(?=[lmnrtvw])", "x", word)
    word = re.sub(r"(?<![ckpt])h(?=[aeiouwy])", "x", word)
    word = re.sub(r"(?<=[aeiouwy])h", "x", word)
    return re.sub(r"(?<=[^aeiouwy])h(?=[^aeiouwy])", "i", word)

"""The languages that Tally speaks. A new one is a line here and a folder in ``api/language``; tests name the rest."""

from __future__ import annotations

from typing import NamedTuple


class Language(NamedTuple):
    """A language by the name it has for itself, and by the three letters that reading cards knows it by."""

    name: str
    three_letters: str


SPOKEN = {
    "en": Language("English", "eng"),
    "el": Language("Ελληνικά", "ell"),
    "pl": Language("Polski", "pol"),
}
"""Each by its two letters; English is what the code is written in."""
LANGUAGES = {code: language.name for code, language in SPOKEN.items()}
TRANSLATED = tuple(code for code in LANGUAGES if code != "en")

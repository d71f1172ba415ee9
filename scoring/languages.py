"""The languages that Tally speaks. A new one is a line here and a folder in ``api/language``; tests name the rest."""

from __future__ import annotations

LANGUAGES = {"en": "English", "el": "Ελληνικά", "pl": "Polski"}
"""Each by its two letters, with the name it has for itself; English is what the code is written in."""
TRANSLATED = tuple(lang for lang in LANGUAGES if lang != "en")

"""The translated texts of a language, as the program loads them from its gettext file.

Only what our own catalogues use is understood (``python -m api.language.update`` writes them, with Babel): comments,
places, ``fuzzy`` and texts over several lines. So an installation needs no library of 33 MB to read them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

PAGE_SOURCES = ("api/web/",)


@dataclass
class Entry:
    """One text with its translation and the files it comes from."""

    id: str = ""
    said: str = ""
    places: list[str] = field(default_factory=list)
    fuzzy: bool = False


def read_messages(text: bytes) -> dict[str, Any]:
    """``texts`` maps each English text to its translation; ``page`` lists those that the page itself says."""
    said = [entry for entry in entries(text.decode("utf-8")) if entry.id and entry.said and not entry.fuzzy]
    on_page = [entry for entry in said if any(place.startswith(PAGE_SOURCES) for place in entry.places)]
    return {"texts": {entry.id: entry.said for entry in said}, "page": [entry.id for entry in on_page]}


def entries(text: str) -> Iterator[Entry]:
    """Every entry of a catalogue; an empty line ends one.

    >>> [(one.id, one.said) for one in entries('msgid "a"\\nmsgstr ""\\n"b"\\n"c"\\n')]
    [('a', 'bc')]
    """
    entry, telling = Entry(), "id"
    for line in (*text.splitlines(), ""):
        if not line.strip():
            if entry != Entry():
                yield entry
            entry, telling = Entry(), "id"
        elif line.startswith("#:"):
            entry.places += line[2:].split()
        elif line.startswith("#,"):
            entry.fuzzy |= "fuzzy" in line
        elif not line.startswith("#"):
            keyword, quote, part = line.partition('"')
            telling = {"msgid ": "id", "msgstr ": "said"}.get(keyword, telling)
            setattr(entry, telling, getattr(entry, telling) + json.loads(quote + part))

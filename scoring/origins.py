"""Where a rule comes from: the heading as it stands in the supplied book, or from elsewhere and how sure that is.

``headings.yaml`` of a game names, for each book, the headings behind the short English names in the rules' sources.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from scoring.sources import load, read_yaml

ELSEWHERE = re.compile("FAQ|answers|ranscription|reviews|report|Digital|designer|Tradition|Tally")
NOT_STATED = "not stated"


class Certainty(StrEnum):
    """How sure a rule is, the surest first."""

    BOOK = "book"
    BOOK_AND_MORE = "book_and_more"
    TWO_SOURCES = "two_sources"
    ONE_SOURCE = "one_source"
    OUR_READING = "our_reading"
    NO_BOOK = "no_book"


@dataclass(frozen=True, slots=True)
class Origin:
    """The heading under which a book has a rule, empty where none has it, and how sure the rule is."""

    certainty: Certainty
    heading: str = ""
    book: str = ""


NO_BOOK = Origin(Certainty.NO_BOOK)
"""The rules of a game that everybody knows, or of our own."""


def load_headings(path: Path) -> Mapping[str, Any]:
    """The headings of a game's books; a game that no supplied book tells has none."""
    headings: Mapping[str, Any] = load(path, read_yaml) if path.is_file() else {}
    return headings


def origin_of(source: str, books: Mapping[str, Any]) -> Origin:
    """Where a rule comes from, by how its source is written.

    >>> books = {"Rulebook": {"book": "dungeonlords.el", "headings": {"Dig tunnels": "Σκάψιμο Στοών"}}}
    >>> origin_of("Rulebook, Dig tunnels; publisher's answers", books).certainty.value
    'book_and_more'
    >>> origin_of("Fan transcriptions (two sources); the card was not seen", books)
    Origin(certainty=<Certainty.TWO_SOURCES: 'two_sources'>, heading='', book='')
    """
    if not books:
        return NO_BOOK
    found = next(filter(None, (_heading(part.strip(), books) for part in source.split(";"))), None)
    elsewhere = bool(ELSEWHERE.search(source))
    if NOT_STATED in source:
        certainty = Certainty.OUR_READING
    elif found:
        certainty = Certainty.BOOK_AND_MORE if elsewhere else Certainty.BOOK
    else:
        certainty = Certainty.TWO_SOURCES if "two sources" in source else Certainty.ONE_SOURCE
    return Origin(certainty, *(found or ("", "")))


def _heading(part: str, books: Mapping[str, Any]) -> tuple[str, str] | None:
    for name, told in books.items():
        if part.startswith(f"{name}, "):
            label = part.removeprefix(f"{name}, ")
            keys = [key for key in told["headings"] if re.match(rf"{re.escape(key)}($|[\s,.(])", label)]
            if keys:
                return told["headings"][max(keys, key=len)], told["book"]
    return None

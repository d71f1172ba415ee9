"""``python -m tests.headings FOLDER``: marks of the headings of the supplied rulebooks, to check our sources against.

The books themselves are not ours to keep; a mark tells whether a heading stands in one, and nothing else of it.
FOLDER holds the books as text, one file each; the marks go to ``tests/scoring/headings.json``.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from scoring.spelling import fold

MARKS = Path(__file__).parent / "scoring" / "headings.json"
LONGEST, MOST_WORDS = 60, 9
NO_END = (",", ";", "-", ".")


def mark(heading: str) -> str:
    """A mark of a heading, whatever its capitals, accents, numbers and signs.

    >>> mark("1. Φάση Εξορύξεων") == mark("ΦΑΣΗ ΕΞΟΡΥΞΕΩΝ:")
    True
    """
    words = re.findall(r"[^\W\d_]+", fold(heading))
    return hashlib.sha256(" ".join(words).encode()).hexdigest()[:10]


def headings(text: str) -> Iterator[str]:
    """Everything in a book that may be a heading: short lines, two in a row, and what a line begins with."""
    lines = [line.strip().strip("#*✦—_ ") for line in text.splitlines()]
    for before, line in pairwise(["", *lines]):
        if re.match(r"[^:]{3,40}(:| - )", line):
            yield re.split(r":| - ", line)[0]
        if _short(line):
            yield line
            if _short(before):
                yield f"{before} {line}"
            yield from _side_by_side(line)


def _short(line: str) -> bool:
    begins = line[:1].isupper() or line[:1].isdigit()
    return begins and len(line) <= LONGEST and len(line.split()) <= MOST_WORDS and not line.endswith(NO_END)


def _side_by_side(line: str) -> Iterator[str]:
    """Headings of several columns on one line: each begins with a capital."""
    words = line.split()
    begins = [place for place, word in enumerate(words) if word[:1].isupper()]
    for start in begins:
        yield from (" ".join(words[start:end]) for end in (*begins, len(words)) if 1 < end - start < len(words))


def main(folder: str) -> None:
    """Write the marks of every book of a folder."""
    books = sorted(Path(folder).glob("*.txt"))
    marks = {book.stem: sorted({mark(one) for one in headings(book.read_text("utf-8"))}) for book in books}
    MARKS.write_text(json.dumps(marks, indent=0) + "\n", "utf-8")
    print({book: len(found) for book, found in marks.items()})


if __name__ == "__main__":
    main(sys.argv[1])

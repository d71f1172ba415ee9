"""How every notation writes a name: as one word that holds none of the signs by which notations tell things apart."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

SPACE = "~"
EMPTY = "%"
_SIGNS = re.compile(r"[\s%~:;=,()|/^!@+*-]")


def quoted(name: str) -> str:
    """The name as one word; letters of any alphabet stay as they are.

    >>> quoted("Άννα Μ: α"), quoted("Anne-Marie"), quoted("")
    ('Άννα~Μ%3A~α', 'Anne%2DMarie', '%')
    """
    return _SIGNS.sub(lambda found: SPACE if found[0] == " " else _percent(found[0]), name) or EMPTY


def unquoted(word: str) -> str:
    """The name that a word stands for.

    >>> unquoted("Άννα~Μ%3A~α"), unquoted("Anne-Marie"), unquoted("%")
    ('Άννα Μ: α', 'Anne-Marie', '')
    """
    return "" if word == EMPTY else unquote(word.replace(SPACE, " "))


def _percent(sign: str) -> str:
    """A sign by its number; ``quote`` alone would leave some that notations use."""
    return quote(sign, safe="") if sign not in "~-" else f"%{ord(sign):02X}"

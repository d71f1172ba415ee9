"""Cells of a table for a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable


def harmless(cell: object) -> object:
    """A spreadsheet runs cells that begin like a formula; names must not do that, while numbers stay what they are.

    >>> [harmless(cell) for cell in ("-1+cmd", "=1", "-2", -2, "Ann")]
    ["'-1+cmd", "'=1", '-2', -2, 'Ann']
    """
    risky = isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t", "\r")
    return f"'{cell}" if risky and not re.fullmatch(r"-\d+", str(cell)) else cell


def as_csv(rows: Iterable[Iterable[object]]) -> str:
    """Rows as a spreadsheet opens them, whatever names are in them.

    >>> as_csv([["Player", "Points"], ["=Ann", 3]]).splitlines()
    ['\\ufeffPlayer,Points', "'=Ann,3"]
    """
    out = io.StringIO()
    csv.writer(out).writerows([harmless(cell) for cell in row] for row in rows)
    return "\ufeff" + out.getvalue()

"""Dice that lie in a heap, where only what they show counts and not which place each has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from vision.tables.contract import Pieces


def after_correction(before: Pieces, after: Pieces, lying: Iterable[str]) -> tuple[Pieces, list[str]]:
    """The pieces of a corrected photo that still lie there, and the dice that people typed beside it.

    Dice that they took away by hand stay away.
    """
    typed = Counter(lying)
    gone: set[str] = set()
    for piece in before:
        if typed[piece["code"]] > 0:
            typed[piece["code"]] -= 1
        else:
            gone.add(piece["id"])
    return [piece for piece in after if piece["id"] not in gone], list(typed.elements())


def numbered(pieces: Pieces, path: str) -> Pieces:
    """The pieces with their places in a list."""
    return [{**piece, "path": f"{path}/{index}"} for index, piece in enumerate(pieces)]

"""What somebody named in a photo can teach: the next photo then knows it by itself."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from scoring.game import Game
from vision.tables import reader_of
from vision.tables.contract import Piece, Pieces
from vision.teachable import pieces_of


class OpenLesson(NamedTuple):
    """A piece that was named by hand, what it would teach, where it lies, and how often it is turned to the left."""

    piece: str
    item: str
    box: list[float]
    quarter: int


def open_lessons(game: Game[Any], pieces: Pieces, taught: Collection[str]) -> list[OpenLesson]:
    """One piece of each kind that was named by hand and is not taught yet, if nothing lies on it."""
    found: dict[str, OpenLesson] = {}
    for lesson in _lessons(game, pieces):
        if lesson.item not in taught:
            found.setdefault(lesson.item, lesson)
    return list(found.values())


def _lessons(game: Game[Any], pieces: Pieces) -> Iterator[OpenLesson]:
    teachable = pieces_of(game)
    for piece in pieces:
        shown = reader_of(game.id).lesson(piece["code"], piece.get("place")) if piece.get("by_hand") else None
        if shown is None or shown.item not in teachable or any(_lies_on(other, piece) for other in pieces):
            continue
        if not teachable[shown.item].board and f"{shown.item}-2" not in teachable:  # which of two sides, nobody said
            yield OpenLesson(piece["id"], shown.item, [float(edge) for edge in piece["box"]], shown.quarter)


def _lies_on(other: Piece, piece: Piece) -> bool:
    """Whether something smaller hides a part of a piece."""
    left, top, right, bottom = piece["box"]
    x, y = (other["box"][0] + other["box"][2]) / 2, (other["box"][1] + other["box"][3]) / 2
    smaller = _area(other) < _area(piece) / 2
    return smaller and left < x < right and top < y < bottom


def _area(piece: Piece) -> float:
    left, top, right, bottom = piece["box"]
    return float((right - left) * (bottom - top))

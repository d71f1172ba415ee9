"""A correction of a photo of a character sheet: only the places of corrected dice change."""

from __future__ import annotations

from vision.tables.contract import Change, Laid, Piece, Pieces, State
from vision.tables.grid import nearest_free
from vision.tables.rollplayer.places import SHAPE, cell_of, place_of


def adjust(before: Pieces, after: Pieces, state: State, player: int) -> Laid:
    """Follow a correction; what people typed elsewhere stays."""
    base = f"/players/{player}"
    known = {piece["id"]: piece for piece in before}
    there = {piece["id"] for piece in after}
    changes = [_emptied(piece["path"]) for piece in before if piece["id"] not in there and piece.get("path")]
    laid: Pieces = []
    for piece in after:
        old = known.get(piece["id"])
        place = piece.get("place") or (None if old else nearest_place(piece, after))
        path = f"{base}/{place}" if place else None
        if path and (old is None or old["code"] != piece["code"] or old.get("path") != path):
            if old and old.get("path") and old["path"] != path:
                changes.append(_emptied(old["path"]))
            changes.append(Change("replace", path, piece["code"]))
        laid.append({**piece, "place": place, "path": path})
    return Laid(tuple(changes), laid)


def nearest_place(piece: Piece, others: Pieces) -> str | None:
    """The free place of the sheet where a piece added by hand lies, judged by the pieces around it."""
    placed = [other for other in others if other.get("place") and other["id"] != piece["id"]]
    cell = nearest_free(_centre(piece), {cell_of(other["place"]): _centre(other) for other in placed}, *SHAPE)
    return place_of(cell) if cell else None


def _emptied(path: str) -> Change:
    return Change("replace", path, None)


def _centre(piece: Piece) -> tuple[float, float]:
    left, top, right, bottom = piece["box"]
    return (left + right) / 2, (top + bottom) / 2

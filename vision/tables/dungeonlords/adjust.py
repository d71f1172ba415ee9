"""A correction of a photographed dungeon: only the squares of corrected tiles change."""

from __future__ import annotations

from dataclasses import replace

from scoring.dungeonlords.pieces import COLUMNS, ROWS
from vision.tables.contract import Laid, Piece, Pieces, State
from vision.tables.dungeonlords.lay import on_site, tile_of, tiles_of, written
from vision.tables.dungeonlords.places import DUNGEON, MONSTERS, PRISONERS, place_of, square_of
from vision.tables.grid import nearest_free


def adjust(before: Pieces, after: Pieces, state: State, player: int) -> Laid:
    """Follow a correction; what people typed elsewhere stays."""
    known = {piece["id"]: piece for piece in before}
    placed = [piece if piece.get("place") else {**piece, "place": nearest_place(piece, after)} for piece in after]
    there = {piece["id"]: piece for piece in placed}
    tiles = tiles_of(state, player)
    old_names = dict(tiles)
    for piece in before:
        if on_site(piece) and not _same_place(piece, there.get(piece["id"])):
            tiles.pop(square_of(piece["place"]), None)
    for piece in placed:
        old = known.get(piece["id"])
        if on_site(piece) and (old is None or old["code"] != piece["code"] or not _same_place(old, piece)):
            tiles[square_of(piece["place"])] = tile_of(piece, old_names)
    kept = [piece for piece in placed if not on_site(piece) or square_of(piece["place"]) in tiles]
    laid = written(kept, tiles, player)
    changed = _fields(before, after)
    changes = tuple(
        one for one in laid.changes if one.path.endswith(f"/{DUNGEON}") or one.path.rsplit("/", 1)[1] in changed
    )
    return replace(laid, changes=changes)


def _fields(before: Pieces, after: Pieces) -> set[str]:
    """Which lists of cards a correction touches."""
    told = [
        [(one["id"], one["code"]) for one in pieces if one.get("place") == field]
        for field in (MONSTERS, PRISONERS)
        for pieces in (before, after)
    ]
    return {field for number, field in enumerate((MONSTERS, PRISONERS)) if told[2 * number] != told[2 * number + 1]}


def _same_place(one: Piece, other: Piece | None) -> bool:
    return other is not None and one.get("place") == other.get("place")


def nearest_place(piece: Piece, others: Pieces) -> str | None:
    """The free square where a piece added by hand lies, judged by the tiles around it."""
    seen = {square_of(one["place"])[::-1]: _centre(one) for one in others if on_site(one)}
    cell = nearest_free(_centre(piece), seen, ROWS, COLUMNS)
    return place_of((cell[1], cell[0])) if cell else None


def _centre(piece: Piece) -> tuple[float, float]:
    left, top, right, bottom = piece["box"]
    return (left + right) / 2, (top + bottom) / 2

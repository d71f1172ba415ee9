"""A correction of a photo of a character sheet: only what was corrected changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vision.tables.contract import Change, Laid, Piece, Pieces, State
from vision.tables.grid import nearest_free
from vision.tables.rollplayer.lay import with_paths
from vision.tables.rollplayer.places import LISTS, MARKER, SHAPE, SINGLE, cell_of, is_on_sheet, place_of, square_of

MIDDLE = [1, 1]  # where every marker begins


def adjust(before: Pieces, after: Pieces, state: State, player: int) -> Laid:
    """Follow a correction; what people typed elsewhere stays."""
    base = f"/players/{player}"
    known = {piece["id"]: piece for piece in before}
    there = {piece["id"] for piece in after}
    sheet = state["players"][player]
    changes = [_emptied(piece["path"]) for piece in before if piece["id"] not in there and is_on_sheet(piece)]
    placed: Pieces = []
    for piece in after:
        old = known.get(piece["id"])
        place = piece.get("place") or (None if old else nearest_place(piece, after))
        path = f"{base}/{place}" if place else None
        placed.append({**piece, "place": place})
        if not is_on_sheet(placed[-1]):
            continue
        if old is None or old["code"] != piece["code"] or old.get("path") != path:
            if old and old.get("path") and old["path"] != path:
                changes.append(_emptied(old["path"]))
            changes.append(Change("replace", str(path), piece["code"]))
    changes += _cards(before, placed, sheet, base)
    lists = {name: _listed(before, placed, sheet, name) for name in LISTS}
    return Laid(tuple(changes), with_paths(placed, {**sheet, **lists}, base))


def _cards(before: Pieces, after: Pieces, sheet: dict[str, Any], base: str) -> Iterator[Change]:
    """Cards that were corrected; those that people typed beside the photo stay."""
    for place in (*SINGLE, MARKER):
        was, now = (next((one["code"] for one in some if one.get("place") == place), None) for some in (before, after))
        if was != now and place == MARKER:
            yield Change("replace", f"{base}/{place}", square_of(now) if now else MIDDLE)
        elif was != now:
            yield Change("replace", f"{base}/{place}", now)
    for name in LISTS:
        listed = _listed(before, after, sheet, name)
        if listed != list(sheet[name]):
            yield Change("replace", f"{base}/{name}", listed)


def _listed(before: Pieces, after: Pieces, sheet: dict[str, Any], name: str) -> list[str]:
    """The list without cards that the correction took away, and with those it put there."""
    was, now = ([one["code"] for one in some if one.get("place") == name] for some in (before, after))
    kept = [code for code in sheet[name] if code not in was or code in now]
    return list(dict.fromkeys([*kept, *(code for code in now if code not in was)]))


def nearest_place(piece: Piece, others: Pieces) -> str | None:
    """The free place of the sheet where a piece added by hand lies, judged by the pieces around it."""
    placed = [other for other in others if is_on_sheet(other) and other["id"] != piece["id"]]
    cell = nearest_free(_centre(piece), {cell_of(other["place"]): _centre(other) for other in placed}, *SHAPE)
    return place_of(cell) if cell else None


def _emptied(path: str) -> Change:
    return Change("replace", path, None)


def _centre(piece: Piece) -> tuple[float, float]:
    left, top, right, bottom = piece["box"]
    return (left + right) / 2, (top + bottom) / 2

"""The dice and cards of a photo onto a character sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scoring.rollplayer.pieces import ATTRIBUTES
from vision.tables.contract import Change, Laid, Piece, Pieces, Spot, State, seat_of
from vision.tables.grid import Cell
from vision.tables.joined import moved, shift_of
from vision.tables.rollplayer.places import LISTS, MARKER, SHAPE, SINGLE, cell_of, is_on_sheet, place_of, square_of
from vision.tables.table import Hints

BOOST = "boost"
ENOUGH = 3  # dice that lie as they are known, to say where a part of a sheet belongs


def lay(pieces: Pieces, state: State, spot: Spot) -> Laid:
    """Dice and cards of a photo into one character; what the photo does not show stays as it was.

    Where it shows dice, places of the sheet that are empty become empty. Dice beside the sheet have no place.
    """
    seat = seat_of(state, spot.player)
    base = f"/players/{seat}"
    pieces, beyond = _joined(pieces, state["players"][seat], spot)
    changes = [*_rows(pieces, state["players"][seat], beyond, base), *_cards(pieces, state["players"][seat], base)]
    return Laid(tuple(changes), with_paths(pieces, state["players"][seat], base))


def _joined(pieces: Pieces, player: dict[str, Any], spot: Spot) -> tuple[Pieces, set[Cell]]:
    """The dice where they lie over what is known, if the photo shows a part of the sheet, and the places beyond it."""
    hidden = {cell_of(place) for place in spot.unseen if place.startswith("rows/")}
    if not hidden:
        return pieces, set()
    seen = {cell_of(piece["place"]): piece["code"] for piece in pieces if is_on_sheet(piece)}
    rows = [player["rows"][attribute] for attribute in ATTRIBUTES]
    known = {(row, column): code for row, dice in enumerate(rows) for column, code in enumerate(dice) if code}
    down, right = shift = shift_of(seen, known, SHAPE, ENOUGH)
    placed = []
    for piece in pieces:
        row, column = cell_of(piece["place"]) if is_on_sheet(piece) else (0, 0)
        place = {"place": place_of((row + down, column + right))} if is_on_sheet(piece) else {}
        placed.append({**piece, **place})
    return placed, moved(hidden, shift, SHAPE)


def _rows(pieces: Pieces, player: dict[str, Any], beyond: set[Cell], base: str) -> Iterator[Change]:
    rows: dict[str, list[str | None]] = {attribute: [None] * SHAPE[1] for attribute in ATTRIBUTES}
    for row, column in beyond:
        rows[ATTRIBUTES[row]][column] = player["rows"][ATTRIBUTES[row]][column]
    dice = [piece for piece in pieces if is_on_sheet(piece)]
    for piece in dice:
        row, column = cell_of(piece["place"])
        rows[ATTRIBUTES[row]][column] = piece["code"]
    if dice:
        yield Change("replace", f"{base}/rows", rows)


def _cards(pieces: Pieces, player: dict[str, Any], base: str) -> Iterator[Change]:
    """Cards that are seen are there; cards that are not seen may lie outside the photo, so none is taken away."""
    for piece in pieces:
        if piece.get("place") in SINGLE:
            yield Change("replace", f"{base}/{piece['place']}", piece["code"])
        elif piece.get("place") == MARKER:
            yield Change("replace", f"{base}/{MARKER}", square_of(piece["code"]))
    for name in LISTS:
        listed = listed_cards(pieces, player, name)
        if listed != list(player[name]):
            yield Change("replace", f"{base}/{name}", listed)


def listed_cards(pieces: Pieces, player: dict[str, Any], name: str) -> list[str]:
    """The cards of a list with those that the photo shows besides."""
    seen = [piece["code"] for piece in pieces if piece.get("place") == name]
    return list(dict.fromkeys([*player[name], *seen]))


def with_paths(pieces: Pieces, player: dict[str, Any], base: str) -> Pieces:
    """Every piece with where it lies in the state."""
    lists = {name: listed_cards(pieces, player, name) for name in LISTS}
    return [{**piece, "path": _path(piece, lists, base)} for piece in pieces]


def _path(piece: Piece, lists: dict[str, list[str]], base: str) -> str | None:
    place = piece.get("place")
    if place in LISTS:
        return f"{base}/{place}/{lists[place].index(piece['code'])}"
    return f"{base}/{place}" if place else None


def beginning(name: str, pieces: Pieces, hints: Hints) -> State:
    """A game of one player; a boost die can only come from the expansion."""
    boosted = any(piece["code"].startswith(BOOST) for piece in pieces if is_on_sheet(piece))
    return {"players": [{"name": name}], "options": {"expansion": boosted or hints.expansion}}


def hints(state: State) -> dict[str, Any]:
    """Which box the dice of this table come from."""
    return {"expansion": state["options"]["expansion"]}

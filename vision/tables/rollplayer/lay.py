"""The dice and cards of a photo onto a character sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scoring.rollplayer.pieces import ATTRIBUTES
from vision.tables.contract import Change, Laid, Piece, Pieces, Spot, State, seat_of
from vision.tables.rollplayer.places import LISTS, MARKER, SHAPE, SINGLE, cell_of, is_on_sheet, square_of
from vision.tables.table import Hints

BOOST = "boost"


def lay(pieces: Pieces, state: State, spot: Spot) -> Laid:
    """Dice and cards of a photo into one character; what the photo does not show stays as it was.

    Where it shows dice, places of the sheet that are empty become empty. Dice beside the sheet have no place.
    """
    seat = seat_of(state, spot.player)
    base = f"/players/{seat}"
    changes = [*_rows(pieces, base), *_cards(pieces, state["players"][seat], base)]
    return Laid(tuple(changes), with_paths(pieces, state["players"][seat], base))


def _rows(pieces: Pieces, base: str) -> Iterator[Change]:
    rows: dict[str, list[str | None]] = {attribute: [None] * SHAPE[1] for attribute in ATTRIBUTES}
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

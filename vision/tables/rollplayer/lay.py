"""The dice of a photo onto a character sheet."""

from __future__ import annotations

from typing import Any

from scoring.rollplayer.pieces import ATTRIBUTES
from vision.tables.contract import Change, Laid, Pieces, Spot, State, seat_of
from vision.tables.rollplayer.places import SHAPE, cell_of
from vision.tables.table import Hints

BOOST = "boost"


def lay(pieces: Pieces, state: State, spot: Spot) -> Laid:
    """The dice of the sheet; places that the photo shows empty become empty. Dice beside it have no place.

    A photo without any die changes nothing.
    """
    base = f"/players/{seat_of(state, spot.player)}"
    if not any(piece.get("place") for piece in pieces):
        return Laid((), [{**piece, "path": None} for piece in pieces])
    rows: dict[str, list[str | None]] = {attribute: [None] * SHAPE[1] for attribute in ATTRIBUTES}
    laid = []
    for piece in pieces:
        place = piece.get("place")
        if place:
            row, column = cell_of(place)
            rows[ATTRIBUTES[row]][column] = piece["code"]
        laid.append({**piece, "path": f"{base}/{place}" if place else None})
    return Laid((Change("replace", f"{base}/rows", rows),), laid)


def beginning(name: str, pieces: Pieces, hints: Hints) -> State:
    """A game of one player; a boost die can only come from the expansion."""
    boosted = any(piece["code"].startswith(BOOST) for piece in pieces if piece.get("place"))
    return {"players": [{"name": name}], "options": {"expansion": boosted or hints.expansion}}


def hints(state: State) -> dict[str, Any]:
    """Which box the dice of this table come from."""
    return {"expansion": state["options"]["expansion"]}

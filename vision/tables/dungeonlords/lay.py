"""A photographed dungeon into the state: its tiles, and monsters and prisoners where some were recognised."""

from __future__ import annotations

from typing import Any

from scoring.dungeonlords.pieces import COLUMNS, ROWS, Square
from vision.tables.contract import Change, Laid, Piece, Pieces, Spot, State, seat_of
from vision.tables.dungeonlords.places import (
    CONQUERED,
    DUNGEON,
    MONSTERS,
    PRISONERS,
    TUNNEL,
    UNNAMED,
    place_of,
    room_of,
    square_of,
)
from vision.tables.joined import moved, shift_of

Tiles = dict[Square, dict[str, Any]]
ENOUGH = 5  # tiles that lie as they are known, to say where a part of a dungeon belongs: tunnels look alike


def lay(pieces: Pieces, state: State, spot: Spot) -> Laid:
    """The dungeon as the photo shows it, with the cards that are named; a photo that shows none changes nothing."""
    seat = seat_of(state, spot.player)
    before = tiles_of(state, seat)
    pieces, beyond = _joined(pieces, before, spot)
    tiles = {square_of(piece["place"]): tile_of(piece, before) for piece in pieces if on_site(piece)}
    kept = {square: tile for square, tile in before.items() if square in beyond} if tiles else {}
    return written(pieces, kept | tiles, seat) if tiles else Laid((), [{**piece, "path": None} for piece in pieces])


def _joined(pieces: Pieces, before: Tiles, spot: Spot) -> tuple[Pieces, set[Square]]:
    """The pieces where they lie over what is known, if the photo shows a part only, and the squares beyond it."""
    hidden = {square_of(place) for place in spot.unseen if place.startswith(f"{DUNGEON}/")}
    if not hidden:
        return pieces, set()
    seen = {square_of(piece["place"]): piece["code"] for piece in pieces if on_site(piece)}
    known = {square: (tile["room"] or TUNNEL) + CONQUERED * tile["conquered"] for square, tile in before.items()}
    shift = shift_of(seen, known, (COLUMNS, ROWS), ENOUGH)
    placed = [
        {**piece, "place": place_of((square[0] + shift[0], square[1] + shift[1]))}
        if on_site(piece) and (square := square_of(piece["place"]))
        else piece
        for piece in pieces
    ]
    return placed, moved(hidden, shift, (COLUMNS, ROWS))


def written(pieces: Pieces, tiles: Tiles, seat: int) -> Laid:
    """The changes that write these tiles, and cards where there are any; every piece gets its path."""
    base = f"/players/{seat}"
    order = sorted(tiles, key=lambda square: (square[1], square[0]))
    changes = [Change("replace", f"{base}/{DUNGEON}", [tiles[square] for square in order])]
    laid: Pieces = []
    for piece in pieces:
        where = order.index(square_of(piece["place"])) if on_site(piece) else None
        laid.append({**piece, "path": None if where is None else f"{base}/{DUNGEON}/{where}"})
    for field in (MONSTERS, PRISONERS):
        named = [piece for piece in laid if piece.get("place") == field and piece["code"] != UNNAMED]
        for number, piece in enumerate(named):
            piece["path"] = f"{base}/{field}/{number}"
        if named:
            codes = [piece["code"] for piece in named]
            cards = [{"id": code, "down": False} for code in codes] if field == MONSTERS else codes
            changes.append(Change("replace", f"{base}/{field}", cards))
    return Laid(tuple(changes), laid)


def tiles_of(state: State, seat: int) -> Tiles:
    """The tiles of a player as they are."""
    return {(tile["x"], tile["y"]): tile for tile in state["players"][seat][DUNGEON]}


def tile_of(piece: Piece, before: Tiles) -> dict[str, Any]:
    """A tile of the state; a room that cannot be named keeps the name that this square had."""
    square = square_of(piece["place"])
    room = room_of(piece["code"])
    if room == UNNAMED and square in before:
        room = before[square]["room"] or UNNAMED
    return {"x": square[0], "y": square[1], "room": room, "conquered": piece["code"].endswith(CONQUERED)}


def on_site(piece: Piece) -> bool:
    """Whether a piece is a tile of the dungeon."""
    return bool(piece.get("place")) and piece["place"].startswith(f"{DUNGEON}/")

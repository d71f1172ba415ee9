"""From the pieces of a photo, with people's corrections, to their places in a game's state.

A piece has a ``code`` (what the state calls it) and perhaps a ``place`` below its player, such as
``rows/wisdom/2``. ``path`` is where it lies in the state now.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal

from api.jsonpatch import Change, look_up
from api.refusals import Unreadable
from scoring.words import say
from vision.tables import READABLE

Piece = dict[str, Any]
Pieces = list[Piece]


@dataclass(frozen=True, slots=True)
class Arranged:
    """The changes to the table's document, and the pieces with the places they got."""

    changes: list[Change]
    pieces: Pieces


def lay(game_id: str, pieces: Pieces, state: dict[str, Any], player: int, round_: int | None = None) -> Arranged:
    """Put the pieces of a new photo into one player's part of the state."""
    if game_id not in READABLE:
        raise Unreadable(say("Photos of this game cannot be read. Type the pieces; the drawing is the input."))
    if not 0 <= player < len(state["players"]):
        raise Unreadable(say("There is no player {number} at this table.", number=player + 1))
    if game_id == "diceminer":
        return _new_trove(pieces, state, player, round_)
    return _new_sheet(pieces, state, player)


def adjust(game_id: str, before: Pieces, after: Pieces, state: dict[str, Any], player: int) -> Arranged:
    """Follow a correction of a photo; what people typed elsewhere stays."""
    if game_id == "diceminer":
        return _same_trove(before, after, state, player)
    return _same_sheet(before, after, state, player)


def _new_trove(pieces: Pieces, state: dict[str, Any], player: int, round_: int | None) -> Arranged:
    """A trove goes into the round that was asked for, else into the last one; a first one is begun."""
    rounds = state["players"][player]["rounds"]
    index = max(0, len(rounds) - 1) if round_ is None else round_
    if index > len(rounds):
        raise Unreadable(say("Round {late} cannot come before round {next}.", late=index + 1, next=len(rounds) + 1))
    base = f"/players/{player}/rounds/{index}"
    op: Literal["add", "replace"] = "replace" if index < len(rounds) else "add"
    dice = [piece["code"] for piece in pieces]
    return Arranged([Change(op=op, path=f"/state{base}", value={"dice": dice})], _numbered(pieces, base))


def _same_trove(before: Pieces, after: Pieces, state: dict[str, Any], player: int) -> Arranged:
    """Dice that people typed beside the photo stay; dice that they took away stay away."""
    base = before[0]["path"].rsplit("/dice/", 1)[0] if before else _last_round(state, player)
    lying = Counter(look_up(state, f"{base}/dice"))
    gone: set[str] = set()
    for piece in before:
        if lying[piece["code"]] > 0:
            lying[piece["code"]] -= 1
        else:
            gone.add(piece["id"])
    kept = [piece for piece in after if piece["id"] not in gone]
    dice = [piece["code"] for piece in kept] + list(lying.elements())
    return Arranged([Change(op="replace", path=f"/state{base}/dice", value=dice)], _numbered(kept, base))


def _last_round(state: dict[str, Any], player: int) -> str:
    rounds = state["players"][player]["rounds"]
    if not rounds:
        raise Unreadable(say("The round of this photo was taken away. Take the photo again."))
    return f"/players/{player}/rounds/{len(rounds) - 1}"


def _numbered(pieces: Pieces, base: str) -> Pieces:
    return [{**piece, "path": f"{base}/dice/{index}"} for index, piece in enumerate(pieces)]


def _new_sheet(pieces: Pieces, state: dict[str, Any], player: int) -> Arranged:
    """The dice of a character sheet; places that the photo shows empty become empty."""
    base = f"/players/{player}"
    rows: dict[str, list[str | None]] = {name: [None] * 3 for name in state["players"][player]["rows"]}
    placed = []
    for piece in pieces:
        place = piece.get("place")
        if place:
            _, row, column = place.split("/")
            rows[row][int(column)] = piece["code"]
        placed.append({**piece, "path": f"{base}/{place}" if place else None})
    return Arranged([Change(op="replace", path=f"/state{base}/rows", value=rows)], placed)


def _same_sheet(before: Pieces, after: Pieces, state: dict[str, Any], player: int) -> Arranged:
    """Only the places of the pieces that were corrected change."""
    base, rows = f"/players/{player}", list(state["players"][player]["rows"])
    known = {piece["id"]: piece for piece in before}
    there = {piece["id"] for piece in after}
    changes = [_emptied(piece["path"]) for piece in before if piece["id"] not in there and piece.get("path")]
    placed: Pieces = []
    for piece in after:
        old = known.get(piece["id"])
        place = piece.get("place") or (None if old else nearest_place(piece, after, rows))
        now = {**piece, "place": place, "path": f"{base}/{place}" if place else None}
        if now["path"] and (old is None or old["code"] != now["code"] or old.get("path") != now["path"]):
            if old and old.get("path") and old["path"] != now["path"]:
                changes.append(_emptied(old["path"]))
            changes.append(Change(path=f"/state{now['path']}", value=now["code"]))
        placed.append(now)
    return Arranged(changes, placed)


def _emptied(path: str) -> Change:
    return Change(path=f"/state{path}", value=None)


def nearest_place(piece: Piece, others: Pieces, rows: list[str]) -> str | None:
    """The free place of the sheet where a piece added by hand lies, judged by the pieces around it."""
    import numpy as np

    seen = [other for other in others if other.get("place") and other["id"] != piece["id"]]
    if len(seen) < 3:
        return None
    centres = np.array([[*_centre(other), 1.0] for other in seen])
    cells = np.array([_cell(other["place"], rows) for other in seen], dtype=float)
    if np.linalg.matrix_rank(centres) < 3:
        return None
    fit, *_ = np.linalg.lstsq(centres, cells, rcond=None)
    row, column = (round(float(value)) for value in np.array([*_centre(piece), 1.0]) @ fit)
    if not (0 <= row < len(rows) and 0 <= column < 3):
        return None
    place = f"rows/{rows[row]}/{column}"
    return None if any(other["place"] == place for other in seen) else place


def _centre(piece: Piece) -> tuple[float, float]:
    left, top, right, bottom = piece["box"]
    return (left + right) / 2, (top + bottom) / 2


def _cell(place: str, rows: list[str]) -> tuple[int, int]:
    _, row, column = place.split("/")
    return rows.index(row), int(column)

"""From the pieces of a photo, with people's corrections, to the place each has in a game's state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from api.jsonpatch import Change
from api.refusals import Unreadable

Pieces = list[dict[str, Any]]
Arranged = tuple[list[Change], Pieces]

DIE_OF_COLOUR = {
    "white": "T", "clear": "T", "pink": "T",
    "black": "H", "grey": "H", "brown": "H", "purple": "H",
    "green": "K",
    "yellow": "G", "gold": "G", "orange": "G",
    "turquoise": "M", "blue": "M",
}  # fmt: skip
SYMBOLS = {"pickaxe": "Kp", "shield": "Ks", "cave_in": "Hc", "dragon": "Hd", "chest": "Kc", "gem": "G", "magic": "M"}


def diceminer(pieces: Pieces, state: dict[str, Any], player: int) -> Arranged:
    """A trove: every die goes to the last round of the player (a first round is begun if there is none)."""
    rounds = state["players"][player]["rounds"]
    index = max(0, len(rounds) - 1)
    base = f"/players/{player}/rounds/{index}"
    placed = [
        {**piece, "code": miner_code(piece), "path": f"{base}/dice/{place}"} for place, piece in enumerate(pieces)
    ]
    value = {"dice": [piece["code"] for piece in placed]}
    op = "replace" if rounds else "add"
    return [Change(op=op, path=f"/state{base}" if rounds else f"/state/players/{player}/rounds/-", value=value)], placed


def miner_code(piece: dict[str, Any]) -> str:
    """The code of a Dice Miner die; a person's own code first, then colour for the type and face for the sign.

    >>> miner_code({"colour": "white", "face": "3"}), miner_code({"colour": "black", "face": "dragon4"})
    ('T3', 'Hd4')
    >>> miner_code({"colour": "green", "face": "none"})
    'K?'
    """
    if piece.get("code") and piece.get("by_hand"):
        return str(piece["code"])
    letter = DIE_OF_COLOUR.get(str(piece.get("colour")), "T")
    face = str(piece.get("face", ""))
    name, digits = face.rstrip("0123456789"), face[len(face.rstrip("0123456789")) :]
    if name == "beer":
        return f"{letter}b"
    if name in SYMBOLS:
        code = SYMBOLS[name]
        return f"{code}{digits}" if code not in ("Kp", "Ks") else code
    if letter == "T" and digits and not name and 1 <= int(digits) <= 5:
        return f"T{digits}"
    return f"{letter}?"


ARRANGE: dict[str, Callable[[Pieces, dict[str, Any], int], Arranged]] = {"diceminer": diceminer}
READABLE = frozenset(ARRANGE)


def arrange(game_id: str, pieces: Pieces, state: dict[str, Any], player: int) -> Arranged:
    """The changes that put the pieces of a photo into the state, and the pieces with their places."""
    if game_id not in ARRANGE:
        raise Unreadable("Photos of this game cannot be read yet. Type the pieces; the photo is not needed.")
    if not 0 <= player < len(state["players"]):
        raise Unreadable(f"There is no player {player + 1} at this table.")
    return ARRANGE[game_id](pieces, state, player)

"""A correction of a photo of a trove."""

from __future__ import annotations

from typing import Any

from scoring.words import say
from vision.tables.contract import CannotLay, Change, Laid, Pieces, State
from vision.tables.heap import after_correction, numbered


def adjust(before: Pieces, after: Pieces, state: State, player: int) -> Laid:
    """Dice that people typed beside the photo stay; dice that they took away stay away."""
    index = _round_of(before, state, player)
    path = f"/players/{player}/rounds/{index}/dice"
    kept, typed = after_correction(before, after, state["players"][player]["rounds"][index]["dice"])
    dice = [piece["code"] for piece in kept] + typed
    return Laid((Change("replace", path, dice),), numbered(kept, path))


def _round_of(before: Pieces, state: State, player: int) -> int:
    """The round that the photo shows: where its pieces lie, else the last one."""
    rounds: list[Any] = state["players"][player]["rounds"]
    index = int(before[0]["path"].split("/")[4]) if before else len(rounds) - 1
    if not 0 <= index < len(rounds):
        raise CannotLay(say("The round of this photo was taken away. Take the photo again."))
    return index

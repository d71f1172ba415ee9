"""A correction of a photo of a trove."""

from __future__ import annotations

from collections import Counter
from typing import Any

from scoring.words import say
from vision.tables.contract import CannotLay, Change, Laid, Pieces, State
from vision.tables.diceminer.lay import numbered


def adjust(before: Pieces, after: Pieces, state: State, player: int) -> Laid:
    """Dice that people typed beside the photo stay; dice that they took away stay away."""
    index = _round_of(before, state, player)
    base = f"/players/{player}/rounds/{index}"
    lying = Counter(state["players"][player]["rounds"][index]["dice"])
    gone: set[str] = set()
    for piece in before:
        if lying[piece["code"]] > 0:
            lying[piece["code"]] -= 1
        else:
            gone.add(piece["id"])
    kept = [piece for piece in after if piece["id"] not in gone]
    dice = [piece["code"] for piece in kept] + list(lying.elements())
    return Laid((Change("replace", f"{base}/dice", dice),), numbered(kept, base))


def _round_of(before: Pieces, state: State, player: int) -> int:
    """The round that the photo shows: where its pieces lie, else the last one."""
    rounds: list[Any] = state["players"][player]["rounds"]
    index = int(before[0]["path"].split("/")[4]) if before else len(rounds) - 1
    if not 0 <= index < len(rounds):
        raise CannotLay(say("The round of this photo was taken away. Take the photo again."))
    return index

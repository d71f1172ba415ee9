"""A trove into the round that it belongs to."""

from __future__ import annotations

from scoring.words import say
from vision.tables.contract import Asked, CannotLay, Change, Laid, Pieces, Spot, State, seat_of
from vision.tables.diceminer.questions import before
from vision.tables.heap import numbered


def lay(pieces: Pieces, state: State, spot: Spot) -> Laid:
    """The whole trove of one round; which round is asked when the last one has been read already.

    A photo without any die changes nothing.
    """
    player = seat_of(state, spot.player)
    rounds = state["players"][player]["rounds"]
    index = _open_round(state, player) if spot.round is None else spot.round
    if index > len(rounds):
        raise CannotLay(say("Round {late} cannot come before round {next}.", late=index + 1, next=len(rounds) + 1))
    if not pieces:
        return Laid((), [])
    base = f"/players/{player}/rounds/{index}"
    trove = {"dice": [piece["code"] for piece in pieces]}
    return Laid((Change("replace" if index < len(rounds) else "add", base, trove),), numbered(pieces, f"{base}/dice"))


def _open_round(state: State, player: int) -> int:
    """The round that waits for its dice."""
    for question in before(state, player):
        raise Asked(question)
    return max(0, len(state["players"][player]["rounds"]) - 1)

"""A trove into the round that it belongs to."""

from __future__ import annotations

from scoring.words import say
from vision.tables.contract import Asked, CannotLay, Change, Laid, Pieces, Spot, State, seat_of
from vision.tables.diceminer.questions import HERO, before
from vision.tables.heap import numbered


def lay(pieces: Pieces, state: State, spot: Spot) -> Laid:
    """The whole trove of one round, and the hero card where one is seen; a photo without either changes nothing.

    Which round is asked when the last one has been read already.
    """
    player = seat_of(state, spot.player)
    rounds = state["players"][player]["rounds"]
    index = _open_round(state, player) if spot.round is None else spot.round
    if index > len(rounds):
        raise CannotLay(say("Round {late} cannot come before round {next}.", late=index + 1, next=len(rounds) + 1))
    base, path = f"/players/{player}", f"/players/{player}/rounds/{index}"
    dice, heroes = sorted_out(pieces)
    changes = [Change("replace", f"{base}/{HERO}", hero["code"]) for hero in heroes]
    if dice:
        trove = {"dice": [piece["code"] for piece in dice]}
        changes.append(Change("replace" if index < len(rounds) else "add", path, trove))
    return Laid(tuple(changes), [*numbered(dice, f"{path}/dice"), *at_hero(heroes, base)])


def sorted_out(pieces: Pieces) -> tuple[Pieces, Pieces]:
    """The dice of a photo, and the hero card."""
    heroes = [piece for piece in pieces if piece.get("place") == HERO]
    return [piece for piece in pieces if piece.get("place") != HERO], heroes


def at_hero(heroes: Pieces, base: str) -> Pieces:
    """The hero card with its place in the state."""
    return [{**piece, "path": f"{base}/{HERO}"} for piece in heroes]


def _open_round(state: State, player: int) -> int:
    """The round that waits for its dice."""
    for question in before(state, player):
        raise Asked(question)
    return max(0, len(state["players"][player]["rounds"]) - 1)

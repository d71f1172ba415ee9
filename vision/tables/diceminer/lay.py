"""A trove into the round that it belongs to, or the mountain onto the table."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.words import say
from vision.tables.contract import Asked, CannotLay, Change, Laid, Piece, Pieces, Spot, State, seat_of
from vision.tables.diceminer.places import MOUNTAIN, ROWS, is_of_trove, is_on_mountain, place_of
from vision.tables.diceminer.questions import HERO, THE_MOUNTAIN, before
from vision.tables.heap import numbered


def lay(pieces: Pieces, state: State, spot: Spot) -> Laid:
    """The mountain, the whole trove of one round, and the hero card, whatever of them is seen; else nothing changes.

    Which round is asked when the last one has been read already; a mountain belongs to no round and to no player.
    """
    dug = [piece for piece in pieces if is_on_mountain(piece)]
    if dug:
        return _mountain(dug, [piece for piece in pieces if not is_on_mountain(piece)], state)
    if spot.round == THE_MOUNTAIN:
        if any(is_of_trove(piece) for piece in pieces):
            raise CannotLay(say("The photo shows no mountain: its dice stand on their corners, row above row."))
        return Laid((), pieces)
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


def _mountain(dug: Pieces, others: Pieces, state: State) -> Laid:
    """The mountain as it lies there now; dice and cards beside it belong to somebody whom the photo does not tell."""
    shape = [len(row) for row in state["mountain"] or ()]
    if not all(fits(piece, shape) for piece in dug):
        shape = list(ROWS)
    rows: list[list[str | None]] = [[None] * count for count in shape]
    for piece in dug:
        row, place = place_of(piece["place"])
        rows[row][place] = piece["code"]
    return Laid((Change("replace", f"/{MOUNTAIN}", rows),), [*on_mountain(dug), *nowhere(others)])


def fits(piece: Piece, shape: Sequence[int]) -> bool:
    """Whether a mountain with such rows has the place of this piece."""
    row, place = place_of(piece["place"])
    return row < len(shape) and place < shape[row]


def on_mountain(dug: Pieces) -> Pieces:
    """Dice of the mountain with their places in the state."""
    return [{**piece, "path": f"/{piece['place']}"} for piece in dug]


def nowhere(pieces: Pieces) -> Pieces:
    """Pieces that lie nowhere in the state."""
    return [{**piece, "path": None} for piece in pieces]


def sorted_out(pieces: Pieces) -> tuple[Pieces, Pieces]:
    """The dice of a trove, and the hero card."""
    heroes = [piece for piece in pieces if piece.get("place") == HERO]
    return [piece for piece in pieces if is_of_trove(piece)], heroes


def at_hero(heroes: Pieces, base: str) -> Pieces:
    """The hero card with its place in the state."""
    return [{**piece, "path": f"{base}/{HERO}"} for piece in heroes]


def _open_round(state: State, player: int) -> int:
    """The round that waits for its dice."""
    for question in before(state, player):
        raise Asked(question)
    return max(0, len(state["players"][player]["rounds"]) - 1)

"""The games Tally knows, loaded only when one is asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from scoring.game import Game
from scoring.names import unknown_name
from scoring.words import say

GAME_IDS = ("diceminer", "rollplayer", "dungeonlords", "dwar7s")


class UnknownGame(LookupError):  # noqa: N818  # reads better at the call site than UnknownGameError
    """No such game; the message lists those we know."""

    def __init__(self, game_id: str) -> None:
        super().__init__(unknown_name(say("game"), game_id, GAME_IDS))


@cache
def load(game_id: str) -> Game[Any]:
    """The game with this id.

    >>> load("diceminer").title
    'Dice Miner'
    """
    if game_id not in GAME_IDS:
        raise UnknownGame(game_id)
    game: Game[Any] = import_module(f"scoring.{game_id}").GAME
    return game

"""The games Tally knows: every folder here that holds a ``GAME``, loaded only when it is asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import scoring
from scoring.broken import BrokenGame, in_order
from scoring.faults import TallyError
from scoring.game import Game
from scoring.names import unknown_name
from scoring.words import say


def folders() -> dict[str, Path]:
    """The folder of each game by its id, which is the folder's name."""
    found = {path.parent.name: path.parent for place in scoring.__path__ for path in Path(place).glob("*/__init__.py")}
    return dict(sorted(found.items()))


GAME_IDS = tuple(folders())


class UnknownGame(TallyError, LookupError):  # noqa: N818  # reads better at the call site than UnknownGameError
    """No such game; the message lists those we know."""

    def __init__(self, game_id: str) -> None:
        super().__init__(unknown_name(say("game"), game_id, list(folders())))


@cache
def load(game_id: str) -> Game[Any]:
    """The game with this id; UnknownGame or BrokenGame, each with its sentence, if there is none to be had.

    >>> load("diceminer").title
    'Dice Miner'
    """
    folder = folders().get(game_id)
    if folder is None:
        raise UnknownGame(game_id)
    with in_order(game_id, folder):
        game = getattr(import_module(f"scoring.{game_id}"), "GAME", None)
    if not isinstance(game, Game):
        raise BrokenGame(game_id, say("its __init__.py has no GAME."))
    if game.id != game_id:
        raise BrokenGame(game_id, say("it calls itself {id}, but its folder is {folder}.", id=game.id, folder=game_id))
    return game


@cache
def _whole(game_id: str) -> Game[Any] | BrokenGame:
    """The game with all of its parts loaded, or what is wrong with it."""
    try:
        game = load(game_id)
        with in_order(game_id, game.folder):
            game.rulebook, game.catalogue, game.questions  # noqa: B018  # each is read at its first use
    except BrokenGame as broken:
        return broken
    return game


def games() -> tuple[Game[Any], ...]:
    """All games that are in order."""
    return tuple(game for game in map(_whole, folders()) if isinstance(game, Game))


def broken_games() -> dict[str, str]:
    """The games that are not in order, each with the sentence that says why."""
    found = {game_id: _whole(game_id) for game_id in folders()}
    return {game_id: broken.sentence for game_id, broken in found.items() if isinstance(broken, BrokenGame)}

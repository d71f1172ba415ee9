"""From the dice of a photo to the state of a game, one package per game, imported only when asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from pydantic import BaseModel

from scoring.catalogue import Catalogue
from vision.photo import Picture
from vision.reading import DieReading
from vision.tables.table import Hints, TableReading

READABLE = tuple(sorted(path.parent.name for path in Path(__file__).parent.glob("*/read.py")))
"""The games whose tables are read from photos: each has a folder here."""


def table_of(
    game_id: str,
    dice: Sequence[DieReading],
    hints: Hints,
    catalogue: Catalogue,
    picture: Picture | None = None,
) -> TableReading:
    """The state of a game's table on which these dice lie; the picture itself tells more where the dice do not.

    LookupError for games that are not read from photos.
    """
    if game_id not in READABLE:
        raise LookupError(f"Tables of {game_id} are not read from photos; those of {', '.join(READABLE)} are.")
    module = import_module(f"vision.tables.{game_id}.read")
    reading: TableReading = module.read(dice, replace(hints, catalogue=catalogue, picture=picture))
    return reading


def put_into(state: BaseModel, reading: TableReading, player: str) -> TableReading:
    """The reading as part of a game so far: a player's dice are those of the photo, all else stays as it was.

    LookupError if nobody of that name plays; the only player of a game needs no name.
    """
    players = list(state.players)  # type: ignore[attr-defined]
    names = [one.name for one in players]
    if player not in names and len(players) != 1:
        raise LookupError(f"No {player!r} plays in that game; there are {', '.join(names)}. Say who with --player.")
    seat = names.index(player) if player in names else 0
    module = import_module(f"vision.tables.{reading.game}.read")
    players[seat] = module.with_dice(players[seat], reading.state)
    moved = [replace(one, where=one.where.replace("/players/0/", f"/players/{seat}/")) for one in reading.placed]
    return replace(
        reading,
        state=state.model_copy(update={"players": tuple(players)}),
        placed=tuple(moved),
        questions=tuple(question for question in reading.questions if question not in module.CARDS),
    )

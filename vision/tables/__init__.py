"""From the dice of a photo to the state of a game, one module per game, imported only when asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from vision.photo import Picture
from vision.tables.table import Hints, TableReading

READABLE = ("rollplayer", "diceminer")


class TableReader(Protocol):
    """What the module of a game offers."""

    def read(self, picture: Picture, hints: Hints) -> TableReading:
        """The state that a photo shows."""
        ...


def table_reader(game_id: str) -> TableReader:
    """The reader of a game's table; LookupError for games whose tables are not read from photos."""
    if game_id not in READABLE:
        raise LookupError(f"Tables of {game_id} are not read from photos; those of {', '.join(READABLE)} are.")
    return cast("TableReader", import_module(f"vision.tables.{game_id}"))

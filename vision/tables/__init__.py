"""From the dice of a photo to the state of a game, one module per game, imported only when asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module

from scoring.catalogue import Catalogue
from vision.reading import DieReading
from vision.tables.table import Hints, TableReading

READABLE = ("rollplayer", "diceminer")


def table_of(game_id: str, dice: Sequence[DieReading], hints: Hints, catalogue: Catalogue) -> TableReading:
    """The state of a game's table on which these dice lie; LookupError for games that are not read from photos."""
    if game_id not in READABLE:
        raise LookupError(f"Tables of {game_id} are not read from photos; those of {', '.join(READABLE)} are.")
    reading: TableReading = import_module(f"vision.tables.{game_id}").read(dice, replace(hints, catalogue=catalogue))
    return reading

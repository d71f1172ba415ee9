"""From a photo to the state of a game, one package per game, imported only when asked for."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from vision.tables.contract import TableReader

if TYPE_CHECKING:
    from vision.photo import Picture
    from vision.reading import DieReading
    from vision.tables.table import Hints, TableReading

READABLE = tuple(sorted(path.parent.name for path in Path(__file__).parent.glob("*/__init__.py")))
"""The games whose tables are read from photos: each has a folder here."""


def reader_of(game_id: str) -> TableReader:
    """A game's way from photo to state; LookupError for games that are not read from photos."""
    if game_id not in READABLE:
        raise LookupError(f"Tables of {game_id} are not read from photos; those of {', '.join(READABLE)} are.")
    table: TableReader = import_module(f"vision.tables.{game_id}").TABLE
    return table


def read_table(game_id: str, picture: Picture, hints: Hints) -> TableReading:
    """The pieces of a game that a picture shows."""
    return reader_of(game_id).pixels.read(picture, hints)


def table_of(game_id: str, dice: Sequence[DieReading], hints: Hints) -> TableReading:
    """The pieces of a game as which these dice lie there."""
    return reader_of(game_id).pixels.of_dice(dice, hints)

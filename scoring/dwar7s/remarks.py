"""What the table should know besides the numbers: the end and shared kingdoms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.dwar7s.finish import end_of
from scoring.dwar7s.kingdom import Kingdom
from scoring.dwar7s.state import Table
from scoring.words import listed, say


def remarks(table: Table, kingdoms: Sequence[Kingdom]) -> Iterator[str]:
    """Everything worth saying before the points are believed."""
    yield from _end(table)
    yield from _shared(table, kingdoms)
    if table.printed:
        yield say("Some printed values came with this table; your copy may say something else.")


def _end(table: Table) -> Iterator[str]:
    end = end_of(table)
    if not end.triggered_by or end.over:
        return
    names = listed(table.players[seat].name for seat in end.triggered_by)
    yield say("The end has come. Three goals completed by: {players}.", players=names)
    rest = listed(table.players[seat].name for seat in end.still_to_play)
    yield say("Turns still to be played or finished: {players}.", players=rest)


def _shared(table: Table, kingdoms: Sequence[Kingdom]) -> Iterator[str]:
    """One sentence per kingdom with several castles, however many share it."""
    owners: dict[tuple[int, ...], list[str]] = {}
    for player, kingdom in zip(table.players, kingdoms, strict=True):
        if kingdom.castle is not None:
            owners.setdefault(kingdom.places, []).append(player.name)
    for names in owners.values():
        if len(names) > 1:
            yield say("These players share a kingdom and each counts all of it: {players}.", players=listed(names))

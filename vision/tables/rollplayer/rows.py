"""Dice of a Roll Player sheet in its rows: told by empty places that are printed there, else by the dice alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from vision.lattice import Cell, Lattice, fit_lattice
from vision.photo import Picture
from vision.reading import DieReading
from vision.tables.grid import cells, gaps_in
from vision.tables.printed import empty_rows_before, unlike_empty
from vision.tables.rollplayer.places import SHAPE
from vision.tables.sheet import Look, filled_in, likely, likely_beyond, overlooked, rows_beyond, shaped, upright
from vision.tables.slots import printed_sheet
from vision.tables.table import Hints


@dataclass(frozen=True)
class Laid:
    """Dice in the rows of their sheet, whether which end is the first was certain, and the places seen to be empty.

    `rows_known` says that print goes on to the first row and the last.
    """

    way: Lattice
    certain: bool
    dice: list[DieReading]
    empty: frozenset[Cell] = frozenset()
    rows_known: bool = False

    def leaves_rows_open(self, on_sheet: Iterable[Cell]) -> bool:
        """Whether nobody can tell which rows of the sheet hold these dice."""
        rows = [row for row, _ in on_sheet]
        return bool(rows) and not self.rows_known and max(rows) - min(rows) < SHAPE[0] - 1


def laid_in_rows(sure: list[DieReading], dice: Sequence[DieReading], hints: Hints, look: Look | None) -> Laid:
    """The sheet on which these dice surely lie; among all `dice` are those that merely may be some."""
    return _laid_by_print(sure, dice, hints) or _laid_by_dice(sure, dice, hints, look)


def on_the_sheet(
    laid: Laid, dice: Sequence[DieReading], picture: Picture | None, look: Look | None
) -> dict[Cell, DieReading]:
    """What lies on each place: also what only may be a die where its place speaks for it, and what nobody saw."""
    there = _with_doubtful(laid, dice, picture)
    return there | overlooked(laid.way, there, SHAPE, look, laid.empty) if look is not None else there


def _laid_by_print(sure: list[DieReading], dice: Sequence[DieReading], hints: Hints) -> Laid | None:
    """The sheet by its printed places, where enough of them are empty; a person knows better which rows are."""
    if hints.picture is None or hints.quick:
        return None
    maybe = [die.box for die in dice if die.doubtful and likely(die)]
    sheet = printed_sheet(hints.picture, [die.box for die in sure], SHAPE, hints.first_row, maybe)
    if sheet is None:
        return None
    if hints.empty_rows is None:
        return Laid(sheet.way, sheet.certain, sure, sheet.empty, rows_known=True)
    rows = [row for row, _ in sheet.way.cells.values()]
    by = min(hints.empty_rows, SHAPE[0] - 1 - (max(rows) - min(rows))) - min(rows)
    empty = frozenset((row + by, column) for row, column in sheet.empty)
    return Laid(sheet.way.moved(by), sheet.certain, sure, empty, rows_known=True)


def _laid_by_dice(sure: list[DieReading], dice: Sequence[DieReading], hints: Hints, look: Look | None) -> Laid:
    """The sheet by its dice alone; those in rows in which none was seen are looked for."""
    sure = [*sure, *_in_better_rows(sure, [die for die in dice if die.doubtful and likely(die)])]
    way, certain = _by_dice(sure, hints.first_row)
    if look is not None and (unseen := rows_beyond(way, _on(way, sure), SHAPE, look)):
        sure = [*sure, *unseen.values()]
        way, certain = _by_dice(sure, hints.first_row)
    doubtful = [die for die in dice if die.doubtful and die not in sure]
    if more_rows := likely_beyond(way, [die.box for die in sure], doubtful, SHAPE):
        sure = [*sure, *more_rows]
        way, certain = _by_dice(sure, hints.first_row)
    return Laid(way.moved(_empty_rows(way, hints)), certain, sure)


def _with_doubtful(laid: Laid, dice: Sequence[DieReading], picture: Picture | None) -> dict[Cell, DieReading]:
    """The dice of the sheet, and those that merely may be some where their place speaks for them."""
    doubtful = [die for die in dice if die.doubtful and die not in laid.dice]
    on_sheet = {cell: die for cell, die in _on(laid.way, laid.dice).items() if _fits(cell)}
    fitting = filled_in(laid.way, [die.box for die in laid.dice], [die.box for die in doubtful], SHAPE)
    more = {cell: doubtful[number] for number, cell in fitting.items() if cell not in laid.empty}
    on_sheet |= {cell: die for cell, die in more.items() if likely(die)}
    # rows have no gaps: in a place that surely holds a die, what merely may be one is it
    gaps = gaps_in(on_sheet)
    on_sheet |= {cell: die for cell, die in more.items() if cell in gaps}
    return on_sheet | _by_form(picture, laid.way, on_sheet, more) if picture is not None else on_sheet


def _empty_rows(way: Lattice, hints: Hints) -> int:
    """How many rows before the first with dice hold none: as a person says, else as the print tells."""
    if hints.empty_rows is not None:
        return min(hints.empty_rows, max(SHAPE[0] - way.span[0], 0))
    return empty_rows_before(hints.picture, way, SHAPE) if hints.picture is not None else 0


def _by_form(
    picture: Picture, way: Lattice, on_sheet: Mapping[Cell, DieReading], maybe: Mapping[Cell, DieReading]
) -> dict[Cell, DieReading]:
    """What is a die by its form alone, on free places that do not look like the others."""
    free = [cell for cell in cells(*SHAPE) if cell not in on_sheet]
    there = {cell: die for cell, die in maybe.items() if cell in free}
    unlike = unlike_empty(picture, way, free, SHAPE) if there else {}
    return {cell: die for cell, die in there.items() if shaped(die, unlike.get(cell, 0.0))}


def _by_dice(dice: Sequence[DieReading], first_row: str) -> tuple[Lattice, bool]:
    """The sheet under these dice, its first row where it was said to be, and whether that was certain."""
    lattice = fit_lattice([die.box.centre for die in dice], *SHAPE)
    assert lattice is not None  # there is a die
    return upright(lattice, [die.box for die in dice], SHAPE, first_row)


def _in_better_rows(sure: Sequence[DieReading], likely_dice: Sequence[DieReading]) -> list[DieReading]:
    """Likely dice without which the sure ones lie less well in rows: a gap among few makes the others slip together."""
    alone, both = (fit_lattice([die.box.centre for die in dice], *SHAPE) for dice in (sure, [*sure, *likely_dice]))
    if alone is None or both is None or both.error >= alone.error:
        return []
    joined = [point - len(sure) for point in both.cells if point >= len(sure)]
    return [likely_dice[number] for number in joined] if len(both.cells) - len(joined) >= len(alone.cells) else []


def _on(way: Lattice, dice: Sequence[DieReading]) -> dict[Cell, DieReading]:
    return {cell: dice[point] for point, cell in way.cells.items()}


def _fits(cell: Cell) -> bool:
    return cell[0] < SHAPE[0] and cell[1] < SHAPE[1]

"""The pad as it lies there: a line for each round or category, a column for each player. Every cell is tapped."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.catalogue import Catalogue
from scoring.drawing import PHONE, Element, drawing, group, label, rect
from scoring.pad import Table, score
from scoring.sheet import total_said
from scoring.words import say

EDGE, ROW, NAMES, NARROWEST = 6, 50, 116, 50
"""Margin, height of a line (a thumb's width on a phone), width of the column of names, least width of a player's."""


def draw(table: Table, catalogue: Catalogue) -> str:
    """Heads, lines, the next round, a place for one more category, and the totals."""
    parts, y = [*_head(table)], EDGE + ROW
    for line, name in enumerate(table.names):
        parts += _line(table, name, f"/lines/{line}" if line < len(table.lines) else None, str(line), y)
        y += ROW
    if table.next_round:
        parts += _line(table, table.next_round, None, "-", y)
        y += ROW
    if not (table.of_rounds and table.names):
        parts.append(_more(y))
        y += ROW
    wide = max(PHONE, _column(table, len(table.players)) + EDGE)
    return drawing(wide, y + ROW + EDGE, *parts, *_totals(table, catalogue, y), title=say("Score pad"))


def _width(table: Table) -> float:
    return max(NARROWEST, (PHONE - 2 * EDGE - NAMES) / max(1, len(table.players)))


def _cell(x: float, y: float, width: float, fill: str = "card") -> Element:
    return rect(x + 1, y + 1, width - 2, ROW - 2, 6, fill=fill, stroke="edge")


def _column(table: Table, seat: int) -> float:
    return EDGE + NAMES + seat * _width(table)


def _head(table: Table) -> Iterator[Element]:
    """What is played, and who plays."""
    told = table.game or say("What is played?")
    text = label(EDGE + 8, EDGE + ROW / 2, told, 13, "start", bold=True, fit=NAMES - 14)
    yield group(_cell(EDGE, EDGE, NAMES, "slot"), text, path="/game", title=told)
    for seat, player in enumerate(table.players):
        middle = _column(table, seat) + _width(table) / 2
        name = label(middle, EDGE + ROW / 2, player.name, 13, bold=True, fit=_width(table) - 6)
        ground = _cell(_column(table, seat), EDGE, _width(table), "table")
        yield group(ground, name, path=f"/players/{seat}/name", title=player.name)


def _line(table: Table, name: str, place: str | None, entry: str, y: float) -> Iterator[Element]:
    """One line: its name, which can be changed where it has a ``place``, and a cell for each player."""
    text = label(EDGE + 8, y + ROW / 2, name, 13, "start", fill="ink" if place else "faint", fit=NAMES - 14)
    yield group(_cell(EDGE, y, NAMES, "slot"), text, path=place, title=name if place else "")
    for seat, player in enumerate(table.players):
        x, points = _column(table, seat), None if entry == "-" else player.points[int(entry)]
        told = "" if points is None else str(points)
        shown = label(x + _width(table) / 2, y + ROW / 2, told, 17, bold=True, fit=_width(table) - 8)
        yield group(
            _cell(x, y, _width(table)),
            *([shown] if told else []),
            path=f"/players/{seat}/points/{entry}",
            title=say("{name}, {line}", name=player.name, line=name),
        )


def _more(y: float) -> Element:
    """The place of a category that is not there yet."""
    text = label(EDGE + 8, y + ROW / 2, say("+ category"), 13, "start", fill="accent", fit=NAMES - 14)
    return group(_cell(EDGE, y, NAMES), text, path="/lines/-", title=say("Add a category"))


def _totals(table: Table, catalogue: Catalogue, y: float) -> Iterator[Element]:
    result = score(table, catalogue)
    yield label(EDGE + 8, y + ROW / 2, say("Total"), 13, "start", bold=True, fit=NAMES - 14)
    for seat, sheet in enumerate(result.sheets):
        leads = bool(sheet.awards) and not result.remarks and sheet.player in result.standing.leaders
        x, width = _column(table, seat), _width(table)
        said = label(x + width / 2, y + ROW / 2, total_said(sheet), 18, bold=True, fit=width - 6)
        yield group(_cell(x, y, width, "yellow") if leads else _cell(x, y, width, "slot"), said)

"""A panel per player under the layout: kingdom, gems, and the number of everything else."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.catalogue import Catalogue
from scoring.drawing import PHONE, Element, figure, group, label, letters, rect, shift
from scoring.dwar7s import icons
from scoring.dwar7s.finish import completed_goals
from scoring.dwar7s.holdings import dwarves_in_supply, hand_size
from scoring.dwar7s.kingdom import Kingdom
from scoring.dwar7s.pieces import Gem
from scoring.dwar7s.printed import name_of
from scoring.dwar7s.state import Phase, Player, Table
from scoring.words import say

HEAD, CELL = 32, 48
PLAYER_HEIGHT = HEAD + 2 * CELL + 14
"""A line with the name, a line of gems and one of everything else, each as high as a fingertip."""


def player_panel(table: Table, seat: int, player: Player, kingdom: Kingdom, catalogue: Catalogue) -> Element:
    """One player's panel; the active player's has a strong edge."""
    active = seat == table.active and table.phase is not Phase.COUNTING
    stroke, thick = ("accent", 2) if active else ("edge", 1)
    frame = rect(8, 0, PHONE - 16, PLAYER_HEIGHT - 6, 8, fill="card", stroke=stroke, stroke_width=thick)
    parts = [
        frame,
        figure(24, 25, 22, str(player.colour)),
        letters(24, 30, str(player.colour), 9, "ink"),
        label(38, 15, player.name, 14, "start", bold=True, fit=150),
        label(PHONE - 18, 15, _kingdom(kingdom), 11, "end", fit=180),
        *_gems(seat, player, catalogue),
        *_counts(table, seat, player, catalogue),
    ]
    return group(*parts, path=f"/players/{seat}", title=player.name)


def _kingdom(kingdom: Kingdom) -> str:
    if kingdom.castle is None:
        return say("no castle, no kingdom")
    points = "?" if kingdom.points is None else kingdom.points
    return say("kingdom: cards {size}, points {points}", size=kingdom.size, points=points)


def _cell(number: int, of: int, line: int) -> tuple[Element, float, float]:
    """The ground of one number, and its middle."""
    wide = (PHONE - 24) / of
    left, top = 12 + number * wide, HEAD + line * (CELL + 2)
    return rect(left + 1, top, wide - 2, CELL, 6, fill="slot"), left + wide / 2, top + CELL / 2


def _gems(seat: int, player: Player, catalogue: Catalogue) -> Iterator[Element]:
    for number, gem in enumerate(Gem):
        ground, x, y = _cell(number, len(Gem), 0)
        count = player.gems.get(gem, 0)
        title = say("{gem}: {count}", gem=name_of(gem, catalogue), count=count)
        sign = shift(x - 10, y, icons.gem(gem))
        number_label = label(x + 6, y, str(count), 15, "start", bold=bool(count), fill="ink" if count else "faint")
        yield group(ground, sign, number_label, path=f"/players/{seat}/gems/{gem}", title=title)


def _counts(table: Table, seat: int, player: Player, catalogue: Catalogue) -> Iterator[Element]:
    held = sum(player.ogres.values())
    goals, killed = completed_goals(player), len(player.killed)
    entries = (
        ("ogres", say("ogres"), held),
        ("trades", say("goals"), goals),
        ("killed", say("monsters"), killed),
        ("hand", say("hand"), hand_size(table, player, catalogue)),
        ("supply", say("dwarves"), dwarves_in_supply(table, player)),
    )
    for number, (field, word, count) in enumerate(entries):
        ground, x, y = _cell(number, len(entries), 1)
        parts = (
            ground,
            label(x, y - 8, str(count), 15, bold=bool(count), fill="ink" if count else "faint"),
            label(x, y + 12, word, 11, fill="faint", fit=66),
        )
        yield group(*parts, path=f"/players/{seat}/{field}", title=say("{what}: {count}", what=word, count=count))

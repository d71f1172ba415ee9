"""What the count of the kingdoms still waits for."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.catalogue import Catalogue
from scoring.dwar7s.state import Player, Table
from scoring.needs import Need, Way
from scoring.words import say

KINGDOM = ("DW-SCORE-KINGDOM",)
HELD = ("DW-SCORE-TRADE", "DW-SCORE-SECRET", "DW-SCORE-MONSTERS", "DW-SCORE-GEMS")


def needs(table: Table, catalogue: Catalogue) -> Iterator[Need]:
    """The layout first, then goals and gems of everybody of whom nothing was told."""
    if not table.table:
        yield Need(None, say("the cards on the table"), "/table/-", Way.PHOTO, KINGDOM)
    for seat, player in enumerate(table.players):
        base = f"/players/{seat}"
        if not _holds(player):
            yield Need(seat, say("goals, gems and monsters"), f"{base}/trades", lines=HELD, or_none=True)
        if player.shown and player.secret is None:
            yield Need(seat, say("which secret goal was shown"), f"{base}/secret", lines=("DW-SCORE-SECRET",))
        for number, goal in enumerate(player.trades):
            if goal.id is None and goal.points is None:
                place = f"{base}/trades/{number}/points"
                yield Need(seat, say("points of a trade goal"), place, lines=("DW-SCORE-TRADE",))


def _holds(player: Player) -> bool:
    return bool(player.trades or player.shown or player.secret or player.killed or any(player.gems.values()))

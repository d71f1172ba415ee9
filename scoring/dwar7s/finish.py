"""The end of the game: who has three goals, and who still has a turn."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.dwar7s.pieces import GOALS_TO_END
from scoring.dwar7s.state import Phase, Player, Table


@dataclass(frozen=True, slots=True)
class End:
    """``triggered_by`` are the seats with three goals; ``still_to_play`` the seats with a turn left, in order."""

    triggered_by: tuple[int, ...]
    still_to_play: tuple[int, ...]
    over: bool


def completed_goals(player: Player) -> int:
    """Trade goals and a shown secret goal count; killed monsters do not."""
    return len(player.trades) + (1 if player.shown else 0)


def end_of(table: Table) -> End:
    """With three goals anywhere the round is finished, so that all have had the same number of turns."""
    triggered = tuple(seat for seat, player in enumerate(table.players) if completed_goals(player) >= GOALS_TO_END)
    over = table.phase is Phase.COUNTING or any(_turns_are_over(table, seat) for seat in triggered)
    if not triggered or over:
        return End(triggered, (), over)
    last = table.active if table.options.end_moment == "at_once" else len(table.players) - 1
    return End(triggered, tuple(range(table.active, min(last, len(table.players) - 1) + 1)), False)


def _turns_are_over(table: Table, seat: int) -> bool:
    """Whether the last turn has passed since this player's third goal.

    Trades happen in the execution phase of the own turn, so with three trades the end came then; a secret goal may be
    shown on any turn.
    """
    if len(table.players[seat].trades) < GOALS_TO_END:
        return False
    if table.active == seat:
        return traded_in_an_earlier_round(table, seat)
    return table.options.end_moment == "at_once" or table.active < seat


def traded_in_an_earlier_round(table: Table, seat: int) -> bool:
    """Whether the active player had three trades when the turn began: its own trades come after its actions."""
    enough = len(table.players[seat].trades) >= GOALS_TO_END
    return enough and table.active == seat and table.phase is Phase.ACTIONS

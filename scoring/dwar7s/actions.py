"""How many actions a player has in this turn, and why."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.dwar7s.board import Board
from scoring.dwar7s.pieces import ACTIONS, Kind
from scoring.dwar7s.speech import card_at, listed
from scoring.dwar7s.state import Player, Table
from scoring.sheet import Missing, Step
from scoring.words import say

GIANT = frozenset({Kind.FROST_GIANT})


@dataclass(frozen=True, slots=True)
class ActionCount:
    """From ``least`` to ``most`` actions; they differ only while unknown walls decide about a giant."""

    least: int
    most: int
    steps: tuple[Step, ...]
    missing: tuple[Missing, ...] = ()


def actions_of(table: Table, board: Board, player: Player) -> ActionCount:
    """Three, and one more with the own castle on the table, unless a frost giant is in its kingdom."""
    basic = Step(say("Every turn has {count} actions.", count=ACTIONS), "DW-ACTIONS")
    castle = board.castle(player.colour)
    if castle is None:
        no_castle = Step(say("{name}'s castle is not on the table.", name=player.name), "DW-CASTLE-ACTION")
        return ActionCount(ACTIONS, ACTIONS, (basic, no_castle))
    fixed = table.options.action_count == "at_turn_start"
    is_active = table.active < len(table.players) and table.players[table.active] == player
    if fixed and is_active and Kind.CASTLE in table.placed_now:
        late = Step(say("The castle came in this turn; it helps from the next one on."), "DW-ACTIONS-MIDTURN")
        return ActionCount(ACTIONS, ACTIONS, (basic, late))
    extra = Step(say("{name}'s castle on the table gives one more.", name=player.name), "DW-CASTLE-ACTION")
    surely, perhaps = _giants(table, board, castle, ignore_new=fixed and is_active)
    if surely:
        names = listed(card_at(board.stacks[place], board.catalogue) for place in surely)
        lost = Step(say("{giants} cancels the extra action.", giants=names), "DW-GIANT")
        return ActionCount(ACTIONS, ACTIONS, (basic, extra, lost))
    if perhaps:
        names = listed(card_at(board.stacks[place], board.catalogue) for place in perhaps)
        unsure = Step(say("Whether {giants} is in this kingdom depends on unknown walls.", giants=names), "DW-GIANT")
        asks = tuple(board.catalogue.missing(kind, "walls") for kind in board.unsure_walls(castle))
        return ActionCount(ACTIONS, ACTIONS + 1, (basic, extra, unsure), asks)
    return ActionCount(ACTIONS + 1, ACTIONS + 1, (basic, extra))


def _giants(table: Table, board: Board, castle: int, ignore_new: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Giants that surely and that perhaps cancel a castle's action; one placed in this turn may not count."""
    if table.options.giant_scope == "everywhere":
        surely = tuple(p for p in range(len(board.stacks)) if board.kind(p) in GIANT)
        perhaps: tuple[int, ...] = ()
    else:
        surely, perhaps = board.monsters_with(castle, GIANT)
    if ignore_new and Kind.FROST_GIANT in table.placed_now:
        active = table.players[table.active].colour

        def old(place: int) -> bool:
            return board.stacks[place].top.colour is not active

        surely, perhaps = tuple(filter(old, surely)), tuple(filter(old, perhaps))
    return surely, perhaps

"""How many actions a player has in this turn, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from scoring.dwar7s.board import Board, board_of
from scoring.dwar7s.pieces import ACTIONS, Kind
from scoring.dwar7s.speech import card_at
from scoring.dwar7s.state import Player, Table
from scoring.sheet import Missing, Step
from scoring.words import listed, say

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
    if board.castle(player.colour) is None:
        no_castle = Step(say("{name}'s castle is not on the table.", name=player.name), "DW-CASTLE-ACTION")
        return ActionCount(ACTIONS, ACTIONS, (basic, no_castle))
    steps: tuple[Step, ...] = (basic,)
    is_active = table.active < len(table.players) and table.players[table.active] == player
    if table.options.action_count == "at_turn_start" and is_active and table.placed_now:
        start = without_cards(table, table.placed_now)
        board = board_of(start, board.catalogue)
        fixed = say("The number is fixed at the start of the turn: the cards placed since do not count.")
        steps = (basic, Step(fixed, "DW-ACTIONS-MIDTURN"))
    castle = board.castle(player.colour)
    if castle is None:
        late = Step(say("The castle came in this turn; it helps from the next one on."), "DW-ACTIONS-MIDTURN")
        return ActionCount(ACTIONS, ACTIONS, (*steps, late))
    extra = Step(say("{name}'s castle on the table gives one more.", name=player.name), "DW-CASTLE-ACTION")
    steps = (*steps, extra)
    surely, perhaps = cancelling_giants(table, board, castle)
    if surely:
        names = listed(card_at(board.stacks[place], board.catalogue) for place in surely)
        lost = Step(say("{giants} cancels the extra action.", giants=names), "DW-GIANT")
        return ActionCount(ACTIONS, ACTIONS, (*steps, lost))
    if perhaps:
        names = listed(card_at(board.stacks[place], board.catalogue) for place in perhaps)
        unsure = Step(say("Whether {giants} is in this kingdom depends on unknown walls.", giants=names), "DW-GIANT")
        asks = tuple(board.catalogue.missing(kind, "walls") for kind in board.unsure_walls(castle))
        return ActionCount(ACTIONS, ACTIONS + 1, (*steps, unsure), asks)
    return ActionCount(ACTIONS + 1, ACTIONS + 1, steps)


def cancelling_giants(table: Table, board: Board, castle: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Giants that surely and that perhaps cancel a castle's action."""
    if table.options.giant_scope == "everywhere":
        return tuple(place for place in range(len(board.stacks)) if board.kind(place) in GIANT), ()
    return board.monsters_with(castle, GIANT)


def without_cards(table: Table, kinds: Iterable[Kind]) -> Table:
    """The layout before the active player placed these cards; before the execution only they can change it."""
    taken = Counter(kinds)
    colour = table.players[table.active].colour
    stacks = []
    for stack in table.table:
        left = []
        for card in reversed(stack.cards):  # a card placed now lies above those that were there
            if card.colour is colour and taken[card.kind]:
                taken[card.kind] -= 1
            else:
                left.append(card)
        if left:
            stacks.append(stack.model_copy(update={"cards": tuple(reversed(left))}))
    return table.model_copy(update={"table": tuple(stacks)})

"""What a card laid or dug would change: every kingdom before and after."""

from __future__ import annotations

from typing import Any

from scoring.dwar7s.board import Board, board_of
from scoring.dwar7s.kingdom import Kingdom, kingdoms_of
from scoring.dwar7s.referee.common import Scene
from scoring.dwar7s.state import Card, Stack, Table
from scoring.sheet import Step
from scoring.words import say


def with_card(table: Table, card: Card, spot: tuple[int, int]) -> Table:
    """The table with a card laid on a free spot, or on the stack that lies there."""
    stacks = list(table.table)
    for place, stack in enumerate(stacks):
        if (stack.x, stack.y) == spot:
            stacks[place] = stack.model_copy(update={"cards": (*stack.cards, card)})
            break
    else:
        stacks.append(Stack(x=spot[0], y=spot[1], cards=(card,)))
    return table.model_copy(update={"table": tuple(stacks)})


def with_dig(table: Table, place: int) -> Table:
    """The table with the top card of a stack under the others, not turned."""
    stacks = list(table.table)
    *rest, top = stacks[place].cards
    stacks[place] = stacks[place].model_copy(update={"cards": (top, *rest)})
    return table.model_copy(update={"table": tuple(stacks)})


def kingdom_changes(scene: Scene, after: Table) -> tuple[list[Step], dict[str, Any]]:
    """The kingdoms that grow, shrink, or change their points; for machines all of them as they would be."""
    old, new = _kingdoms(scene.table, scene.board), _kingdoms(after, board_of(after, scene.facts))
    steps, data = [], {}
    for player, before, then in zip(scene.table.players, old, new, strict=True):
        data[player.name] = {"size": then.size, "points": then.points, "certain": not then.perhaps}
        if (before.size, before.points, before.castle is None) != (then.size, then.points, then.castle is None):
            text = say(
                "{name}'s kingdom would change: cards {old_size} to {size}, points {old_points} to {points}.",
                name=player.name,
                old_size=before.size,
                size=then.size,
                old_points=_shown(before),
                points=_shown(then),
            )
            steps.append(Step(text, "DW-KINGDOM"))
    return steps, data


def _kingdoms(table: Table, board: Board) -> tuple[Kingdom, ...]:
    return kingdoms_of(board, [player.colour for player in table.players], table.options)


def _shown(kingdom: Kingdom) -> int | str:
    return "?" if kingdom.points is None else kingdom.points

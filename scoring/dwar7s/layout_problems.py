"""What cannot be about the layout itself: places, stacks, dwarves on cards, gaps."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.dwar7s.board import Board
from scoring.dwar7s.pieces import STEPS, mask, turned
from scoring.dwar7s.printed import print_of_kind
from scoring.dwar7s.speech import FIELD_NAMES, card_at
from scoring.dwar7s.stacking import may_cover
from scoring.dwar7s.state import Table
from scoring.sheet import Problem
from scoring.words import say

MONSTERS_IN_THE_BOX = 8


def layout_problems(table: Table, board: Board) -> Iterator[Problem]:
    """Every problem of the layout."""
    yield from one_stack_a_place(table, board)
    yield from stacks(table, board)
    yield from crowded_cards(table, board)
    yield from cards_unlike_their_kind(table, board)
    yield from gaps(table, board)


def one_stack_a_place(table: Table, board: Board) -> Iterator[Problem]:
    """A place of the grid holds one stack."""
    for place, stack in enumerate(table.table):
        first = board.at[stack.x, stack.y]
        if first != place:
            text = say("Two stacks lie at {x},{y}; only the first is counted.", x=stack.x, y=stack.y)
            yield Problem("DW-PLACE-CARD", (f"/table/{first}", f"/table/{place}"), text)


def stacks(table: Table, board: Board) -> Iterator[Problem]:
    """Only cards with the same symbol lie on each other; no castle or monster is in a stack."""
    for place, stack in enumerate(table.table):
        for number in range(1, len(stack.cards)):
            below, above = stack.cards[number - 1], stack.cards[number]
            answer = may_cover(above.kind, below.kind, table.options, board.catalogue)
            if answer.legal is False:
                where = (f"/table/{place}/cards/{number - 1}", f"/table/{place}/cards/{number}")
                yield Problem(answer.rule, where, answer.says)


def crowded_cards(table: Table, board: Board) -> Iterator[Problem]:
    """No more dwarves on a card than it has places."""
    for place, stack in enumerate(table.table):
        slots, count = board.prints[place].slots, sum(stack.dwarves.values())
        if slots is not None and count > slots:
            text = say(
                "{count} dwarves on {card}, which has {slots} places.",
                count=count,
                card=card_at(stack, board.catalogue),
                slots=slots,
            )
            yield Problem("DW-SLOTS", (f"/table/{place}/dwarves",), text)


def cards_unlike_their_kind(table: Table, board: Board) -> Iterator[Problem]:
    """A value seen on a card that differs from what is known of its kind: one of the two was misread."""
    for place, stack in enumerate(table.table):
        card, known = stack.top, print_of_kind(stack.top.kind, board.catalogue)
        if card.walls is not None and known.walls is not None and mask(card.walls) != turned(known.walls, card.turn):
            where = f"/table/{place}/cards/{len(stack.cards) - 1}/walls"
            text = say(
                "{card} shows other walls than the catalogue has for a card turned like this.",
                card=card_at(stack, board.catalogue),
            )
            yield Problem("DW-CARD-FACE", (where,), text)
        for field in ("points", "slots", "need"):
            seen, told = getattr(card, field), getattr(known, field)
            if seen is not None and told is not None and seen != told:
                text = say(
                    "{card} shows {field} {seen}, but the catalogue says {told}.",
                    card=card_at(stack, board.catalogue),
                    field=FIELD_NAMES[field],
                    seen=seen,
                    told=told,
                )
                yield Problem("DW-CARD-FACE", (f"/table/{place}/cards/{len(stack.cards) - 1}/{field}",), text)


def gaps(table: Table, board: Board) -> Iterator[Problem]:
    """The layout hangs together. A killed monster leaves a gap, so with killed monsters small gaps are in order."""
    killed = sum(len(player.killed) for player in table.players)
    joined = _reach(board, min(killed, MONSTERS_IN_THE_BOX))
    apart = [place for spot, place in board.at.items() if spot not in joined]
    for place in apart:
        text = say("{card} touches no other part of the layout.", card=card_at(table.table[place], board.catalogue))
        yield Problem("DW-PLACE-CARD", (f"/table/{place}",), text)


def _reach(board: Board, gap: int) -> set[tuple[int, int]]:
    """Spots joined to the largest part of the layout, stepping over at most ``gap`` empty spots between parts."""
    largest: set[tuple[int, int]] = set()
    for start in board.at:
        if start not in largest:
            part = _spread(board, start, gap)
            if len(part) > len(largest):
                largest = part
    return largest


def _spread(board: Board, start: tuple[int, int], gap: int) -> set[tuple[int, int]]:
    best = {start: 0}  # fewest empty spots crossed since the last card
    queue = [start]
    for x, y in queue:
        for dx, dy in STEPS:
            spot = (x + dx, y + dy)
            empty = 0 if spot in board.at else best[x, y] + 1
            if empty <= gap and empty < best.get(spot, gap + 1):
                best[spot] = empty
                queue.append(spot)
    return {spot for spot in best if spot in board.at}

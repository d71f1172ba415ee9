"""Everything about a table that cannot be: all of it at once, and never an exception."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations

from scoring.catalogue import Catalogue
from scoring.dwar7s.actions import actions_of, without_cards
from scoring.dwar7s.board import Board, board_of
from scoring.dwar7s.box_problems import box_problems, colours_in_play
from scoring.dwar7s.holdings import hand_size, kingdom_hand
from scoring.dwar7s.layout_problems import layout_problems
from scoring.dwar7s.pieces import ACTIONS, HAND_LIMIT, OPEN_GOALS, TRADE_GOALS, Colour, Kind
from scoring.dwar7s.printed import name_of, told_values
from scoring.dwar7s.speech import card_at, colour_name, dwarves_listed
from scoring.dwar7s.state import Phase, Player, Table
from scoring.names import unknown_name
from scoring.sheet import Problem
from scoring.words import say


def problems(table: Table, catalogue: Catalogue) -> list[Problem]:
    """Every thing wrong with a table, in the order of the table, the players and the turn."""
    board = board_of(table, catalogue)
    found: list[Problem] = list(layout_problems(table, board))
    for check in CHECKS:
        found.extend(check(table, board))
    found.extend(printed_values(table, catalogue))
    return found


def seats(table: Table, board: Board) -> Iterator[Problem]:
    """Each player has a colour of their own, and the turn is somebody's."""
    for colour, times in Counter(player.colour for player in table.players).items():
        if times > 1:
            where = tuple(f"/players/{seat}/colour" for seat, p in enumerate(table.players) if p.colour is colour)
            text = say("{count} players have the colour {colour}.", count=times, colour=colour_name(colour))
            yield Problem("DW-SETUP-CARDS", where, text)
    if table.active >= len(table.players):
        yield Problem("DW-TURN", ("/active",), say("There is no seat {seat}.", seat=table.active))


def goals_once(table: Table, board: Board) -> Iterator[Problem]:
    """Each goal is there once; at most three trade goals lie open; a shown secret goal has a name."""
    secrets = Counter(player.secret for player in table.players if player.secret)
    for seat, player in enumerate(table.players):
        if player.secret and secrets[player.secret] > 1:
            text = say("Two players have the secret goal {goal}.", goal=name_of(player.secret, board.catalogue))
            yield Problem("DW-SETUP-GOALS", (f"/players/{seat}/secret",), text)
        if player.shown and player.secret is None:
            text = say("{name} has shown a secret goal; tell which.", name=player.name)
            yield Problem("DW-SECRET-GOALS", (f"/players/{seat}/secret",), text)
    if len(table.open_goals) > OPEN_GOALS:
        text = say("{count} trade goals lie open; it is never more than 3.", count=len(table.open_goals))
        yield Problem("DW-SETUP-GOALS", ("/open_goals",), text)
    yield from _trade_goals(table, board)


def _trade_goals(table: Table, board: Board) -> Iterator[Problem]:
    held = [(f"/players/{i}/trades/{n}", g) for i, p in enumerate(table.players) for n, g in enumerate(p.trades)]
    held += [(f"/open_goals/{n}", goal) for n, goal in enumerate(table.open_goals)]
    if len(held) > TRADE_GOALS:
        yield Problem("DW-BOX", tuple(w for w, _ in held), say("{count} trade goals; the box has 10.", count=len(held)))
    times = Counter(goal.id for _, goal in held if goal.id)
    for where, goal in held:
        if goal.id and (refusal := unknown_name(say("trade goal"), goal.id, board.catalogue.names("trade"))):
            yield Problem("DW-BOX", (where,), refusal)
        elif goal.id and times[goal.id] > 1:
            yield Problem("DW-BOX", (where,), say("{goal} is there twice.", goal=name_of(goal.id, board.catalogue)))
        elif goal.id is None and goal.points is None and where.startswith("/players"):
            text = say("A completed trade goal needs its points or its number in your catalogue.")
            yield Problem("DW-SCORE-TRADE", (where,), text)


def hands(table: Table, board: Board) -> Iterator[Problem]:
    """Nobody holds more than nine cards after the own discard phase."""
    for seat, player in enumerate(table.players):
        may_hold_more = seat == table.active and table.phase is not Phase.COUNTING
        size = hand_size(table, player, board.catalogue)
        if size > HAND_LIMIT and not may_hold_more:
            text = say(
                "{name} holds {count} cards ({kingdom} kingdom cards, {gems} gems, {ogres} ogres); the limit is 9.",
                name=player.name,
                count=size,
                kingdom=len(kingdom_hand(table, player, board.catalogue)),
                gems=sum(player.gems.values()),
                ogres=sum(player.ogres.values()),
            )
            yield Problem("DW-HAND-LIMIT", (f"/players/{seat}",), text)


def turn(table: Table, board: Board) -> Iterator[Problem]:
    """No more actions than allowed, and only executions that can have happened."""
    if table.active >= len(table.players):
        return
    player = table.players[table.active]
    if table.actions_used is not None:
        allowed = _actions_at_most(table, board, player)
        if table.actions_used > allowed:
            text = say(
                "{name} took {used} actions; {allowed} are allowed.",
                name=player.name,
                used=table.actions_used,
                allowed=allowed,
            )
            yield Problem("DW-ACTIONS", ("/actions_used",), text)
    yield from _executions(table, board, player.colour)


def _actions_at_most(table: Table, board: Board, player: Player) -> int:
    """The actions the turn can have had: a card of this turn can let a giant in or wall it off at any of them."""
    now = actions_of(table, board, player).most
    if table.options.action_count == "at_turn_start" or now > ACTIONS or board.castle(player.colour) is None:
        return now
    # A dig or a kill came after the actions, and so many cards in one turn are another problem: nothing is sure then.
    if table.executed or len(table.placed_now) > ACTIONS + 1:
        return ACTIONS + 1
    return max(now, *(_actions_before(table, board, player, cards) for cards in _some(table.placed_now)))


def _some(cards: tuple[Kind, ...]) -> Iterator[tuple[Kind, ...]]:
    return (some for size in range(len(cards) + 1) for some in combinations(cards, size))


def _actions_before(table: Table, board: Board, player: Player, cards: tuple[Kind, ...]) -> int:
    """The actions before these cards were placed."""
    before = without_cards(table, cards)
    return actions_of(before, board_of(before, board.catalogue), player).most


def _executions(table: Table, board: Board, active: Colour) -> Iterator[Problem]:
    for number, execution in enumerate(table.executed):
        where = (f"/executed/{number}",)
        returned = {colour: count for colour, count in execution.returned.items() if count}
        if len(returned) > 1:
            text = say("Dwarves of several colours executed one card ({dwarves}).", dwarves=dwarves_listed(returned))
            yield Problem("DW-SAME-COLOUR", where, text)
        elif returned and active not in returned:
            yield Problem(
                "DW-SAME-COLOUR", where, say("Only {colour} executes in this turn.", colour=colour_name(active))
            )
        place = board.at.get((execution.x, execution.y))
        if place is None:  # a killed monster leaves its place empty
            continue
        need = board.prints[place].need
        count = sum(returned.values())
        wrong = need is not None and count != need
        if wrong and not (table.options.surplus == "fire_again" and need and count and count % need == 0):
            text = say(
                "{card} sends {need} dwarves home when it is executed, not {count}.",
                card=card_at(board.stacks[place], board.catalogue),
                need=need,
                count=count,
            )
            yield Problem("DW-SURPLUS", where, text)


def printed_values(table: Table, catalogue: Catalogue) -> Iterator[Problem]:
    """Values told with the table must be possible."""
    for item, field, _, error in told_values(table, catalogue):
        if error:
            yield Problem("DW-CARD-FACE", (f"/printed/{item}/{field}",), error)


CHECKS: tuple[Callable[[Table, Board], Iterator[Problem]], ...] = (
    colours_in_play,
    seats,
    box_problems,
    goals_once,
    hands,
    turn,
)

"""A player's kingdom: every card that can be reached from the own castle."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scoring.dwar7s.board import Board
from scoring.dwar7s.pieces import LEAST_CARD_POINTS, Colour, Kind
from scoring.dwar7s.state import Options
from scoring.sheet import Missing


@dataclass(frozen=True, slots=True)
class Kingdom:
    """The kingdom of one colour. ``castle`` is None if the castle was not played: then there is no kingdom.

    ``places`` surely belong to it; ``perhaps`` are further ones that depend on walls nobody has told us.
    ``points`` is None while a wall or a printed number is missing; ``known_points`` is the sum of what is known,
    ``least_points`` what the kingdom is worth in any case: unknown cards count the least a card can show, and cards
    that perhaps belong to it count only if they take points.
    """

    colour: Colour
    castle: int | None = None
    places: tuple[int, ...] = ()
    perhaps: tuple[int, ...] = ()
    points: int | None = 0
    known_points: int = 0
    least_points: int = 0
    size: int = 0
    largest_size: int = 0
    shared_with: tuple[Colour, ...] = ()
    missing: tuple[Missing, ...] = ()


def kingdoms_of(board: Board, colours: Iterable[Colour], options: Options) -> tuple[Kingdom, ...]:
    """The kingdom of each colour; a shared one is walked through once."""
    walked: dict[int, Kingdom] = {}
    kingdoms = []
    for colour in colours:
        castle = board.castle(colour)
        if castle is None:
            kingdoms.append(Kingdom(colour))
            continue
        region = board.sure[castle]
        if region not in walked:
            walked[region] = _walk(board, colour, castle, options)
        kingdom = walked[region]
        if kingdom.colour is not colour:
            others = tuple(other for other in (kingdom.colour, *kingdom.shared_with) if other is not colour)
            kingdom = replace(kingdom, colour=colour, castle=castle, shared_with=others)
        kingdoms.append(kingdom)
    return tuple(kingdoms)


def kingdom_of(board: Board, colour: Colour, options: Options) -> Kingdom:
    """The kingdom of one colour."""
    return kingdoms_of(board, (colour,), options)[0]


def _walk(board: Board, colour: Colour, castle: int, options: Options) -> Kingdom:
    """Walk an imaginary dwarf from the castle over every open edge; each card it reaches belongs to the kingdom."""
    places = board.region(castle, board.sure)
    reachable = places if board.perhaps is board.sure else board.region(castle, board.perhaps)
    perhaps = tuple(place for place in reachable if place not in places) if len(reachable) > len(places) else ()
    numbers = [board.prints[place].points for place in places]
    certain = not perhaps and None not in numbers
    known = sum(number for number in numbers if number is not None)
    size = _cards(board, places, options)
    return Kingdom(
        colour,
        castle,
        places,
        perhaps,
        known if certain else None,
        known,
        _least(numbers, [board.prints[place].points for place in perhaps]),
        size,
        size + _cards(board, perhaps, options),
        _others(board, places, colour),
        () if certain else _missing(board, castle, reachable),
    )


def _least(surely: list[int | None], perhaps: list[int | None]) -> int:
    """The least a kingdom can be worth.

    >>> _least([2, -1], [3, -2]), _least([2, None], [])
    (-1, -18)
    """
    own = sum(LEAST_CARD_POINTS if number is None else number for number in surely)
    return own + sum(min(0, LEAST_CARD_POINTS if number is None else number) for number in perhaps)


def _cards(board: Board, places: tuple[int, ...], options: Options) -> int:
    """How many cards these are; covered ones only where the table plays it that way."""
    if options.covered_cards == "count":
        return sum(len(board.stacks[place].cards) for place in places)
    return len(places)


def _others(board: Board, places: tuple[int, ...], colour: Colour) -> tuple[Colour, ...]:
    """Whose castles stand in the same kingdom."""
    castles = (board.stacks[place].cards[-1].colour for place in places if board.kind(place) is Kind.CASTLE)
    return tuple(other for other in castles if other is not colour)


def _missing(board: Board, castle: int, reachable: tuple[int, ...]) -> tuple[Missing, ...]:
    """The questions that stand between us and the kingdom's points."""
    pointless = dict.fromkeys(board.kind(p) for p in reachable if board.prints[p].points is None)
    ask = board.catalogue.missing
    return (
        *(ask(kind, "walls") for kind in board.unsure_walls(castle)),
        *(ask(kind, "points") for kind in pointless),
    )

"""Whose pieces are whose, where a photo shows several players: told by a person, or known from the table so far."""

from __future__ import annotations

import copy
from collections.abc import Sequence

from api.log.laying import state_with
from api.log.paths import look_up, parts, same
from api.log.refused import NothingThere
from scoring.words import say
from vision.tables.contract import Asked, CannotLay, Choice, Pieces, Question, State, TableReader

NOBODY = -1
ENOUGH = 0.5  # of the pieces of a part must lie with a player already, to be known as theirs
SPAN = 3  # parts of a photo across and down that have a name
ACROSS = (say("on the left"), say("in the middle"), say("on the right"))
DOWN = (say("at the top"), say("in the middle"), say("at the bottom"))


def seats_of(reader: TableReader, shown: Sequence[Pieces], state: State, told: Sequence[int] | None) -> list[int]:
    """The seat of each part of a photo, in its order, or NOBODY; asked where nobody told and the table does not."""
    count = len(state["players"])
    if told is not None:
        return _checked(told, len(shown), count)
    known = [_known_seat(reader, pieces, state) for pieces in shown]
    seats = [seat for seat in known if seat is not None]
    if len(seats) == len(shown) and len(set(seats)) == len(seats):
        return seats
    raise Asked(
        *_questions(shown, [one["name"] for one in state["players"]], known),
        text=say("The photo shows the pieces of {count} players. Whose are they?", count=len(shown)),
    )


def _checked(told: Sequence[int], shown: int, count: int) -> list[int]:
    seats = [seat for seat in told if seat != NOBODY]
    if len(told) != shown:
        raise CannotLay(say("The photo shows the pieces of {count} players: say whose each are.", count=shown))
    if len(set(seats)) < len(seats):
        raise CannotLay(say("Two parts of a photo cannot be the same player's."))
    for seat in seats:
        if not 0 <= seat < count:
            raise CannotLay(say("There is no player {number} at this table.", number=seat + 1))
    return list(told)


def _known_seat(reader: TableReader, pieces: Pieces, state: State) -> int | None:
    """The player with whom most of these pieces lie already."""
    shares = [_already(reader, pieces, state, seat) for seat in range(len(state["players"]))]
    best = max(range(len(shares)), key=shares.__getitem__)
    rest = [share for seat, share in enumerate(shares) if seat != best]
    return best if shares[best] >= ENOUGH and shares[best] > 2 * max(rest, default=0.0) else None


def _already(reader: TableReader, pieces: Pieces, state: State, seat: int) -> float:
    """The share of the pieces that change nothing when they are laid with a player."""
    try:
        laid = reader.lay(copy.deepcopy(pieces), state, reader.likely_spot(state, seat))
    except CannotLay:
        return 0.0
    after = state_with(state, laid)
    placed = [str(piece["path"]) for piece in laid.pieces if piece.get("path")]
    return sum(_same_at(path, state, after) for path in placed) / max(len(placed), 1)


def _same_at(path: str, before: State, after: State) -> bool:
    try:
        return same(look_up(before, parts(path)), look_up(after, parts(path)))
    except NothingThere:
        return False


def _questions(shown: Sequence[Pieces], names: Sequence[str], known: Sequence[int | None]) -> list[Question]:
    """One for each part: those who are known or come next first, and nobody last."""
    boxes = [_frame(pieces) for pieces in shown]
    nobody = Choice(NOBODY, say("Nobody"))
    asked = []
    for number, (box, seat) in enumerate(zip(boxes, known, strict=True)):
        first = seat if seat is not None else number % len(names)
        order = [first, *(other for other in range(len(names)) if other != first)]
        text = say("Whose pieces lie {where}?", where=_where(number, boxes))
        choices = (*(Choice(one, names[one]) for one in order), nobody)
        asked.append(Question("players", text, choices, box=box))
    return asked


def _frame(pieces: Pieces) -> tuple[float, ...]:
    edges = list(zip(*(piece["box"] for piece in pieces), strict=True))
    return min(edges[0]), min(edges[1]), max(edges[2]), max(edges[3])


def _where(number: int, boxes: Sequence[tuple[float, ...]]) -> str:
    """Where a part lies among the others: they come from left to right, or from top to bottom."""
    if len(boxes) > SPAN:
        return say("at place {number}", number=number + 1)
    (left, top, *_), (last_left, last_top, *_) = boxes[0], boxes[-1]
    words = ACROSS if abs(last_left - left) >= abs(last_top - top) else DOWN
    return words[number if len(boxes) == SPAN else 2 * number]

"""Yacht from photo to state: the five dice of a roll. What they show counts, their colours do not."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.words import say
from scoring.yacht import DICE, ROLLS
from vision.reading import UNSURE
from vision.tables.contract import (
    Asked,
    Change,
    Choice,
    Laid,
    Pieces,
    Question,
    Spot,
    State,
    TableReader,
    seat_of,
    unsure_pieces,
)
from vision.tables.heap import after_correction, numbered


def before(state: State, player: int) -> tuple[Question, ...]:
    """Which roll of the turn, asked while there is a roll and another may follow: the next one comes first."""
    dice, roll = state["players"][player]["dice"], state["players"][player]["roll"]
    if len(dice) < DICE or roll == ROLLS:
        return ()
    choices = (
        Choice(roll, say("Roll {number}", number=roll + 1)),
        Choice(roll - 1, say("Roll {number}, again", number=roll)),
    )
    return (Question("round", say("Which roll of the turn does the photo show?"), choices),)


def lay(pieces: Pieces, state: State, spot: Spot) -> Laid:
    """The dice of the photo are the roll; of more than five the surest."""
    player = seat_of(state, spot.player)
    open_questions = before(state, player)
    if spot.round is None and open_questions:
        raise Asked(open_questions[0])
    roll = state["players"][player]["roll"] if spot.round is None else min(spot.round + 1, ROLLS)
    changes, laid = _roll_of(pieces, [], player)
    return Laid((*changes, Change("replace", f"/players/{player}/roll", roll)), laid)


def adjust(before: Pieces, after: Pieces, state: State, player: int) -> Laid:
    """Dice that people typed beside the photo stay; dice that they took away stay away."""
    lying = [str(face) for face in state["players"][player]["dice"]]
    kept, typed = after_correction([piece for piece in before if piece["path"]], after, lying)
    return Laid(*_roll_of(kept, typed, player))


def _roll_of(pieces: Pieces, typed: Sequence[str], player: int) -> tuple[tuple[Change, ...], Pieces]:
    """The change that makes these dice the roll, and the pieces with their places; beyond five they have none."""
    path = f"/players/{player}/dice"
    surest = sorted(pieces, key=lambda piece: -piece["confidence"])[: DICE - len(typed)]
    chosen = {piece["id"] for piece in surest}
    taken = numbered([piece for piece in pieces if piece["id"] in chosen], path)
    others: Pieces = [{**piece, "path": None} for piece in pieces if piece["id"] not in chosen]
    dice = [int(code) for code in (*(piece["code"] for piece in taken), *typed)]
    return (Change("replace", path, dice),), [*taken, *others]


def questions(pieces: Pieces, left_open: Sequence[str], state: State, player: int) -> list[Question]:
    """Dice that a person should look at, and a number of dice that is no roll."""
    asked = [
        Question(
            "piece",
            say("What does die {number} show? I read {piece}.", number=int(piece["path"][-1]) + 1, piece=piece["code"]),
            tuple(Choice(option["code"], option["code"]) for option in piece.get("options", ())),
            piece["path"],
        )
        for piece in unsure_pieces([piece for piece in pieces if piece["path"]], UNSURE)
    ]
    if len(pieces) != DICE:
        text = say("{count} dice were found, and a roll is five. Which are they?", count=len(pieces))
        asked.append(Question("dice", text, where=f"/players/{player}/dice"))
    return asked


TABLE = TableReader("yacht", lay, adjust, before=before, questions=questions)

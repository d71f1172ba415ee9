"""Which round a photo of a trove shows, and what it leaves open."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.catalogue import localised
from scoring.diceminer.pieces import die, face_name
from scoring.diceminer.state import ROUNDS
from scoring.games import load
from scoring.words import say
from vision.reading import UNSURE
from vision.tables.contract import Choice, Piece, Pieces, Question, State, unsure_pieces

UNREAD = "?"
HERO = "hero"


def before(state: State, player: int) -> tuple[Question, ...]:
    """Which round, asked once the last one has dice that were read: the next one comes first."""
    rounds = state["players"][player]["rounds"]
    if not rounds or all(code.endswith(UNREAD) for code in rounds[-1]["dice"]):
        return ()
    again = [Choice(index, say("Round {number}, again", number=index + 1)) for index in range(len(rounds))]
    fresh = [Choice(len(rounds), say("Round {number}", number=len(rounds) + 1))] if len(rounds) < ROUNDS else []
    return (Question("round", say("Which round does the photo show?"), (*fresh, *reversed(again))),)


def questions(pieces: Pieces, left_open: Sequence[str], state: State, player: int) -> list[Question]:
    """Symbols that a person should look at: a wrong one changes the score, and reading them is hard. And the hero."""
    asked = [
        Question(
            "piece",
            say(
                "What does die {number} show? I read {piece}.",
                number=_number(piece["path"]),
                piece=_told(piece),
            ),
            tuple(Choice(option["code"], _told(option)) for option in piece.get("options", ())),
            piece["path"],
        )
        for piece in unsure_pieces(pieces, UNSURE)
        if piece.get("place") != HERO
    ]
    for piece in unsure_pieces(pieces, UNSURE):
        if piece.get("place") == HERO:
            choices = tuple(Choice(one["code"], hero_name(one["code"])) for one in (piece, *piece.get("options", ())))
            text = say("Which hero card is this? I read {hero}.", hero=hero_name(piece["code"]))
            asked.append(Question("piece", text, choices, piece["path"]))
    if state["players"][player]["hero"] is None:
        where = f"/players/{player}/hero"
        asked.append(Question("hero", say("Which hero card does this player have?"), where=where))
    return asked


def hero_name(code: str) -> str:
    """A hero in words."""
    return localised(load("diceminer").catalogue.items[code].name)


def _told(piece: Piece) -> str:
    return face_name(die(piece["code"]))


def _number(path: str) -> int:
    return int(path.rsplit("/", 1)[1]) + 1

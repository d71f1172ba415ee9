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
from vision.tables.diceminer.places import BESIDE, is_on_mountain, place_of

UNREAD = "?"
HERO = "hero"
# Said instead of a round: the photo shows the mountain. No game has so many rounds.
THE_MOUNTAIN = 20


def before(state: State, player: int) -> tuple[Question, ...]:
    """Which round, asked once the last one has dice that were read: the next one comes first."""
    rounds = state["players"][player]["rounds"]
    if not rounds or all(code.endswith(UNREAD) for code in rounds[-1]["dice"]):
        return ()
    again = [Choice(index, say("Round {number}, again", number=index + 1)) for index in range(len(rounds))]
    fresh = [Choice(len(rounds), say("Round {number}", number=len(rounds) + 1))] if len(rounds) < ROUNDS else []
    mountain = [Choice(THE_MOUNTAIN, say("The mountain"))] if fresh else []
    return (Question("round", say("Which round does the photo show?"), (*fresh, *reversed(again), *mountain)),)


def questions(pieces: Pieces, left_open: Sequence[str], state: State, player: int) -> list[Question]:
    """Symbols that a person should look at: a wrong one changes the score, and reading them is hard. And the hero."""
    unsure = [piece for piece in unsure_pieces(pieces, UNSURE) if piece.get("path")]
    asked = [_about_die(piece) for piece in unsure if piece.get("place") != HERO]
    if any(is_on_mountain(piece) for piece in pieces):
        return [*asked, *_about_others(pieces)]
    for piece in unsure:
        if piece.get("place") == HERO:
            choices = tuple(Choice(one["code"], hero_name(one["code"])) for one in (piece, *piece.get("options", ())))
            text = say("Which hero card is this? I read {hero}.", hero=hero_name(piece["code"]))
            asked.append(Question("piece", text, choices, piece["path"]))
    if state["players"][player]["hero"] is None:
        where = f"/players/{player}/hero"
        asked.append(Question("hero", say("Which hero card does this player have?"), where=where))
    return asked


def _about_die(piece: Piece) -> Question:
    """What a die shows: one of a trove by its number, one of the mountain by its row and place."""
    if is_on_mountain(piece):
        row, place = place_of(piece["place"])
        where = f"{row + 1}.{place + 1}"
        text = say("What does the die at {place} show? I read {piece}.", place=where, piece=_told(piece))
    else:
        number = _number(piece["path"])
        text = say("What does die {number} show? I read {piece}.", number=number, piece=_told(piece))
    choices = tuple(Choice(option["code"], _told(option)) for option in piece.get("options", ()))
    return Question("piece", text, choices, piece["path"])


def _about_others(pieces: Pieces) -> list[Question]:
    beside = sum(piece.get("place") == BESIDE for piece in pieces)
    if not beside:
        return []
    text = say("{count} dice lie beside the mountain: photograph each trove by itself.", count=beside)
    return [Question("beside", text)]


def hero_name(code: str) -> str:
    """A hero in words."""
    return localised(load("diceminer").catalogue.items[code].name)


def _told(piece: Piece) -> str:
    return face_name(die(piece["code"]))


def _number(path: str) -> int:
    return int(path.rsplit("/", 1)[1]) + 1

"""A reading becomes part of a state: the one way for the terminal, HTTP and the live camera."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from api.answers import play
from api.answers.refusals import Unreadable
from api.answers.whose import NOBODY
from api.language.speech import translator
from api.log.laying import state_with
from scoring.games import load
from scoring.words import say
from vision.tables import READABLE, reader_of
from vision.tables.again import asked
from vision.tables.contract import Laid, Piece, Pieces, Question, Spot, State, TableReader
from vision.tables.joined import unseen_in
from vision.tables.table import Hints, TableReading


def reader_for(game_id: str) -> TableReader:
    """A game's way from photo to state, or a sentence."""
    if game_id not in READABLE:
        raise Unreadable(say("Photos of this game cannot be read. Type the pieces; the drawing is the input."))
    return reader_of(game_id)


def beginning(game_id: str, name: str, pieces: Pieces, hints: Hints) -> State:
    """The state of a game of which only a photo is known, before its pieces are laid."""
    given = reader_for(game_id).beginning(name, pieces, hints)
    return play.plain_state(play.state_from(load(game_id), given))


def state_after(game_id: str, state: State, laid: Laid) -> Any:
    """The checked state with the pieces in it."""
    return play.state_from(load(game_id), state_with(state, laid))


@dataclass(frozen=True)
class Outcome:
    """A reading that was laid: the state with it, its pieces with their paths, and what is still to be asked."""

    reading: TableReading
    state: Any
    pieces: Pieces
    questions: list[Question]

    @property
    def unnamed(self) -> int:
        """Cards and tiles that lie there and whose name must be told first: nobody can count them yet."""
        return reader_of(self.reading.game).unnamed(self.pieces, play.plain_state(self.state))

    def as_json(self, lang: str) -> dict[str, Any]:
        """The outcome as plain data in a language."""
        speak = translator(lang)
        return {
            "game": self.reading.game,
            "state": self.state.model_dump(mode="json", exclude_defaults=True),
            "confidence": round(self.reading.confidence, 3),
            "pieces": [_piece(piece) for piece in self.pieces if piece["path"]],
            "unnamed": self.unnamed,
            "left_over": [die.as_json() for one in self.reading.everybody for die in one.left_over],
            "questions": [speak(question.text) for question in self.questions],
        }


def laid(reading: TableReading, spots: Sequence[Spot], so_far: State) -> Outcome:
    """Lay a reading on a game so far, that of each of its players where `spots` says.

    CannotLay when it cannot go there, Asked when that is open.
    """
    reader, state = reader_for(reading.game), so_far
    pieces: Pieces = []
    questions: list[Question] = []
    for one, spot in zip(reading.everybody, spots, strict=True):
        if spot.player == NOBODY:
            continue
        result = reader.lay(one.pieces(), state, replace(spot, unseen=unseen_in(one.left_open)))
        state = play.plain_state(state_after(reading.game, state, result))
        pieces += result.pieces
        seat = reader.seat(state, spot.player)
        open_ = asked(reader, result.pieces, one.left_open, state, seat)
        questions += [_of(state["players"][seat]["name"], question) for question in open_] if reading.others else open_
    return Outcome(reading, play.state_from(load(reading.game), state), pieces, questions)


def _of(name: str, question: Question) -> Question:
    """The question with the name of whom it is about."""
    return replace(question, text=say("{player}: {question}", player=name, question=question.text))


def unnamed_on(game_id: str, document: dict[str, Any]) -> int:
    """Pieces of the photos on a table that still wait for a name."""
    if game_id not in READABLE:
        return 0
    pieces = [piece for photo in document["photos"] for piece in photo["pieces"]]
    return reader_of(game_id).unnamed(pieces, document["state"])


def _piece(piece: Piece) -> dict[str, Any]:
    others = [{"piece": other["code"], "confidence": other["confidence"]} for other in piece["options"]]
    return {
        "where": piece["path"],
        "piece": piece["code"],
        "confidence": piece["confidence"],
        "alternatives": others,
        "box": piece["box"],
    }


def asked_before(game_id: str, state: State, lang: str) -> list[list[dict[str, Any]]]:
    """For every player what must be told before a photo can be laid."""
    if game_id not in READABLE:
        return []
    before, speak = reader_of(game_id).before, translator(lang)
    return [[question.spoken(speak) for question in before(state, seat)] for seat in range(len(state["players"]))]


def photo_side(game_id: str, lang: str) -> dict[str, list[dict[str, Any]]] | None:
    """What the page must know to correct photos of a game: where pieces may lie, which ways round a sheet may be."""
    if game_id not in READABLE:
        return None
    reader, speak = reader_of(game_id), translator(lang)
    return {
        "places": [place.spoken(speak) for place in reader.places],
        "turns": [turn.spoken(speak) for turn in reader.turns],
    }

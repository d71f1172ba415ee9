"""What a game's package offers between a photo and a state, in plain Python: pixels end at `read`.

A piece is plain data: its ``id``, its ``code`` (what the state calls it), ``confidence``, ``box``, other ``options``,
and perhaps a ``place`` below its player, such as ``rows/wisdom/2``. Once it is laid, ``path`` is where it lies in the
state. States are plain data, too, as they are stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol

from scoring.faults import TallyError
from scoring.words import Sentence, say
from vision.tables.labels import Label, pips
from vision.tables.table import Hints, TableReading

State = dict[str, Any]
Piece = dict[str, Any]
Pieces = list[Piece]


class Choice(NamedTuple):
    """One answer to a question, and how it is said."""

    value: str | int
    label: str

    def spoken(self, speak: Callable[[str], str]) -> dict[str, Any]:
        """The choice as plain data in a language."""
        return {"value": self.value, "label": speak(self.label)}


# Where the first row of a sheet or a board may lie in its photo.
SIDES = (
    Choice("top", say("the top of the photo")),
    Choice("bottom", say("the bottom of the photo")),
    Choice("left", say("the left of the photo")),
    Choice("right", say("the right of the photo")),
)
TURNS = (Choice("far", say("the far end")), *SIDES)


@dataclass(frozen=True)
class Question:
    """What only a person can tell; the likeliest choice comes first.

    An ``id`` that is a field of `Spot` or `Hints` says how the answer is told with the photo; ``where`` is the place
    in the state that the question is about, ``box`` the part of the photo.
    """

    id: str
    text: str
    choices: tuple[Choice, ...] = ()
    where: str | None = None
    box: tuple[float, ...] | None = None

    def spoken(self, speak: Callable[[str], str]) -> dict[str, Any]:
        """The question as plain data in a language."""
        choices = [choice.spoken(speak) for choice in self.choices]
        told = {"id": self.id, "text": speak(self.text), "choices": choices, "where": self.where}
        return told | ({"box": list(self.box)} if self.box else {})


@dataclass(frozen=True)
class Spot:
    """Where a reading goes: which player, and which round in games that have them; None where nobody said.

    `unseen` are places beyond the edge of the photo: what is known of them stays.
    """

    player: int | None = None
    round: int | None = None
    unseen: frozenset[str] = frozenset()


class Lesson(NamedTuple):
    """What a named piece teaches: an item of the gallery, and how often its picture is turned left to be upright."""

    item: str
    quarter: int = 0


class Change(NamedTuple):
    """One change to a state; ``path`` is a JSON pointer."""

    op: Literal["add", "replace"]
    path: str
    value: Any


@dataclass(frozen=True)
class Laid:
    """The changes that put pieces into a state, and the pieces with the places they got."""

    changes: tuple[Change, ...]
    pieces: Pieces


class CannotLay(TallyError, ValueError):  # noqa: N818  # an answer for people, not a defect
    """The pieces cannot go there; the message is a sentence."""


class Asked(CannotLay):
    """It is open where the pieces go; the questions say what must be told."""

    def __init__(self, question: Question, *more: Question, text: str = "") -> None:
        super().__init__(text or question.text)
        self.question = question
        self.questions = (question, *more)


class Reads(Protocol):
    """What reads the pictures of a game: from a picture, or from dice that were read already, to its pieces."""

    def read(self, picture: Any, hints: Hints) -> TableReading: ...

    def of_dice(self, dice: Sequence[Any], hints: Hints) -> TableReading: ...


def _nothing_open(state: State, player: int) -> tuple[Question, ...]:
    return ()


def _no_questions(pieces: Pieces, left_open: Sequence[str], state: State, player: int) -> list[Question]:
    return []


def _all_named(pieces: Pieces, state: State) -> int:
    return 0


def _no_hints(state: State) -> dict[str, Any]:
    return {}


def _no_lesson(code: str, place: str | None) -> Lesson | None:
    return None


def _by_pieces(before: State, after: State) -> tuple[Sentence, ...]:
    return ()


def one_player(name: str, pieces: Pieces, hints: Hints) -> State:
    """A game of which nothing is known but one player."""
    return {"players": [{"name": name}]}


@dataclass(frozen=True)
class TableReader:
    """A game's way from photo to state. Only `lay` and `adjust` must be there.

    A module `read` in its folder reads its pictures; without one its pieces are dice that show numbers of pips.

    ``before`` asks what must be known before a photo can be laid, ``questions`` what it left open; ``hints`` is what
    the state tells the reader, ``beginning`` the game of which only the photo is known. ``unnamed`` counts pieces that
    are seen and that neither the photo nor the state names: nobody can score them yet. ``label`` tells what a piece of
    this code and place looks like, so that a corrected photo can teach a trainer; ``lesson`` tells of what it gives the
    owner's gallery a picture. ``differences`` tells what changed from one state to another. With ``everyone`` a photo
    shows the whole table, not one player's part of it; without ``dice`` it is not read from dice.
    """

    game: str
    lay: Callable[[Pieces, State, Spot], Laid]
    adjust: Callable[[Pieces, Pieces, State, int], Laid]
    before: Callable[[State, int], tuple[Question, ...]] = _nothing_open
    questions: Callable[[Pieces, Sequence[str], State, int], list[Question]] = _no_questions
    hints: Callable[[State], dict[str, Any]] = _no_hints
    beginning: Callable[[str, Pieces, Hints], State] = one_player
    unnamed: Callable[[Pieces, State], int] = _all_named
    label: Callable[[str, str | None], Label | None] = pips
    lesson: Callable[[str, str | None], Lesson | None] = _no_lesson
    differences: Callable[[State, State], Iterable[Sentence]] = _by_pieces
    places: tuple[Choice, ...] = ()
    turns: tuple[Choice, ...] = field(default=())
    everyone: bool = False
    dice: bool = True

    @property
    def pixels(self) -> Reads:
        """What reads pictures, loaded at its first use."""
        folder = Path(__file__).parent / self.game
        if not (folder / "read.py").is_file():
            plain: Reads = import_module("vision.tables.plaindice").PlainDice(self.game)
            return plain
        module: Reads = import_module(f"vision.tables.{self.game}.read")
        return module

    def seat(self, state: State, player: int | None) -> int:
        """Whose part a photo shows: the first player's place stands for the whole table."""
        return 0 if self.everyone else seat_of(state, player)

    def likely_spot(self, state: State, player: int) -> Spot:
        """Where a photo of this player most likely goes, when nobody can be asked."""
        told = {question.id: question.choices[0].value for question in self.before(state, player)}
        return Spot(player, **told)  # type: ignore[arg-type]  # only rounds are asked for


def seat_of(state: State, player: int | None) -> int:
    """The player's number; asked when several play and nobody said whose pieces they are."""
    names = [one["name"] for one in state["players"]]
    if player is None and len(names) > 1:
        choices = tuple(Choice(seat, name) for seat, name in enumerate(names))
        raise Asked(Question("player", say("Whose pieces does the photo show?"), choices))
    seat = player or 0
    if not 0 <= seat < len(names):
        raise CannotLay(say("There is no player {number} at this table.", number=seat + 1))
    return seat


def round_of(pieces: Pieces) -> int | None:
    """The round in which pieces lie, in games that have rounds: the next look at the same table goes there, too.

    >>> round_of([{"path": None}, {"path": "/players/1/rounds/2/dice/0"}]), round_of([{"path": "/players/0/race"}])
    (2, None)
    """
    paths = [str(piece.get("path") or "").split("/") for piece in pieces]
    return next((int(steps[4]) for steps in paths if steps[3:4] == ["rounds"]), None)


def unsure_pieces(pieces: Pieces, unsure: float) -> Pieces:
    """The pieces that a person should look at, the least certain first."""
    return sorted((piece for piece in pieces if piece["confidence"] < unsure), key=lambda piece: piece["confidence"])

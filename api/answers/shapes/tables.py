"""A table that is played at, and every change of it."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from api.answers.shapes.moment import Moment
from api.answers.shapes.photos import QuestionShape
from api.answers.shapes.scores import ProblemShape, ScoreShape
from api.log.document import Document


class UndoneShape(BaseModel):
    """An entry that was taken back."""

    item: str
    field: str
    after: Any = Field(description="What had been entered")
    now: Any = Field(description="What holds now: an older entry, the value that ships, or null if nobody knows it")
    confidence: str


class TableCard(BaseModel):
    """A table in a list."""

    id: str
    game: str
    title: str
    created: Moment
    changed: Moment
    version: int
    players: list[str]
    colours: list[str]
    finished: bool
    winners: list[str]
    sample: bool = Field(default=False, description="Whether it is a bundled game to look around in")


class KeptShape(BaseModel):
    """A value for the owner's catalogue."""

    item: str
    field: str
    value: Any


class MoveShape(BaseModel):
    """Something that a player can do now with one press."""

    title: str
    place: str = Field(description="The field of the state beside which it is offered")
    changes: list[dict[str, Any]]
    keep: list[KeptShape]


class UnreadableTable(BaseModel):
    """A table that this version cannot read; its export holds everything that is kept of it."""

    id: str
    game: str
    title: str
    created: Moment
    changed: Moment
    version: int
    unreadable: str = Field(description="Why, in a sentence")


class TableView(BaseModel):
    """A table as all phones see it."""

    id: str
    game: str
    version: int = Field(description="How many changes the table has seen; sent with every change made on it")
    can_undo: bool = Field(description="Whether the phone that asks has a change of its own to take back")
    can_redo: bool
    document: Document
    score: ScoreShape
    problems: list[ProblemShape]
    moves: list[list[MoveShape]] = Field(default=[], description="For every player what can be done with one press")
    told: list[dict[str, dict[str, Any]]] = Field(
        default=[], description="For every player what the table tells of questions to the referee"
    )
    out_of_play: list[str] = Field(
        default=[], description="Components of boxes and variants that this table does not use: not to be offered"
    )
    before_photo: list[list[QuestionShape]] = Field(
        default=[], description="For every player what must be told with a photo; none for games without photos"
    )


class ChangeShape(BaseModel):
    """One change as it stands in the log: the steps that lead to its version."""

    version: int
    id: str
    kind: str
    steps: list[dict[str, Any]]
    made_on: int = Field(description="The version that the phone saw")
    undoes: int | None = Field(description="The version whose change it takes back")
    note: str
    by: str
    at: Moment
    stands: bool = Field(default=True, description="Whether the table as it is now still contains it")


class Changed(BaseModel):
    """The answer to a change: the change as it stands, and the table with it."""

    version: int
    change: ChangeShape
    table: TableView

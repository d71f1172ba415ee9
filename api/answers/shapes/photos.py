"""What a photo shows, what it leaves open, and what was corrected."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from api.answers.shapes.moment import Moment


class NameShape(BaseModel):
    """What a component is called."""

    kind: str
    name: str


class ChoiceShape(BaseModel):
    """One answer to a question."""

    value: str | int
    label: str


class QuestionShape(BaseModel):
    """What only a person can tell about a photo.

    The answer to `player`, `round`, `first_row` and `empty_rows` is sent with the photo under that name; the answers
    to all questions `players`, in their order, as one list.
    """

    id: str
    text: str
    choices: list[ChoiceShape] = Field(default=[], description="The likeliest first; none if it is told in the state")
    where: str | None = Field(default=None, description="JSON pointer to the place of the state that it is about")
    box: list[float] | None = Field(default=None, description="The part of the photo that it is about")


class PieceShape(BaseModel):
    """A piece of a photo."""

    model_config = ConfigDict(extra="allow")

    id: str
    box: list[float] = Field(description="left, top, right, bottom in pixels of the upright photo")
    confidence: float
    path: str | None = Field(default=None, description="JSON pointer to its place in the table's state")


class PhotoShape(BaseModel):
    """A photo with what was read and what people say is there."""

    id: str
    game: str
    table: str | None
    player: int | None
    name: str
    kept: bool
    at: Moment
    width: int
    height: int
    pieces: list[PieceShape] = Field(description="With all corrections, least certain first")
    read: list[PieceShape] = Field(description="As it was read, never changed")
    questions: list[QuestionShape] = Field(default=[], description="What the photo leaves open")
    known: bool = Field(default=False, description="Whether this very photo had been read before")
    changes: list[str] = Field(default=[], description="What it changed on its table when it was laid there")
    against: list[str] = Field(default=[], description="What the rules say against these changes")
    round: int | None = Field(default=None, description="The round in which its pieces lie, in games with rounds")
    others: list[str] = Field(default=[], description="The same picture as the photo of each other player on it")


class CorrectionShape(BaseModel):
    """A correction as it is kept beside the reading."""

    id: int
    piece: str
    action: str
    was: dict[str, Any] | None
    value: dict[str, Any] | None
    at: Moment

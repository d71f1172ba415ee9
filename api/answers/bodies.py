"""What is sent over HTTP: the bodies of requests, described for the OpenAPI page."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from api.log.asked import Sent as Sender
from scoring.bounds import PlainData, PlainObject

Name = Annotated[str, Field(min_length=1, max_length=40)]


class Sent(BaseModel):
    """Base of all bodies: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class Position(Sent):
    """A game state, either as data or in the one-line notation."""

    state: PlainObject | None = Field(default=None, description="The state; see the game's schema")
    notation: str | None = Field(default=None, max_length=20_000, description="The same as one line of text")


class NewTable(Sender):
    """What is needed to sit down."""

    game: str = Field(max_length=40)
    title: str | None = Field(default=None, min_length=1, max_length=80)
    players: list[Name] = Field(default=[], max_length=20)
    colours: list[Annotated[str, Field(max_length=20)]] = Field(default=[], max_length=20)
    options: PlainObject = Field(default={}, description="Rule options of the game")
    state: PlainObject | None = Field(default=None, description="Begin with this state instead of an empty one")
    sample: bool = Field(default=False, description="Whether it is a bundled game to look around in")


class Restore(Sender):
    """Which past state to show again."""

    version: int = Field(ge=1, le=2**53)


class NewSnapshot(Sender):
    """A moment worth keeping."""

    label: str = Field(min_length=1, max_length=80)


class NewCorrection(Sender):
    """A person's word about one piece of a photo."""

    action: Literal["change", "add", "delete", "move"]
    piece: str = Field(max_length=20, description="The piece's id; a new one for `add`")
    value: PlainObject = Field(default={}, description="What is different now: face, colour, box, path")


class FactEntry(Sent):
    """A printed value as an owner enters it."""

    value: PlainData = Field(description="The value, or what a person would type for it")


class Choices(Sent):
    """Choices of the host."""

    keep_photos: bool = Field(description="Keep photos beside the database; no means that none is ever written")


class MyName(BaseModel):
    """Who sits behind a phone."""

    name: str = Field(max_length=40)

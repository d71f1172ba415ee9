"""The document of a table: all that its people see and change."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class Seat(BaseModel):
    """One seat at the table: the colour in which the page shows this player."""

    model_config = ConfigDict(extra="forbid")

    colour: str = Field(default="red", max_length=20)


class Snapshot(BaseModel):
    """A moment of the game that was worth keeping, for example the end of a round."""

    model_config = ConfigDict(extra="forbid")

    id: str = Field(max_length=20)
    label: str = Field(max_length=80)
    state: dict[str, Any]


class PhotoOnTable(BaseModel):
    """The pieces of a photo as the people see them: the reading with their corrections."""

    model_config = ConfigDict(extra="forbid")

    id: str = Field(max_length=40)
    player: int = Field(ge=0, le=20)
    pieces: list[dict[str, Any]] = Field(max_length=400)


class Document(BaseModel):
    """All that people see of a table. ``state`` is the game's own state."""

    model_config = ConfigDict(extra="forbid")

    title: str = Field(min_length=1, max_length=80)
    seats: list[Seat] = Field(default=[], max_length=20)
    state: dict[str, Any]
    snapshots: list[Snapshot] = Field(default=[], max_length=200)
    photos: list[PhotoOnTable] = Field(default=[], max_length=100)
    finished: bool = False

"""What runs here, and the games that it knows."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field


class Health(BaseModel):
    """Whether all parts are there."""

    status: Literal["ok", "degraded"]
    database: bool = Field(description="Whether tables can be kept")
    photos: bool = Field(description="Whether photos can be read on this machine")
    told: list[str] = Field(default=[], description="What is out of order, in sentences")


class Version(BaseModel):
    """What is running."""

    name: str
    version: str
    games: list[str]
    languages: list[str]


class EmblemShape(BaseModel):
    """Letters on a ground that goes from one colour to another."""

    letters: str
    colours: tuple[str, str]


class GameCard(BaseModel):
    """A game in brief."""

    id: str
    title: str
    least_players: int
    most_players: int
    samples: dict[str, str]
    questions: list[str]
    reads_photos: bool
    catalogue: dict[str, int] = Field(description="How many printed values are known, unknown and the owner's")
    prefixes: list[str] = Field(description="How the ids of its rules begin")
    emblem: EmblemShape
    seat_colours: list[str] = Field(description="The colours that seats are given, in order")
    shared: bool = Field(description="Whether all players build one layout, which is drawn whole")
    page: bool = Field(
        description="Whether the page has a module of its own for it; else the form comes from the schema"
    )
    drawn: bool = Field(description="Whether the game has a drawing of its own, not only its fields one by one")
    styles: bool = Field(description="Whether that module has styles of its own")


class BrokenGameCard(BaseModel):
    """A game whose files are not in order."""

    id: str
    broken: str = Field(description="What is wrong with it, in a sentence")


class QuestionCard(BaseModel):
    """A kind of dispute that the referee settles."""

    id: str
    title: str
    ask: dict[str, Any] = Field(description="JSON Schema of what must be told")
    example: dict[str, Any]

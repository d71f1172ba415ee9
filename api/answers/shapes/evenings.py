"""Evenings and what they come to: figures, leagues, an organiser's view."""

from __future__ import annotations

from pydantic import BaseModel, Field


class EveningShape(BaseModel):
    """A finished game."""

    table: str
    game: str
    name: str
    day: str
    totals: list[tuple[str, int]]
    winners: list[str]


class FiguresShape(BaseModel):
    """What one player reached in one game."""

    player: str
    played: int
    wins: int
    average: float
    best: int
    points: list[int] = Field(description="In order of time")


class GameFiguresShape(BaseModel):
    """All evenings of one game."""

    game: str
    name: str
    played: int
    players: list[FiguresShape]


class PlayerFiguresShape(BaseModel):
    """All evenings of one player."""

    player: str
    played: int
    wins: int


class EveningsShape(BaseModel):
    """Statistics over all evenings."""

    evenings: list[EveningShape] = Field(description="The latest first")
    games: list[GameFiguresShape]
    players: list[PlayerFiguresShape]


class SeatShape(BaseModel):
    """A player in the organiser's list."""

    player: str
    points: int = Field(description="What is certain")
    exact: bool = Field(description="Whether that is all")


class SummaryShape(BaseModel):
    """A table in the organiser's list."""

    id: str
    game: str
    title: str
    changed: str
    version: int
    players: list[SeatShape]
    leaders: list[str]
    round: int
    finished: bool
    needs_photo: bool = Field(description="Whether its score waits for something that a photo can tell")
    open_needs: int = Field(description="How many things its score waits for")
    in_line: int = Field(description="How many of its photos wait for a reader or are read now")
    unreadable: bool = Field(description="Whether this version cannot read it")


class RankShape(BaseModel):
    """A player in the sum over the finished tables of a day."""

    player: str
    tables: int
    wins: int
    points: int


class OrganiserShape(BaseModel):
    """An evening as its organiser sees it."""

    day: str
    tables: list[SummaryShape] = Field(description="Those changed on that day, the newest first")
    league: list[RankShape] = Field(description="Wins first, then points")

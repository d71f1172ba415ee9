"""A score with its sheets, and what is missing or wrong."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from scoring.needs import Way


class MissingShape(BaseModel):
    """A printed value to be asked for."""

    item: str
    field: str
    question: str
    lines: list[str] = Field(default=[], description="The lines that wait for it; empty where that is not known")


class AwardShape(BaseModel):
    """One line of a sheet."""

    rule: str
    points: int | None
    arithmetic: str
    evidence: list[str] = Field(description="JSON pointers into the state")
    subject: str
    note: str
    floor: int
    told: bool = Field(default=False, description="Whether a person told the points; nothing of the line was computed")
    line: str = Field(description="The name under which the line is told")


class SheetShape(BaseModel):
    """One player's sheet."""

    player: str
    awards: list[AwardShape]
    missing: list[MissingShape]
    unnamed: int
    total: int | None
    at_least: int


class PlaceShape(BaseModel):
    """Where a player stands."""

    rank: int
    player: str
    total: int | None
    decided_by: str | None
    note: str


class StandingShape(BaseModel):
    """The ranking."""

    places: list[PlaceShape]
    over: bool = Field(description="Whether the game is over by what the state tells")
    winners: list[str] = Field(description="Empty until the game is over and every total is known")
    win_rule: str | None = Field(default=None, description="The rule that says who wins")


class NeedShape(BaseModel):
    """One thing that the final number waits for."""

    seat: int | None = Field(description="Whose it is; null for what the whole table shares")
    what: str
    place: str = Field(description="JSON pointer to where it is told; empty for printed values and names")
    way: Way = Field(description="Tapped at its place, from a photo, a name, or printed on the copy")
    lines: list[str] = Field(description="The rules whose lines wait for it; telling all of them will do")
    or_none: bool = Field(description="Whether there may be none of it; then its lines are told to be 0")


class ScoreShape(BaseModel):
    """The whole score of a state."""

    sheets: list[SheetShape]
    standing: StandingShape
    remarks: list[str]
    extra: dict[str, Any]
    needs: list[NeedShape] = Field(description="What the final number waits for, best told in this order")


class ProblemShape(BaseModel):
    """One thing wrong with a state."""

    rule: str
    where: list[str]
    message: str

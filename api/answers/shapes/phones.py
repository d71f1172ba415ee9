"""Phones that wait at a table or may come in."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from api.answers.shapes.moment import Moment


class WaitingShape(BaseModel):
    """Where a picture stands in the line before the reader."""

    place: int | None = Field(description="How many come before it; null while it does not wait")
    waiting: int = Field(description="How many wait or are read")


class PhoneShape(BaseModel):
    """One that was let in."""

    id: str
    role: Literal["host", "guest"]
    since: Moment
    seen: Moment = Field(description="The day on which it was last there")
    about: str = Field(description="What its browser says of itself")
    name: str = Field(description="Who sits behind it, as they told")


class AccessShape(BaseModel):
    """Who may come in."""

    pin: str | None = Field(description="The six digits; null while only this machine is let in")
    address: str | None = Field(description="What phones open; null while only this machine is let in")
    certificate: Literal["none", "self-signed", "own"] = Field(description="Of that address: ours, yours or none")
    phones: list[PhoneShape]

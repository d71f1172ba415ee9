"""Pictures that wait for the reader."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from api.answers.shapes import WaitingShape
from api.http.service import Here

router = APIRouter(prefix="/waiting", tags=["photos"])


@router.get("/{ticket}")
async def place_of(service: Here, ticket: Annotated[str, Path(max_length=40)]) -> WaitingShape:
    """The place of a picture that was sent with this ticket; null once it is read, or before it has come in."""
    place, waiting = await service.reader.standing(ticket)
    return WaitingShape(place=place, waiting=waiting)

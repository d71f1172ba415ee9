"""Who was let in, for the host to see and to send away."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Path

from api.answers.refusals import NotThere
from api.answers.shapes import AccessShape, PhoneShape
from api.http.roles import HostOnly
from api.http.service import Here
from scoring.words import say

router = APIRouter(prefix="/access", tags=["service"], dependencies=[HostOnly])


@router.get("")
def phones(service: Here) -> AccessShape:
    """The PIN, and every phone that was let in, the newest first."""
    keys = service.keys
    if keys is None:
        return AccessShape(pin=None, phones=[])
    listed = [
        PhoneShape(
            id=one.id,
            role=one.role,
            since=datetime.fromtimestamp(one.since, UTC),
            seen=datetime.fromtimestamp(one.seen, UTC),
            about=one.about,
        )
        for one in keys.phones()
    ]
    return AccessShape(pin=keys.pin, phones=listed)


@router.delete("/{phone}", status_code=204)
def send_away(service: Here, phone: Annotated[str, Path(max_length=40)]) -> None:
    """Let one phone in no longer; its open lines are closed."""
    if service.keys is None or not service.keys.send_away(phone):
        raise NotThere(say("There is no such phone."))


@router.delete("", status_code=204)
def begin_anew(service: Here) -> None:
    """Let no phone in any longer, and change the PIN and the link: everybody scans again."""
    if service.keys is not None:
        service.keys.begin_anew()

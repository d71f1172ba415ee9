"""Who was let in, for the host to see and to send away."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request, Response

from api.answers.bodies import MyName
from api.answers.refusals import NotThere
from api.answers.shapes import AccessShape, PhoneShape
from api.http.access import token_of
from api.http.inviting import address_for, qr_code
from api.http.roles import HostOnly
from api.http.service import Here, Service
from scoring.words import say

router = APIRouter(prefix="/access", tags=["service"])
SVG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/svg+xml": {}}}}


@router.get("", dependencies=[HostOnly])
def phones(service: Here, request: Request) -> AccessShape:
    """The PIN, and every phone that was let in, the newest first."""
    keys = service.keys
    if keys is None:
        return AccessShape(pin=None, address=None, certificate="none", phones=[])
    listed = [
        PhoneShape(
            id=one.id,
            role=one.role,
            since=datetime.fromtimestamp(one.since, UTC),
            seen=datetime.fromtimestamp(one.seen, UTC),
            about=one.about,
            name=one.name,
        )
        for one in keys.phones()
    ]
    address = address_for(service, request)
    return AccessShape(pin=keys.pin, address=address, certificate=_certificate(service, address), phones=listed)


def _certificate(service: Service, address: str) -> Literal["none", "self-signed", "own"]:
    if not address.startswith("https://"):
        return "none"
    return "own" if service.settings.own_certificate or service.settings.public_url else "self-signed"


@router.get("/qr.svg", response_class=Response, responses=SVG, dependencies=[HostOnly])
def qr(service: Here, request: Request) -> Response:
    """The QR code that lets a phone in as a guest."""
    return qr_code(service, request, "/")


@router.put("/me", status_code=204)
def my_name(service: Here, request: Request, body: MyName) -> None:
    """Who sits behind this phone, for the host's list."""
    if service.keys is not None:
        service.keys.call(token_of(request.headers), body.name)


@router.delete("/{phone}", status_code=204, dependencies=[HostOnly])
def send_away(service: Here, phone: Annotated[str, Path(max_length=40)]) -> None:
    """Let one phone in no longer; its open lines are closed."""
    if service.keys is None or not service.keys.send_away(phone):
        raise NotThere(say("There is no such phone."))


@router.delete("", status_code=204, dependencies=[HostOnly])
def begin_anew(service: Here) -> None:
    """Let no phone in any longer, and change the PIN and the link: everybody scans again."""
    if service.keys is not None:
        service.keys.begin_anew()

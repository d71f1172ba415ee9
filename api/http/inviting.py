"""QR codes that let phones in as guests."""

from __future__ import annotations

from io import BytesIO

from fastapi import Request, Response

from api.answers.refusals import NotThere
from api.http.service import Service
from scoring.words import say


def address_for(service: Service, request: Request) -> str:
    """What phones open: the address that was announced, else the one by which the host came."""
    return service.settings.address or service.settings.public_url or str(request.base_url).rstrip("/")


def qr_code(service: Service, request: Request, path: str) -> Response:
    """The code of a page that a phone opens as a guest."""
    import segno

    if service.keys is None:
        raise NotThere(say("Only this machine can open it. Use --host 0.0.0.0 to let phones in."))
    out = BytesIO()
    link = f"{address_for(service, request)}{path}?key={service.keys.guest}"
    segno.make(link, error="m").save(out, kind="svg", scale=8, border=3, dark="#000", light="#fff", xmldecl=False)
    return Response(out.getvalue(), media_type="image/svg+xml", headers={"cache-control": "no-store"})

"""The organiser's view: all tables of an evening, the sum over them, their end, and everything to take home."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse

from api.answers.cells import as_csv
from api.answers.shapes import Changed, OrganiserShape
from api.club.days import today
from api.club.evening import ending, files_of, rows_of, told_of
from api.http.acting import TableId, make
from api.http.inviting import qr_code
from api.http.roles import HostOnly
from api.http.service import Here, Lang
from api.language.speech import translator
from api.log.asked import Sent

router = APIRouter(tags=["evening"])
Day = Annotated[str | None, Query(description="Such as 2026-11-17; today if left out", max_length=10)]
OfGame = Annotated[str | None, Query(description="Only tables of this game", max_length=40)]
SVG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/svg+xml": {}}}}
CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {}}}}


@router.get("/evening", dependencies=[HostOnly])
def organiser(service: Here, day: Day = None, game: OfGame = None) -> OrganiserShape:
    """All tables of a day with round, leaders and what they wait for, and the sum over those that are finished."""
    return OrganiserShape.model_validate(told_of(service.evenings, day, game))


@router.get("/evening.csv", response_class=Response, responses=CSV, dependencies=[HostOnly])
def as_table(service: Here, lang: Lang, day: Day = None, game: OfGame = None) -> Response:
    """One line per player of every table of a day."""
    text = as_csv(rows_of(service.evenings.of(day, game), translator(lang)))
    return Response(text, media_type="text/csv; charset=utf-8", headers=_named(day, "csv"))


@router.get("/evening.json", response_class=Response, dependencies=[HostOnly])
def as_files(service: Here, day: Day = None, game: OfGame = None) -> Response:
    """All tables of a day as they are exported one by one, with the sum over them."""
    tables = service.evenings.of(day, game)
    written = files_of(service.log, day, tables)
    return StreamingResponse(written, media_type="application/json", headers=_named(day, "json"))


def _named(day: str | None, ending: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="tally-{day or today()}.{ending}"'}


@router.post("/tables/{table}/end", response_model=Changed, dependencies=[HostOnly])
def end(service: Here, table: TableId, body: Sent, lang: Lang) -> Response:
    """End a game: it counts as it lies there. Sent again it stays ended; undo takes it back."""
    return make(service, table, ending(service.tables, table, body.sender), lang)


@router.get("/tables/{table}/qr.svg", response_class=Response, responses=SVG, dependencies=[HostOnly])
def invitation(service: Here, request: Request, table: TableId) -> Response:
    """The table's own QR code: it lets a phone in as a guest and leads straight to this table."""
    service.tables.head(table)
    return qr_code(service, request, f"/t/{table}")

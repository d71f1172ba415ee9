"""What the routes of tables share: a change that is made, told to every phone, and answered with the table."""

from __future__ import annotations

from itertools import chain
from typing import Annotated, Any

from fastapi import Path, Query, Response
from pydantic_core import to_json

from api.http.service import Service
from api.log.arbiter import At, Wish
from api.log.entries import Entry
from api.tables.views import change_shape, table_view

TableId = Annotated[str, Path(max_length=40)]
Phone = Annotated[str, Query(max_length=60, description="Which phone asks, so that undo is its own")]


def json_response(view: dict[str, Any], status: int = 200) -> Response:
    """A view as JSON, without a second validation."""
    return Response(to_json(view), status_code=status, media_type="application/json")


def look(service: Service, at: At, phone: str, lang: str) -> dict[str, Any]:
    """A table as one phone sees it."""
    return table_view(at, service.tables.log.of_phone(at.head.id, phone), lang)


def make(service: Service, table_id: str, wish: Wish, lang: str) -> Response:
    """Make a change, tell all phones, and answer with it and the table; the answer is written before it is kept."""

    def answer(at: At, entry: Entry) -> bytes:
        own = service.tables.log.of_phone(at.head.id, entry.phone)
        if entry.version == at.version:  # it is not kept yet, or it is the newest of all
            own = chain([entry.own], (one for one in own if one.version < entry.version))
        change = change_shape(entry).model_dump(mode="json")
        return to_json({"version": at.version, "change": change, "table": table_view(at, own, lang)})

    made = service.tables.change(table_id, wish, answer)
    service.hub.moved(table_id)
    return Response(made.answer, media_type="application/json")

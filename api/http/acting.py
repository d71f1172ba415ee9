"""What the routes of tables share: an act upon a table, told to every phone and answered with the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Path, Response
from pydantic_core import to_json
from sqlalchemy.orm import Session

from api.http.service import Service
from api.tables import history
from api.tables.store import EventRow, TableRow
from api.tables.views import event_shape, table_view

TableId = Annotated[str, Path(max_length=40)]


def json_response(view: dict[str, Any], status: int = 200) -> Response:
    """A view as JSON, without a second validation."""
    return Response(to_json(view), status_code=status, media_type="application/json")


def make(service: Service, table_id: str, lang: str, act: Callable[[Session, TableRow], EventRow]) -> Response:
    """Do something to a table, tell all phones, and answer with the table as it is now."""
    with service.store.writing() as session:
        table = history.table_of(session, table_id)
        event = act(session, table)
        view = table_view(session, table, lang)
        message = {"type": "event", "event": event_shape(event).model_dump(mode="json"), "head": table.head}
    service.hub.tell(table_id, message)
    return json_response(view)

"""Game nights: tables with their players, every change an event, undo, snapshots."""

from __future__ import annotations

import copy
import secrets
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from sqlalchemy import select
from sqlalchemy.orm import Session

from api.answers import play
from api.answers.bodies import Changes, Move, NewSnapshot, NewTable, Restore
from api.answers.jsonpatch import Change
from api.answers.refusals import Unreadable
from api.answers.shapes import EventShape, TableCard, TableView
from api.http.acting import TableId, json_response, make
from api.http.service import Here, Lang, Look
from api.reading.folder import PhotoFolder
from api.tables import history
from api.tables.corrections import release
from api.tables.store import EventRow, PhotoRow, TableRow
from api.tables.views import events_shown, table_card, table_view
from scoring.games import load
from scoring.words import say

router = APIRouter(prefix="/tables", tags=["tables"])
Seq = Annotated[int, Path(ge=1, le=10**9)]


@router.get("")
def tables(session: Look, limit: Annotated[int, Query(ge=1, le=200)] = 50) -> list[TableCard]:
    """All tables, the one changed last first."""
    rows = session.scalars(select(TableRow).order_by(TableRow.changed.desc()).limit(limit)).all()
    return [table_card(session, row) for row in rows]


@router.post("", status_code=201, response_model=TableView)
def create(service: Here, body: NewTable, lang: Lang) -> Response:
    """Lay a new table."""
    game = load(body.game)
    if body.state is not None:
        state = play.plain_state(play.state_from(game, body.state))
    else:
        state = play.new_state(game, body.players or _names(game.players[0]), body.options, body.colours)
    document = {
        "title": body.title or game.title,
        "seats": [{"colour": colour} for colour in body.colours],
        "state": state,
    }
    with service.store.writing() as session:
        event = history.create(session, game.id, document, body.by)
        view = table_view(session, history.table_of(session, event.table_id), lang)
    return json_response(view, 201)


@router.get("/{table}", response_model=TableView)
def show(session: Look, table: TableId, lang: Lang) -> Response:
    """The table as it is now."""
    return json_response(table_view(session, history.table_of(session, table), lang))


@router.get("/{table}/at/{seq}", response_model=TableView)
def show_past(session: Look, table: TableId, seq: Seq, lang: Lang) -> Response:
    """The table as it was after one of its events."""
    return json_response(table_view(session, history.table_of(session, table), lang, seq))


@router.patch("/{table}", response_model=TableView)
def change(service: Here, table: TableId, body: Changes, lang: Lang) -> Response:
    """Change anything on the table: `/state/...` is the game, `/title`, `/seats`, `/snapshots`, `/finished`."""
    if any(change.path.split("/")[1:2] == ["photos"] for change in body.changes):
        raise Unreadable(say("Photos are changed through their corrections."))
    return make(
        service,
        table,
        lang,
        lambda session, row: history.change(session, row, body.changes, expect=body.expect, note=body.note, by=body.by),
    )


@router.delete("/{table}", status_code=204)
def delete(service: Here, table: TableId) -> None:
    """Clear a table away with its history and its photos."""
    with service.store.writing() as session:
        row = history.table_of(session, table)
        contents = list(session.scalars(select(PhotoRow.sha256).where(PhotoRow.table_id == table)))
        session.delete(row)
        session.flush()
        release(session, PhotoFolder(service.settings.photos), contents)
    service.hub.tell(table, {"type": "deleted"})


@router.post("/{table}/undo", response_model=TableView)
def undo(service: Here, table: TableId, body: Move, lang: Lang) -> Response:
    """Take the last change back."""
    return make(service, table, lang, lambda session, row: history.undo(session, row, body.by))


@router.post("/{table}/redo", response_model=TableView)
def redo(service: Here, table: TableId, body: Move, lang: Lang) -> Response:
    """Make the change again that was taken back."""
    return make(service, table, lang, lambda session, row: history.redo(session, row, body.by))


@router.post("/{table}/restore", response_model=TableView)
def restore(service: Here, table: TableId, body: Restore, lang: Lang) -> Response:
    """Show a past state again; that too can be undone."""
    return make(service, table, lang, lambda session, row: history.restore(session, row, body.seq, body.by))


@router.get("/{table}/events")
def events(session: Look, table: TableId, after: Annotated[int, Query(ge=0, le=10**9)] = 0) -> list[EventShape]:
    """The history: every change with its time and who made it."""
    return events_shown(session, history.table_of(session, table), after)


@router.post("/{table}/snapshots", response_model=TableView)
def keep_snapshot(service: Here, table: TableId, body: NewSnapshot, lang: Lang) -> Response:
    """Keep this moment, for example the end of a round; it stays editable under `/snapshots`."""

    def act(session: Session, row: TableRow) -> EventRow:
        state = copy.deepcopy(history.document_of(session, row)["state"])
        value = {"id": secrets.token_hex(4), "label": body.label, "state": state}
        adding = [Change(op="add", path="/snapshots/-", value=value)]
        return history.change(session, row, adding, kind="snapshot", note=body.label, by=body.by)

    return make(service, table, lang, act)


@router.get("/{table}/drawing", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
def drawing(
    session: Look,
    table: TableId,
    lang: Lang,
    seq: Annotated[int | None, Query(ge=1, le=10**9)] = None,
    player: Annotated[int | None, Query(ge=0, le=20, description="Only what lies before this player")] = None,
) -> Response:
    """The table as a picture; every piece carries its place as `data-path`."""
    row = history.table_of(session, table)
    document = history.event_of(session, row, row.head if seq is None else seq).document
    game = load(row.game)
    picture = play.draw(game, play.state_from(game, document["state"]), lang, player)
    return Response(picture, media_type="image/svg+xml")


def _names(count: int) -> list[str]:
    return [f"Player {number}" for number in range(1, count + 1)]

"""Game nights: tables with their players, every change in the log, undo, snapshots."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from fastapi.concurrency import run_in_threadpool
from sqlalchemy import select

from api.answers import play
from api.answers.bodies import NewSnapshot, NewTable, Restore
from api.answers.refusals import Unreadable
from api.answers.shapes import Changed, ChangeShape, TableCard, TableView, UnreadableTable
from api.http.acting import Phone, TableId, json_response, look, make
from api.http.roles import HostOnly
from api.http.service import Here, Lang, Service
from api.language.speech import translator
from api.log import wishes
from api.log.asked import AskedChange, Lay, Sent, steps_of
from api.log.document import Games
from api.log.entries import now
from api.log.keeping import TableHead
from api.log.paths import parts
from api.log.wishes import editing
from api.tables.corrections import lay_on_table, photo_of, release
from api.tables.rows import PhotoRow
from api.tables.views import history, table_card
from scoring.games import load
from scoring.words import say
from vision.tables.contract import Spot
from vision.tables.joined import unseen_in

router = APIRouter(prefix="/tables", tags=["tables"])
Version = Annotated[int, Path(ge=1, le=10**9)]


@router.get("")
def tables(
    service: Here, lang: Lang, limit: Annotated[int, Query(ge=1, le=200)] = 50
) -> list[TableCard | UnreadableTable]:
    """All tables, the one changed last first; one that this version cannot read says so."""
    return [table_card(service.tables, head, lang) for head in service.log.tables(limit)]


@router.post("", status_code=201, response_model=TableView)
def create(service: Here, body: NewTable, lang: Lang) -> Response:
    """Lay a new table."""
    game = load(body.game)
    if body.state is not None:
        state = play.plain_state(play.state_from(game, body.state))
    else:
        state = play.new_state(game, body.players or _names(game.players[0]), body.options, body.colours)
    title, moment = body.title or translator(lang)(game.title), now()
    seats = [{"colour": colour} for colour in body.colours]
    head = TableHead(secrets.token_urlsafe(6), game.id, title, 0, moment, moment)
    document = {"title": title, "seats": seats, "state": state, "sample": body.sample}
    return json_response(look(service, service.tables.begin(head, document, body.sender), body.phone, lang), 201)


@router.post("/{table}/rematch", status_code=201, response_model=TableView)
def rematch(service: Here, table: TableId, body: Sent, lang: Lang) -> Response:
    """Lay a new table for the same players in the same colours, by the same rules."""
    before = service.tables.at(table)
    game, seats = load(before.head.game), before.document["seats"]
    names = [player["name"] for player in before.document["state"]["players"]]
    kept = {name: part for name, part in before.document["state"].items() if name in game.for_rematch}
    state = play.new_state(game, names, kept.pop("options", {}), [seat["colour"] for seat in seats], kept)
    head = TableHead(secrets.token_urlsafe(6), game.id, before.document["title"], 0, moment := now(), moment)
    document = {"title": head.title, "seats": seats, "state": state}
    return json_response(look(service, service.tables.begin(head, document, body.sender), body.phone, lang), 201)


@router.get("/{table}", response_model=TableView)
def show(service: Here, table: TableId, lang: Lang, phone: Phone = "") -> Response:
    """The table as it is now."""
    return json_response(look(service, service.tables.at(table), phone, lang))


@router.get("/{table}/at/{version}", response_model=TableView)
def show_past(service: Here, table: TableId, version: Version, lang: Lang) -> Response:
    """The table as it was after one of its changes."""
    return json_response(look(service, service.tables.at(table, version), "", lang))


@router.get("/{table}/changes")
def changes(service: Here, table: TableId, after: Annotated[int, Query(ge=0, le=10**9)] = 0) -> list[ChangeShape]:
    """The history: every change with its time and who made it."""
    return history(service.tables, table, after)


@router.post("/{table}/changes", response_model=Changed)
async def change(service: Here, table: TableId, body: AskedChange, lang: Lang) -> Response:
    """Change anything on the table: `/state/...` is the game, `/title`, `/seats`, `/snapshots`, `/finished`.

    A change is made on the version that the phone saw and moved over what happened since. It is refused, with what
    was expected and what was found, where others changed the same thing; sent again with the same id it counts once.
    """
    async with service.hands.free():
        return await run_in_threadpool(_change, service, table, body, lang)


def _change(service: Service, table: str, body: AskedChange, lang: str) -> Response:
    head = service.tables.head(table)
    first, *more = body.steps
    if isinstance(first, Lay) and not more:
        with service.store.reading() as session:
            photo = photo_of(session, first.photo)
        spot = Spot(first.player, first.round, unseen_in(photo.reading.get("left_open", ())))
        return make(
            service, table, lay_on_table(service.tables, [photo], head, [spot], body.sender, made_on=body.version), lang
        )
    steps = steps_of(load(head.game), body.steps)
    if any(parts(step.path)[:1] == ("photos",) for step in steps):
        raise Unreadable(say("Photos are changed through their corrections."))
    return make(service, table, editing(service.tables, steps, body.version, body.sender, body.note), lang)


@router.delete("/{table}", status_code=204, dependencies=[HostOnly])
def delete(service: Here, table: TableId) -> None:
    """Clear a table away with its history and its photos."""
    service.tables.head(table)
    with service.store.writing() as session:
        contents = list(session.scalars(select(PhotoRow.sha256).where(PhotoRow.table_id == table)))
        service.log.remove(session, table)
        release(session, service.photos, contents)
    service.hub.deleted(table)


@router.post("/{table}/undo", response_model=Changed)
def undo(service: Here, table: TableId, body: Sent, lang: Lang) -> Response:
    """Take back this phone's own last change."""
    return make(service, table, wishes.undo(service.tables, body.sender), lang)


@router.post("/{table}/redo", response_model=Changed)
def redo(service: Here, table: TableId, body: Sent, lang: Lang) -> Response:
    """Make the change again that this phone took back last."""
    return make(service, table, wishes.redo(service.tables, body.sender), lang)


@router.post("/{table}/restore", response_model=Changed)
def restore(service: Here, table: TableId, body: Restore, lang: Lang) -> Response:
    """Show a past state again; that too can be undone."""
    return make(service, table, wishes.restore(service.tables, body.version, body.sender), lang)


@router.post("/{table}/snapshots", response_model=Changed)
def keep_snapshot(service: Here, table: TableId, body: NewSnapshot, lang: Lang) -> Response:
    """Keep this moment, for example the end of a round; it stays editable under `/snapshots`."""
    return make(service, table, wishes.keep(body.label, body.sender), lang)


@router.get("/{table}/drawing", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
def drawing(
    service: Here,
    table: TableId,
    lang: Lang,
    version: Annotated[int | None, Query(ge=1, le=10**9)] = None,
    player: Annotated[int | None, Query(ge=0, le=20, description="Only what lies before this player")] = None,
) -> Response:
    """The table as a picture; every piece carries its place as `data-path`."""
    at = service.tables.at(table, version)
    game = load(at.head.game)
    picture = play.draw(game, Games().state(game.id, at.document), lang, player)
    return Response(picture, media_type="image/svg+xml")


def _names(count: int) -> list[str]:
    return [f"Player {number}" for number in range(1, count + 1)]

"""Photos: read, laid on a table, corrected, looked at, deleted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from fastapi import APIRouter, File, Form, Response, UploadFile
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse
from sqlalchemy import select
from sqlalchemy.orm import Session

import vision
from api.answers.bodies import NewCorrection
from api.answers.laying import reader_for
from api.answers.refusals import NotThere, Unreadable
from api.answers.shapes import CorrectionShape, PhotoShape, TableView
from api.http import choices
from api.http.acting import TableId, make
from api.http.service import Here, Lang, Look, Service, Ticket
from api.reading.folder import PhotoFolder
from api.reading.reader import DICE, Seen, fingerprint_of
from api.tables import history
from api.tables.corrections import correct, lay_on_table, photo_of, photo_shape, read_before, release, remember
from api.tables.store import CorrectionRow, EventRow, PhotoRow, TableRow
from api.tables.views import event_shape
from scoring.words import say
from vision.tables import READABLE
from vision.tables.again import nothing
from vision.tables.contract import Spot

router = APIRouter(tags=["photos"])
JPEG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/jpeg": {}}}}
SAMPLES = Path(vision.__file__).parent / "samples"
Upload = Annotated[UploadFile, File(description="JPEG, PNG, WebP or HEIC")]


class Taken(NamedTuple):
    """A photo that was read, now or before, and whether it was kept."""

    seen: Seen
    known: bool
    kept: bool


async def _taken(
    service: Service, game_id: str, photo: UploadFile, hints: dict[str, Any], ticket: str, needed: bool = False
) -> Taken:
    """The reading of a photo; the very same photo is not read twice. It waits in its file until it is its turn.

    Where pieces are `needed`, a photo that shows none is not kept.
    """
    before, keep = await run_in_threadpool(_known, service, game_id, photo, hints)
    folder = PhotoFolder(service.settings.photos)
    if before is not None and not (keep and not folder.has(before.sha256)):
        return Taken(before, True, keep)
    async with service.reader.turn(ticket) as reader:
        await photo.seek(0)
        look = await reader.look(game_id, await photo.read(), photo.filename or "", hints)
    if keep and (look.seen.pieces or not needed):
        await run_in_threadpool(folder.keep, look.seen.sha256, photo.file, look.view)
    return Taken(before or look.seen, before is not None, keep)


def _known(service: Service, game_id: str, photo: UploadFile, hints: dict[str, Any]) -> tuple[Seen | None, bool]:
    """What was read from the same photo before, and whether the host keeps photos."""
    keep = choices.keep_photos(service)
    with service.store.reading() as session:
        before = read_before(session, fingerprint_of(photo.file), game_id, hints)
        return (None if before is None else Seen.again(before.sha256, before.reading)), keep


@router.post("/games/{game}/read", response_model=PhotoShape)
async def read(service: Here, game: str, photo: Upload, lang: Lang, ticket: Ticket = "") -> PhotoShape:
    """Read a photo that belongs to no table; `dice` reads any dice. The same photo twice is recognised."""
    if game != DICE and game not in READABLE:
        raise NotThere(say("Photos can be read for: dice, {games}.", games=", ".join(sorted(READABLE))))
    taken = await _taken(service, game, photo, {}, ticket)
    return await run_in_threadpool(_remembered, service, game, taken, photo.filename or "", lang)


def _remembered(service: Service, game: str, taken: Taken, name: str, lang: str) -> PhotoShape:
    with service.store.writing() as session:
        row = read_before(session, taken.seen.sha256, game, {}) if taken.known else None
        row = row or remember(session, taken.seen, game, name, taken.kept)
        return photo_shape(session, row, lang, taken.known)


@router.get("/games/{game}/sample-photos")
def sample_photos(game: str) -> list[str]:
    """Photos that ship with Tally, to try it without a camera; `dice` has some too."""
    return sorted(path.name for path in SAMPLES.glob("*.jpg") if path.name.rpartition("-")[0] == game)


@router.get("/games/{game}/sample-photos/{name}", response_class=FileResponse, responses=JPEG)
def sample_photo(game: str, name: str) -> Response:
    """One of the photos that ship with Tally."""
    if name not in sample_photos(game):
        raise NotThere(say("There is no such sample photo."))
    return FileResponse(SAMPLES / name, media_type="image/jpeg")


@router.post("/tables/{table}/photos", status_code=201)
async def add_photo(
    service: Here,
    table: TableId,
    photo: Upload,
    lang: Lang,
    player: Annotated[int, Form(ge=0, le=20, description="Whose pieces; the first player's if left out")] = 0,
    round_: Annotated[int | None, Form(alias="round", ge=0, le=20, description="Which round it shows")] = None,
    first_row: Annotated[
        Literal["far", "top", "bottom", "left", "right"],
        Form(description="Which end of a printed sheet its first row is at"),
    ] = "far",
    by: Annotated[str, Form(max_length=40)] = "",
    ticket: Ticket = "",
) -> PhotoShape:
    """Read a photo of one player's pieces; what it shows is on the table at once and can be corrected."""
    spot = Spot(player, round_)
    game_id, hints = await run_in_threadpool(_expected, service, table, spot, first_row)
    taken = await _taken(service, game_id, photo, hints, ticket, needed=True)
    if not taken.seen.pieces:
        raise Unreadable(nothing(taken.seen.left_open))
    return await run_in_threadpool(_laid, service, table, taken, spot, photo.filename or "", by, lang)


def _expected(service: Service, table: str, spot: Spot, first_row: str) -> tuple[str, dict[str, Any]]:
    """The game and what it tells the reader; what is open is asked before anything is read."""
    with service.store.reading() as session:
        row = history.table_of(session, table)
        game_id, state = row.game, history.document_of(session, row)["state"]
    reader = reader_for(game_id)
    reader.lay([], state, spot)
    return game_id, reader.hints(state) | ({"first_row": first_row} if reader.turns else {})


def _laid(service: Service, table: str, taken: Taken, spot: Spot, name: str, by: str, lang: str) -> PhotoShape:
    """The photo on its table, told to every phone."""
    with service.store.writing() as session:
        row = history.table_of(session, table)
        kept_photo = remember(session, taken.seen, row.game, name, taken.kept)
        event = lay_on_table(session, row, kept_photo, spot, by)
        answer = photo_shape(session, kept_photo, lang, taken.known)
        message = {"type": "event", "event": event_shape(event).model_dump(mode="json"), "head": row.head}
    service.hub.tell(table, message)
    return answer


@router.get("/tables/{table}/photos")
def photos(session: Look, table: TableId, lang: Lang) -> list[PhotoShape]:
    """All photos of a table."""
    history.table_of(session, table)
    rows = session.scalars(select(PhotoRow).where(PhotoRow.table_id == table).order_by(PhotoRow.at)).all()
    return [photo_shape(session, row, lang) for row in rows]


@router.delete("/tables/{table}/photos", status_code=204)
def forget(service: Here, table: TableId) -> None:
    """Delete the pictures of a table; what was read from them stays."""
    with service.store.writing() as session:
        contents = history.forget_photos(session, history.table_of(session, table))
        session.flush()
        release(session, PhotoFolder(service.settings.photos), contents)


@router.get("/photos/{photo}")
def one_photo(session: Look, photo: str, lang: Lang) -> PhotoShape:
    """One photo with its pieces."""
    return photo_shape(session, photo_of(session, photo), lang)


@router.get("/photos/{photo}/picture", response_class=FileResponse, responses=JPEG)
def picture(service: Here, session: Look, photo: str) -> Response:
    """The picture itself, upright and small enough for a phone."""
    row = photo_of(session, photo)
    path = PhotoFolder(service.settings.photos).view(row.sha256)
    if not row.kept or not path.is_file():
        raise NotThere(say("The picture was not kept."))
    return FileResponse(path, media_type="image/jpeg", headers={"cache-control": "private, max-age=86400"})


@router.post("/photos/{photo}/corrections", response_model=TableView)
def add_correction(service: Here, photo: str, body: NewCorrection, lang: Lang) -> Response:
    """Say what a piece really is; kept beside the reading, and the score follows."""
    with service.store.reading() as session:
        table_id = photo_of(session, photo).table_id
    if table_id is None:
        raise Unreadable(say("This photo belongs to no table; lay it on one to correct it."))

    def act(session: Session, table: TableRow) -> EventRow:
        return correct(session, table, photo_of(session, photo), body)

    return make(service, table_id, lang, act)


@router.get("/photos/{photo}/corrections")
def corrections(session: Look, photo: str) -> list[CorrectionShape]:
    """All that people said about a photo, in order."""
    photo_of(session, photo)
    rows = session.scalars(
        select(CorrectionRow).where(CorrectionRow.photo_id == photo).order_by(CorrectionRow.id)
    ).all()
    return [CorrectionShape(id=r.id, piece=r.piece, action=r.action, was=r.was, value=r.value, at=r.at) for r in rows]

"""Photos: read, laid on a table, corrected, looked at, deleted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, File, Form, Response, UploadFile
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
from api.http.service import Here, Lang, Look, Service
from api.reading.folder import PhotoFolder
from api.reading.reader import DICE, Seen, fingerprint
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


def _seen(service: Service, game_id: str, data: bytes, name: str, hints: dict[str, Any]) -> tuple[Seen, bool]:
    """The reading of a photo; the very same photo is not read twice."""
    with service.store.reading() as session:
        before = read_before(session, fingerprint(data), game_id, hints)
        if before is not None:
            return Seen.again(before.sha256, before.reading), True
    return service.reader.read(game_id, data, name, hints), False


def _keep(service: Service, sha256: str, data: bytes) -> bool:
    keep = choices.keep_photos(service)
    if keep:
        PhotoFolder(service.settings.photos).keep(sha256, data)
    return keep


@router.post("/games/{game}/read", response_model=PhotoShape)
def read(service: Here, game: str, photo: Upload, lang: Lang) -> PhotoShape:
    """Read a photo that belongs to no table; `dice` reads any dice. The same photo twice is recognised."""
    if game != DICE and game not in READABLE:
        raise NotThere(say("Photos can be read for: dice, {games}.", games=", ".join(sorted(READABLE))))
    data = photo.file.read()
    seen, known = _seen(service, game, data, photo.filename or "", {})
    kept = _keep(service, seen.sha256, data)
    with service.store.writing() as session:
        row = read_before(session, seen.sha256, game, {}) if known else None
        row = row or remember(session, seen, game, photo.filename or "", kept)
        return photo_shape(session, row, lang, known)


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
def add_photo(
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
) -> PhotoShape:
    """Read a photo of one player's pieces; what it shows is on the table at once and can be corrected."""
    with service.store.reading() as session:
        row = history.table_of(session, table)
        game_id, state = row.game, history.document_of(session, row)["state"]
    reader, spot = reader_for(game_id), Spot(player, round_)
    reader.lay([], state, spot)  # what is open is asked before anything is read
    data = photo.file.read()
    hints = reader.hints(state) | ({"first_row": first_row} if reader.turns else {})
    seen, known = _seen(service, game_id, data, photo.filename or "", hints)
    if not seen.pieces:
        raise Unreadable(nothing(seen.left_open))
    kept = _keep(service, seen.sha256, data)
    with service.store.writing() as session:
        row = history.table_of(session, table)
        kept_photo = remember(session, seen, game_id, photo.filename or "", kept)
        event = lay_on_table(session, row, kept_photo, spot, by)
        answer = photo_shape(session, kept_photo, lang, known)
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

"""Photos: read, laid on a table, corrected, looked at, deleted."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal, NamedTuple

from fastapi import APIRouter, File, Form, Response, UploadFile
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse
from sqlalchemy import select

from api.answers.bodies import NewCorrection
from api.answers.following import against, changes
from api.answers.laying import reader_for
from api.answers.refusals import NotThere, Unreadable
from api.answers.shapes import Changed, CorrectionShape, PhotoShape
from api.answers.whose import NOBODY, seats_of
from api.http import choices
from api.http.acting import TableId, make
from api.http.roles import HostOnly
from api.http.service import Here, Lang, Look, Service, Ticket, Visitor
from api.language.speech import translator
from api.log.applying import Document
from api.log.arbiter import At, Sender, Wish
from api.log.entries import Entry
from api.owner.known import taught_now
from api.reading.reader import DICE, Seen, fingerprint_of
from api.tables.corrections import (
    correct,
    forget_photos,
    lay_on_table,
    new_photo,
    photo_of,
    photo_shape,
    read_before,
    release,
    table_of,
)
from api.tables.rows import CorrectionRow, PhotoRow
from scoring.words import say
from vision.samplecopy import SAMPLES, WHOLE_TABLES
from vision.tables import READABLE
from vision.tables.again import nothing
from vision.tables.contract import Asked, CannotLay, Pieces, Spot
from vision.tables.joined import unseen_in

router = APIRouter(tags=["photos"])
JPEG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/jpeg": {}}}}
Upload = Annotated[UploadFile, File(description="JPEG, PNG, WebP or HEIC")]


class Turn(NamedTuple):
    """A place in the line of photos: its name, and whose it is."""

    ticket: str
    who: str


class Taken(NamedTuple):
    """A photo that was read, now or before, and whether it was kept."""

    seen: Seen
    known: bool
    kept: bool


async def _taken(
    service: Service, game_id: str, photo: UploadFile, hints: dict[str, Any], turn: Turn, table: str | None = None
) -> Taken:
    """The reading of a photo; the very same photo is not read twice. It waits in its file until it is its turn.

    A photo for a `table` that shows none of its pieces is not kept.
    """
    taught = await run_in_threadpool(taught_now, game_id)
    before, keep = await run_in_threadpool(_known, service, game_id, photo, hints, taught)
    folder = service.photos
    if before is not None and not (keep and not await run_in_threadpool(folder.has, before.sha256)):
        return Taken(before, True, keep)
    async with service.reader.turn(*turn, table=table) as reader:
        await photo.seek(0)
        look = await reader.look(game_id, await photo.read(), photo.filename or "", hints)
    if keep and (look.seen.pieces or table is None):
        await run_in_threadpool(folder.keep, look.seen.sha256, photo.file, look.view)
    return Taken(before or replace(look.seen, taught=taught), before is not None, keep)


def _known(
    service: Service, game_id: str, photo: UploadFile, hints: dict[str, Any], taught: str
) -> tuple[Seen | None, bool]:
    """What was read from the same photo before, and whether the host keeps photos."""
    keep = choices.keep_photos(service)
    with service.store.reading() as session:
        before = read_before(session, fingerprint_of(photo.file), game_id, hints, taught)
        return (None if before is None else Seen.again(before.sha256, before.reading)), keep


@router.post("/games/{game}/read", response_model=PhotoShape)
async def read(service: Here, game: str, photo: Upload, lang: Lang, who: Visitor, ticket: Ticket = "") -> PhotoShape:
    """Read a photo that belongs to no table; `dice` reads any dice. The same photo twice is recognised."""
    if game != DICE and game not in READABLE:
        raise NotThere(say("Photos can be read for: dice, {games}.", games=", ".join(sorted(READABLE))))
    taken = await _taken(service, game, photo, {}, Turn(ticket, who))
    return await run_in_threadpool(_remembered, service, game, taken, photo.filename or "", lang)


def _remembered(service: Service, game: str, taken: Taken, name: str, lang: str) -> PhotoShape:
    with service.store.writing() as session:
        seen = taken.seen
        row = read_before(session, seen.sha256, game, {}, seen.taught) if taken.known else None
        if row is None:
            row = new_photo(taken.seen, game, name, taken.kept)
            session.add(row)
            session.flush()
    return photo_shape(row, table_of(service.tables, row), lang, taken.known)


@router.get("/games/{game}/sample-photos")
def sample_photos(game: str) -> list[str]:
    """Photos that ship with Tally, to try it without a camera, whole tables first; `dice` has some too."""
    names = [path.name for path in SAMPLES.glob("*.jpg") if path.name.rpartition("-")[0] == game]
    return sorted(names, key=lambda name: (name not in WHOLE_TABLES, name))


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
    who: Visitor,
    player: Annotated[int, Form(ge=0, le=20, description="Whose pieces; the first player's if left out")] = 0,
    round_: Annotated[int | None, Form(alias="round", ge=0, le=20, description="Which round it shows")] = None,
    first_row: Annotated[
        Literal["far", "top", "bottom", "left", "right"],
        Form(description="Which end of a printed sheet its first row is at"),
    ] = "far",
    empty_rows: Annotated[
        int | None,
        Form(ge=0, le=5, description="How many rows of a printed sheet before the first with dice hold none"),
    ] = None,
    players: Annotated[
        str | None,
        Form(max_length=60, pattern=r"^-?\d+(,-?\d+)*$", description="Whose each part of the photo is; -1 for nobody"),
    ] = None,
    alone: Annotated[bool, Form(description="Whether all of it is the one player's")] = False,
    by: Annotated[str, Form(max_length=40)] = "",
    phone: Annotated[str, Form(max_length=60)] = "",
    ticket: Ticket = "",
) -> PhotoShape:
    """Read a photo of the pieces of one player, or several; what it shows is on the table at once, to be corrected.

    Where it shows several and the table does not tell whose is whose, it is asked: send it again with `players`.
    """
    spot = Spot(player, round_)
    here, hints = await run_in_threadpool(_expected, service, table, spot, first_row)
    hints |= {"alone": True} if alone else {}
    hints |= {"empty_rows": empty_rows} if empty_rows is not None else {}
    taken = await _taken(service, here.head.game, photo, hints, Turn(ticket, who), table)
    if not taken.seen.pieces:
        raise Unreadable(nothing(taken.seen.left_open))
    told = None if players is None else [int(seat) for seat in players.split(",")]
    given = await run_in_threadpool(_given, service, taken, here, spot, told, photo.filename or "")
    rows = [new_photo(seen, here.head.game, photo.filename or "", taken.kept) for seen, _ in given]
    spots = [where for _, where in given]
    wish = lay_on_table(service.tables, rows, here.head, spots, Sender(phone, by), made_on=here.version)
    return await run_in_threadpool(_laid, service, rows, here, wish, taken.known, lang)


def _given(
    service: Service, taken: Taken, here: At, spot: Spot, told: list[int] | None, name: str
) -> list[tuple[Seen, Spot]]:
    """What is read of each player, and where it goes; what was read is remembered while that is asked."""
    each, game = taken.seen.each, here.head.game
    if len(each) == 1:
        return [(each[0], replace(spot, unseen=unseen_in(each[0].left_open)))]
    try:
        seats = seats_of(reader_for(game), [seen.pieces for seen in each], here.document["state"], told)
    except Asked:
        with service.store.writing() as session:
            session.add(new_photo(taken.seen, game, name, taken.kept))
        raise
    given = [
        (seen, Spot(seat, spot.round, unseen_in(seen.left_open)))
        for seen, seat in zip(each, seats, strict=True)
        if seat != NOBODY
    ]
    if not given:
        raise CannotLay(say("Nothing of the photo was anybody's; nothing was changed."))
    return sorted(given, key=lambda one: one[1].player != spot.player)


def _expected(service: Service, table: str, spot: Spot, first_row: str) -> tuple[At, dict[str, Any]]:
    """The table and what it tells the reader; what is open is asked before anything is read."""
    here = service.tables.at(table)
    reader, state = reader_for(here.head.game), here.document["state"]
    reader.lay([], state, spot)
    return here, reader.hints(state) | ({"first_row": first_row} if reader.turns else {})


def _laid(service: Service, rows: list[PhotoRow], here: At, wish: Wish, known: bool, lang: str) -> PhotoShape:
    """The photo on its table, told to every phone; where it shows several players, as that of the first of them."""
    table, before = here.head.id, here.document

    def answer(at: At, entry: Entry) -> PhotoShape:
        shape, speak = photo_shape(rows[0], at.document, lang, known), translator(lang)
        states = before["state"], at.document["state"]
        seen = {
            states[1]["players"][row.player or 0]["name"]: (
                _pieces_of(before, row.player),
                _pieces_of(at.document, row.player),
            )
            for row in rows
        }
        shape.changes = [speak(text) for text in changes(here.head.game, *states, seen)]
        shape.against = [speak(text) for text in against(here.head.game, *states)]
        shape.others = [row.id for row in rows[1:]]
        return shape

    made = service.tables.change(table, wish, answer)
    service.hub.moved(table)
    return made.answer


def _pieces_of(document: Document, player: int | None) -> Pieces:
    """What the photos of a player on a table show."""
    return [piece for entry in document["photos"] if entry["player"] == player for piece in entry["pieces"]]


@router.get("/tables/{table}/photos")
def photos(service: Here, table: TableId, lang: Lang) -> list[PhotoShape]:
    """All photos of a table."""
    document = service.tables.at(table).document
    with service.store.reading() as session:
        rows = session.scalars(select(PhotoRow).where(PhotoRow.table_id == table).order_by(PhotoRow.at)).all()
    return [photo_shape(row, document, lang) for row in rows]


@router.delete("/tables/{table}/photos", status_code=204, dependencies=[HostOnly])
def forget(service: Here, table: TableId) -> None:
    """Delete the pictures of a table; what was read from them stays."""
    service.tables.head(table)
    with service.store.writing() as session:
        contents = forget_photos(session, table)
        session.flush()
        release(session, service.photos, contents)


@router.get("/photos/{photo}")
def one_photo(service: Here, photo: str, lang: Lang) -> PhotoShape:
    """One photo with its pieces."""
    with service.store.reading() as session:
        row = photo_of(session, photo)
    return photo_shape(row, table_of(service.tables, row), lang)


@router.get("/photos/{photo}/picture", response_class=Response, responses=JPEG)
def picture(service: Here, photo: str) -> Response:
    """The picture itself, upright and small enough for a phone."""
    with service.store.reading() as session:
        row = photo_of(session, photo)
    kept = service.photos.picture(row.sha256) if row.kept else None
    if kept is None:
        raise NotThere(say("The picture was not kept."))
    return Response(kept, media_type="image/jpeg", headers={"cache-control": "private, max-age=86400"})


@router.post("/photos/{photo}/corrections", response_model=Changed)
def add_correction(service: Here, photo: str, body: NewCorrection, lang: Lang) -> Response:
    """Say what a piece really is; kept beside the reading, and the score follows."""
    with service.store.reading() as session:
        table_id = photo_of(session, photo).table_id
    if table_id is None:
        raise Unreadable(say("This photo belongs to no table; lay it on one to correct it."))
    return make(service, table_id, correct(photo, body), lang)


@router.get("/photos/{photo}/corrections")
def corrections(session: Look, photo: str) -> list[CorrectionShape]:
    """All that people said about a photo, in order."""
    photo_of(session, photo)
    rows = session.scalars(
        select(CorrectionRow).where(CorrectionRow.photo_id == photo).order_by(CorrectionRow.id)
    ).all()
    return [CorrectionShape(id=r.id, piece=r.piece, action=r.action, was=r.was, value=r.value, at=r.at) for r in rows]

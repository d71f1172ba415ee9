"""What was named in a photo is remembered: later photos know it."""

from __future__ import annotations

from typing import NamedTuple

from fastapi import APIRouter
from fastapi.concurrency import run_in_threadpool

from api.answers.refusals import Unreadable
from api.answers.shapes import LessonShape, LessonsTaken
from api.http.service import Here, Lang, Service, Visitor
from api.owner import folders
from api.owner.lessons import OpenLesson, open_lessons
from api.owner.shared import changing
from api.tables.corrections import photo_of, shown_pieces, table_of
from scoring.games import load
from scoring.words import say
from vision.tables import READABLE
from vision.taught import Print, TaughtFolder, TeachingError
from vision.teachable import pieces_of

router = APIRouter(prefix="/photos/{photo}/lessons", tags=["gallery"])


class _Here(NamedTuple):
    """A photo's game, its file, and what it can teach now."""

    game: str
    sha256: str
    lessons: list[OpenLesson]


@router.get("")
def lessons(service: Here, photo: str, lang: Lang) -> list[LessonShape]:
    """The pieces that were named by hand in a photo and could be taught with it."""
    here = _open(service, photo)
    named = pieces_of(load(here.game)) if here.lessons else {}
    return [LessonShape(piece=one.piece, item=one.item, name=named[one.item].named(lang)) for one in here.lessons]


@router.post("", status_code=201)
async def remember(service: Here, photo: str, who: Visitor) -> LessonsTaken:
    """Keep a picture of each of them; what cannot be cut out of the photo is left out."""
    here = await run_in_threadpool(_open, service, photo)
    data = await run_in_threadpool(service.photos.taken, here.sha256) if here.lessons else b""
    if data is None:
        raise Unreadable(say("The photo itself was not kept; photograph the cards under My cards."))
    if not here.lessons:
        return LessonsTaken(items=[])
    boxes, quarters = [one.box for one in here.lessons], [one.quarter for one in here.lessons]
    async with service.reader.turn(who=who) as reader:
        cut = await reader.lessons(data, None, boxes, quarters)
    shown = [(one.item, picture) for one, picture in zip(here.lessons, cut, strict=True) if picture is not None]
    try:
        await run_in_threadpool(_keep, here.game, shown)
    except TeachingError as error:
        raise Unreadable(error.args[0]) from None
    return LessonsTaken(items=[item for item, _ in shown])


def _open(service: Service, photo: str) -> _Here:
    with service.store.reading() as session:
        row = photo_of(session, photo)
    document = table_of(service.tables, row)
    pieces = shown_pieces(row, document) if document else None
    if pieces is None or row.game not in READABLE or not row.kept:
        return _Here(row.game, row.sha256, [])
    taught = TaughtFolder(folders.gallery_folder(), row.game).taught()
    return _Here(row.game, row.sha256, open_lessons(load(row.game), pieces, taught))


def _keep(game: str, shown: list[tuple[str, Print]]) -> None:
    folder = TaughtFolder(folders.gallery_folder(), game)
    with changing("gallery"):
        for item, picture in shown:
            folder.take_in(item, picture)

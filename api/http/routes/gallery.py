"""Pictures of one's own cards, tiles, faces and boards: teaching them, and what they tell."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, File, Response, UploadFile
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse

from api.answers.refusals import NotThere, Unreadable
from api.answers.shapes import CutOutShape, GalleryShape, ProposalShape, ReferenceShape, TeachableShape
from api.http.roles import HostOnly
from api.http.service import GameHere, Here, Lang, Ticket, Visitor
from api.owner import folders
from api.owner.shared import changing
from scoring.names import unknown_name
from scoring.words import say
from vision.taught import Kept, TaughtFolder, TeachingError
from vision.teachable import names_of, pieces_of

router = APIRouter(prefix="/games/{game}/gallery", tags=["gallery"])
Upload = Annotated[UploadFile, File(description="JPEG, PNG, WebP or HEIC")]
Exported = Annotated[UploadFile, File(description="A file that the export wrote")]
T = TypeVar("T")
OFFERED = 12  # names that come with a cut-out, likeliest first


def _folder(game: GameHere) -> TaughtFolder:
    return TaughtFolder(folders.gallery_folder(), game.id)


@router.get("")
def references(game: GameHere) -> list[ReferenceShape]:
    """All taught pictures of a game."""
    return [_shape(game.id, kept) for kept in _folder(game).pictures()]


@router.get("/pieces")
def pieces(game: GameHere, lang: Lang) -> GalleryShape:
    """Everything that can be taught, in the order of the catalogue, and what is taught already."""
    pictures: dict[str, list[str]] = {}
    for kept in _folder(game).pictures():
        pictures.setdefault(kept.item, []).append(kept.id)
    listed = [
        TeachableShape(
            id=one.id,
            kind=one.kind,
            kind_name=one.kind_named(lang),
            name=one.named(lang),
            board=one.board,
            pictures=pictures.get(one.id, []),
        )
        for one in pieces_of(game).values()
    ]
    return GalleryShape(pieces=listed, taught=sum(bool(one.pictures) for one in listed))


@router.post("/cut-outs")
async def cut(
    service: Here, game: GameHere, photo: Upload, lang: Lang, who: Visitor, ticket: Ticket = ""
) -> list[CutOutShape]:
    """The things of a photo, cut out and straightened, each with its likeliest names; nothing is kept yet."""
    async with service.reader.turn(ticket, who) as reader:
        found = await reader.cut(game.id, await photo.read(), photo.filename or None, lang, OFFERED)
    return [
        CutOutShape(picture="data:image/jpeg;base64," + base64.b64encode(one.pop("jpeg")).decode(), **one)
        for one in found
    ]


@router.get("/proposals")
async def proposals(service: Here, game: GameHere, who: Visitor) -> list[ProposalShape]:
    """Printed values that the catalogue lacks and that can be read on taught pictures; the owner confirms them."""
    async with service.reader.turn(who=who) as reader:
        found = await reader.proposed(game.id)
    return [ProposalShape(item=one.item, field=one.field, values=list(one.values)) for one in found]


@router.get("/export", response_class=Response, responses={200: {"content": {"application/zip": {}}}})
def export(game: GameHere) -> Response:
    """Everything that was taught as one file."""
    headers = {"Content-Disposition": f'attachment; filename="tally-{game.id}-gallery.zip"'}
    return Response(_folder(game).export(), media_type="application/zip", headers=headers)


@router.post("/import", dependencies=[HostOnly])
async def take_over(service: Here, game: GameHere, pictures: Exported, who: Visitor) -> dict[str, int]:
    """Add the pictures of such a file; all are looked at before any is kept."""
    async with service.reader.turn(who=who) as reader:
        found = await reader.carried(game.id, await pictures.read())
    try:
        return {"pictures": await run_in_threadpool(_changed, _folder(game).add_new, found)}
    except TeachingError as error:
        raise Unreadable(error.args[0]) from None


@router.post("/{item}", status_code=201)
async def add(service: Here, game: GameHere, item: str, photo: Upload, who: Visitor) -> ReferenceShape:
    """Keep a straightened picture of one piece, or of an empty board."""
    known = pieces_of(game)
    if refusal := unknown_name(say("piece"), item, names_of(known)):
        raise NotThere(refusal)
    board = known[item].board
    async with service.reader.turn(who=who) as reader:
        picture = await reader.reference(await photo.read(), photo.filename or None, board)
    try:
        return _shape(game.id, await run_in_threadpool(_changed, _folder(game).take_in, item, picture, board))
    except TeachingError as error:
        raise Unreadable(error.args[0]) from None


@router.get("/pictures/{reference}", response_class=FileResponse, responses={200: {"content": {"image/jpeg": {}}}})
def picture(game: GameHere, reference: str) -> Response:
    """One taught picture."""
    folder = _folder(game)
    if folder.find(reference) is None or not folder.path(reference).is_file():
        raise NotThere(say("There is no such picture."))
    return FileResponse(folder.path(reference), media_type="image/jpeg")


@router.delete("/pictures/{reference}", status_code=204, dependencies=[HostOnly])
def delete(game: GameHere, reference: str) -> None:
    """Forget one taught picture."""
    if not _changed(_folder(game).forget, reference):
        raise NotThere(say("There is no such picture."))


def _changed(change: Callable[..., T], *args: Any) -> T:
    """Change what is taught; in a club nobody else does meanwhile, and all readers have it afterwards."""
    with changing("gallery"):
        return change(*args)


def _shape(game: str, kept: Kept) -> ReferenceShape:
    return ReferenceShape(id=kept.id, game=game, item=kept.item, at=kept.at)

"""Pictures of one's own cards, tiles, faces and boards: teaching them, and what they tell."""

from __future__ import annotations

import base64
from typing import Annotated

from fastapi import APIRouter, File, Response, UploadFile
from fastapi.responses import FileResponse

from api.answers.refusals import NotThere, Unreadable
from api.answers.shapes import CutOutShape, GalleryShape, ProposalShape, ReferenceShape, TeachableShape
from api.http.service import GameHere, Lang
from api.owner import folders, printed
from scoring.names import unknown_name
from scoring.words import say
from vision.network import ModelError
from vision.photo import PhotoError, open_photo
from vision.taught import Kept, TaughtFolder, TeachingError, as_jpeg
from vision.teachable import names_of, pieces_of
from vision.teaching import cut_outs, printed_proposals

router = APIRouter(prefix="/games/{game}/gallery", tags=["gallery"])
Upload = Annotated[UploadFile, File(description="JPEG, PNG, WebP or HEIC")]
Exported = Annotated[UploadFile, File(description="A file that the export wrote")]
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
def cut(game: GameHere, photo: Upload, lang: Lang) -> list[CutOutShape]:
    """The things of a photo, cut out and straightened, each with its likeliest names; nothing is kept yet."""
    folder = _folder(game)
    try:
        opened = open_photo(photo.file.read(), photo.filename or None)
        languages = tuple(dict.fromkeys((lang, "en")))
        found = cut_outs(opened, pieces_of(game), folder.gallery(), folder.taught(), languages)
    except (PhotoError, ModelError) as error:
        raise Unreadable(error.args[0]) from None
    return [
        CutOutShape(
            corners=[list(corner) for corner in one.corners],
            picture="data:image/jpeg;base64," + base64.b64encode(as_jpeg(one.picture)).decode(),
            named=one.naming.item,
            titled=one.titled.item,
            likely=list(one.likely[:OFFERED]),
        )
        for one in found
    ]


@router.get("/proposals")
def proposals(game: GameHere) -> list[ProposalShape]:
    """Printed values that the catalogue lacks and that can be read on taught pictures; the owner confirms them."""
    found = printed_proposals(_folder(game), pieces_of(game), printed.catalogue_of(game))
    return [ProposalShape(item=one.item, field=one.field, values=list(one.values)) for one in found]


@router.get("/export", response_class=Response, responses={200: {"content": {"application/zip": {}}}})
def export(game: GameHere) -> Response:
    """Everything that was taught as one file."""
    headers = {"Content-Disposition": f'attachment; filename="tally-{game.id}-gallery.zip"'}
    return Response(_folder(game).export(), media_type="application/zip", headers=headers)


@router.post("/import")
def take_over(game: GameHere, pictures: Exported) -> dict[str, int]:
    """Add the pictures of such a file; all are looked at before any is kept."""
    try:
        return {"pictures": _folder(game).take_over(pictures.file.read(), pieces_of(game))}
    except TeachingError as error:
        raise Unreadable(error.args[0]) from None


@router.post("/{item}", status_code=201)
def add(game: GameHere, item: str, photo: Upload) -> ReferenceShape:
    """Keep a straightened picture of one piece, or of an empty board."""
    known = pieces_of(game)
    if refusal := unknown_name(say("piece"), item, names_of(known)):
        raise NotThere(refusal)
    try:
        pixels = open_photo(photo.file.read(), photo.filename or None).pixels()
        return _shape(game.id, _folder(game).keep(item, pixels, known[item].board))
    except (PhotoError, TeachingError) as error:
        raise Unreadable(error.args[0]) from None


@router.get("/pictures/{reference}", response_class=FileResponse, responses={200: {"content": {"image/jpeg": {}}}})
def picture(game: GameHere, reference: str) -> Response:
    """One taught picture."""
    folder = _folder(game)
    if folder.find(reference) is None or not folder.path(reference).is_file():
        raise NotThere(say("There is no such picture."))
    return FileResponse(folder.path(reference), media_type="image/jpeg")


@router.delete("/pictures/{reference}", status_code=204)
def delete(game: GameHere, reference: str) -> None:
    """Forget one taught picture."""
    if not _folder(game).forget(reference):
        raise NotThere(say("There is no such picture."))


def _shape(game: str, kept: Kept) -> ReferenceShape:
    return ReferenceShape(id=kept.id, game=game, item=kept.item, at=kept.at)

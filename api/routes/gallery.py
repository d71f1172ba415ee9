"""Pictures of one's own cards and tiles, one or more per catalogue item."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, File, Response, UploadFile
from fastapi.responses import FileResponse
from sqlalchemy import select

from api.eyes import PhotoFolder, check_picture, fingerprint
from api.photos import release
from api.refusals import NotThere
from api.service import GameHere, Here, Look
from api.shapes import ReferenceShape
from api.store import ReferenceRow
from scoring.words import say

router = APIRouter(prefix="/games/{game}/gallery", tags=["gallery"])
Upload = Annotated[UploadFile, File(description="JPEG, PNG, WebP or HEIC")]


@router.get("")
def references(session: Look, game: GameHere) -> list[ReferenceShape]:
    """All reference pictures of a game."""
    rows = session.scalars(select(ReferenceRow).where(ReferenceRow.game == game.id).order_by(ReferenceRow.at)).all()
    return [_shape(row) for row in rows]


@router.post("/{item}", status_code=201)
def add(service: Here, game: GameHere, item: str, photo: Upload) -> ReferenceShape:
    """Add a picture of one component."""
    if item not in game.catalogue.items:
        raise NotThere(say("{game} has no component {item} in its catalogue.", game=game.title, item=repr(item)))
    data = photo.file.read()
    check_picture(data, photo.filename or "")
    sha256 = fingerprint(data)
    PhotoFolder(service.settings.photos).keep(sha256, data)
    row = ReferenceRow(id=secrets.token_urlsafe(8), game=game.id, item=item, sha256=sha256)
    with service.store.writing() as session:
        session.add(row)
        session.flush()
        return _shape(row)


@router.get("/pictures/{reference}", response_class=FileResponse, responses={200: {"content": {"image/jpeg": {}}}})
def picture(service: Here, session: Look, game: GameHere, reference: str) -> Response:
    """One reference picture."""
    row = session.get(ReferenceRow, reference)
    path = PhotoFolder(service.settings.photos).view(row.sha256) if row else None
    if row is None or path is None or row.game != game.id or not path.is_file():
        raise NotThere(say("There is no such picture."))
    return FileResponse(path, media_type="image/jpeg")


@router.delete("/pictures/{reference}", status_code=204)
def delete(service: Here, game: GameHere, reference: str) -> None:
    """Delete one reference picture."""
    with service.store.writing() as session:
        row = session.get(ReferenceRow, reference)
        if row is None or row.game != game.id:
            raise NotThere(say("There is no such picture."))
        sha256 = row.sha256
        session.delete(row)
        session.flush()
        release(session, PhotoFolder(service.settings.photos), [sha256])


def _shape(row: ReferenceRow) -> ReferenceShape:
    return ReferenceShape(id=row.id, game=row.game, item=row.item, at=row.at)

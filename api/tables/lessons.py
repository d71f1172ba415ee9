"""What people's corrections can teach: the corrected photos with all of their pieces as they were left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from api.log.arbiter import Arbiter
from api.reading.trainingset import Corrected
from api.tables.corrections import shown_pieces, table_of
from api.tables.rows import CorrectionRow, PhotoRow
from vision.tables import READABLE
from vision.tables.contract import Pieces


def corrected_photos(session: Session, tables: Arbiter) -> Iterator[Corrected]:
    """Every photo that somebody corrected; the table's word counts, so that a correction taken back teaches nothing."""
    told = select(CorrectionRow.photo_id).distinct()
    photos = select(PhotoRow).where(PhotoRow.id.in_(told), PhotoRow.game.in_(READABLE)).order_by(PhotoRow.at)
    for row in session.scalars(photos).all():
        document = table_of(tables, row)
        pieces = shown_pieces(row, document) if document else None
        if pieces is None:
            pieces = replayed(row.reading["pieces"], _corrections(session, row.id))
        if _learned(pieces) != _learned(row.reading["pieces"]):
            yield Corrected(row.sha256, row.game, row.reading["width"], row.reading["height"], pieces)


def replayed(read: Pieces, corrections: Sequence[CorrectionRow]) -> Pieces:
    """The pieces of a reading after what people said about them."""
    pieces = {piece["id"]: piece for piece in read}
    for correction in corrections:
        if correction.value is None:
            pieces.pop(correction.piece, None)
        else:
            pieces[correction.piece] = correction.value
    return list(pieces.values())


def _learned(pieces: Pieces) -> list[tuple[Any, ...]]:
    """What a trainer would learn of the pieces, in no order."""
    return sorted((piece["id"], piece["code"], tuple(piece["box"])) for piece in pieces)


def _corrections(session: Session, photo_id: str) -> Sequence[CorrectionRow]:
    chosen = select(CorrectionRow).where(CorrectionRow.photo_id == photo_id).order_by(CorrectionRow.id)
    return session.scalars(chosen).all()

"""Photos on a table: the reading stays as it was, people's corrections lie beside it, the table shows both."""

from __future__ import annotations

import copy
import secrets
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from api.answers.bodies import NewCorrection
from api.answers.laying import beginning, reader_for
from api.answers.refusals import NotThere, Unreadable
from api.answers.shapes import PhotoShape, QuestionShape
from api.language.speech import translator
from api.log.applying import Document
from api.log.arbiter import Arbiter, At, Plan, Sender, Wish
from api.log.entries import now
from api.log.keeping import TableHead
from api.log.laying import Part, laying, shown_by, state_with
from api.reading.folder import PhotoFolder, Photos
from api.reading.reader import DICE, Seen
from api.tables.rows import CorrectionRow, PhotoRow
from scoring.words import say
from vision.tables.again import asked
from vision.tables.contract import Pieces, Question, Spot, State, round_of
from vision.tables.table import Hints

MOST_PIECES = 300


def photo_of(session: Session, photo_id: str) -> PhotoRow:
    """The photo, or a sentence."""
    row = session.get(PhotoRow, photo_id)
    if row is None:
        raise NotThere(say("There is no such photo. It may have been deleted with its table."))
    return row


def read_before(
    session: Session, sha256: str, game_id: str, hints: dict[str, Any], taught: str = ""
) -> PhotoRow | None:
    """The newest reading of the very same photo with the same hints and the same taught pictures."""
    same = select(PhotoRow).where(PhotoRow.sha256 == sha256, PhotoRow.game == game_id)
    rows = session.scalars(same.order_by(PhotoRow.at.desc()))
    wanted = (hints, taught)
    return next((row for row in rows if (row.reading["hints"], row.reading.get("taught", "")) == wanted), None)


def new_photo(seen: Seen, game_id: str, name: str, kept: bool) -> PhotoRow:
    """A reading to be kept."""
    return PhotoRow(
        id=secrets.token_urlsafe(8),
        sha256=seen.sha256,
        game=game_id,
        name=name[:120],
        kept=kept,
        reading=seen.plain(),
        at=now(),
    )


def lay_on_table(
    tables: Arbiter, photos: Sequence[PhotoRow], head: TableHead, spots: Sequence[Spot], sender: Sender, **more: Any
) -> Wish:
    """Put what a photo shows into the state of one player, or of each that it shows; it is kept with it."""

    def beside(players: Sequence[int]) -> list[PhotoRow]:
        for photo, player in zip(photos, players, strict=True):
            photo.table_id, photo.player = head.id, player
        return list(photos)

    parts = [Part(list(photo.reading["pieces"]), photo.id, spot) for photo, spot in zip(photos, spots, strict=True)]
    return laying(tables, reader_for(head.game), parts, sender, note=photos[0].name, beside=beside, **more)


def correct(photo_id: str, body: NewCorrection) -> Wish:
    """Change, add, delete or move one piece; the state follows at once."""

    def plan(here: At) -> Plan:
        document, reader = here.document, reader_for(here.head.game)
        shown = next((entry for entry in document["photos"] if entry["id"] == photo_id), None)
        if shown is None:
            raise NotThere(say("This photo is not part of the table any more; it was undone or replaced."))
        reader.seat(document["state"], shown["player"])
        pieces, was, value = corrected(shown["pieces"], body, [str(place.value) for place in reader.places])
        laid = reader.adjust(copy.deepcopy(shown["pieces"]), copy.deepcopy(pieces), document["state"], shown["player"])
        row = CorrectionRow(photo_id=photo_id, piece=body.piece, action=body.action, was=was, value=value)
        return Plan(shown_by(document, photo_id, shown["player"], laid), beside=[row])

    return Wish(plan, body.sender, "correction", note=f"{body.action} {body.piece}")


def corrected(
    pieces: list[dict[str, Any]], body: NewCorrection, places: Sequence[str]
) -> tuple[list[dict[str, Any]], dict[str, Any] | None, dict[str, Any] | None]:
    """The pieces after one correction, with what the piece was and what it is now."""
    was = next((piece for piece in pieces if piece["id"] == body.piece), None)
    if body.action == "add":
        if was is not None or len(pieces) >= MOST_PIECES:
            raise Unreadable(say("There is a piece of that name already, or there are too many."))
        added = {"id": body.piece, "confidence": 1.0, **_sensible(body.value, places), "by_hand": True}
        if "box" not in added or "code" not in added:
            text = say("Say what the piece is and where: a code, and a box of left, top, right and bottom.")
            raise Unreadable(text)
        return [*pieces, added], None, added
    if was is None:
        raise NotThere(say("The photo has no piece {piece}.", piece=repr(body.piece)))
    if body.action == "delete":
        return [piece for piece in pieces if piece is not was], was, None
    read = was.get("read", was["code"])  # as it was read: a later photo that reads it so again is corrected alike
    now = {**was, **_sensible(body.value, places), "confidence": 1.0, "by_hand": True, "read": read}
    return [now if piece is was else piece for piece in pieces], was, now


def _sensible(value: dict[str, Any], places: Sequence[str]) -> dict[str, Any]:
    """Only what a person may say of a piece, each of the right kind."""
    allowed = {"code": str, "place": str, "box": list}
    for key, given in value.items():
        if key not in allowed or not isinstance(given, allowed[key]) or len(given) > 40:
            raise Unreadable(
                say("A piece has {fields}; {key} cannot be that.", fields=", ".join(allowed), key=repr(key))
            )
    box = value.get("box")
    if box is not None and (len(box) != 4 or not all(_is_length(edge) for edge in box)):
        raise Unreadable(say("A box is left, top, right and bottom in pixels."))
    if "place" in value and value["place"] not in places:
        raise Unreadable(say("There is no place {place} in this game.", place=repr(value["place"])))
    return value


def _is_length(edge: Any) -> bool:
    return isinstance(edge, int | float) and not isinstance(edge, bool) and -1e5 < edge < 1e6


def photo_shape(photo: PhotoRow, document: Document | None, lang: str, known: bool = False) -> PhotoShape:
    """The photo with its reading, with what its table shows of it, and with what it leaves open."""
    shown = _shown(photo, document) if document else None
    pieces = shown[0] if shown else photo.reading["pieces"]
    return PhotoShape(
        id=photo.id,
        game=photo.game,
        table=photo.table_id,
        player=photo.player,
        name=photo.name,
        kept=photo.kept,
        at=photo.at,
        width=photo.reading["width"],
        height=photo.reading["height"],
        pieces=sorted(pieces, key=lambda piece: piece["confidence"]),
        read=photo.reading["pieces"],
        questions=[QuestionShape(**question.spoken(translator(lang))) for question in _questions(photo, shown)],
        known=known,
        round=round_of(pieces),
    )


def table_of(tables: Arbiter, photo: PhotoRow) -> Document | None:
    """The table that a photo lies on, if any."""
    return None if photo.table_id is None else tables.at(photo.table_id).document


def shown_pieces(photo: PhotoRow, document: Document) -> Pieces | None:
    """The pieces of a photo as its table shows them; None if it shows them no more."""
    shown = _shown(photo, document)
    return shown[0] if shown else None


def _shown(photo: PhotoRow, document: Document) -> tuple[Pieces, State] | None:
    """The pieces of a photo as its table shows them, and the state; None if it shows them no more."""
    entry = next((entry for entry in document["photos"] if entry["id"] == photo.id), None)
    return (entry["pieces"], document["state"]) if entry else None


def _questions(photo: PhotoRow, shown: tuple[Pieces, State] | None) -> list[Question]:
    """What a photo leaves open: at its table, or at none, as the beginning of a game."""
    if photo.game == DICE or (photo.table_id is not None and shown is None):
        return []
    reader = reader_for(photo.game)
    if shown is None:
        alone = beginning(photo.game, "-", photo.reading["pieces"], Hints(**photo.reading["hints"]))
        laid = reader.lay(list(photo.reading["pieces"]), alone, Spot(0))
        shown = laid.pieces, state_with(alone, laid)
    player = photo.player or 0
    if player >= len(shown[1]["players"]):
        return []
    return asked(reader, shown[0], photo.reading.get("left_open", ()), shown[1], player)


def forget_photos(session: Session, table_id: str) -> list[str]:
    """Drop the photos of a table from what is kept; gives the contents whose files may go."""
    rows = session.scalars(select(PhotoRow).where(PhotoRow.table_id == table_id, PhotoRow.kept)).all()
    for row in rows:
        row.kept = False
    return [row.sha256 for row in rows]


def release(session: Session, folder: Photos, contents: Iterable[str]) -> None:
    """Delete the files of these contents, unless another photo still needs them."""
    for sha256 in set(contents):
        kept = session.scalars(select(PhotoRow.id).where(PhotoRow.sha256 == sha256, PhotoRow.kept)).first()
        if kept is None:
            folder.forget(sha256)


def tidy(session: Session, folder: PhotoFolder) -> None:
    """Delete files of photos that no table and no reading knows of."""
    folder.tidy(set(session.scalars(select(PhotoRow.sha256).where(PhotoRow.kept))))

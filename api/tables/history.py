"""Game nights: a table's document changes only through events, so that every past state can be shown and undone.

An edit is made upon the event at the table's ``head``. Undo moves the head to that event's base, redo to the
newest event made upon the head; both are events themselves. Nothing is ever rewritten.
"""

from __future__ import annotations

import copy
import secrets
from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError
from sqlalchemy import select
from sqlalchemy.orm import Session

from api.answers import play
from api.answers.document import Document
from api.answers.jsonpatch import Change, patched
from api.answers.refusals import Clash, NotThere, Unreadable, unreadable
from api.tables.store import EventRow, PhotoRow, TableRow, now
from scoring.games import load
from scoring.words import say

COLOURS = ("red", "blue", "green", "gold", "purple", "orange", "white", "black")
MOVES = frozenset({"undo", "redo"})


def table_of(session: Session, table_id: str) -> TableRow:
    """The table, or a sentence."""
    row = session.get(TableRow, table_id)
    if row is None:
        raise NotThere(say("There is no such table. It may have been deleted; the home page lists those there are."))
    return row


def event_of(session: Session, table: TableRow, seq: int) -> EventRow:
    """One event of a table."""
    row = session.get(EventRow, (table.id, seq))
    if row is None:
        raise NotThere(say("This table has no event {seq}; the newest is {newest}.", seq=seq, newest=table.seq))
    return row


def document_of(session: Session, table: TableRow) -> dict[str, Any]:
    """What the table shows now."""
    return event_of(session, table, table.head).document


def create(session: Session, game_id: str, document: dict[str, Any], by: str) -> EventRow:
    """Lay a new table."""
    checked = check(game_id, document)
    table = TableRow(id=secrets.token_urlsafe(6), game=game_id, title=checked["title"], seq=0, head=0)
    session.add(table)
    session.flush()
    return _record(session, table, "created", checked, [], by)


def check(game_id: str, document: dict[str, Any]) -> dict[str, Any]:
    """A document in order: the game accepts every state in it and there is a seat for every player."""
    game = load(game_id)
    try:
        checked = Document.model_validate(document)
    except ValidationError as error:
        raise unreadable(error, say("The table")) from None
    data = checked.model_dump(mode="json")
    data["state"] = play.plain_state(play.state_from(game, data["state"]))
    for snapshot in data["snapshots"]:
        snapshot["state"] = play.plain_state(play.state_from(game, snapshot["state"]))
    data["seats"] = _seats(data["state"]["players"], data["seats"])
    return data


def _seats(people: list[dict[str, Any]], given: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A colour for every player: that of the player's pieces where the game has such, else the chosen one."""
    if all("colour" in player for player in people):
        return [{"colour": player["colour"]} for player in people]
    players = len(people)
    taken = [seat["colour"] for seat in given][:players]
    free = [colour for colour in COLOURS if colour not in taken] or list(COLOURS)
    taken += [free[i % len(free)] for i in range(players - len(taken))]
    return [{"colour": colour} for colour in taken]


def change(
    session: Session,
    table: TableRow,
    changes: Sequence[Change],
    *,
    kind: str = "edit",
    expect: int | None = None,
    note: str = "",
    by: str = "",
) -> EventRow:
    """Make changes to the document as one event; ``expect`` refuses them if somebody was quicker."""
    if expect is not None and expect != table.seq:
        raise Clash(say("Somebody changed the table a moment ago. Look at it again and repeat your change."))
    document = check(table.game, patched(document_of(session, table), changes))
    return _record(session, table, kind, document, [c.model_dump(mode="json") for c in changes], by, note)


def undo(session: Session, table: TableRow, by: str = "") -> EventRow:
    """Go back to before the change at the head."""
    shown = event_of(session, table, table.head)
    if shown.base is None:
        raise Unreadable(say("There is nothing left to undo: this is how the table began."))
    before = event_of(session, table, shown.base)
    return _move(session, table, "undo", target=shown.seq, head=before, by=by)


def redo(session: Session, table: TableRow, by: str = "") -> EventRow:
    """Make the change again that was undone last."""
    undone = redoable(session, table)
    if undone is None:
        raise Unreadable(say("There is nothing to redo."))
    return _move(session, table, "redo", target=undone.seq, head=undone, by=by)


def redoable(session: Session, table: TableRow) -> EventRow | None:
    """The newest change that was made upon what is shown now and then undone."""
    made_upon = select(EventRow).where(EventRow.table_id == table.id, EventRow.base == table.head)
    return session.scalars(made_upon.order_by(EventRow.seq.desc()).limit(1)).first()


def restore(session: Session, table: TableRow, seq: int, by: str = "") -> EventRow:
    """Show a past state again, as a new change that can itself be undone."""
    past = event_of(session, table, seq)
    return _record(session, table, "restore", copy.deepcopy(past.document), [], by, str(seq))


def events_after(session: Session, table: TableRow, seq: int) -> list[EventRow]:
    """All events newer than ``seq``, oldest first."""
    newer = select(EventRow).where(EventRow.table_id == table.id, EventRow.seq > seq)
    return list(session.scalars(newer.order_by(EventRow.seq)))


def forget_photos(session: Session, table: TableRow) -> list[str]:
    """Drop the photos of a table from what is kept; gives the contents whose files may go."""
    rows = session.scalars(select(PhotoRow).where(PhotoRow.table_id == table.id, PhotoRow.kept)).all()
    for row in rows:
        row.kept = False
    return [row.sha256 for row in rows]


def _record(
    session: Session,
    table: TableRow,
    kind: str,
    document: dict[str, Any],
    changes: list[Any],
    by: str,
    note: str = "",
) -> EventRow:
    event = EventRow(
        table_id=table.id,
        seq=table.seq + 1,
        kind=kind,
        base=table.head or None,
        changes=changes,
        document=document,
        note=note,
        by=by,
        at=now(),
    )
    return _advance(session, table, event, head=event.seq)


def _move(session: Session, table: TableRow, kind: str, *, target: int, head: EventRow, by: str) -> EventRow:
    event = EventRow(
        table_id=table.id,
        seq=table.seq + 1,
        kind=kind,
        target=target,
        changes=[],
        document=head.document,
        note="",
        by=by,
        at=now(),
    )
    return _advance(session, table, event, head=head.seq)


def _advance(session: Session, table: TableRow, event: EventRow, head: int) -> EventRow:
    table.seq, table.head, table.changed = event.seq, head, event.at
    table.title = event.document["title"]
    session.add(event)
    session.flush()
    return event

"""A table as the page wants it: document, score and problems together, in one language."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from api.answers import play
from api.answers.laying import asked_before, unnamed_on
from api.answers.shapes import EventShape, TableCard
from api.owner import printed
from api.tables import history
from api.tables.store import EventRow, TableRow
from scoring.games import load


def table_view(session: Session, table: TableRow, lang: str, seq: int | None = None) -> dict[str, Any]:
    """What the table shows now, or showed after event ``seq``."""
    shown = history.event_of(session, table, table.head if seq is None else seq)
    game = load(table.game)
    state = play.state_from(game, shown.document["state"])
    head = history.event_of(session, table, table.head)
    return {
        "id": table.id,
        "game": table.game,
        "seq": table.seq if seq is None else seq,
        "head": table.head,
        "can_undo": head.base is not None,
        "can_redo": history.redoable(session, table) is not None,
        "document": shown.document,
        "score": play.score(game, state, lang, unnamed_on(game.id, shown.document)),
        "problems": play.problems(game, state, lang),
        "moves": play.moves(game, state, lang),
        "told": play.told(game, state),
        "before_photo": asked_before(game.id, shown.document["state"], lang),
    }


def table_card(session: Session, table: TableRow) -> TableCard:
    """A table in a list."""
    document = history.document_of(session, table)
    game = load(table.game)
    score = game.score(play.state_from(game, document["state"]), printed.catalogue_of(game))
    score = score.waiting(unnamed_on(game.id, document))
    return TableCard(
        id=table.id,
        game=table.game,
        title=table.title,
        created=table.created,
        changed=table.changed,
        seq=table.seq,
        players=[player["name"] for player in document["state"]["players"]],
        colours=[seat["colour"] for seat in document["seats"]],
        finished=document["finished"],
        winners=list(score.standing.leaders) if document["finished"] else [],
    )


def events_shown(session: Session, table: TableRow, after: int = 0) -> list[EventShape]:
    """The events of a table, each with whether it is part of what is shown now."""
    rows = session.execute(select(EventRow.seq, EventRow.base).where(EventRow.table_id == table.id))
    bases = {seq: base for seq, base in rows}  # noqa: C416  # rows are no pairs to a type checker
    shown: set[int] = set()
    at: int | None = table.head
    while at is not None:
        shown.add(at)
        at = bases.get(at)
    return [event_shape(event, event.seq in shown) for event in history.events_after(session, table, after)]


def event_shape(event: EventRow, shown: bool = True) -> EventShape:
    """One event for the history and for the phones."""
    return EventShape(
        seq=event.seq,
        kind=event.kind,
        base=event.base,
        target=event.target,
        changes=event.changes,
        note=event.note,
        by=event.by,
        at=event.at,
        shown=shown,
    )

"""A table as the page wants it: document, score and problems together, in one language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from api.answers import play
from api.answers.evenings import Evening
from api.answers.laying import asked_before, unnamed_on
from api.answers.shapes import ChangeShape, TableCard, UnreadableTable
from api.language.speech import translator
from api.log.arbiter import Arbiter, At
from api.log.document import Games
from api.log.entries import Entry, Own, standing, way_back
from api.log.keeping import TableHead
from api.owner import printed
from scoring.faults import TallyError
from scoring.games import load
from scoring.todo import count


def table_view(at: At, own: Iterable[Own], lang: str) -> dict[str, Any]:
    """A table at one version; ``own`` are the entries of the phone that looks, the newest first."""
    game, document, back = load(at.head.game), at.document, way_back(own)
    state = Games().state(game.id, document)
    return {
        "id": at.head.id,
        "game": game.id,
        "version": at.version,
        "can_undo": back.undo is not None,
        "can_redo": back.redo is not None,
        "document": document,
        "score": play.score(game, state, lang, unnamed_on(game.id, document), document["told"]),
        "problems": play.problems(game, state, lang),
        "moves": play.moves(game, state, lang),
        "told": play.told(game, state),
        "out_of_play": sorted(game.out_of_play(state)),
        "before_photo": asked_before(game.id, document["state"], lang),
    }


def table_card(tables: Arbiter, head: TableHead, lang: str) -> TableCard | UnreadableTable:
    """A table in a list; one that cannot be read says why."""
    facts = {name: getattr(head, name) for name in ("id", "game", "title", "created", "changed", "version")}
    try:
        document, game = tables.at(head.id).document, load(head.game)
        state, unnamed = Games().state(game.id, document), unnamed_on(game.id, document)
        score = count(game, state, printed.catalogue_of(game), document["told"], unnamed).score
    except TallyError as error:
        return UnreadableTable(**facts, unreadable=translator(lang)(error.sentence))
    finished = document["finished"] or bool(score.standing.winners)
    return TableCard(
        **facts,
        players=[player["name"] for player in document["state"]["players"]],
        colours=[seat["colour"] for seat in document["seats"]],
        finished=finished,
        winners=list(score.standing.leaders) if finished else [],
        sample=document.get("sample", False),
    )


def evening_of(tables: Arbiter, head: TableHead, lang: str) -> Evening | None:
    """A finished game whose every total is known, for the statistics; no sample, nothing that cannot be read."""
    try:
        document, game = tables.at(head.id).document, load(head.game)
        state = Games().state(game.id, document)
        score = count(game, state, printed.catalogue_of(game), document["told"], unnamed_on(game.id, document)).score
    except TallyError:
        return None
    won = score.standing.leaders if document["finished"] else score.standing.winners
    if document.get("sample") or not won:
        return None
    totals = tuple((sheet.player, sheet.total) for sheet in score.sheets if sheet.total is not None)
    name = str(document["state"].get("game") or translator(lang)(game.title))
    return Evening(head.id, game.id, name, head.changed.date().isoformat(), totals, won)


def history(tables: Arbiter, table_id: str, after: int = 0) -> list[ChangeShape]:
    """The changes of a table, each with whether it is part of what is shown now."""
    tables.head(table_id)
    entries = tables.log.entries(table_id)
    stands = standing(entries)
    return [change_shape(entry, entry.version in stands) for entry in entries if entry.version > after]


def change_shape(entry: Entry, stands: bool = True) -> ChangeShape:
    """One change for the history and for the phones."""
    plain = entry.model_dump(exclude={"steps", "phone", "form"})
    return ChangeShape(**plain, steps=[step.plain() for step in entry.steps], stands=stands)

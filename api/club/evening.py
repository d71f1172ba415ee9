"""An evening as its organiser sees it: every table with its round and who leads, and the sum over all of them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from api.answers.encode import plain
from api.answers.laying import unnamed_on
from api.club.days import span, today
from api.club.rows import ReadingRow, SummaryRow
from api.log.applying import Document
from api.log.arbiter import Arbiter, Sender, Wish
from api.log.document import Games
from api.log.keeping import TableHead
from api.log.steps import Set
from api.log.wishes import editing
from api.owner import printed
from api.tables.exporting import exported
from api.tables.rows import TableRow
from api.tables.sqllog import SqlLog, head_of
from api.tables.store import Store
from scoring.faults import TallyError
from scoring.game import Game
from scoring.games import load
from scoring.needs import Way
from scoring.todo import Count, count
from scoring.words import say
from vision.tables import READABLE

MOST_TABLES = 10_000


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at a table, with the points that are certain; `exact` if they are all."""

    player: str
    points: int
    exact: bool


@dataclass(frozen=True, slots=True)
class Summary:
    """A table in the organiser's list, in no language."""

    id: str
    game: str
    title: str
    changed: str
    version: int
    players: list[Seat]
    leaders: list[str]
    round: int
    finished: bool
    needs_photo: bool
    open_needs: int
    in_line: int = 0
    unreadable: bool = False


@dataclass(frozen=True, slots=True)
class Rank:
    """A player in the sum of a day."""

    player: str
    tables: int
    wins: int
    points: int


class Evenings:
    """The tables of a day. What was counted is kept beside a table and counted again only after a change."""

    def __init__(self, store: Store, tables: Arbiter) -> None:
        self._store, self._tables = store, tables

    def of(self, day: str | None, game: str | None = None) -> list[Summary]:
        """The tables that were changed on a day, the newest first; today's if no day is given."""
        begin, end = span(day)
        asked = select(TableRow).where(TableRow.changed >= begin, TableRow.changed < end)
        asked = asked.where(TableRow.game == load(game).id) if game else asked
        with self._store.reading() as session:
            rows = session.scalars(asked.order_by(TableRow.changed.desc()).limit(MOST_TABLES)).all()
            heads = [head_of(row) for row in rows]
            ids = [head.id for head in heads]
            counted = select(SummaryRow).where(SummaryRow.table_id.in_(ids))
            kept = {row.table_id: row for row in session.scalars(counted)}
            unread = select(ReadingRow.table_id).where(ReadingRow.table_id.in_(ids), ReadingRow.answer.is_(None))
            waiting = Counter(session.scalars(unread))
        return [
            replace(summary, in_line=waiting[summary.id])
            for summary in self._counted(heads, kept)
            if summary is not None
        ]

    def _counted(self, heads: Sequence[TableHead], kept: dict[str, SummaryRow]) -> Iterator[Summary | None]:
        """Every table, from what is kept or counted anew; samples are nobody's evening."""
        fresh: list[SummaryRow] = []
        for head in heads:
            row, mark = kept.get(head.id), printed.mark(head.game)
            if row is None or (row.version, row.mark) != (head.version, mark):
                row = SummaryRow(table_id=head.id, version=head.version, mark=mark, facts=self._facts(head))
                fresh.append(row)
            yield _summary(head, row.facts)
        if fresh:
            self._keep(fresh)

    def _keep(self, fresh: Sequence[SummaryRow]) -> None:
        """Keep what was counted, unless another page has at the same moment, or a table went: it is only a copy."""
        with suppress(IntegrityError), self._store.writing() as session:
            for row in sorted(fresh, key=lambda one: one.table_id):  # all pages in one order: none waits in a circle
                if session.get(TableRow, row.table_id) is not None:
                    session.merge(row)
                    session.flush()

    def _facts(self, head: TableHead) -> dict[str, Any]:
        try:
            document, game = self._tables.at(head.id).document, load(head.game)
            state = Games().state(game.id, document)
            counted = count(game, state, printed.catalogue_of(game), document["told"], unnamed_on(game.id, document))
        except TallyError:
            return {"unreadable": True}
        return _facts_of(game, document, counted)


def _facts_of(game: Game[Any], document: Document, counted: Count) -> dict[str, Any]:
    score = counted.score
    photo = any(need.way is Way.PHOTO for need in counted.needs) and game.id in READABLE
    finished = document["finished"] or bool(score.standing.winners)
    return {
        "sample": bool(document.get("sample")),
        "players": [[sheet.player, sheet.at_least, sheet.total is not None] for sheet in score.sheets],
        "leaders": list(score.standing.leaders),
        "round": round_of(document),
        "finished": finished,
        "needs_photo": photo and not finished,
        "open_needs": 0 if finished else len(counted.needs),
    }


def _summary(head: TableHead, facts: dict[str, Any]) -> Summary | None:
    if facts.get("sample"):
        return None
    return Summary(
        id=head.id,
        game=head.game,
        title=head.title,
        changed=head.changed.isoformat(timespec="seconds"),
        version=head.version,
        players=[Seat(*seat) for seat in facts.get("players", [])],
        leaders=facts.get("leaders", []),
        round=facts.get("round", 0),
        finished=facts.get("finished", False),
        needs_photo=facts.get("needs_photo", False),
        open_needs=facts.get("open_needs", 0),
        unreadable=facts.get("unreadable", False),
    )


def round_of(document: Document) -> int:
    """The round that is played: as the state counts it, else one more than the moments that were kept.

    >>> round_of({"state": {"players": [{"rounds": [1, 2]}, {"rounds": [1]}]}, "snapshots": []})
    2
    >>> round_of({"state": {"players": [], "year": 2}, "snapshots": []})
    2
    """
    state = document["state"]
    counted = [len(player["rounds"]) for player in state["players"] if isinstance(player.get("rounds"), list)]
    told = [state[name] for name in ("round", "year") if isinstance(state.get(name), int)]
    return max([1, *counted, *told]) if counted or told else len(document["snapshots"]) + 1


def league(tables: Iterable[Summary]) -> list[Rank]:
    """The sum over finished tables whose totals are all known: wins first, then points.

    >>> seats = [Seat("Ann", 30, True), Seat("Bob", 20, True)]
    >>> table = Summary("t", "any", "", "", 1, seats, ["Ann"], 1, True, False, 0)
    >>> league([table, table])[0]
    Rank(player='Ann', tables=2, wins=2, points=60)
    """
    sums: dict[str, list[int]] = {}
    for table in tables:
        if not table.finished or not all(seat.exact for seat in table.players):
            continue
        for seat in table.players:
            own = sums.setdefault(seat.player, [0, 0, 0])
            own[0] += 1
            own[1] += seat.player in table.leaders
            own[2] += seat.points
    ranks = [Rank(name, *own) for name, own in sums.items()]
    return sorted(ranks, key=lambda rank: (-rank.wins, -rank.points, rank.player))


def rows_of(tables: Sequence[Summary], speak: Callable[[str], str]) -> Iterator[list[object]]:
    """One line per player of every table, for a spreadsheet."""
    heads = (say("Table"), say("Game"), say("Round"), say("Player"), say("Points"), say("Final"), say("Wins"))
    yield [speak(head) for head in heads]
    for table in tables:
        title = speak(load(table.game).title)
        for seat in table.players:
            won = int(table.finished and seat.player in table.leaders)
            yield [table.title, title, table.round, seat.player, seat.points, int(seat.exact), won]


def told_of(evenings: Evenings, day: str | None, game: str | None) -> dict[str, Any]:
    """An evening as it is answered at every door."""
    tables = evenings.of(day, game)
    told: dict[str, Any] = plain({"day": day or today(), "tables": tables, "league": league(tables)})
    return told


def files_of(log: SqlLog, day: str | None, tables: Sequence[Summary]) -> Iterator[str]:
    """All tables as they are exported one by one, written table by table: a large evening is never held whole."""
    head = {"format": "tally-evening-1", "day": day or today(), "league": plain(league(tables))}
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "tables": ['
    between = ""
    for table in tables:
        found = log.head(table.id)
        if found is not None:
            told = {"summary": plain(table), **exported(log, found)}
            yield between + json.dumps(told, ensure_ascii=False, default=str)
            between = ","
    yield "]}"


def ending(tables: Arbiter, table_id: str, sender: Sender) -> Wish:
    """End a game: it counts as it lies there."""
    at = tables.at(table_id)
    steps = [Set(path="/finished", value=True, expect=at.document["finished"])]
    return editing(tables, steps, at.version, sender)

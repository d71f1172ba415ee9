"""``tally evening``: all tables of a day, from a running service or straight from a club's database."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import quote, urlencode
from urllib.request import Request

from rich.table import Table

from api.errors import UserError
from api.language.speech import translator
from api.owner.folders import database_address
from api.terminal.render import check_language, console, print_json
from scoring.games import load
from scoring.words import say

if TYPE_CHECKING:
    from api.tables.store import Store


@dataclass(frozen=True)
class Wish:
    """What was asked for on the command line."""

    day: str | None
    game: str | None
    end: str | None
    save: str | None
    address: str
    database: str | None
    as_json: bool
    lang: str


class Source(Protocol):
    """Where the evening is looked up: at a running service, or in a club's database without one between."""

    def told(self, wish: Wish) -> dict[str, Any]:
        """The evening."""

    def file(self, wish: Wish, ending: str) -> bytes:
        """All of it as a file."""

    def end(self, table: str) -> None:
        """End the game at a table."""


def run_evening(wish: Wish) -> None:
    """Show the evening; end a game or write everything into a file first, if that is asked."""
    check_language(wish.lang)
    with _source(wish) as source:
        if wish.end:
            source.end(wish.end)
        if wish.save:
            _save(source, wish)
        told = source.told(wish)
    if wish.as_json:
        print_json(told)
    else:
        _show(told, wish.lang)


def _save(source: Source, wish: Wish) -> None:
    path = Path(str(wish.save)).expanduser()
    if path.suffix not in (".csv", ".json"):
        raise UserError(say("Give the file a name that ends with .csv or .json."))
    content = source.file(wish, path.suffix)
    try:
        path.write_bytes(content)
    except OSError as error:
        told = say("{path} cannot be written: {reason}.", path=path, reason=error.strerror or str(error))
        raise UserError(told) from None


@contextmanager
def _source(wish: Wish) -> Iterator[Source]:
    address = wish.database or database_address()
    if address is None:
        yield Running(wish.address.rstrip("/"))
        return
    from api.terminal.club import club_at

    with club_at(address) as store:  # with its printed values: they count
        yield Shared(store)


@dataclass(frozen=True)
class Running:
    """A service that runs."""

    address: str

    def told(self, wish: Wish) -> dict[str, Any]:
        """The evening as it answers."""
        found: dict[str, Any] = json.loads(self.file(wish, ""))
        return found

    def file(self, wish: Wish, ending: str) -> bytes:
        """All of it as a file."""
        from api.terminal.running import answered

        asked = {"day": wish.day, "game": wish.game, "lang": wish.lang}
        query = urlencode({name: value for name, value in asked.items() if value})
        return answered(Request(f"{self.address}/api/v1/evening{ending}?{query}"))

    def end(self, table: str) -> None:
        """End the game at a table."""
        from api.terminal.running import answered

        head = {"Content-Type": "application/json"}
        answered(Request(f"{self.address}/api/v1/tables/{quote(table)}/end", b"{}", head))


class Shared:
    """A club's database."""

    def __init__(self, store: Store) -> None:
        from api.club.evening import Evenings
        from api.log.arbiter import Arbiter
        from api.log.document import Games
        from api.tables.sqllog import SqlLog

        self._log = SqlLog(store)
        self._tables = Arbiter(self._log, Games())
        self._evenings = Evenings(store, self._tables)

    def told(self, wish: Wish) -> dict[str, Any]:
        """The evening."""
        from api.club.evening import told_of

        return told_of(self._evenings, wish.day, wish.game)

    def file(self, wish: Wish, ending: str) -> bytes:
        """All of it as a file."""
        from api.answers.cells import as_csv
        from api.club.evening import files_of, rows_of

        tables = self._evenings.of(wish.day, wish.game)
        if ending == ".csv":
            return as_csv(rows_of(tables, translator(wish.lang))).encode()
        return "".join(files_of(self._log, wish.day, tables)).encode()

    def end(self, table: str) -> None:
        """End the game at a table; pages notice when they look."""
        from api.club.evening import ending
        from api.log.arbiter import Sender

        self._tables.change(table, ending(self._tables, table, Sender()), lambda at, entry: None)


def _show(told: dict[str, Any], lang: str) -> None:
    speak = translator(lang)
    shown = Table(title=f"{speak(say('The evening'))} {told['day']}")
    for head in (say("Table"), say("Game"), say("Round"), say("Players"), say("Waits for")):
        shown.add_column(speak(head))
    for table in told["tables"]:
        shown.add_row(
            f"{table['title']} ({table['id']})",
            speak(load(table["game"]).title),
            str(table["round"]),
            _players(table),
            _waits(table, speak),
        )
    console().print(shown)
    if told["league"]:
        ranks = Table(title=speak(say("Sum of the day")))
        for head in (say("Player"), say("Tables"), say("Wins"), say("Points")):
            ranks.add_column(speak(head))
        for rank in told["league"]:
            ranks.add_row(rank["player"], *(str(rank[name]) for name in ("tables", "wins", "points")))
        console().print(ranks)


def _players(table: dict[str, Any]) -> str:
    mark = "★" if table["finished"] else "▲"
    return ", ".join(
        f"{mark + ' ' if seat['player'] in table['leaders'] else ''}{seat['player']}"
        f" {'' if seat['exact'] else '≥ '}{seat['points']}"
        for seat in table["players"]
    )


def _waits(table: dict[str, Any], speak: Any) -> str:
    if table["finished"]:
        return str(speak(say("Finished")))
    if table["in_line"]:
        return str(speak(say("{count} photos are being read", count=table["in_line"])))
    return str(speak(say("a photo"))) if table["needs_photo"] else str(table["open_needs"] or "")

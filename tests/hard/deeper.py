"""Inputs that a fuzzer grows by what they reach in the code: deeper than chance gets. Not part of any other run.

    make deeper                                              # each of them for a minute, or DEEPER=600 seconds
    python -m tests.hard.deeper notation -runs=200000        # with atheris from PyPI

The others are search, headers, location, backup and import. What follows goes to libFuzzer. It ends at the first input
that is answered with anything but a sentence, and writes that input down.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import atheris  # type: ignore[import-not-found]  # only here

with atheris.instrument_imports(include=["scoring", "api", "vision.headers"]):
    from api.errors import UserError
    from api.log.arbiter import Arbiter, Sender
    from api.log.document import Games
    from api.log.entries import now
    from api.log.keeping import TableHead
    from api.owner.folders import data_folder
    from api.reading.location import without_location
    from api.tables.backup import restore_backup, write_backup
    from api.tables.exporting import TableFile, exported, taken_in
    from api.tables.sqllog import SqlLog
    from api.tables.store import Store
    from scoring.faults import TallyError
    from scoring.games import games
    from vision.headers import scans, webp_size

GAMES = games()
WORK = Path(tempfile.mkdtemp(prefix="tally-deeper-"))


def notation(data: bytes) -> None:
    """A line of notation, of the game that the first byte names; what is a state is written and read again."""
    game = GAMES[data[0] % len(GAMES)] if data else GAMES[0]
    try:
        state = game.parse(data[1:].decode("utf-8", "replace"))
    except TallyError:
        return
    assert game.parse(game.notation(state)) == state


def search(data: bytes) -> None:
    """A question in anybody's words."""
    game = GAMES[data[0] % len(GAMES)] if data else GAMES[0]
    game.ask(data[1:400].decode("utf-8", "replace"))


def headers(data: bytes) -> None:
    """What pictures say of themselves."""
    assert scans(data, 8) <= 9
    webp_size(data)


def location(data: bytes) -> None:
    """A photo without its place; what is left has none, however often it is looked at."""
    once = without_location(data)
    assert len(without_location(once)) <= max(len(once), 200)


def backup(data: bytes) -> None:
    """A backup that is none, or a damaged one."""
    file = WORK / "damaged.zip"
    file.write_bytes(data)
    try:
        restore_backup(file, WORK / "restored")
    except UserError:
        return


def taking_in(data: bytes) -> None:
    """A table of another house."""
    log = _log()
    try:
        taken_in(Arbiter(log, Games()), log, TableFile.model_validate(json.loads(data)))
    except (ValueError, RecursionError, TallyError):
        return


@cache
def _log() -> SqlLog:
    return SqlLog(Store(WORK / "house" / "tally.sqlite3"))


def _table() -> bytes:
    """A table of this house."""
    tables, moment = Arbiter(_log(), Games()), now()
    document = {"title": "t", "seats": [], "state": {"players": [{"name": "Ann"}, {"name": "Bob"}]}}
    tables.begin(TableHead("deeper", "diceminer", "t", 0, moment, moment), document, Sender())
    return json.dumps(exported(_log(), tables.head("deeper"))).encode()


def beginnings(name: str) -> list[bytes]:
    """Good inputs to begin with."""
    if name == "notation":
        lines = [(number, game) for number, game in enumerate(GAMES)]
        return [bytes([n]) + game.notation(game.sample(s)).encode() for n, game in lines for s in game.samples]
    if name == "backup":
        Store(data_folder() / "tally.sqlite3").close()
        write_backup(data_folder(), WORK / "good.zip")
        return [(WORK / "good.zip").read_bytes()]
    if name in ("headers", "location"):
        return [path.read_bytes()[:30_000] for path in Path("vision/samples").glob("*-1.jpg")]
    return [_table()] if name == "import" else [b"\x01how many points for a dragon"]


TARGETS: dict[str, Callable[[bytes], Any]] = {
    "notation": notation,
    "search": search,
    "headers": headers,
    "location": location,
    "backup": backup,
    "import": taking_in,
}


def main() -> None:
    """Fuzz what the command line names."""
    name, corpus = sys.argv[1], WORK / "corpus"
    corpus.mkdir()
    for number, good in enumerate(beginnings(name)):
        (corpus / str(number)).write_bytes(good)
    atheris.Setup([sys.argv[0], *sys.argv[2:], str(corpus)], TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    os.environ["TALLY_DATA"] = str(WORK / "data")
    main()

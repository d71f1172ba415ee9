"""``tally reader``: reads the photos of a club, on any host, any number of them."""

from __future__ import annotations

import os
from pathlib import Path

from rich.console import Console

from api.errors import UserError
from api.owner.folders import database_address
from api.terminal.commands.serve import Telling
from api.terminal.spoken import speak
from scoring.words import say


def read(database: str | None, parallel: int, data: str | None, told: Telling) -> None:
    """Read what pages put into the line, until the word to end."""
    if data:
        os.environ["TALLY_DATA"] = str(Path(data).expanduser())
    address = database or database_address()
    if not address:
        raise UserError(say("Say with --database or TALLY_DATABASE_URL which PostgreSQL the pages use."))
    from api.tables.postgres import need_parts

    need_parts()
    from api.club.worker import Reader, read_until_told
    from api.reading.reader import need_weights

    need_weights()
    Console().print(speak(say("Reading photos, {count} at a time  (Ctrl-C stops it)", count=parallel)), style="bold")
    figures = told.begin()
    reader = Reader(address, parallel)
    if figures is not None:
        reader.done = figures.reading
    read_until_told(reader)

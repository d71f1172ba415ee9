"""A table as one file: everything that is kept of it, and taken in again by this Tally or another."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from api.log.applying import applied
from api.log.arbiter import Arbiter
from api.log.entries import Entry, now
from api.log.keeping import Moment, TableHead
from api.log.refused import Refused, Unfit
from api.tables.sqllog import SqlLog
from scoring.bounds import PlainObject
from scoring.games import load
from scoring.words import say

FORMAT = "tally-table-1"
MOST_CHANGES = 20_000
VERSIONS = range(MOST_CHANGES + 1)
FORMS = range(1, 1001)


class MomentInFile(BaseModel):
    """A whole table after one version."""

    version: int = Field(ge=1, le=MOST_CHANGES)
    form: int = Field(ge=1, le=1000)
    document: PlainObject


class TableFile(BaseModel):
    """A table as it is exported; what else the file tells (score, problems) is made anew."""

    format: Literal["tally-table-1"]
    game: str = Field(max_length=40)
    title: str = Field(max_length=80)
    created: datetime
    moments: Annotated[list[MomentInFile], Field(min_length=1, max_length=MOST_CHANGES)]
    log: Annotated[list[Entry], Field(min_length=1, max_length=MOST_CHANGES)]


def exported(log: SqlLog, head: TableHead) -> dict[str, Any]:
    """The moments that are kept of a table, and every entry of its log."""
    return {
        "format": FORMAT,
        "game": head.game,
        "title": head.title,
        "created": head.created.isoformat(),
        "version": head.version,
        "moments": log.kept_moments(head.id),
        "log": log.kept_entries(head.id),
    }


def taken_in(tables: Arbiter, log: SqlLog, file: TableFile) -> TableHead:
    """A new table with the whole history of a file; Unfit if it does not lead to a table of this release."""
    load(file.game)
    first, entries = file.moments[0], file.log
    if first.version != 1 or [entry.version for entry in entries] != list(range(1, len(entries) + 1)):
        raise _no_table()
    if not all(_in_bounds(entry) for entry in entries):
        raise _no_table()
    try:
        document = applied(first.document, [step for entry in entries[1:] for step in entry.steps])[0]
    except Refused:
        raise _no_table() from None
    form = entries[-1].form
    document = tables.judge.checked(file.game, tables.judge.upgraded(file.game, document, form), document)
    begun = Moment(1, first.form, first.document)
    head = TableHead(secrets.token_urlsafe(6), file.game, document["title"], entries[-1].version, file.created, now())
    log.take_in(head, entries, [begun])
    return head


def _in_bounds(entry: Entry) -> bool:
    """Whether the numbers of an entry are such as a table has."""
    return entry.made_on in VERSIONS and (entry.undoes is None or entry.undoes in VERSIONS) and entry.form in FORMS


def _no_table() -> Unfit:
    return Unfit(say("This file holds no table, or its history has gaps."))

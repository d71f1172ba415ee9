"""A table as one file: everything that is kept of it, so that another Tally can take it in."""

from __future__ import annotations

from typing import Any

from api.log.keeping import TableHead
from api.tables.sqllog import SqlLog

FORMAT = "tally-table-1"


def exported(log: SqlLog, head: TableHead) -> dict[str, Any]:
    """The first moment of a table, and every entry of its log since."""
    return {
        "format": FORMAT,
        "game": head.game,
        "title": head.title,
        "created": head.created.isoformat(),
        "version": head.version,
        "moments": log.kept_moments(head.id),
        "log": log.kept_entries(head.id),
    }

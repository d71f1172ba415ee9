"""How many phones are at a table, through whatever page they came."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable
from typing import Any

import psycopg
from sqlalchemy import func, select

from api.club.rows import PresenceRow
from api.tables.store import Store

HOLDS = 20.0  # seconds that a word about phones counts; it is said again long before
SAY = """INSERT INTO presence (table_id, page, phones, until)
SELECT one.id, %(page)s, one.phones, %(until)s FROM unnest(%(ids)s::text[], %(counts)s::int[]) AS one (id, phones)
ON CONFLICT (table_id, page) DO UPDATE SET phones = excluded.phones, until = excluded.until"""


class Presence:
    """What this page says of its own phones, and what all pages together say."""

    def __init__(self, store: Store, here: Callable[[str], int]) -> None:
        self._store, self._here = store, here
        self._page = secrets.token_hex(6)

    def say(self, line: psycopg.Connection[Any], tables: Iterable[str]) -> None:
        """How many phones are here at some tables."""
        ids = sorted(set(tables))
        until = time.time() + HOLDS
        line.execute(SAY, {"page": self._page, "until": until, "ids": ids, "counts": [self._here(one) for one in ids]})
        line.execute("DELETE FROM presence WHERE page = %s AND phones = 0", (self._page,))

    def phones(self, table_id: str) -> int:
        """How many there are in all; at least those that are here."""
        asked = select(func.sum(PresenceRow.phones)).where(
            PresenceRow.table_id == table_id, PresenceRow.page != self._page, PresenceRow.until > time.time()
        )
        with self._store.reading() as session:
            return (session.scalar(asked) or 0) + self._here(table_id)

    def forget(self) -> None:
        """Nobody is here any more, and what pages that are gone said counts no longer."""
        from sqlalchemy import delete, or_

        with self._store.writing() as session:
            gone = or_(PresenceRow.page == self._page, PresenceRow.until < time.time() - HOLDS)
            session.execute(delete(PresenceRow).where(gone))

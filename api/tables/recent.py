"""The newest entries of the tables that are played now: every phone there asks for them with every change."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable
from itertools import islice
from threading import Lock

from api.log.entries import Entry

TABLES, ENTRIES = 300, 200


class Recent:
    """A gapless end of each table's log. Entries never change, so what is here is right as far as it goes."""

    def __init__(self) -> None:
        self._ends: OrderedDict[str, deque[Entry]] = OrderedDict()
        self._changing = Lock()

    def keep(self, table_id: str, entries: Iterable[Entry]) -> None:
        """Remember more entries in their order; after a gap only what comes behind it."""
        with self._changing:
            end = self._ends.setdefault(table_id, deque(maxlen=ENTRIES))
            self._ends.move_to_end(table_id)
            for entry in entries:
                if end and entry.version <= end[-1].version:
                    continue
                if end and entry.version != end[-1].version + 1:
                    end.clear()
                end.append(entry)
            while len(self._ends) > TABLES:
                self._ends.popitem(last=False)

    def newest(self, table_id: str) -> int | None:
        """The newest version that is remembered."""
        with self._changing:
            end = self._ends.get(table_id)
            return end[-1].version if end else None

    def between(self, table_id: str, after: int, upto: int) -> list[Entry] | None:
        """The entries above one version and not above another; None if not all of them are here."""
        with self._changing:
            end = self._ends.get(table_id)
            if not end or after + 1 < end[0].version or upto > end[-1].version:
                return None
            first = end[0].version
            return list(islice(end, after + 1 - first, max(after, upto) + 1 - first))

    def forget(self, table_id: str) -> None:
        """A table that is gone."""
        with self._changing:
            self._ends.pop(table_id, None)

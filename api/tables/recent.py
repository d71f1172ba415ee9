"""The newest entries of the tables that are played now: every phone there asks for them with every change."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable
from itertools import islice
from threading import Lock

from api.log.entries import Entry

TABLES, ENTRIES = 300, 200


class Recent:
    """A gapless part of each table's log. Entries never change, so what is here is right as far as it goes.

    Whether it goes to the end only those know who wrote the last entry themselves.
    """

    def __init__(self) -> None:
        self._ends: OrderedDict[str, deque[Entry]] = OrderedDict()
        self._newest: dict[str, int] = {}
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
                self._newest.pop(self._ends.popitem(last=False)[0], None)

    def wrote(self, table_id: str, entry: Entry) -> None:
        """Remember an entry that was the newest of its table when it was written."""
        self.keep(table_id, [entry])
        with self._changing:
            self._newest[table_id] = max(entry.version, self._newest.get(table_id, 0))

    def newest(self, table_id: str) -> int | None:
        """The newest version that was written here, if it is remembered."""
        return self._newest.get(table_id)

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
            self._newest.pop(table_id, None)

"""Wakes every phone at a table when it changed; what changed each line reads from the log itself, in order."""

from __future__ import annotations

import asyncio
from collections import defaultdict


class Line:
    """One open line: whether there is something to look up, and whether the table is gone."""

    def __init__(self) -> None:
        self.news = asyncio.Event()
        self.deleted = False


class Hub:
    """Open lines per table. Tables may change in any thread; lines belong to the event loop.

    A line only learns that there is news: a slow one misses nothing, and nothing queues up for it.
    """

    def __init__(self) -> None:
        self._lines: dict[str, set[Line]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None

    def join(self, table_id: str) -> Line:
        """Start to listen; everybody learns how many phones are at the table."""
        self._loop = asyncio.get_running_loop()
        line = Line()
        self._lines[table_id].add(line)
        self._wake(table_id)
        return line

    def leave(self, table_id: str, line: Line) -> None:
        """Stop to listen."""
        self._lines[table_id].discard(line)
        self._wake(table_id)
        if not self._lines[table_id]:
            del self._lines[table_id]

    def phones(self, table_id: str) -> int:
        """How many lines are open."""
        return len(self._lines.get(table_id, ()))

    def moved(self, table_id: str) -> None:
        """A table has new changes; called from any thread, after they are kept."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, table_id)

    def deleted(self, table_id: str) -> None:
        """A table is gone; called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._end, table_id)

    def _wake(self, table_id: str) -> None:
        for line in self._lines.get(table_id, ()):
            line.news.set()

    def _end(self, table_id: str) -> None:
        for line in self._lines.get(table_id, ()):
            line.deleted = True
            line.news.set()

"""Wakes every phone at a table when it changed; what changed each line reads from the log itself, in order."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import TypeVar

T = TypeVar("T")


class Line:
    """One open line: whether there is something to look up, what it has seen, whether phones came or went, and
    whether the table is gone."""

    def __init__(self) -> None:
        self.news = asyncio.Event()
        self.seen = 0
        self.recount = True
        self.deleted = False


class Hub:
    """Open lines per table. Tables may change in any thread; lines belong to the event loop.

    A line only learns that there is news: a slow one misses nothing, and nothing queues up for it. In a club other
    processes are told through ``tell``, and what they tell comes in through `heard`.
    """

    def __init__(self) -> None:
        self._lines: dict[str, set[Line]] = defaultdict(set)
        self._said: dict[str, tuple[int, str]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self.tell: Callable[[str, str], None] = lambda kind, about: None

    def join(self, table_id: str) -> Line:
        """Start to listen; everybody learns how many phones are at the table."""
        self._loop = asyncio.get_running_loop()
        line = Line()
        self._lines[table_id].add(line)
        self._count(table_id)
        self.tell("here", table_id)
        return line

    def leave(self, table_id: str, line: Line) -> None:
        """Stop to listen."""
        self._lines[table_id].discard(line)
        self._count(table_id)
        if not self._lines[table_id]:
            del self._lines[table_id]
            self._said.pop(table_id, None)
        self.tell("here", table_id)

    def said(self, table_id: str, version: int, say: Callable[[T], str], change: T) -> str:
        """What all lines of a table are told of its newest change, worded once; called from the event loop."""
        last = self._said.get(table_id)
        if last is None or last[0] != version:
            last = self._said[table_id] = version, say(change)
        return last[1]

    def phones(self, table_id: str) -> int:
        """How many lines are open here."""
        return len(self._lines.get(table_id, ()))

    def tables(self) -> list[str]:
        """The tables at which somebody listens here."""
        return list(self._lines)

    def moved(self, table_id: str) -> None:
        """A table has new changes; called from any thread, after they are kept."""
        self._soon(self._wake, table_id)
        self.tell("table", table_id)

    def deleted(self, table_id: str) -> None:
        """A table is gone; called from any thread."""
        self._soon(self._end, table_id)
        self.tell("gone", table_id)

    def heard(self, kind: str, about: str) -> None:
        """What another process told, or this one itself; called from any thread."""
        if kind == "table":
            self._soon(self._wake, about)
        elif kind == "here":
            self._soon(self._count, about)
        elif kind == "gone":
            self._soon(self._end, about)

    def compared(self, versions: Mapping[str, int]) -> None:
        """The newest versions as the log has them: whoever has not seen them was not told; called from any thread."""
        self._soon(self._catch_up, versions)

    def recount(self) -> None:
        """Phones may have come or gone everywhere; called from any thread."""
        for table_id in self.tables():
            self._soon(self._count, table_id)

    def _catch_up(self, versions: Mapping[str, int]) -> None:
        for table_id, lines in list(self._lines.items()):
            newest = versions.get(table_id)
            for line in lines:
                if newest is not None and newest > line.seen:
                    line.news.set()

    def _soon(self, work: Callable[..., None], *args: object) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(work, *args)

    def _wake(self, table_id: str) -> None:
        for line in self._lines.get(table_id, ()):
            line.news.set()

    def _count(self, table_id: str) -> None:
        for line in self._lines.get(table_id, ()):
            line.recount = True
            line.news.set()

    def _end(self, table_id: str) -> None:
        for line in self._lines.get(table_id, ()):
            line.deleted = True
            line.news.set()

"""Tells every phone at a table what changed, in the order of the events' numbers."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import Any


class Hub:
    """Open listeners per table. Messages may come from any thread; queues belong to the event loop.

    A phone that does not keep up loses its queue, not its events: it is told to fetch again from its last number.
    """

    def __init__(self, longest_queue: int = 200) -> None:
        self._listeners: dict[str, set[asyncio.Queue[dict[str, Any]]]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._longest_queue = longest_queue

    def join(self, table_id: str) -> asyncio.Queue[dict[str, Any]]:
        """Start to listen; everybody learns how many phones are at the table."""
        self._loop = asyncio.get_running_loop()
        queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue(self._longest_queue)
        self._listeners[table_id].add(queue)
        self._presence(table_id)
        return queue

    def leave(self, table_id: str, queue: asyncio.Queue[dict[str, Any]]) -> None:
        """Stop to listen."""
        self._listeners[table_id].discard(queue)
        self._presence(table_id)
        if not self._listeners[table_id]:
            del self._listeners[table_id]

    def tell(self, table_id: str, message: dict[str, Any]) -> None:
        """Send a message to everyone at a table, from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._deliver, table_id, message)

    def _deliver(self, table_id: str, message: dict[str, Any]) -> None:
        for queue in self._listeners.get(table_id, ()):
            if queue.full():
                while not queue.empty():
                    queue.get_nowait()
                queue.put_nowait({"type": "behind"})
            else:
                queue.put_nowait(message)

    def _presence(self, table_id: str) -> None:
        self._deliver(table_id, {"type": "presence", "phones": len(self._listeners[table_id])})

"""How many changes are worked on at once: one after the other all of them are done sooner."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.exc import TimeoutError as NoConnectionFree

MOST_AT_HOME = 2  # one thinks while the other waits for the disk: Python thinks of one thing at a time,
MOST_TOGETHER = 8  # and in a club they wait for the database most of the time
PATIENCE = 15.0  # seconds, as whoever writes to the database has


class Hands:
    """Turns in the order of asking.

    Changes that are worked on together take the processor from each other and from the answers of those before them,
    some thousandths of a second at a time, and all of them end as late as the last.
    """

    def __init__(self, count: int, patience: float = PATIENCE) -> None:
        self._free = asyncio.Semaphore(count)
        self._patience = patience

    @asynccontextmanager
    async def free(self) -> AsyncIterator[None]:
        """Once there is a hand free; whoever waits too long is told to come again, as with a database that is held."""
        try:
            async with asyncio.timeout(self._patience):
                await self._free.acquire()
        except TimeoutError:
            raise NoConnectionFree from None
        try:
            yield
        finally:
            self._free.release()

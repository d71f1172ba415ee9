"""Where pictures wait for the reader: one after the other, not too many, each knowing its place."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from api.answers.refusals import Busy, Unreadable
from api.reading.process import ReaderProcess
from api.reading.reader import MISSING, need_weights
from scoring.words import say
from vision.weights import weights_marks, weights_there

MOST_WAITING = 60
EXAMINING = 3.0  # seconds that a look at the weights may take before it is answered without
LONGEST_RETRY = 60  # seconds after which it is worth asking again, whatever waits


@dataclass(eq=False)
class Waiting:
    """One picture in the line."""

    ticket: str


class Desk:
    """The line before the reader process. Its bytes stay where they came in until it is their turn."""

    def __init__(self, process: ReaderProcess | None = None, most: int = MOST_WAITING) -> None:
        self.process = process or ReaderProcess()
        self._own = process is None
        self._most = most
        self._line: list[Waiting] = []
        self._turn = asyncio.Lock()
        self._seconds = 1.0  # that a picture took lately
        self._examining: tuple[object, asyncio.Task[str]] | None = None
        self._trouble = ""

    @property
    def open(self) -> bool:
        """Whether the weights are there."""
        return weights_there()

    async def trouble(self) -> str:
        """Why photos cannot be read, in a sentence; empty if they can. What takes longer is told the next time.

        A reader that nobody has needed yet is not begun for this.
        """
        if not self.open:
            return MISSING
        if not self.process.begun:
            return ""
        marks = weights_marks()
        if self._examining is None or self._examining[0] != marks:
            self._examining = marks, asyncio.create_task(self._examined())
        await asyncio.wait([self._examining[1]], timeout=EXAMINING)
        return self._trouble

    async def _examined(self) -> str:
        try:
            self._trouble = await self.process.networks()
        except Unreadable as error:
            self._trouble, self._examining = error.detail, None
        return self._trouble

    @property
    def waiting(self) -> int:
        """How many pictures wait or are read."""
        return len(self._line)

    def place(self, ticket: str) -> int | None:
        """How many pictures come before the one with this ticket; None if it does not wait here."""
        tickets = [one.ticket for one in self._line]
        return tickets.index(ticket) if ticket in tickets else None

    def need_weights(self) -> None:
        """A sentence if photos cannot be read here."""
        need_weights()

    @asynccontextmanager
    async def turn(self, ticket: str = "") -> AsyncIterator[ReaderProcess]:
        """Wait for one's turn at the reader; refused at once while too many wait."""
        if len(self._line) > self._most:
            again = min(LONGEST_RETRY, math.ceil(self._seconds * len(self._line)))
            raise Busy(say("{count} pictures wait already. Try again in a moment.", count=self._most), again)
        mine = Waiting(ticket)
        self._line.append(mine)
        try:
            async with self._turn:
                begin = time.monotonic()
                yield self.process
                self._seconds += (time.monotonic() - begin - self._seconds) / 4
        finally:
            self._line.remove(mine)

    def close(self) -> None:
        """Let the process go, if it is ours."""
        if self._own:
            self.process.stop()

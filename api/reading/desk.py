"""Where pictures wait for the reader: one after the other, not too many, each knowing its place.

Whoever sends many waits behind their own: turns go round among those who wait, and in a full line whoever has most
there gives way to one who has fewer.
"""

from __future__ import annotations

import asyncio
import math
import time
from bisect import insort
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from api.answers.refusals import Busy, Refusal
from api.reading.reader import MISSING, need_weights
from scoring.words import say
from vision.weights import weights_marks, weights_there

if TYPE_CHECKING:
    from api.reading.process import ReaderProcess

MOST_WAITING = 60
EXAMINING = 3.0  # seconds that a look at the weights may take before it is answered without
LONGEST_RETRY = 60  # seconds after which it is worth asking again, whatever waits


@dataclass(eq=False)
class Waiting:
    """One picture in the line: whose it is, and in which round of turns it is read."""

    ticket: str
    who: str
    round: int
    called: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Desk:
    """The line before the reader process. Its bytes stay where they came in until it is their turn."""

    def __init__(self, process: ReaderProcess | None = None, most: int = MOST_WAITING) -> None:
        self.process = process or _new_process()
        self._own = process is None
        self._most = most
        self._line: list[Waiting] = []  # in the order in which they are read
        self._reading: Waiting | None = None
        self._round = 0
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
        except Refusal as error:
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
    async def turn(
        self, ticket: str = "", who: str = "", *, live: bool = False, table: str | None = None
    ) -> AsyncIterator[ReaderProcess]:
        """Wait for one's turn at the reader; refused while too many wait and nobody has more there than `who`."""
        mine = self._join(ticket, who)
        try:
            await mine.called
            begin = time.monotonic()
            yield self.process
            self._seconds += (time.monotonic() - begin - self._seconds) / 4
        finally:
            self._leave(mine)

    def _join(self, ticket: str, who: str) -> Waiting:
        """A place in the line: in the round that is read now, or after the last one that is one's own."""
        if len(self._line) > self._most:
            self._make_room(who)
        own = [one.round + 1 for one in self._line if one.who == who]
        mine = Waiting(ticket, who, max(own, default=self._round))
        insort(self._line, mine, key=lambda one: one.round)
        self._call_next()
        return mine

    def _make_room(self, who: str) -> None:
        """The last picture of whoever has most of them gives way, if that is more than one's own would be."""
        held = Counter(one.who for one in self._line)
        greedy, most = held.most_common(1)[0]
        if most <= held[who] + 1:
            raise self._full()
        last = next((one for one in reversed(self._line) if one.who == greedy and not one.called.done()), None)
        if last is None:  # they are all leaving
            return
        self._line.remove(last)
        last.called.set_exception(self._full())

    def _full(self) -> Busy:
        again = min(LONGEST_RETRY, math.ceil(self._seconds * len(self._line)))
        return Busy(say("{count} pictures wait already. Try again in a moment.", count=self._most), again)

    def _call_next(self) -> None:
        waiting = next((one for one in self._line if not one.called.done()), None)  # who is leaving is not called
        if self._reading is None and waiting is not None:
            self._reading, self._round = waiting, waiting.round
            waiting.called.set_result(None)

    def _leave(self, mine: Waiting) -> None:
        """Read, given up, or sent away; the next one is called."""
        if mine in self._line:
            self._line.remove(mine)
        if self._reading is mine:
            self._reading = None
        self._call_next()

    async def standing(self, ticket: str) -> tuple[int | None, int]:
        """The place of a ticket, and how many wait."""
        return self.place(ticket), self.waiting

    def warm_up(self) -> None:
        """Begin the process now, so that the first photo is as quick as the others."""
        if self.open:
            self.process.warm_up()

    def close(self) -> None:
        """Let the process go, if it is ours."""
        if self._own:
            self.process.stop()


def _new_process() -> ReaderProcess:
    from api.reading.process import ReaderProcess  # a browser has no processes

    return ReaderProcess()

"""The desk of a page in a club: pictures go into the common line, and answers come back from some reader."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

from api.answers.refusals import Busy, Stale, Unreadable
from api.club.queue import Asked, Line, Urgency
from api.club.wire import unpacked
from api.reading.reader import Look
from scoring.words import say

if TYPE_CHECKING:
    from vision.numbers import Proposal
    from vision.taught import Kept, Print

PATIENCE = 300.0  # seconds that a page waits for a photo,
FRAME_PATIENCE = 3.0  # and for a frame, after which a newer one is there
LOOK_EVERY = 1.0  # seconds between two looks without a notice
NOBODY = say("No reader of photos is running. Start one with: tally reader")
RETRY = 5


class SharedDesk:
    """As `api.reading.desk.Desk`, but the line is everybody's and the readers are elsewhere."""

    open = True  # whether a reader is there is told by `trouble`

    def __init__(self, line: Line, most: int) -> None:
        self._line, self._most = line, most
        self._news: dict[str, asyncio.Event] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    def warm_up(self) -> None:
        """Nothing: readers warm up by themselves."""

    def need_weights(self) -> None:
        """Nothing: the readers have them."""

    def close(self) -> None:
        """Nothing is held here."""

    async def trouble(self) -> str:
        """Why photos cannot be read, in a sentence; empty if they can."""
        try:
            return "" if await asyncio.to_thread(self._line.readers) else NOBODY
        except SQLAlchemyError:
            return ""  # the database's own trouble is told by others

    async def standing(self, ticket: str) -> tuple[int | None, int]:
        """The place of a ticket, and how many wait."""
        return await asyncio.to_thread(self._line.place, ticket), await asyncio.to_thread(self._line.waiting)

    @asynccontextmanager
    async def turn(
        self, ticket: str = "", who: str = "", *, live: bool = False, table: str | None = None
    ) -> AsyncIterator[Hands]:
        """Somebody to hand pictures to; refused at once while too many wait."""
        if not live and await asyncio.to_thread(self._line.waiting) > self._most:
            raise Busy(say("{count} pictures wait already. Try again in a moment.", count=self._most), RETRY)
        yield Hands(self, ticket, who, live, table)

    def heard(self, kind: str, about: str) -> None:
        """A notice, from any thread: perhaps the answer that somebody waits for."""
        event = self._news.get(about) if kind == "reading" else None
        if event is not None and self._loop is not None:
            self._loop.call_soon_threadsafe(event.set)

    async def answered(self, asked: Asked) -> Any:
        """The answer to a picture. A database that goes away for a moment is waited for."""
        self._loop = asyncio.get_running_loop()
        news = self._news.setdefault(asked.id, asyncio.Event())
        end = time.monotonic() + asked.patience
        try:
            if not await asyncio.to_thread(self._line.put, asked):
                news.set()  # the same was sent before: perhaps it is answered
            while time.monotonic() < end:
                with suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), min(LOOK_EVERY, max(0.01, end - time.monotonic())))
                news.clear()
                with suppress(SQLAlchemyError):
                    answer = await asyncio.to_thread(self._line.answer, asked.id)
                    if answer is not None:
                        return await self._opened(asked, answer)
                    if not await asyncio.to_thread(self._line.has, asked.id):  # whoever sent the same took it back
                        await asyncio.to_thread(self._line.put, asked)
        finally:
            self._news.pop(asked.id, None)
        await self._given_up(asked)
        raise Stale(NOBODY) if asked.urgency is Urgency.LIVE else Busy(NOBODY, RETRY)

    async def _opened(self, asked: Asked, answer: bytes) -> Any:
        told = unpacked(answer)
        if asked.work != "look" or asked.urgency is Urgency.LIVE or "refused" in told:
            await self._given_up(asked)
        if "refused" in told:
            raise Unreadable(told["refused"])
        return told["found"]

    async def _given_up(self, asked: Asked) -> None:
        with suppress(SQLAlchemyError):
            await asyncio.to_thread(self._line.forget, asked.id)


@dataclass(frozen=True, slots=True)
class Hands:
    """What `api.reading.process.ReaderProcess` does, done by some reader."""

    desk: SharedDesk
    ticket: str
    who: str
    live: bool
    table: str | None

    async def look(self, game_id: str, data: bytes, name: str, hints: dict[str, Any]) -> Look:
        """The pieces of a photo, and a copy of it to look at; the same photo sent again joins the first one."""
        urgency = Urgency.LIVE if self.live else Urgency.PHOTO
        same = json.dumps([game_id, name, hints], sort_keys=True).encode() + b"\0" + data
        key = secrets.token_hex(16) if self.live else hashlib.sha256(same).hexdigest()
        found: Look = await self._ask("look", [game_id, name, hints], data, urgency, key)
        return found

    async def cut(self, game_id: str, data: bytes, name: str | None, lang: str, offered: int) -> list[dict[str, Any]]:
        """The things of a photo, cut out and straightened, each with its likeliest names."""
        found: list[dict[str, Any]] = await self._ask("cut", [game_id, name, lang, offered], data)
        return found

    async def lessons(
        self, data: bytes, name: str | None, boxes: list[list[float]], quarters: list[int]
    ) -> list[Print | None]:
        """Pictures of the pieces in these boxes, each turned to the left by quarters; None where none is seen."""
        found: list[Print | None] = await self._ask("lessons", [name, boxes, quarters], data)
        return found

    async def reference(self, data: bytes, name: str | None, board: bool) -> Print:
        """A picture of a piece or a board, as it is kept."""
        found: Print = await self._ask("reference", [name, board], data)
        return found

    async def carried(self, game_id: str, data: bytes) -> list[tuple[Kept, Print]]:
        """The pictures of a file that another machine wrote."""
        found: list[tuple[Kept, Print]] = [
            (kept, print_) for kept, print_ in await self._ask("carried", [game_id], data)
        ]
        return found

    async def proposed(self, game_id: str) -> list[Proposal]:
        """Printed values that the catalogue lacks and that can be read on taught pictures."""
        found: list[Proposal] = await self._ask("proposed", [game_id], None)
        return found

    async def _ask(
        self, work: str, args: list[Any], data: bytes | None, urgency: Urgency = Urgency.TEACHING, key: str = ""
    ) -> Any:
        patience = FRAME_PATIENCE if self.live else PATIENCE
        whose = (self.ticket, self.who, self.table)
        key = key or secrets.token_hex(16)
        return await self.desk.answered(Asked(key, work, args, data, urgency, patience, *whose))

"""How long the service waits for a request, and how many connections it holds: slow senders keep nobody out."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Sequence
from ipaddress import ip_address, ip_network
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from api.http.addresses import network_of
from api.http.headers import SAFE

HEAD_SECONDS = 10.0  # for the whole head of a request, however it trickles in
BODY_SECONDS = 120.0  # for the whole body,
PAUSE_SECONDS = 15.0  # and without a single byte of it
MOST_EACH = 100
MOST_TOGETHER = 1000
SAME_LINES = 5  # of a warning in a minute


class Visitors:
    """The open connections by address. A proxy that may name clients brings many visitors and is not counted."""

    def __init__(self, trusted: Sequence[str] = (), each: int = MOST_EACH, together: int = MOST_TOGETHER) -> None:
        self._trusted = [ip_network(one, strict=False) for one in trusted]
        self._each, self._together = each, together
        self._open: dict[str, set[asyncio.Transport]] = defaultdict(set)

    def admit(self, address: str, transport: asyncio.Transport) -> bool:
        """Count a new connection; whether there is room for it."""
        home = network_of(address)
        theirs = self._open[home] = {one for one in self._open[home] if not one.is_closing()}
        limited = not self._is_trusted(address)
        if (limited and len(theirs) >= self._each) or self._count() >= self._together:
            return False
        theirs.add(transport)
        return True

    def _count(self) -> int:
        count = sum(map(len, self._open.values()))
        if count < self._together:
            return count
        alive = {home: {one for one in held if not one.is_closing()} for home, held in self._open.items()}
        self._open = defaultdict(set, {home: held for home, held in alive.items() if held})
        return sum(map(len, self._open.values()))

    def _is_trusted(self, address: str) -> bool:
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._trusted)


class PatientProtocol(H11Protocol):
    """HTTP with an end to patience: half a request is given up, and so is one connection too many."""

    visitors = Visitors()
    _waiting: asyncio.TimerHandle | None = None
    _body_began: float | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A new connection, if there is room for it."""
        super().connection_made(transport)
        if self.visitors.admit(self.client[0] if self.client else "", transport):
            self._wait(HEAD_SECONDS)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The end of a connection."""
        self._wait(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some bytes more; how long to wait for the next ones."""
        super().data_received(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            self._wait(None)  # refused, or now an open line
        elif self.conn.their_state is h11.IDLE:
            if self._waiting is None:
                self._wait(HEAD_SECONDS)
        elif self.conn.their_state is h11.SEND_BODY:
            began = self._body_began or time.monotonic()
            self._wait(min(PAUSE_SECONDS, began + BODY_SECONDS - time.monotonic()))
            self._body_began = began
        else:
            self._wait(None)

    def _wait(self, seconds: float | None) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        self._body_began = None
        self._waiting = None if seconds is None else self.loop.call_later(max(0.0, seconds), self._give_up)

    def _give_up(self) -> None:
        if self.flow.read_paused and self.conn.their_state is h11.SEND_BODY:
            self._wait(PAUSE_SECONDS)  # it is we who do not read
            return
        self._waiting = None
        if self.conn.our_state is h11.IDLE:
            self._refuse(408, b"The request did not come in time.")
        self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP, answered with the headers of every answer."""
        self._refuse(400, msg.encode())
        self.transport.close()

    def _refuse(self, status: int, text: bytes) -> None:
        headers: list[Any] = [("content-type", "text/plain; charset=utf-8"), ("connection", "close"), *SAFE.items()]
        for event in (h11.Response(status_code=status, headers=headers), h11.Data(data=text), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")


class Seldom(logging.Filter):
    """The same warning is written a few times a minute: whoever sends nonsense does not fill the disk."""

    def __init__(self) -> None:
        super().__init__()
        self._minute, self._counts = 0, dict[str, int]()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write this one."""
        minute = int(time.monotonic() // 60)
        if minute != self._minute:
            self._minute, self._counts = minute, {}
        kind = str(record.msg)[:80]
        self._counts[kind] = self._counts.get(kind, 0) + 1
        return self._counts[kind] <= SAME_LINES

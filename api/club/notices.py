"""Short notices between processes by LISTEN and NOTIFY: that something changed, never what.

The database is the truth. A notice that is lost costs a moment, because everybody looks by themselves every few seconds
and whenever a line to the database was cut. Notices go out in transactions of their own, many at once: PostgreSQL lets
only one transaction at a time commit with a notice, and a change of a table shall not wait for that.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import psycopg

CHANNEL = "tally"
LOOK_EVERY = 2.0  # seconds after which everybody looks without having been told
LISTENING = 0.2  # seconds after which a line that hears nothing looks whether it shall end
AGAIN_AFTER = 0.5  # seconds between two attempts to reach the database
MOST_AT_ONCE = 500
QUIET = "still "
"""How notices begin that only this process acts on."""
Heard = Callable[[str, str], None]
LOG = logging.getLogger("tally.notices")


class Notices:
    """One line that listens and one that tells, each in a thread of its own."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._hearers: list[Heard] = []
        self._lookers: list[Callable[[], None]] = []
        self._before: dict[str, Callable[[psycopg.Connection[Any], Iterable[str]], None]] = {}
        self._out: dict[str, None] = {}
        self._ready = threading.Condition()
        self._over = threading.Event()
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._listen, self._send)]

    def on_notice(self, heard: Heard) -> None:
        """Call this with every notice: its kind, and what it is about."""
        self._hearers.append(heard)

    def on_look(self, look: Callable[[], None]) -> None:
        """Call this every few seconds, and after a line was cut: whatever was missed is looked up."""
        self._lookers.append(look)

    def before_telling(self, kind: str, work: Callable[[psycopg.Connection[Any], Iterable[str]], None]) -> None:
        """Do this with all that is to be told of a kind, on the line that tells it."""
        self._before[kind] = work

    def start(self) -> None:
        """Begin."""
        for thread in self._threads:
            thread.start()

    def tell(self, kind: str, about: str) -> None:
        """Tell all processes, soon; the same twice is told once."""
        with self._ready:
            self._out[f"{kind} {about}"] = None
            self._ready.notify()

    def close(self) -> None:
        """End both lines; what is not told yet is found by whoever looks."""
        self._over.set()
        with self._ready:
            self._ready.notify()
        for thread in self._threads:
            thread.join(LOOK_EVERY + 3)

    def _connected(self) -> psycopg.Connection[Any]:
        return psycopg.connect(self._url, autocommit=True, connect_timeout=5, application_name="tally notices")

    def _listen(self) -> None:
        while not self._over.is_set():
            try:
                with self._connected() as line:
                    line.execute(f"LISTEN {CHANNEL}".encode())
                    self._look()
                    self._hear(line)
            except psycopg.Error as error:
                LOG.warning("the line to the database was cut: %s", type(error).__name__)
                self._over.wait(AGAIN_AFTER)

    def _hear(self, line: psycopg.Connection[Any]) -> None:
        looked = time.monotonic()
        while not self._over.is_set():
            for notice in line.notifies(timeout=LISTENING, stop_after=MOST_AT_ONCE):
                kind, _, about = notice.payload.partition(" ")
                for heard in self._hearers:
                    self._try(heard, kind, about)
            if time.monotonic() - looked >= LOOK_EVERY:
                self._look()
                looked = time.monotonic()

    def _look(self) -> None:
        for look in self._lookers:
            self._try(look)

    def _try(self, work: Callable[..., None], *args: str) -> None:
        """Whatever fails, the line stays: the next look is soon."""
        try:
            work(*args)
        except Exception as error:
            LOG.warning("a look at the database failed: %s", type(error).__name__)

    def _send(self) -> None:
        line: psycopg.Connection[Any] | None = None
        while True:
            told = self._gathered()
            if told is None:
                break
            try:
                line = line if line is not None and not line.broken else self._connected()
                self._prepare(line, told)
                loud = [one for one in told if not one.startswith(QUIET)]
                line.execute("SELECT pg_notify(%s, one) FROM unnest(%s::text[]) AS one", (CHANNEL, loud))
            except psycopg.Error:
                with suppress(psycopg.Error):
                    if line is not None:
                        line.close()
                line = None
                self._over.wait(AGAIN_AFTER)
        if line is not None:
            line.close()

    def _gathered(self) -> list[str] | None:
        """All that is to be told now; None at the end."""
        with self._ready:
            self._ready.wait_for(lambda: self._out or self._over.is_set())
            if self._over.is_set():
                return None
            told, self._out = list(self._out)[:MOST_AT_ONCE], dict.fromkeys(list(self._out)[MOST_AT_ONCE:])
        return told

    def _prepare(self, line: psycopg.Connection[Any], told: list[str]) -> None:
        for kind, work in self._before.items():
            if about := [one.removeprefix(f"{kind} ") for one in told if one.startswith(f"{kind} ")]:
                work(line, about)

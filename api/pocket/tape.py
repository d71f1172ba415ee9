"""How plain Python waits for a browser.

Networks of a browser answer later. Newer browsers let Python wait for them inside a call (JSPI). In others it cannot: a
reading is begun again after each wait, and what was done is not done twice. Every call that leaves Python is written on
a tape. Where an answer is not there yet, the reading ends with `Waiting`; once it is, the reading
begins anew, and everything up to that place comes from the tape. Reading is deterministic, so it comes there again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

T = TypeVar("T")
MOST_WAITS = 200


class Waiting(BaseException):
    """An answer is not there yet; no reader catches this."""

    def __init__(self, work: str, args: tuple[Any, ...]) -> None:
        super().__init__(work)
        self.work, self.given = work, args


class Tape:
    """What the browser did so far in one reading."""

    def __init__(
        self,
        at_once: Callable[..., Any],
        later: Callable[..., Awaitable[Any]],
        waited: Callable[[Awaitable[Any]], Any] | None = None,
    ) -> None:
        self._at_once, self._later, self._waited = at_once, later, waited
        self._done: list[Any] = []
        self._place = 0
        self._aside = False

    async def play(self, reading: Callable[[], T]) -> T:
        """A reading to its end."""
        global _playing
        for _ in range(MOST_WAITS):
            self._place, before = 0, _playing
            _playing = self
            try:
                return reading()
            except Waiting as waiting:
                asked = waiting
            finally:
                _playing = before
            self._done.append(await self._later(asked.work, *asked.given))
        raise RuntimeError("a reading that never ends")

    def call(self, work: str, *args: Any) -> Any:
        """Something that the browser does at once."""
        if self._waited or self._aside:  # it is never begun again: nothing needs to be kept
            return self._at_once(work, *args)
        if self._place == len(self._done):
            self._done.append(self._at_once(work, *args))
        return self._next()

    def once(self, work: Callable[[], T]) -> T:
        """Long work of our own that waits for nothing: its answer is kept, not what was called on the way to it."""
        if self._waited:
            return work()
        if self._place == len(self._done):
            self._aside = True
            try:
                self._done.append(work())
            finally:
                self._aside = False
        found: T = self._next()
        return found

    def wait(self, work: str, *args: Any) -> Any:
        """Something that the browser does later."""
        assert not self._aside, "what is done once cannot be begun again"
        if self._waited:
            return self._waited(self._later(work, *args))
        if self._place == len(self._done):
            raise Waiting(work, args)
        return self._next()

    def _next(self) -> Any:
        found = self._done[self._place]
        self._place += 1
        return found


_playing: Tape | None = None


def _tape() -> Tape:
    assert _playing is not None, "pixels exist only while a photo is read"
    return _playing


def call(work: str, *args: Any) -> Any:
    """Something that the browser does at once, for the reading that is being made."""
    return _tape().call(work, *args)


def wait(work: str, *args: Any) -> Any:
    """Something that the browser does later."""
    return _tape().wait(work, *args)


def once(work: Callable[[], T]) -> T:
    """Long work that a reading does not do again when it is begun again."""
    return _playing.once(work) if _playing else work()


def way_to_wait() -> Callable[[Awaitable[Any]], Any] | None:
    """How Python waits inside a call, where this browser lets it."""
    try:
        from pyodide.ffi import can_run_sync, run_sync
    except ImportError:
        return None
    waits: Callable[[Awaitable[Any]], Any] = run_sync
    return waits if can_run_sync() else None

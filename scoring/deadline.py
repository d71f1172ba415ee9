"""One deadline for every search: whoever asks waits for a bounded time, and can call the search off.

A search works cooperatively: it takes its possibilities ``in_time`` (or calls ``check`` again and again), keeps the
best it has found, and answers with that once the time is up. The deadline of the answer at hand is ``current()``;
whoever wants the answer makes it, so that a service can cancel it when nobody waits any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from time import monotonic
from typing import TypeVar

T = TypeVar("T")

AIM = 4.5
"""Seconds after which a search ends, so that a referee answers within five."""


class OutOfTime(Exception):  # noqa: N818  # it is no error: the search answers with what it has
    """The time is up, or nobody waits for the answer any more."""


class Deadline:
    """A moment after which no search goes on, and how many possibilities were looked at until then.

    >>> never = Deadline()
    >>> never.check()
    >>> never.looked, never.passed
    (1, False)
    >>> soon = Deadline(0)
    >>> soon.passed
    True
    """

    __slots__ = ("_clock", "_end", "_whole", "cut_short", "looked")

    def __init__(self, seconds: float = inf, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._end = clock() + seconds
        self._whole: Deadline | None = None
        self.looked = 0
        self.cut_short = False
        """Whether a search has left something out because the time was up."""

    def cancel(self) -> None:
        """Call every search under this deadline off; any thread may do that."""
        self._end = -inf

    @property
    def passed(self) -> bool:
        """Whether the search must end now."""
        return self._clock() >= self._end or (self._whole is not None and self._whole.passed)

    def check(self) -> None:
        """Count one more possibility; OutOfTime if the search must end."""
        self.looked += 1
        if self.passed:
            raise OutOfTime

    def goes_on(self) -> bool:
        """Count one more possibility; False if the search must end and answer with what it has."""
        self.looked += 1
        self.cut_short |= self.passed
        return not self.cut_short

    def part(self, share: float) -> Deadline:
        """A deadline for a part of the work: it comes after this share of the time left, and with this one."""
        sooner = Deadline((self._end - self._clock()) * share, self._clock)
        sooner._whole = self
        return sooner

    @contextmanager
    def running(self) -> Iterator[Deadline]:
        """Within this block it is the deadline of every search."""
        token = _CURRENT.set(self)
        try:
            yield self
        finally:
            _CURRENT.reset(token)


_CURRENT: ContextVar[Deadline | None] = ContextVar("deadline", default=None)


def current() -> Deadline:
    """The deadline of the answer at hand; one that never comes if nobody set any."""
    return _CURRENT.get() or Deadline()


def in_time(possibilities: Iterable[T]) -> Iterator[T]:
    """These one after the other, until the time of the answer at hand is up.

    >>> list(in_time("abc"))
    ['a', 'b', 'c']
    >>> with Deadline(0).running() as late:
    ...     list(in_time("abc")), late.cut_short
    ([], True)
    """
    limit = current()
    for possibility in possibilities:
        if not limit.goes_on():
            return
        yield possibility

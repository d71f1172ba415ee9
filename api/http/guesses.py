"""How often the six digits may be guessed: seldom from one address, and seldom in all."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from threading import Lock

from api.http.addresses import network_of

EACH = (10, 600.0)  # wrong guesses of one address in ten minutes
TOGETHER = (100, 86_400.0)  # wrong guesses of everybody in a day
PINS = 1_000_000


def mean_years_to_guess() -> float:
    """Until half of all PINs are tried, by any number of guessers.

    >>> round(mean_years_to_guess(), 1)
    13.7
    """
    most, seconds = TOGETHER
    return PINS / 2 / most * seconds / (365.25 * 86_400)


class Guesses:
    """Wrong guesses, by address and in all. Links and phones that were let in do not count here."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._wrong: deque[tuple[float, str]] = deque()
        self._turn = Lock()

    def admits(self, address: str, right: bool) -> bool:
        """Whether this address may guess now; a wrong guess counts at once, so that many together are no more."""
        with self._turn:
            allowed = self._allowed(address)
            if allowed and not right:
                self._wrong.append((self._now(), network_of(address)))
            return allowed

    def _allowed(self, address: str) -> bool:
        now, home = self._now(), network_of(address)
        while self._wrong and self._wrong[0][0] <= now - TOGETHER[1]:
            self._wrong.popleft()
        theirs = sum(other == home and moment > now - EACH[1] for moment, other in self._wrong)
        return theirs < EACH[0] and len(self._wrong) < TOGETHER[0]

"""One process beside this one that does one piece of work after the other, and may fall at any moment.

What is asked and what is answered go over a pipe whose far end that process alone holds: when it falls, the pipe ends
and whoever waits is told. The two share nothing else, so that no fall leaves a lock held or half a message in the way.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from api.reading.reader import FULL
from scoring.faults import TallyError

LAST_MOMENT = 5.0  # seconds that a process whose pipe has ended has for its own end
READY, TAKEN = "ready", "taken"


class Fallen(Exception):  # noqa: N818  # what happened to it
    """It ended without an answer, with this code; `taken` tells whether it had begun with the work."""

    def __init__(self, code: int | None, taken: bool) -> None:
        super().__init__(code, taken)
        self.code, self.taken = code, taken


class Late(Exception):  # noqa: N818  # the same
    """It worked for longer than it may, and was ended."""


class Child:
    """A process that begins with `begin` and then does what it is told; one thread may ask it at a time."""

    def __init__(self, begin: Callable[..., None], args: tuple[Any, ...]) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._line, far = spawn.Pipe()
        self._process = spawn.Process(target=_run, args=(far, begin, args), daemon=True)
        self._process.start()
        far.close()
        self._since, self._ready = time.monotonic(), False

    def usable(self, longest_start: float) -> bool:
        """Whether it lives, and has begun or may still do so: nothing begins for as long as this."""
        in_time = self._ready or time.monotonic() < self._since + longest_start
        return in_time and self._process.is_alive()

    def ready(self, seconds: float) -> bool:
        """Whether it has begun; so long is that waited for. One that has not is left to go on."""
        try:
            self._ready = self._ready or (self._line.poll(seconds) and self._line.recv() == READY)
        except (EOFError, OSError):
            raise self._fallen(False) from None
        return self._ready

    def do(self, seconds: float, work: Callable[..., Any], *args: Any) -> Any:
        """What the work gives or raises; it is ended when it takes longer than so many seconds."""
        late, taken = threading.Event(), False
        watch = threading.Timer(seconds, self._end_as, (late,))
        watch.daemon = True
        watch.start()
        try:
            self._line.send((work, args))
            taken = self._line.recv() == TAKEN
            good, found = self._line.recv()
        except (EOFError, OSError):
            fallen = self._fallen(taken)
            raise Late if late.is_set() else fallen from None
        except Exception:
            self.end()  # nobody knows what of the answer is still on its way
            raise
        finally:
            watch.cancel()
        if good:
            return found
        raise found

    def end(self) -> None:
        """End it, whatever it does."""
        self._process.kill()
        self._process.join()

    def _end_as(self, late: threading.Event) -> None:
        late.set()
        self._process.kill()

    def _fallen(self, taken: bool) -> Fallen:
        self._process.join(LAST_MOMENT)
        self.end()
        return Fallen(self._process.exitcode, taken)


def _run(far: Connection, begin: Callable[..., None], args: tuple[Any, ...]) -> None:
    """What the process does until whoever asked is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it goes with its service
    begin(*args)
    try:
        far.send(READY)
        while True:
            work, args = far.recv()
            far.send(TAKEN)
            _tell(far, *_done(work, args))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except MemoryError:
        os._exit(FULL)


def _done(work: Callable[..., Any], args: tuple[Any, ...]) -> tuple[bool, Any]:
    try:
        return True, work(*args)
    except Exception as error:
        if not isinstance(error, TallyError):
            error.add_note(traceback.format_exc())  # where it happened is known here only
        return False, error


def _tell(far: Connection, good: bool, found: Any) -> None:
    try:
        far.send((good, found))
    except (pickle.PicklingError, AttributeError, TypeError) as error:  # it cannot be written down
        far.send((False, RuntimeError(f"{error}: {found!r}")))

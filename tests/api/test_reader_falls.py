"""A reader that falls, hangs or never starts: whoever sent a picture is answered in time, and the next one is read."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from api.answers.refusals import Busy, Unreadable
from api.reading import process as reading
from api.reading.child import Child, Fallen, Late
from api.reading.process import ReaderProcess

PATIENCE = 120.0  # seconds: a busy machine must not fail a test
SOON = 60.0  # less than any lock or limit that a fall could leave behind
LARGE = 300_000_000  # bytes of an answer that is on its way for a while


def begin() -> None:
    """At once."""


def begin_never() -> None:
    """As on a machine that gives it no time at all."""
    time.sleep(10 * PATIENCE)


def begin_and_fall() -> None:
    """Before anything was asked."""
    os._exit(3)


def same(value: Any) -> Any:
    """An answer."""
    return value


def failed() -> None:
    """Not foreseen."""
    raise KeyError("unforeseen")


def not_to_be_written() -> Any:
    """An answer that no pipe carries."""
    return threading.Lock()


def hang() -> None:
    """Longer than it may."""
    time.sleep(10 * PATIENCE)


def fall_while_answering() -> bytes:
    """The answer has begun to go out when it falls."""
    threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGKILL)).start()
    return bytes(LARGE)


@contextmanager
def child(first: Any = begin) -> Iterator[Child]:
    made = Child(first, ())
    yield made
    made.end()


def test_one_piece_of_work_after_the_other() -> None:
    with child() as one:
        assert one.ready(PATIENCE) and one.usable(0)
        assert [one.do(PATIENCE, same, number) for number in range(3)] == [0, 1, 2]
        with pytest.raises(KeyError) as told:
            one.do(PATIENCE, failed)
        assert "in failed" in told.value.__notes__[0]  # where it happened
        with pytest.raises(RuntimeError, match="lock"):
            one.do(PATIENCE, not_to_be_written)
        assert one.do(PATIENCE, same, "again") == "again"


def test_what_takes_too_long_is_ended() -> None:
    with child() as one:
        assert one.ready(PATIENCE)
        with pytest.raises(Late):
            one.do(0.2, hang)
        assert not one.usable(PATIENCE)


def test_a_fall_while_idle_is_told_from_one_at_work() -> None:
    with child() as one:
        assert one.ready(PATIENCE)
        one._process.kill()
        with pytest.raises(Fallen) as fallen:
            one.do(PATIENCE, same, 1)
        assert not fallen.value.taken and fallen.value.code == -signal.SIGKILL
    with child(begin_and_fall) as one, pytest.raises(Fallen) as fallen:
        one.ready(PATIENCE)
    assert not fallen.value.taken and fallen.value.code == 3


def test_one_that_falls_while_it_answers_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a message and a lock were left behind: the next picture waited for two minutes."""
    works = {"fall": fall_while_answering, "same": same}
    process = ReaderProcess(seconds=PATIENCE, starting=PATIENCE)
    tried = []

    def asked(work: str, *args: Any) -> Any:
        one = process._living()
        assert one.ready(PATIENCE)
        tried.append(one)
        return one.do(PATIENCE, works[work], *args)

    monkeypatch.setattr(reading, "_begin", lambda memory: None)
    monkeypatch.setattr(reading, "Child", lambda first, args: Child(begin, ()))
    monkeypatch.setattr(process, "_tried", lambda work, folder, args: asked(work, *args))
    with pytest.raises(Unreadable, match="failed"):
        asyncio.run(process._do("fall"))
    begun = time.monotonic()
    assert asyncio.run(process._do("same", 1)) == 1
    assert time.monotonic() - begun < SOON and tried[0] is not tried[1]
    process.stop()


def test_a_reader_that_does_not_come_up_is_said_and_goes_on_starting(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine that gave it no time, whoever sent a picture waited without end."""
    monkeypatch.setattr(reading, "Child", lambda first, args: Child(begin_never, ()))
    process = ReaderProcess(starting=0.2)
    with pytest.raises(Busy, match="still starting"):
        asyncio.run(process.networks())
    starting = process._child
    with pytest.raises(Busy):
        asyncio.run(process.networks())
    assert process._child is starting  # what was begun is not begun again
    monkeypatch.setattr(reading, "LONGEST_START", 0.1)
    with pytest.raises(Busy):
        asyncio.run(process.networks())
    assert process._child is not starting  # but for one that never comes
    process.stop()


def test_a_reader_that_falls_at_its_start_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "Child", lambda first, args: Child(begin_and_fall, ()))
    process = ReaderProcess()
    with pytest.raises(Unreadable, match="does not start"):
        asyncio.run(process.networks())
    process.stop()


def test_whoever_waits_when_it_is_stopped_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "Child", lambda first, args: Child(begin_never, ()))
    process = ReaderProcess()
    threading.Timer(0.5, process.stop).start()
    with pytest.raises(Unreadable):
        asyncio.run(process.networks())

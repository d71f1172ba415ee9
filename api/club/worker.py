"""A reader of a club: takes pictures out of the common line, one after the other in each of its processes."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

import procrastinate
import psycopg
from procrastinate.exceptions import ProcrastinateException
from sqlalchemy.exc import SQLAlchemyError

from api.club.mirror import Mirror
from api.club.queue import QUEUE, TASK, Asked, Line
from api.club.wire import packed
from api.owner.folders import data_folder
from api.reading.process import FAILED, ReaderProcess
from api.tables.postgres import wait_for
from api.tables.store import Store
from api.tables.trouble import told
from scoring.faults import TallyError

HEARTBEAT = 2.0  # seconds between two signs of life,
STALLED = 8.0  # and without one after which its pictures are given to others
TIDY_EVERY = 30.0
MOST_TRIES = 3  # readers that a picture may bring down before it is refused
LAST_MOMENT = 6.0  # seconds after the word to end in which it ends by itself
AGAIN_AFTER = 1.0  # seconds between two attempts to reach the database
HOLD_ANSWER = 60  # attempts to take a picture or to lay down an answer while the database is away
LOG = logging.getLogger("tally.reader")
Done = Callable[[str, float, bool], None]
T = TypeVar("T")


@dataclass
class Reader:
    """Some reader processes and the one line that they serve."""

    url: str
    parallel: int = 1
    done: Done = lambda work, seconds, answered: None
    _free: asyncio.Queue[ReaderProcess] = field(default_factory=asyncio.Queue)

    async def run(self) -> None:
        """Read until the word to end; a database that goes away is waited for."""
        logging.getLogger("psycopg.pool").setLevel(logging.ERROR)  # each attempt while the database is away
        asyncio.get_running_loop().set_exception_handler(_in_a_line)
        await asyncio.to_thread(wait_for, self.url)
        store = await asyncio.to_thread(Store, self.url)
        self._store, self._line = store, Line(store)
        self._mirror = await asyncio.to_thread(Mirror, store, data_folder())
        os.environ["TALLY_DATA"] = str(self._mirror.folder)
        processes = [ReaderProcess() for _ in range(self.parallel)]
        for process in processes:
            self._free.put_nowait(process)
        try:
            await asyncio.gather(*(asyncio.to_thread(process.warm_up) for process in processes))
            while True:
                await self._work()
        finally:
            for process in processes:
                process.stop()
            self._mirror.close()
            store.close()

    async def _work(self) -> None:
        """Work until the word to end, or until the database is gone."""
        connector = procrastinate.PsycopgConnector(conninfo=self.url, min_size=1, max_size=4)
        app = procrastinate.App(connector=connector)
        app.task(name=TASK, queue=QUEUE, pass_context=True)(self._read)
        try:
            async with app.open_async():
                helping = asyncio.create_task(self._help(app))
                try:
                    await app.run_worker_async(
                        queues=[QUEUE],
                        concurrency=self.parallel,
                        delete_jobs="always",
                        fetch_job_polling_interval=1.0,
                        update_heartbeat_interval=HEARTBEAT,
                        stalled_worker_timeout=STALLED,
                        shutdown_graceful_timeout=2.0,
                        install_signal_handlers=False,
                    )
                finally:
                    helping.cancel()
        except (ProcrastinateException, psycopg.Error, OSError) as error:
            LOG.warning("the line to the database was cut: %s", type(error).__name__)
            await asyncio.sleep(AGAIN_AFTER)

    async def _read(self, context: Any, reading: str) -> None:
        """One picture; whatever becomes of it is an answer."""
        asked = await _once_it_answers(self._line.take, reading)
        if asked is None:
            return
        if context.job.attempts >= MOST_TRIES:
            await self._reply(reading, packed({"refused": FAILED}))
            return
        begin = time.monotonic()
        process = await self._free.get()
        try:
            answer = await self._looked_at(process, asked)
        finally:
            self._free.put_nowait(process)
        await self._reply(reading, packed(answer))
        self.done(asked.work, time.monotonic() - begin, True)
        LOG.info("read", extra={"work": asked.work, "seconds": round(time.monotonic() - begin, 3)})

    async def _looked_at(self, process: ReaderProcess, asked: Asked) -> dict[str, Any]:
        """What is seen on a picture with all that the club has taught; without room for that, a sentence."""
        try:
            await _once_it_answers(self._mirror.pull)
        except OSError as error:
            LOG.error("what the club shares cannot be copied here: %s", type(error).__name__)
            return {"refused": told(error) or FAILED}
        return await _answer(process, asked)

    async def _reply(self, reading: str, answer: bytes) -> None:
        with suppress(SQLAlchemyError):  # away for longer than anybody waits
            await _once_it_answers(self._line.reply, reading, answer)

    async def _help(self, app: procrastinate.App) -> None:
        """Take over what dead readers left, and tidy up."""
        tidied = 0.0
        while True:
            await asyncio.sleep(HEARTBEAT)
            with suppress(ProcrastinateException, psycopg.Error, SQLAlchemyError):
                for job in await app.job_manager.get_stalled_jobs(queue=QUEUE, seconds_since_heartbeat=STALLED):
                    LOG.warning("a reader is gone; its picture is taken over")
                    await app.job_manager.retry_job(job)
                if time.monotonic() > tidied + TIDY_EVERY:
                    tidied = time.monotonic()
                    await asyncio.to_thread(self._line.tidy)


def _in_a_line(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What nobody waits for, such as the end of a job that another has taken over meanwhile."""
    LOG.warning("given up: %s", type(context.get("exception")).__name__)


async def _once_it_answers(work: Callable[..., T], *args: Any) -> T:
    """Do something with the database; while it is away, wait for it: a job that ends in an error is nobody's."""
    for _ in range(HOLD_ANSWER - 1):
        try:
            return await asyncio.to_thread(work, *args)
        except SQLAlchemyError:
            await asyncio.sleep(AGAIN_AFTER)
    return await asyncio.to_thread(work, *args)


async def _answer(process: ReaderProcess, asked: Asked) -> dict[str, Any]:
    """What the reader process makes of a picture; a refusal is an answer too."""
    first: Any
    first, *rest = asked.args
    try:
        if asked.work == "look":
            return {"found": await process.look(first, asked.picture or b"", *rest)}
        if asked.work == "cut":
            return {"found": await process.cut(first, asked.picture or b"", *rest)}
        if asked.work == "lessons":
            return {"found": await process.lessons(asked.picture or b"", first, *rest)}
        if asked.work == "reference":
            return {"found": await process.reference(asked.picture or b"", first, *rest)}
        if asked.work == "carried":
            return {"found": await process.carried(first, asked.picture or b"")}
        return {"found": await process.proposed(first)}
    except TallyError as refusal:
        return {"refused": refusal.sentence}
    except Exception as error:  # whoever waits is told at once
        LOG.error("reading failed: %s", type(error).__name__)
        return {"refused": FAILED}


def read_until_told(reader: Reader) -> None:
    """Run a reader; the word to end is SIGTERM or Ctrl-C. What it was reading is taken by another, or read again."""

    def end(number: int, frame: object) -> None:
        last = threading.Timer(LAST_MOMENT, _end, (number,))
        last.daemon = True
        last.start()
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    with suppress(KeyboardInterrupt, asyncio.CancelledError):
        asyncio.run(reader.run())


def _end(number: int) -> None:
    """The end, whatever still hangs on a database that is gone."""
    for child in multiprocessing.active_children():
        child.kill()
    os._exit(128 + number)

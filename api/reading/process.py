"""The reader process: it holds decoders and networks, and it can be killed without anybody noticing but its photo."""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from importlib import import_module
from threading import Lock
from typing import TYPE_CHECKING, Any

from pebble import ProcessExpired, ProcessPool

from api.answers.refusals import Unreadable
from api.owner.folders import data_folder
from api.reading.reader import FULL, Look
from scoring.words import say

if TYPE_CHECKING:
    from vision.numbers import Proposal
    from vision.taught import Kept, Print

SECONDS = 120.0
"""The longest that one photo may take on a machine that has much else to do; on any other its work ends sooner."""
MEMORY = 430 * 1024 * 1024
"""What a picture, and the networks that only some pictures need, may take beyond those for dice."""


def _begin(memory: int) -> None:
    import_module(WORK).begin(memory)


def _in_reader(work: str, folder: str, args: tuple[Any, ...]) -> Any:
    module = import_module(WORK)
    return module.at_home(folder, getattr(module, work), *args)


FAILED = say("Reading this picture failed. Take another one.")
TOO_LONG = say("This picture takes too long to read. Take another one.")
OUT_OF_TIME = getattr(signal, "SIGXCPU", 0)
WORK = "api.reading.work"
"""Imported in the reader process only: it needs OpenCV and ONNX Runtime."""


class ReaderProcess:
    """One process that reads pictures, one after the other; it begins with the first and comes back after a fall."""

    def __init__(self, seconds: float = SECONDS, memory: int = MEMORY) -> None:
        self.seconds = seconds
        self.memory = memory
        self._pool: ProcessPool | None = None
        self._changing = Lock()

    @property
    def begun(self) -> bool:
        """Whether there is a process, or was one that comes back when it is needed."""
        return self._pool is not None

    def warm_up(self) -> None:
        """Begin now, so that the first photo is as quick as the others."""
        with suppress(BrokenProcessPool, ProcessExpired):
            self._schedule("ready", ()).result()

    async def networks(self) -> str:
        """What is wrong with the weights, in a sentence; empty if all of them load."""
        found: str = await self._do("networks")
        return found

    async def look(self, game_id: str, data: bytes, name: str, hints: dict[str, Any]) -> Look:
        """The pieces of a photo, and a copy of it to look at."""
        found: Look = await self._do("look", game_id, data, name, hints)
        return found

    async def cut(self, game_id: str, data: bytes, name: str | None, lang: str, offered: int) -> list[dict[str, Any]]:
        """The things of a photo, cut out and straightened, each with its likeliest names."""
        found: list[dict[str, Any]] = await self._do("cut", game_id, data, name, lang, offered)
        return found

    async def lessons(
        self, data: bytes, name: str | None, boxes: list[list[float]], quarters: list[int]
    ) -> list[Print | None]:
        """Pictures of the pieces in these boxes, each turned to the left by quarters; None where none is seen."""
        found: list[Print | None] = await self._do("lessons", data, name, boxes, quarters)
        return found

    async def reference(self, data: bytes, name: str | None, board: bool) -> Print:
        """A picture of a piece or a board, as it is kept."""
        found: Print = await self._do("reference", data, name, board)
        return found

    async def carried(self, game_id: str, data: bytes) -> list[tuple[Kept, Print]]:
        """The pictures of a file that another machine wrote."""
        found: list[tuple[Kept, Print]] = await self._do("carried", game_id, data)
        return found

    async def proposed(self, game_id: str) -> list[Proposal]:
        """Printed values that the catalogue lacks and that can be read on taught pictures."""
        found: list[Proposal] = await self._do("proposed", game_id)
        return found

    async def _do(self, work: str, *args: Any) -> Any:
        """Something of `api.reading.work`; a fall or the end of its time costs this picture only."""
        for trial in ("first", "last"):
            future = await asyncio.to_thread(self._schedule, work, args)
            try:
                return await asyncio.wrap_future(future)
            except BrokenProcessPool:  # it had fallen while nobody asked for anything
                if trial == "last":
                    raise Unreadable(say("The reader of photos does not start. Type the pieces instead.")) from None
            except ProcessExpired as fall:
                if fall.exitcode == FULL and trial == "first":
                    continue  # pictures of before had filled it; a fresh one tries this picture again
                raise Unreadable(TOO_LONG if fall.exitcode == -OUT_OF_TIME else FAILED) from None
            except TimeoutError:
                raise Unreadable(TOO_LONG) from None
        return None

    def stop(self) -> None:
        """End the process, whatever it does."""
        with self._changing:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.stop()  # type: ignore[no-untyped-call]
            pool.join()

    def _schedule(self, work: str, args: tuple[Any, ...]) -> Future[Any]:
        with self._changing:
            if self._pool is None or not self._pool.active:
                self._pool = self._new_pool()
            return self._pool.schedule(_in_reader, (work, str(data_folder()), args), timeout=self.seconds)

    def _new_pool(self) -> ProcessPool:
        spawn = multiprocessing.get_context("spawn")
        return ProcessPool(max_workers=1, initializer=_begin, initargs=(self.memory,), context=spawn)

"""The reader process: it holds decoders and networks, and it can be killed without anybody noticing but its photo."""

from __future__ import annotations

import asyncio
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from threading import Lock
from typing import TYPE_CHECKING, Any

from api.answers.refusals import Busy, Refusal, Unreadable
from api.owner.folders import data_folder
from api.reading.child import Child, Fallen, Late
from api.reading.reader import FULL, Look
from scoring.words import say

if TYPE_CHECKING:
    from vision.numbers import Proposal
    from vision.taught import Kept, Print

SECONDS = 120.0
"""The longest that one photo may take on a machine that has much else to do; on any other its work ends sooner."""
STARTING = 120.0
"""How long a photo waits for a reader that starts, before whoever sent it is told; it starts all the same."""
LONGEST_START = 600.0
"""A reader that has not started by then never does: another one is tried."""
MEMORY = 430 * 1024 * 1024
"""What a picture, and the networks that only some pictures need, may take beyond those for dice."""


def _begin(memory: int) -> None:
    import_module(WORK).begin(memory)


def _in_reader(work: str, folder: str, args: tuple[Any, ...]) -> Any:
    module = import_module(WORK)
    return module.at_home(folder, getattr(module, work), *args)


FAILED = say("Reading this picture failed. Take another one.")
NO_START = say("The reader of photos does not start. Type the pieces instead.")
STILL_STARTING = say("The reader of photos is still starting: this machine has much else to do. Try again in a moment.")
RETRY = 10  # seconds after which it is worth asking again
TOO_LONG = say("This picture takes too long to read. Take another one.")
OUT_OF_TIME = getattr(signal, "SIGXCPU", 0)
FILLED = (FULL, *(-getattr(signal, name) for name in ("SIGABRT", "SIGSEGV", "SIGBUS") if hasattr(signal, name)))
"""How a process ends that has no room left: by itself where Python notices, by a signal where a library does."""
WORK = "api.reading.work"
"""Imported in the reader process only: it needs OpenCV and ONNX Runtime."""


class ReaderProcess:
    """One process that reads pictures, one after the other; it begins with the first and comes back after a fall."""

    def __init__(self, seconds: float = SECONDS, memory: int = MEMORY, starting: float = STARTING) -> None:
        self.seconds = seconds
        self.memory = memory
        self.starting = starting
        self._child: Child | None = None
        self._over = False
        self._changing = Lock()
        self._asking = ThreadPoolExecutor(1, "reader")  # one picture after the other

    @property
    def begun(self) -> bool:
        """Whether there is a process, or was one that comes back when it is needed."""
        return self._child is not None

    def warm_up(self) -> None:
        """Begin now, so that the first photo is as quick as the others."""
        with suppress(Refusal):
            self._asking.submit(self._done, "ready", str(data_folder()), ()).result()

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
        return await asyncio.wrap_future(self._asking.submit(self._done, work, str(data_folder()), args))

    def _done(self, work: str, folder: str, args: tuple[Any, ...]) -> Any:
        try:
            return self._tried(work, folder, args)
        except Fallen as fall:
            if self._over or (fall.taken and fall.code not in FILLED):
                raise _told(fall) from None
        try:  # it had fallen while nobody asked for anything, or pictures of before had filled it
            return self._tried(work, folder, args)
        except Fallen as fall:
            raise _told(fall) from None

    def _tried(self, work: str, folder: str, args: tuple[Any, ...]) -> Any:
        child = self._living()
        if not child.ready(self.starting):
            raise Busy(STILL_STARTING, RETRY)
        try:
            return child.do(self.seconds, _in_reader, work, folder, args)
        except Late:
            raise Unreadable(TOO_LONG) from None

    def _living(self) -> Child:
        """The process, or another one in its place."""
        with self._changing:
            if self._over:
                raise Fallen(None, True)
            if self._child is None or not self._child.usable(LONGEST_START):
                if self._child is not None:
                    self._child.end()
                try:
                    self._child = Child(_begin, (self.memory,))
                except OSError:  # no room for another process
                    raise Fallen(None, False) from None
            return self._child

    def stop(self) -> None:
        """End the process for good, whatever it does."""
        with self._changing:
            self._over = True
            if self._child is not None:
                self._child.end()
        self._asking.shutdown(wait=False, cancel_futures=True)


def _told(fall: Fallen) -> Unreadable:
    """What whoever sent the picture is told."""
    if not fall.taken:
        return Unreadable(NO_START)
    return Unreadable(TOO_LONG if fall.code == -OUT_OF_TIME else FAILED)

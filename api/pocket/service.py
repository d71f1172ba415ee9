"""The whole service as one object: what the worker of the page starts, asks and listens to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from shutil import copyfile
from typing import Any

from fastapi import FastAPI

from api.http.app import create_app
from api.http.settings import Settings
from api.owner.folders import private_folder
from api.pocket.door import Answer, Line, ask
from api.pocket.everything import everything_in, move_in
from api.reading.desk import Desk
from api.reading.folder import PhotoFolder


class Pocket:
    """A running service over one folder, without a network."""

    def __init__(self, app: FastAPI, running: AsyncExitStack) -> None:
        self._app = app
        self._running = running

    @classmethod
    async def start(cls, folder: Path, desk: Desk) -> Pocket:
        """Open the folder and be ready to answer."""
        _begin(folder)
        PhotoFolder.originals = False
        app = create_app(Settings(data=folder), desk=desk, page=False)
        app.include_router(everything_in(folder))
        running = AsyncExitStack()
        await running.enter_async_context(app.router.lifespan_context(app))
        return cls(app, running)

    async def ask(self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None) -> Answer:
        """One request."""
        return await ask(self._app, method, path, body, headers)

    def line(self, path: str, hear: Callable[[Any], None], closed: Callable[[int], None]) -> Line:
        """An open line on which messages come as they happen."""
        return Line(self._app, path, hear, closed)

    async def stop(self) -> None:
        """Let go of the folder."""
        await self._running.aclose()


def _begin(folder: Path) -> None:
    """A new folder begins with an empty database, where one was packed; else it is made as everywhere."""
    move_in(folder)
    empty, database = Path(__file__).with_name("empty.sqlite3"), Settings(data=folder).database
    if empty.is_file() and not database.exists():
        private_folder(folder)
        copyfile(empty, database)

"""The service: one FastAPI application with its routes, its page and its open lines."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import APIRouter, FastAPI
from starlette.types import Receive, Scope, Send

from api.http import problems
from api.http.access import Gate
from api.http.headers import guarded
from api.http.keys import Keys
from api.http.limits import BodyLimit
from api.http.routes import (
    access,
    catalogue,
    exports,
    gallery,
    games,
    live,
    meta,
    pages,
    photos,
    rules,
    sockets,
    tables,
    waiting,
)
from api.http.service import Service
from api.http.settings import Settings
from api.reading.desk import Desk
from api.reading.folder import PhotoFolder
from api.reading.process import ReaderProcess
from api.tables.corrections import tidy
from api.tables.store import Store

ABOUT = """Keeps the score of the games on a real table, with a rule behind every point.

Everything runs on this machine. Errors are `application/problem+json` with a sentence for the people at the table.
Add `?lang=el` or `?lang=pl` for Greek or Polish. `/ws/tables/{id}?after=VERSION` pushes every change of a table."""


class Guarded(FastAPI):
    """An application all of whose answers carry the headers that keep a page safe, failures too."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        await super().__call__(scope, receive, guarded(send))


def create_app(
    settings: Settings | None = None, reader: ReaderProcess | None = None, store: Store | None = None
) -> FastAPI:
    """A ready service. Its database is opened and brought up to date when it starts, unless that is done already.

    Several services may share one reader process; without one, the service has its own.
    """
    chosen = settings or Settings()
    keys = Keys(chosen.access, chosen.pin) if chosen.open_to_others else None

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        database = store or Store(chosen.database)
        app.state.service = service = Service(chosen, database, reader=Desk(reader, chosen.most_waiting), keys=keys)
        with database.reading() as session:
            tidy(session, PhotoFolder(chosen.photos))
        if chosen.warm_up:
            threading.Thread(target=service.warm_up, daemon=True).start()
        yield
        service.reader.close()
        database.close()

    app = Guarded(
        title="Tally",
        version=version("tally"),
        description=ABOUT,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        license_info={"name": "AGPL-3.0-only", "identifier": "AGPL-3.0-only"},
    )
    problems.install(app)
    version_one = APIRouter(prefix="/api/v1", responses=problems.RESPONSES)
    for part in (meta, photos, games, rules, catalogue, gallery, tables, exports, waiting, access):
        version_one.include_router(part.router)
    version_one.include_router(exports.evenings_router)
    app.include_router(version_one)
    app.include_router(sockets.router)
    app.include_router(live.router)
    app.include_router(pages.router, include_in_schema=False)
    pages.mount_static(app)
    app.add_middleware(BodyLimit, settings=chosen)
    app.add_middleware(Gate, settings=chosen, keys=keys)
    return app

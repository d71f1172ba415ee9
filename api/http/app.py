"""The service: one FastAPI application with its routes, its page and its open lines."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING

from fastapi import APIRouter, FastAPI
from fastapi.concurrency import run_in_threadpool
from starlette.routing import BaseRoute
from starlette.types import Receive, Scope, Send

from api.http import problems
from api.http.access import Gate, Lock
from api.http.headers import guarded
from api.http.hub import Hub
from api.http.keys import Keys
from api.http.limits import BodyLimit
from api.http.measured import Measured, Told
from api.http.routes import (
    access,
    catalogue,
    evening,
    exports,
    gallery,
    games,
    lessons,
    live,
    meta,
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
from api.tables.corrections import tidy
from api.tables.store import Store

if TYPE_CHECKING:
    from api.reading.process import ReaderProcess

ABOUT = """Keeps the score of the games on a real table, with a rule behind every point.

Everything runs on this machine. Errors are `application/problem+json` with a sentence for the people at the table.
Add `?lang=el` or `?lang=pl` for Greek or Polish. `/ws/tables/{id}?after=VERSION` pushes every change of a table."""


class Guarded(FastAPI):
    """An application all of whose answers carry the headers that keep a page safe, failures too."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        await super().__call__(scope, receive, guarded(send))


def create_app(
    settings: Settings | None = None,
    reader: ReaderProcess | None = None,
    store: Store | None = None,
    told: Sequence[Told] = (),
    *,
    desk: Desk | None = None,
    page: bool = True,
) -> FastAPI:
    """A ready service. Its database is opened and brought up to date when it starts, unless that is done already.

    Several services may share one reader process; without one, the service has its own, or in a club the readers'
    common line. Whoever is in `told` hears of every request. Inside a browser photos are read at a `desk` of its own,
    and the `page` is there already.
    """
    chosen = settings or Settings()
    lock = Lock(None if chosen.database_url or not chosen.open_to_others else Keys(chosen.access, chosen.pin))

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        database = Store(chosen.kept_in) if store is None else store
        if database.shared:
            service = _in_a_club(chosen, database, lock, reader)
        else:
            service = _at_home(chosen, database, lock, desk or Desk(reader, chosen.most_waiting))
        app.state.service = service
        if chosen.warm_up:
            threading.Thread(target=service.warm_up, daemon=True).start()
        yield
        service.reader.close()
        if service.club is not None:
            await run_in_threadpool(service.club.close)
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
    app.router.routes.extend(_routes())
    if page:
        _show_page(app)
    app.add_middleware(BodyLimit, settings=chosen)
    app.add_middleware(Gate, settings=chosen, lock=lock)
    if told:
        app.add_middleware(Measured, tell=told)
    return app


@cache
def _routes() -> tuple[BaseRoute, ...]:
    """Every route but the page's. None knows which service it serves, so those of one process share them.

    To make them takes half a second of the processor, and tests make a thousand services.
    """
    maker = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
    version_one = APIRouter(prefix="/api/v1", responses=problems.RESPONSES)
    for part in (meta, photos, games, rules, catalogue, gallery, lessons, tables, exports, evening, waiting, access):
        version_one.include_router(part.router)
    version_one.include_router(exports.evenings_router)
    for router in (version_one, sockets.router, live.router):
        maker.include_router(router)
    return tuple(maker.router.routes)


def _at_home(settings: Settings, store: Store, lock: Lock, desk: Desk) -> Service:
    with store.reading() as session:
        tidy(session, PhotoFolder(settings.photos))
    return Service(settings, store, reader=desk, keys=lock.keys)


def _in_a_club(settings: Settings, store: Store, lock: Lock, reader: ReaderProcess | None) -> Service:
    """One page among many: everything that they must see alike is in the database."""
    from api.http.club import Club
    from api.http.sharedkeys import SharedGuesses, SharedKeys

    hub = Hub()
    club = Club(store, settings, hub)
    if settings.open_to_others:
        lock.keys, lock.guesses = club.with_keys(SharedKeys(store, settings.pin)), SharedGuesses(store)
    club.open()
    desk = Desk(reader, settings.most_waiting) if reader else club.desk(settings.most_waiting)
    return Service(settings, store, hub=hub, reader=desk, keys=lock.keys, club=club)


def _show_page(app: FastAPI) -> None:
    """The page with its files; what makes it is loaded only where it is shown."""
    from api.http.routes import pages

    app.include_router(pages.router, include_in_schema=False)
    pages.mount_static(app)

"""The open line to every phone at a table: each change, in order and without a gap."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect
from pydantic_core import to_json

from api.http.hub import Line
from api.http.service import Service, service_of
from api.log.entries import Entry
from api.log.refused import NoTable
from api.tables.views import change_shape

router = APIRouter()
NO_SUCH_TABLE = 4404
MOST_AT_ONCE = 200
MOST_WITHOUT_A_THREAD = 4
After = Annotated[int, Query(ge=-(10**9), le=10**9)]


@router.websocket("/ws/tables/{table}")
async def follow(socket: WebSocket, table: str, after: After = 0) -> None:
    """Every change newer than ``after``, in order and without a gap, then every new one as it happens."""
    service = service_of(socket)
    await socket.accept()
    line = service.hub.join(table)
    listening: asyncio.Task[None] | None = None
    try:
        newest = await asyncio.to_thread(_newest, service, table)
        await socket.send_json({"type": "hello", "version": newest})
        listening = asyncio.create_task(_until_gone(socket))
        line.seen = min(max(after, 0), newest)
        await _pass_on(socket, service, table, line, listening)
    except NoTable:
        with suppress(WebSocketDisconnect, RuntimeError):
            await socket.close(NO_SUCH_TABLE)
    except (WebSocketDisconnect, RuntimeError):
        pass  # the phone went away between two changes
    finally:
        if listening is not None:
            listening.cancel()
        service.hub.leave(table, line)


async def _pass_on(socket: WebSocket, service: Service, table: str, line: Line, listening: asyncio.Task[None]) -> None:
    """Whenever there is news, all that came after what this phone has seen is read from the log."""
    phones = 0
    listening.add_done_callback(lambda _: line.news.set())  # that it is gone is news as well
    while not listening.done():
        line.news.clear()
        if line.deleted:
            await socket.send_json({"type": "deleted"})
            return
        recount, line.recount = line.recount, False
        news = _at_hand(service, table, line.seen, recount)
        if news is None:
            news = await asyncio.to_thread(_news, service, table, line.seen, recount)
        there, changes = news
        if there is not None and there != phones:
            phones = there
            await socket.send_json({"type": "presence", "phones": phones})
        for version, text in changes:
            await socket.send_text(text)
            line.seen = version
        if not changes:
            await line.news.wait()


async def _until_gone(socket: WebSocket) -> None:
    with suppress(WebSocketDisconnect):
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass  # phones only listen here; whatever one says is not heard


def _newest(service: Service, table_id: str) -> int:
    return service.tables.head(table_id).version


News = tuple[int | None, list[tuple[int, str]]]
"""How many phones are at the table, if that is asked, and what was changed since: versions and messages."""


def _at_hand(service: Service, table_id: str, after: int, recount: bool) -> News | None:
    """The news, if nobody need look into the database for them: a thread for each phone costs more than they do.

    A change is written out once, however many phones hear it.
    """
    if service.store.shared:
        return None
    entries = service.log.at_hand(table_id, after, MOST_WITHOUT_A_THREAD)
    if entries is None:
        return None
    phones = service.phones(table_id) if recount else None
    return phones, [(entry.version, service.hub.said(table_id, entry.version, _said, entry)) for entry in entries]


def _news(service: Service, table_id: str, after: int, recount: bool) -> News:
    """The news as the log has them."""
    phones = service.phones(table_id) if recount else None
    newest = service.log.newest(table_id)
    entries = service.log.entries(table_id, after, min(newest, after + MOST_AT_ONCE)) if newest > after else []
    return phones, [(entry.version, _said(entry)) for entry in entries]


def _said(entry: Entry) -> str:
    return to_json({"type": "change", "change": change_shape(entry)}).decode()

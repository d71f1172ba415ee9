"""The open line to every phone at a table: each change, in order and without a gap."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect

from api.http.hub import Line
from api.http.service import Service, service_of
from api.log.refused import NoTable
from api.tables.views import change_shape

router = APIRouter()
NO_SUCH_TABLE = 4404
MOST_AT_ONCE = 200
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
    while not listening.done():
        line.news.clear()
        if line.deleted:
            await socket.send_json({"type": "deleted"})
            return
        recount, line.recount = line.recount, False
        there, changes = await asyncio.to_thread(_news, service, table, line.seen, recount)
        if there is not None and there != phones:
            phones = there
            await socket.send_json({"type": "presence", "phones": phones})
        for change in changes:
            await socket.send_json({"type": "change", "change": change})
            line.seen = change["version"]
        if not changes:
            await _news_or_end(line, listening)


async def _news_or_end(line: Line, listening: asyncio.Task[None]) -> None:
    waiting = asyncio.create_task(line.news.wait())
    await asyncio.wait({waiting, listening}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()


async def _until_gone(socket: WebSocket) -> None:
    with suppress(WebSocketDisconnect):
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass  # phones only listen here; whatever one says is not heard


def _newest(service: Service, table_id: str) -> int:
    return service.tables.head(table_id).version


def _news(service: Service, table_id: str, after: int, recount: bool) -> tuple[int | None, list[dict[str, Any]]]:
    """How many phones are at the table, if that is asked, and what was changed since."""
    phones = service.phones(table_id) if recount else None
    newest = service.log.newest(table_id)
    entries = service.log.entries(table_id, after, min(newest, after + MOST_AT_ONCE)) if newest > after else []
    return phones, [change_shape(entry).model_dump(mode="json") for entry in entries]

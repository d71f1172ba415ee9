"""The open line to every phone at a table: each change, in order and without a gap."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from api.answers.refusals import NotThere
from api.http.service import Service, service_of
from api.tables import history
from api.tables.views import events_shown

router = APIRouter()
NO_SUCH_TABLE = 4404


@router.websocket("/ws/tables/{table}")
async def follow(socket: WebSocket, table: str, after: int = 0) -> None:
    """Every event newer than ``after``, in order and without a gap, then every new one as it happens."""
    service = service_of(socket)
    await socket.accept()
    queue = service.hub.join(table)
    try:
        missed = await asyncio.to_thread(_missed, service, table, after)
        if missed is None:
            await socket.close(NO_SUCH_TABLE)
            return
        await socket.send_json({"type": "hello", **missed})
        seen = missed["seq"]
        listening = asyncio.create_task(_until_gone(socket))
        try:
            await _pass_on(socket, queue, seen, listening)
        finally:
            listening.cancel()
    except WebSocketDisconnect:
        pass
    finally:
        service.hub.leave(table, queue)


async def _pass_on(
    socket: WebSocket, queue: asyncio.Queue[dict[str, Any]], seen: int, listening: asyncio.Task[None]
) -> None:
    while not listening.done():
        getting = asyncio.create_task(queue.get())
        await asyncio.wait({getting, listening}, return_when=asyncio.FIRST_COMPLETED)
        if not getting.done():
            getting.cancel()
            return
        message = getting.result()
        if message["type"] == "event":
            if message["event"]["seq"] <= seen:
                continue
            seen = message["event"]["seq"]
        await socket.send_json(message)


async def _until_gone(socket: WebSocket) -> None:
    with suppress(WebSocketDisconnect):
        while True:
            await socket.receive_text()


def _missed(service: Service, table_id: str, after: int) -> dict[str, Any] | None:
    with service.store.reading() as session:
        try:
            table = history.table_of(session, table_id)
        except NotThere:
            return None
        events = [event.model_dump(mode="json") for event in events_shown(session, table, max(0, after))]
        return {"seq": table.seq, "head": table.head, "events": events}

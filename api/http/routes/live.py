"""The live camera: frames come in over an open line, readings go out; a frame that is late is dropped, never queued."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect

from api.answers import play
from api.answers.laying import reader_for, state_after
from api.answers.refusals import Refusal, Stale
from api.http.access import visitor_of
from api.http.language import asked_language
from api.http.service import Service, service_of
from api.language.speech import spoken
from api.log.refused import Refused
from api.owner import printed
from api.reading.reader import Seen
from scoring.games import load
from vision.reading import Box
from vision.settling import Settling, Sighting
from vision.tables.contract import CannotLay

router = APIRouter()
LARGEST_FRAME = 4 * 1024 * 1024
OVER_FRAMES = 12


class Pace:
    """How many readings come a second."""

    def __init__(self) -> None:
        self.times: deque[float] = deque(maxlen=OVER_FRAMES)

    def beat(self) -> float:
        """One more reading; readings a second."""
        self.times.append(time.monotonic())
        if len(self.times) < 2 or self.times[-1] == self.times[0]:
            return 0.0
        return round((len(self.times) - 1) / (self.times[-1] - self.times[0]), 1)


class Newest:
    """One place for the newest frame; a newer one replaces it."""

    def __init__(self) -> None:
        self.frame: bytes | None = None
        self.dropped = 0
        self.arrived = asyncio.Event()
        self.closed = False

    def put(self, frame: bytes) -> None:
        """Lay a frame there, over one that nobody took."""
        self.dropped += self.frame is not None
        self.frame = frame
        self.arrived.set()

    async def take(self) -> bytes | None:
        """The newest frame, or None at the end."""
        await self.arrived.wait()
        self.arrived.clear()
        frame, self.frame = self.frame, None
        return None if self.closed else frame

    def close(self) -> None:
        """Wake whoever waits."""
        self.closed = True
        self.arrived.set()


@router.websocket("/ws/live")
async def live(socket: WebSocket, table: str, player: Annotated[int, Query(ge=0, le=20)] = 0) -> None:
    """Read frames of one player's pieces: JPEG in; pieces, running total and steadiness out."""
    service, lang = service_of(socket), asked_language(socket)
    who = visitor_of(socket, service.settings)
    await socket.accept()
    try:
        service.reader.need_weights()
        game_id = await asyncio.to_thread(_game_of, service, table)
    except (Refusal, Refused) as refusal:
        with suppress(WebSocketDisconnect, RuntimeError):  # the phone does not wait for the sentence
            await socket.send_json({"type": "problem", "detail": spoken(refusal.sentence, lang)})
            await socket.close()
        return
    newest = Newest()
    receiving = asyncio.create_task(_receive(socket, newest))
    settling, pace = Settling(held=True), Pace()
    try:
        await socket.send_json({"type": "ready"})
        while (frame := await newest.take()) is not None:
            message = await _reading(service, game_id, table, player, frame, who)
            if message is None:
                newest.dropped += 1
                await socket.send_json({"type": "late"})  # whoever waits for an answer sends the next one
                continue
            steady = settling.add([Sighting(Box(*piece["box"]), piece["code"]) for piece in message.get("pieces", ())])
            rest = {"steady": steady, "agreed": settling.agreed}
            await socket.send_json({**spoken(message, lang), **rest, "rate": pace.beat(), "dropped": newest.dropped})
    except (WebSocketDisconnect, RuntimeError):
        pass  # the phone went away between two frames
    finally:
        receiving.cancel()


async def _receive(socket: WebSocket, newest: Newest) -> None:
    try:
        while True:
            frame = await socket.receive_bytes()
            if len(frame) <= LARGEST_FRAME:
                newest.put(frame)
    except (WebSocketDisconnect, RuntimeError, KeyError):
        newest.close()


def _game_of(service: Service, table_id: str) -> str:
    game_id = service.tables.head(table_id).game
    reader_for(game_id)
    return game_id


async def _reading(
    service: Service, game_id: str, table_id: str, player: int, frame: bytes, who: str
) -> dict[str, Any] | None:
    """The pieces of one frame, and what the player would score with them; None if nobody read it in time."""
    try:
        state = await asyncio.to_thread(_state, service, game_id, table_id, player)
        async with service.reader.turn(who=who, live=True, table=table_id) as reader:
            hints = {**reader_for(game_id).hints(state), "cards": False, "quick": True}
            seen = (await reader.look(game_id, frame, "The frame", hints)).seen
        return await asyncio.to_thread(_scored, game_id, state, player, seen)
    except Stale:
        return None
    except (Refusal, Refused, CannotLay) as refusal:
        return {"type": "problem", "detail": refusal.args[0]}


def _state(service: Service, game_id: str, table_id: str, player: int) -> dict[str, Any]:
    """The game so far, in which the player must sit."""
    state: dict[str, Any] = service.tables.at(table_id).document["state"]
    reader_for(game_id).seat(state, player)
    return state


def _scored(game_id: str, state: dict[str, Any], player: int, seen: Seen) -> dict[str, Any]:
    """What was seen, laid on the game so far."""
    reader, game = reader_for(game_id), load(game_id)
    laid = reader.lay(seen.pieces, state, reader.likely_spot(state, player))
    after = state_after(game_id, state, laid)
    unnamed = reader.unnamed(laid.pieces, play.plain_state(after))
    sheet = game.score(after, printed.catalogue_of(game)).waiting(unnamed).sheets[player]
    return {
        "type": "reading",
        "width": seen.width,
        "height": seen.height,
        "pieces": laid.pieces,
        "total": None if sheet.unnamed else sheet.at_least,
        "exact": sheet.total is not None,
    }

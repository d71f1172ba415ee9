"""The door to the service without a network: requests and lines are handed to the application itself (ASGI)."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from urllib.parse import unquote

from starlette.types import ASGIApp, Message

log = logging.getLogger(__name__)

API = "/api/v1"
LINES = "/ws"
# The page and the service are one program on one machine: whoever asks is the host.
HERE = {"client": ("127.0.0.1", 0), "server": ("localhost", 80), "asgi": {"version": "3.0"}, "http_version": "1.1"}
HOST = (b"host", b"localhost")
LEFT = 1000  # how a line ends that nobody closed for a reason
FAILED = 1011  # how it ends where the service failed


class Answer(NamedTuple):
    """What was answered."""

    status: int
    headers: dict[str, str]
    body: bytes


async def ask(
    app: ASGIApp, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
) -> Answer:
    """Ask the service for something under its usual address."""
    given = [(name.encode(), value.encode()) for name, value in (headers or {}).items()]
    scope = _scope("http", API + path, [*given, (b"content-length", str(len(body)).encode())]) | {"method": method}
    sent: list[Message] = []
    asked = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def receive() -> Message:
        if (message := next(asked, None)) is not None:
            return message
        await asyncio.Event().wait()  # whoever asks stays until the answer is there
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    try:
        await app(scope, receive, send)
    except Exception:
        if not sent:
            raise
        log.exception("%s %s failed", method, path)  # it was answered with a sentence before it was raised again
    told = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return Answer(sent[0]["status"], told, b"".join(part.get("body", b"") for part in sent[1:]))


class Line:
    """An open line to the service; `hear` is called with every message, `closed` once with the reason."""

    def __init__(self, app: ASGIApp, path: str, hear: Callable[[Any], None], closed: Callable[[int], None]) -> None:
        self._hear, self._closed = hear, closed
        self._said: asyncio.Queue[Message] = asyncio.Queue()
        self._said.put_nowait({"type": "websocket.connect"})
        self._ended = False
        self._running = asyncio.ensure_future(self._run(app, _scope("websocket", LINES + path, [])))

    def say(self, data: bytes) -> None:
        """Send something, such as a frame of the camera."""
        self._said.put_nowait({"type": "websocket.receive", "bytes": data})

    def close(self) -> None:
        """Hang up; nothing more is heard."""
        self._ended = True
        self._said.put_nowait({"type": "websocket.disconnect", "code": LEFT})

    async def _run(self, app: ASGIApp, scope: dict[str, Any]) -> None:
        try:
            await app(scope, self._said.get, self._tell)
        except Exception:
            log.exception("the line failed")
            self._end(FAILED)
        self._end(LEFT)

    async def _tell(self, message: Message) -> None:
        if message["type"] == "websocket.send" and not self._ended:
            self._hear(json.loads(message["text"]))
        elif message["type"] == "websocket.close":
            self._end(message.get("code", LEFT))

    def _end(self, code: int) -> None:
        if not self._ended:
            self._ended = True
            self._closed(code)


def _scope(kind: str, address: str, headers: list[tuple[bytes, bytes]]) -> dict[str, Any]:
    path, _, query = address.partition("?")
    return {
        **HERE,
        "type": kind,
        "scheme": "http" if kind == "http" else "ws",
        "path": unquote(path),
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [HOST, *headers],
        "subprotocols": [],
    }

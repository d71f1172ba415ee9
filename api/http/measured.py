"""How long every request took, for those who asked to be told."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from starlette.types import ASGIApp, Message, Receive, Scope, Send

Told = Callable[[str, str, int, float], None]
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""What is told by name: whoever makes up methods must not make up figures."""


class Measured:
    """ASGI middleware around everything; only there where figures or logs were asked for."""

    def __init__(self, app: ASGIApp, tell: Sequence[Told]) -> None:
        self.app, self.tell = app, tell

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and time it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begin, status = time.perf_counter(), 500

        async def out(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, out)
        finally:
            route = getattr(scope.get("route"), "path", None) or "other"
            method = scope["method"] if scope["method"] in METHODS else "other"
            for tell in self.tell:
                tell(method, route, status, time.perf_counter() - begin)

"""No request is larger than a table needs."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.refusals import problem
from api.settings import MEGABYTE, Settings
from api.speech import language_of
from scoring.words import say

PHOTO_PATHS = ("/read", "/photos", "/gallery")


class _BodyTooLarge(Exception):  # noqa: N818
    pass


class BodyLimit:
    """ASGI middleware that counts the bytes of a body while they come in."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on until it grows too large."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = self._limit(scope["path"])
        if _declared(scope) > limit:
            await _too_large(scope, limit)(scope, receive, send)
            return
        seen = 0
        answered = False

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > limit:
                raise _BodyTooLarge
            return message

        async def watched(message: Message) -> None:
            """Whatever the application makes of a body that was cut off, we say what was wrong with it."""
            nonlocal answered
            if seen <= limit:
                await send(message)
            elif not answered:
                answered = True
                await _too_large(scope, limit)(scope, receive, send)

        try:
            await self.app(scope, counted, watched)
        except _BodyTooLarge:
            if not answered:
                await _too_large(scope, limit)(scope, receive, send)

    def _limit(self, path: str) -> int:
        is_photo = path.rstrip("/").endswith(PHOTO_PATHS)
        return self.settings.largest_photo if is_photo else self.settings.largest_body


def _too_large(scope: Scope, limit: int) -> Response:
    text = say("That is more than {limit} MB. Send a smaller one.", limit=round(limit / MEGABYTE))
    return problem(413, say("Too large"), text, lang=language_of(HTTPConnection(scope)))


def _declared(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0

"""No request is larger than a table needs: a route that takes a photo takes a large one, any other body is small."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, get_type_hints

from starlette.datastructures import Headers, UploadFile
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.refusals import problem
from api.settings import MEGABYTE, Settings
from api.speech import language_of
from scoring.words import say


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
        headers = Headers(scope=scope)
        is_form = headers.get("content-type", "").lower().startswith("multipart/form-data")
        limit = self.settings.largest_photo if is_form else self.settings.largest_body
        if _declared(headers) > limit:
            await _too_large(scope, limit)(scope, receive, send)
            return
        seen = 0
        answered = False

        async def counted() -> Message:
            """The route is known by the time a body is asked for."""
            nonlocal seen, limit
            if is_form and not takes_photo(scope.get("endpoint")):
                limit = self.settings.largest_body
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


@cache
def takes_photo(endpoint: Callable[..., Any] | None) -> bool:
    """Whether a route reads an uploaded file, as its own parameters say."""
    return endpoint is not None and any(
        isinstance(hint, type) and issubclass(hint, UploadFile) for hint in get_type_hints(endpoint).values()
    )


def _too_large(scope: Scope, limit: int) -> Response:
    text = say("That is more than {limit} MB. Send a smaller one.", limit=round(limit / MEGABYTE))
    return problem(413, say("Too large"), text, lang=language_of(HTTPConnection(scope)))


def _declared(headers: Headers) -> int:
    length = headers.get("content-length", "")
    return int(length) if length.isdecimal() else 0

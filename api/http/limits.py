"""No request is larger than a table needs: a route that takes a photo takes a large one, any other body is small."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, get_type_hints

from starlette.datastructures import Headers, UploadFile
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.http.language import asked_language
from api.http.problems import problem
from api.http.settings import MEGABYTE, Settings
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
        body = _Body(scope, receive, send, self.settings)
        try:
            body.refuse_if_declared()
            await self.app(scope, body.receive, body.send)
        except _BodyTooLarge:
            await body.answer_too_large()


class _Body:
    """The body of one request, counted."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, settings: Settings) -> None:
        self._scope, self._receive, self._send = scope, receive, send
        self._settings = settings
        self._headers = Headers(scope=scope)
        self._is_form = self._headers.get("content-type", "").lower().startswith("multipart/form-data")
        self._limit = settings.largest_photo if self._is_form else settings.largest_body
        self._seen = 0
        self._answered = False

    def refuse_if_declared(self) -> None:
        """A body that says itself that it is too large is not even looked at."""
        length = self._headers.get("content-length", "")
        if length.isdecimal() and int(length) > self._limit:
            raise _BodyTooLarge

    async def receive(self) -> Message:
        """The next part of the body; its route is known by the time it is asked for."""
        if self._is_form and not takes_photo(self._scope.get("endpoint")):
            self._limit = self._settings.largest_body
        message = await self._receive()
        self._seen += len(message.get("body", b""))
        if self._seen > self._limit:
            raise _BodyTooLarge
        return message

    async def send(self, message: Message) -> None:
        """Whatever the application makes of a body that was cut off, we say what was wrong with it."""
        if self._seen <= self._limit:
            await self._send(message)
        else:
            await self.answer_too_large()

    async def answer_too_large(self) -> None:
        """Say how much is allowed, once."""
        if self._answered:
            return
        self._answered = True
        text = say("That is more than {limit} MB. Send a smaller one.", limit=round(self._limit / MEGABYTE))
        lang = asked_language(HTTPConnection(self._scope))
        await problem(413, say("Too large"), text, lang=lang)(self._scope, self._receive, self._send)


@cache
def takes_photo(endpoint: Callable[..., Any] | None) -> bool:
    """Whether a route reads an uploaded file, as its own parameters say."""
    return endpoint is not None and any(
        isinstance(hint, type) and issubclass(hint, UploadFile) for hint in get_type_hints(endpoint).values()
    )

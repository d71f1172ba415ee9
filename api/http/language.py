"""The language of a request."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from api.language.speech import choose


def asked_language(connection: HTTPConnection) -> str:
    """The language of a request: asked for in its address, chosen on the page, or accepted by the browser."""
    asked = connection.query_params.get("lang") or connection.cookies.get("tally_lang")
    return choose(asked, connection.headers.get("accept-language", ""))

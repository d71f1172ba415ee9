"""A browser that goes to an address gets a page, whatever went wrong; programs get their JSON."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from api.http.language import asked_language
from api.language.speech import translator

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).parent.parent / "web" / "templates"
NOT_COPIED = {"content-length", "content-type"}


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, select_autoescape

    return Environment(loader=FileSystemLoader(TEMPLATES), autoescape=select_autoescape(["html"]))


def for_people(request: Request, answer: JSONResponse) -> Response:
    """The same refusal as a page, if a person went there with a browser."""
    if request.method != "GET" or "text/html" not in request.headers.get("accept", ""):
        return answer
    told = json.loads(bytes(answer.body))
    lang = asked_language(request)
    page = _environment().get_template("error.html")
    text = page.render(lang=lang, _=translator(lang), title=told["title"], detail=told["detail"])
    kept = {name: value for name, value in answer.headers.items() if name not in NOT_COPIED}
    return HTMLResponse(text, answer.status_code, headers=kept)

"""A search for a phone that went away ends at once."""

from __future__ import annotations

import asyncio
import json
import time
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from api.http.app import create_app
from api.http.settings import Settings
from scoring.deadline import in_time
from scoring.game import Game
from scoring.games import load
from scoring.question import Question
from scoring.sheet import Ruling


class Anything(BaseModel):
    """A question that needs nothing."""


def test_the_search_ends_when_the_phone_is_gone(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[float] = []

    def search(ask: Any, catalogue: Any) -> Ruling:
        for _ in in_time(count()):
            time.sleep(0.001)
        ended.append(time.monotonic())
        return Ruling("nothing", ())

    endless = Question("endless", "?", Anything, search, {})
    monkeypatch.setattr(Game, "question", lambda self, question: endless)
    load("diceminer")
    app = create_app(Settings())
    left = asyncio.run(asked_and_left(app))
    assert len(ended) == 1
    assert ended[0] - left < 2, "the search went on until its own deadline"


async def asked_and_left(app: Any) -> float:
    """Ask, go away after a moment, and give the moment."""
    messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    await messages.put({"type": "http.request", "body": json.dumps({}).encode(), "more_body": False})
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/v1/games/diceminer/questions/endless",
        "raw_path": b"/api/v1/games/diceminer/questions/endless",
        "query_string": b"",
        "headers": [(b"host", b"127.0.0.1"), (b"content-type", b"application/json")],
        "client": ("127.0.0.1", 50000),
        "server": ("127.0.0.1", 80),
        "scheme": "http",
        "root_path": "",
        "http_version": "1.1",
    }

    async def send(message: dict[str, Any]) -> None:
        pass

    async with app.router.lifespan_context(app):
        answering = asyncio.create_task(app(scope, messages.get, send))
        await asyncio.sleep(0.5)
        left = time.monotonic()
        await messages.put({"type": "http.disconnect"})
        await answering
    return left

"""What runs in the worker of the page: requests and lines of JavaScript, answered by the service."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from api.pocket.desk import PocketDesk
from api.pocket.eyes import Eyes
from api.pocket.reader import PocketReader
from api.pocket.service import Pocket


class Inside:
    """The service for JavaScript: bytes in, bytes out."""

    def __init__(self, pocket: Pocket) -> None:
        self._pocket = pocket

    async def ask(self, method: str, path: str, body: Any, kind: str) -> Any:
        """One request; gives status, headers and body."""
        from pyodide.ffi import to_js

        headers = {"content-type": kind} if kind else {}
        answer = await self._pocket.ask(method, path, body.to_bytes() if body else b"", headers)
        return to_js([answer.status, to_js(answer.headers, dict_converter=_entries), answer.body])

    def line(self, path: str, hear: Any, closed: Any) -> Any:
        """An open line."""
        from pyodide.ffi import to_js

        return self._pocket.line(path, lambda message: hear(to_js(message, dict_converter=_entries)), closed)

    def say(self, line: Any, data: Any) -> None:
        """Send bytes along a line."""
        line.say(data.to_bytes())


def _entries(pairs: Any) -> Any:
    from js import Object

    return Object.fromEntries(pairs)


async def begin(folder: str, eyes: Any) -> Inside:
    """Start the service over a folder; `eyes` read pictures."""
    return Inside(await Pocket.start(Path(folder), PocketDesk(PocketReader(Eyes(eyes)))))

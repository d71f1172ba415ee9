"""The page's eyes for Python: JavaScript's values as Python's."""

from __future__ import annotations

from typing import Any


class Eyes:
    """What the worker of the page does with pictures."""

    def __init__(self, eyes: Any) -> None:
        self._eyes = eyes

    async def open(self, data: bytes) -> tuple[int, int, int] | None:
        """Decode a picture: its number, width and height; None if the browser cannot."""
        found = await self._eyes.open(_js(data))
        return tuple(found.to_py()) if found else None

    def do(self, work: str, *args: Any) -> Any:
        """Something with pixels, at once."""
        found = getattr(self._eyes, work)(*map(_js, args))
        return _py(found)

    async def later(self, work: str, *args: Any) -> Any:
        """Something that takes its time."""
        return _py(await getattr(self._eyes, work)(*map(_js, args)))

    async def view(self, handle: int) -> bytes:
        """A copy to look at."""
        found: bytes = (await self._eyes.view(handle)).to_bytes()
        return found

    def forget(self) -> None:
        """Let go of every picture."""
        self._eyes.forget()


def _js(value: Any) -> Any:
    from js import Object
    from pyodide.ffi import to_js

    return to_js(value, dict_converter=Object.fromEntries)


def _py(value: Any) -> Any:
    return _listed(value.to_py()) if hasattr(value, "to_py") else value


def _listed(value: Any) -> Any:
    if isinstance(value, memoryview):
        return value.tolist()
    return [_listed(part) for part in value] if isinstance(value, list) else value

"""The page's eyes for Python: JavaScript's values as Python's."""

from __future__ import annotations

from typing import Any


class Eyes:
    """What the worker of the page does with pictures."""

    def __init__(self, eyes: Any) -> None:
        self._eyes = eyes

    async def begin(self) -> None:
        """Be ready for a photo: numpy is unpacked at the first one."""
        await self._eyes.begin()

    async def cards(self) -> bool:
        """Whether the part for cards was fetched."""
        return bool(await self._eyes.cards())

    def do(self, work: str, *args: Any) -> Any:
        """Something with pixels, at once."""
        return _py(getattr(self._eyes, work)(*map(_js, args)))

    async def later(self, work: str, *args: Any) -> Any:
        """Something that takes its time."""
        return _py(await getattr(self._eyes, work)(*map(_js, args)))

    def forget(self) -> None:
        """Let go of every picture."""
        self._eyes.forget()


def _js(value: Any) -> Any:
    from js import Object
    from pyodide.ffi import to_js

    return to_js(value, dict_converter=Object.fromEntries)


def _py(value: Any) -> Any:
    """Bytes stay one piece of memory."""
    return value.to_py() if hasattr(value, "to_py") else value

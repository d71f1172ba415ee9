"""The page's eyes for Python: JavaScript's values as Python's."""

from __future__ import annotations

import json
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
        if work == "opencv":
            return self._opencv(*args)
        return _py(getattr(self._eyes, work)(*map(_js, args)))

    def _opencv(self, name: str, args: list[Any]) -> Any:
        """The page finds arrays by their place in Python's memory: a reading has thousands of such calls."""
        kept: list[Any] = []
        told = json.loads(self._eyes.opencv(name, json.dumps([_placed(arg, kept) for arg in args])))
        return self._fetched(told)

    def _fetched(self, told: Any) -> Any:
        """What the page left for us to take, copied to a place of our own."""
        if isinstance(told, list):
            return [self._fetched(one) for one in told]
        if not isinstance(told, dict):
            return told
        if "left" not in told:
            return {name: self._fetched(value) for name, value in told.items()}
        data = bytearray(told["bytes"])
        if data:
            self._eyes.take(told["left"], _address(data))
        return data

    async def later(self, work: str, *args: Any) -> Any:
        """Something that takes its time."""
        return _py(await getattr(self._eyes, work)(*map(_js, args)))

    def forget(self) -> None:
        """Let go of every picture."""
        self._eyes.forget()


def _address(data: Any) -> int:
    """Where bytes lie in Python's memory."""
    import numpy as np

    address: int = np.frombuffer(data, np.uint8).__array_interface__["data"][0]
    return address


def _placed(arg: Any, kept: list[Any]) -> Any:
    """An argument in words: an array by its place; `kept` holds it there until it was read."""
    if not isinstance(arg, dict) or "data" not in arg:
        return arg
    kept.append(data := arg["data"])
    return {**arg, "data": None, "bytes": len(data), "place": _address(data) if len(data) else 0}


def _js(value: Any) -> Any:
    if isinstance(value, (str, int, float)):
        return value  # as it is, at once
    from js import Object
    from pyodide.ffi import to_js

    return to_js(value, dict_converter=Object.fromEntries)


def _py(value: Any) -> Any:
    """Bytes stay one piece of memory."""
    return value.to_py() if hasattr(value, "to_py") else value

"""A browser's worker has one thread: what the web framework hands to others is done here and now."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, TypeVar

T = TypeVar("T")
INTERPRETERS = "concurrent.interpreters"
"""A part of Python that no browser has; anyio asks for two of its names when it is imported, and never uses them."""


async def _at_once(work: Callable[..., T], *args: Any, **_: Any) -> T:
    return work(*args)


async def _to_thread(work: Callable[..., T], /, *args: Any, **named: Any) -> T:
    return work(*args, **named)


def do_without_threads() -> None:
    """From now on nothing waits for a thread."""
    if sys.platform == "emscripten":
        sys.modules[INTERPRETERS] = SimpleNamespace(create=None, ExecutionFailed=RuntimeError)  # type: ignore[assignment]
    import anyio.to_thread

    anyio.to_thread.run_sync = _at_once  # type: ignore[assignment]
    asyncio.to_thread = _to_thread

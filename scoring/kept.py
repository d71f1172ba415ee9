"""What the search makes of its texts, kept in files: the first question then need not wait for it.

The files lie in ``compiled`` beside a game's rules and carry a mark of the texts they were made from, as those of
`scoring.sources` do; one that is absent or made from other texts is made anew in memory. ``python -m api.compile``
writes them, and so does every installation.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from scoring.sources import FOLDER, mark, put

SHAPE = "4"
"""Counts up when the search makes something else of the same texts."""


def marked(texts: Iterable[str]) -> str:
    """A mark of all texts that something is made from."""
    return mark("\n".join((SHAPE, *texts)).encode())


def kept(folder: Path | None, name: str, texts: str, make: Callable[[], Any]) -> Any:
    """What is kept under a name if it was made from these texts (`marked`), else what is made now."""
    try:
        told = json.loads((folder / FOLDER / name).read_bytes()) if folder else None
    except (OSError, ValueError):
        told = None
    return told["data"] if told and told["mark"] == texts else make()


def keep(folder: Path, name: str, texts: str, make: Callable[[], Any]) -> bool:
    """Bring what is kept under a name up to date; whether there was anything to do."""
    path = folder / FOLDER / name
    if kept(folder, name, texts, lambda: None) is not None:
        return False
    put(path, json.dumps({"mark": texts, "data": make()}, ensure_ascii=False, separators=(",", ":")))
    return True

"""Disks that fill up."""

from __future__ import annotations

import contextlib
from pathlib import Path

PAGE = 4096


def fill(disk: Path, left: int = 0) -> Path:
    """A file that takes all room of a disk but so many bytes."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        with contextlib.suppress(OSError):
            while file.write(b"\0" * PAGE):
                pass
        file.truncate(max(0, file.tell() - left))
    return filler

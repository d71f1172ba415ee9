"""Files that are written whole or not at all, and archives that are not whole."""

from __future__ import annotations

import os
import struct
import tempfile
import zipfile
import zlib
from contextlib import suppress
from pathlib import Path

PART = ".part"
"""How the name of a file ends that is being written; whoever is killed meanwhile leaves it behind."""

NOT_WHOLE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    LookupError,
    NotImplementedError,
    RuntimeError,
    ValueError,
)
"""What Python raises when a damaged archive is opened and read."""


def write_whole(path: Path, data: bytes) -> None:
    """Put a file in its place, its owner's alone: all of it or nothing, though the disk fills up or the power goes."""
    number, name = tempfile.mkstemp(PART, f"{path.name}-", path.parent)
    part = Path(name)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _keep_name(path.parent)


def _keep_name(folder: Path) -> None:
    """The new name is on the disk as well, where a system lets folders be written out."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)

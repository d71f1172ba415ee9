"""One folder, one server: whoever opens it first keeps it until it ends, however it ends."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from pathlib import Path

from api.errors import UserError
from scoring.words import say

NAME = "tally.lock"


class FolderLock:
    """A lock that the operating system lets go of when the process is gone."""

    def __init__(self, folder: Path) -> None:
        self._file = (folder / NAME).open("a")
        if not _taken(self._file):
            self._file.close()
            text = say(
                "Another Tally already uses the folder {folder}. Stop it first, or choose another folder with --data.",
                folder=str(folder),
            )
            raise UserError(text)

    def release(self) -> None:
        """Let others in."""
        self._file.close()


if sys.platform == "win32":
    import msvcrt

    def _taken(file: TextIOWrapper) -> bool:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _taken(file: TextIOWrapper) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

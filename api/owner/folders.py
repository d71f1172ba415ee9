"""Where this owner's things lie."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from platformdirs import user_data_path


def data_folder() -> Path:
    """Where Tally keeps what belongs to this user; ``TALLY_DATA`` moves it."""
    chosen = os.environ.get("TALLY_DATA")
    return Path(chosen) if chosen else user_data_path("tally", appauthor=False)


def database_address() -> str | None:
    """The address of the PostgreSQL that a club shares; None at home, where a file does."""
    return os.environ.get("TALLY_DATABASE_URL") or None


def gallery_folder() -> Path:
    """Where the owner's own pictures of cards lie."""
    return data_folder() / "gallery"


def private_folder(path: Path) -> Path:
    """A folder that only its owner opens."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def make_private(folder: Path) -> None:
    """What lies in a folder is its owner's alone, also what an older version wrote."""
    private_folder(folder).chmod(0o700)
    for path in folder.rglob("*"):
        if not path.is_symlink():
            with suppress(FileNotFoundError):  # a file that goes away meanwhile
                path.chmod(0o700 if path.is_dir() else 0o600)

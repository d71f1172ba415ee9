"""Where this owner's things lie."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path


def data_folder() -> Path:
    """Where Tally keeps what belongs to this user; ``TALLY_DATA`` moves it."""
    chosen = os.environ.get("TALLY_DATA")
    return Path(chosen) if chosen else user_data_path("tally", appauthor=False)


def gallery_folder() -> Path:
    """Where the owner's own pictures of cards lie."""
    return data_folder() / "gallery"

"""Where Tally keeps its things and who may use it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from pathlib import Path

from api.owner.folders import data_folder

MEGABYTE = 1024 * 1024


def new_pin() -> str:
    """Six digits that a phone needs once; they travel in the QR link."""
    return f"{secrets.randbelow(1_000_000):06d}"


@dataclass(frozen=True, slots=True)
class Settings:
    """The service as one host runs it. Without a PIN nobody but this machine is let in."""

    data: Path = field(default_factory=data_folder)
    keep_photos: bool = True
    pin: str | None = None
    warm_up: bool = False
    largest_photo: int = 25 * MEGABYTE
    largest_body: int = 2 * MEGABYTE

    @property
    def database(self) -> Path:
        """The one SQLite file."""
        return self.data / "tally.sqlite3"

    @property
    def photos(self) -> Path:
        """Where photos lie, named by what is in them."""
        return self.data / "photos"

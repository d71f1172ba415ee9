"""Where Tally keeps its things and who may use it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from api.owner.folders import data_folder, database_address
from api.reading.desk import MOST_WAITING

MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Settings:
    """The service as one host runs it.

    Without `guests` nobody but this machine is let in. `public_url` is the address people use, `trust_proxy` are the
    proxies that may name clients; with either, who comes from this machine may be anybody and proves to be the host,
    unless the service has its `own_certificate` for that address. `address` is what phones open. With `database_url`
    everything is in a PostgreSQL that other pages and readers share.
    """

    data: Path = field(default_factory=data_folder)
    database_url: str | None = field(default_factory=database_address)
    keep_photos: bool = True
    guests: bool = False
    pin: str | None = None
    public_url: str | None = None
    trust_proxy: tuple[str, ...] = ()
    own_certificate: bool = False
    address: str | None = None
    warm_up: bool = False
    largest_photo: int = 25 * MEGABYTE
    largest_body: int = 2 * MEGABYTE
    most_waiting: int = MOST_WAITING

    @property
    def database(self) -> Path:
        """The one SQLite file."""
        return self.data / "tally.sqlite3"

    @property
    def kept_in(self) -> Path | str:
        """The database: the address of a club's, else the file of a home."""
        return self.database_url or self.database

    @property
    def photos(self) -> Path:
        """Where photos lie, named by what is in them."""
        return self.data / "photos"

    @property
    def access(self) -> Path:
        """Who was let in."""
        return self.data / "access.json"

    @property
    def open_to_others(self) -> bool:
        """Whether anybody but this machine may come in."""
        return self.guests or self.pin is not None or self.public_url is not None or self.behind_proxy

    @property
    def behind_proxy(self) -> bool:
        """Whether who comes from this machine may be anybody."""
        return (self.public_url is not None and not self.own_certificate) or bool(self.trust_proxy)

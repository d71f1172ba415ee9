"""Commands of a terminal on a host of a club: they see and change what the club shares."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from api.owner import shared
from api.owner.folders import data_folder, database_address

if TYPE_CHECKING:
    from api.tables.store import Store

SHARING = frozenset({"catalogue", "check", "read", "referee", "rule", "score", "teach"})
"""The commands that look at printed values or taught pictures."""


@contextmanager
def shared_files(command: str | None) -> Iterator[None]:
    """The owner's files as the club has them, while a command runs; pages notice its changes when they look."""
    address = database_address()
    if address is None or command not in SHARING:
        yield
        return
    with club_at(address):
        yield


@contextmanager
def club_at(address: str) -> Iterator[Store]:
    """The database of a club, and its owner's files in place of this folder's."""
    from api.club.mirror import Mirror
    from api.tables.store import Store

    with ExitStack() as closing:
        store = Store(address)
        closing.callback(store.close)
        mirror = Mirror(store, data_folder())
        closing.callback(mirror.close)
        mirror.pull()
        closing.callback(_read_from, os.environ.get("TALLY_DATA"))
        _read_from(str(mirror.folder))
        turn = mirror.changing
        shared.share(turn)
        closing.callback(shared.keep_to_ourselves, turn)
        yield store


def _read_from(folder: str | None) -> None:
    """Where this owner's things are read from now on."""
    if folder is None:
        os.environ.pop("TALLY_DATA", None)
    else:
        os.environ["TALLY_DATA"] = folder

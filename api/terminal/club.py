"""Commands of a terminal on a host of a club: they see and change what the club shares."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from api.owner import shared
from api.owner.folders import data_folder, database_address

SHARING = frozenset({"catalogue", "check", "read", "referee", "rule", "score", "teach"})
"""The commands that look at printed values or taught pictures."""


@contextmanager
def shared_files(command: str | None) -> Iterator[None]:
    """The owner's files as the club has them, while a command runs; pages notice its changes when they look."""
    address = database_address()
    if address is None or command not in SHARING:
        yield
        return
    from api.club.mirror import Mirror
    from api.tables.store import Store

    store = Store(address)
    mirror = Mirror(store, data_folder())
    try:
        mirror.pull()
        os.environ["TALLY_DATA"] = str(mirror.folder)
        turn = mirror.changing
        shared.share(turn)
        yield
        shared.keep_to_ourselves(turn)
    finally:
        mirror.close()
        store.close()

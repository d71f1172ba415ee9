"""A page among many: what it hears from the others, what it tells them, and what they all share."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy import select

from api.club.desk import SharedDesk
from api.club.files import SharedPhotos
from api.club.mirror import ROOMS, Mirror
from api.club.notices import Notices
from api.club.presence import HOLDS, Presence
from api.club.queue import Line
from api.owner import shared
from api.tables.rows import TableRow
from api.tables.store import Store

if TYPE_CHECKING:
    from api.http.hub import Hub
    from api.http.settings import Settings
    from api.http.sharedkeys import SharedKeys

AT_ONCE = 50  # tables looked up together: of many more the database would rather read all there are
FILES, ACCESS = "file", "access"
"""Kinds of notices beside those of the hub."""


class Club:
    """The part of a page that other processes know of. Everything it holds is a copy of what the database has."""

    def __init__(self, store: Store, settings: Settings, hub: Hub) -> None:
        assert settings.database_url is not None
        self._store, self._hub = store, hub
        self.notices = Notices(settings.database_url)
        self.photos = SharedPhotos(store)
        self.presence = Presence(store, hub.phones)
        self.mirror = Mirror(store, settings.data)
        self._said = 0.0
        self._home = os.environ.get("TALLY_DATA")

    def with_keys(self, keys: SharedKeys) -> SharedKeys:
        """Hear of phones that were sent away at other pages, and tell of those sent away here."""
        keys.changed = lambda: self.notices.tell(ACCESS, "")
        self.notices.on_notice(lambda kind, about: keys.heard() if kind == ACCESS else None)
        self.notices.on_look(keys.look)
        return keys

    def desk(self, most: int) -> SharedDesk:
        """Where pictures are handed to the readers of the club."""
        made = SharedDesk(Line(self._store), most)
        self.notices.on_notice(made.heard)
        return made

    def open(self) -> None:
        """Join the others."""
        self.mirror.pull()
        os.environ["TALLY_DATA"] = str(self.mirror.folder)  # where this owner's things are read
        self._turn = self._changing
        shared.share(self._turn)
        self._hub.tell = self.notices.tell
        self.notices.on_notice(self._hub.heard)
        self.notices.on_notice(self._files_changed)
        self.notices.on_look(self._look)
        for kind in ("here", "still"):
            self.notices.before_telling(kind, self.presence.say)
        self.notices.start()

    def close(self) -> None:
        """Leave them."""
        self.notices.close()
        shared.keep_to_ourselves(self._turn)
        self._hub.tell = lambda kind, about: None
        self.presence.forget()
        self.mirror.close()
        if self._home is None:
            os.environ.pop("TALLY_DATA", None)
        else:
            os.environ["TALLY_DATA"] = self._home

    @contextmanager
    def _changing(self, room: str) -> Iterator[None]:
        with self.mirror.changing(room):
            yield
        self.notices.tell(FILES, room)

    def _files_changed(self, kind: str, about: str) -> None:
        if kind == FILES and about in ROOMS:
            self.mirror.pull()

    def _look(self) -> None:
        """Whatever was not told: newer versions of the tables shown here, tables that are gone, files."""
        self.mirror.pull()
        shown = self._hub.tables()
        if not shown:
            return
        versions: dict[str, int] = {}
        with self._store.reading() as session:
            for first in range(0, len(shown), AT_ONCE):
                some = TableRow.id.in_(shown[first : first + AT_ONCE])
                found = session.execute(select(TableRow.id, TableRow.version).where(some))
                versions |= {row.id: row.version for row in found}
        self._hub.compared(versions)
        for table_id in set(shown) - set(versions):
            self._hub.heard("gone", table_id)
        if time.monotonic() > self._said + HOLDS / 3:
            self._said = time.monotonic()
            self._hub.recount()
            for table_id in shown:  # said again, so that it goes on counting
                self.notices.tell("still", table_id)

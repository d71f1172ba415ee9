"""The host's choices that outlive a restart."""

from __future__ import annotations

from api.http.service import Service
from api.tables.rows import SettingRow

KEEP_PHOTOS = "keep_photos"


def keep_photos(service: Service) -> bool:
    """Whether photos are kept; the command line can only say no."""
    if not service.settings.keep_photos:
        return False
    with service.store.reading() as session:
        row = session.get(SettingRow, KEEP_PHOTOS)
        return True if row is None else bool(row.value["value"])


def set_keep_photos(service: Service, keep: bool) -> None:
    """Remember the choice."""
    with service.store.writing() as session:
        session.merge(SettingRow(key=KEEP_PHOTOS, value={"value": keep}))

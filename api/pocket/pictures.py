"""Photos of the pocket: a JPEG is opened as on a server, anything else by the browser."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from api.pocket import jpeg, tape
from scoring.words import say
from vision import photo as server

NO_PICTURE = say("This picture cannot be opened here. Take another one.")


class PocketPhoto(server.Photo):
    """A photo whose pixels come from libjpeg-turbo or from the browser."""

    def _decoded_jpeg(self, reduction: int) -> server.Pixels | None:
        rows = jpeg.decoded(self.data, reduction)
        return None if rows is None else server._upright(rows, self._orientation)

    def _decoded_by_pillow(self, reduction: int) -> server.Pixels:
        """What is damaged or no JPEG: browsers forgive much."""
        return _by_browser(_opened(self.data)[0], reduction)


def open_photo(source: bytes | str | Path, name: str | None = None) -> PocketPhoto:
    """See `vision.photo.open_photo`; a strip or a dot shows no table, here as on a server."""
    data = source if isinstance(source, bytes) else Path(source).read_bytes()
    name = name or say("The photo")
    sides = jpeg.size(data)
    if sides is None:
        handle, width, height = _opened(data)
        server.check_size(name, width, height, server.MAX_PIXELS)
        photo = PocketPhoto(name, width, height, data)
        photo._decoded[1] = _by_browser(handle, 1)
        return photo
    most = server._most_pixels("JPEG", server._checked_scans(name, data))
    server.check_size(name, *sides, most)
    turned = jpeg.orientation(data)
    width, height = sides if turned not in server._SIDEWAYS else sides[::-1]
    return PocketPhoto(name, width, height, data, turned if turned in server._TURNS else 1, True)


def _opened(data: bytes) -> tuple[int, int, int]:
    opened = tape.wait("open", data)
    if opened is None:
        raise server.PhotoError(NO_PICTURE)
    handle, width, height = opened
    return handle, width, height


def _by_browser(handle: int, step: int) -> server.Pixels:
    data, width, height = tape.call("reduced", handle, step)
    return np.frombuffer(data, dtype=np.uint8).copy().reshape(height, width, 3)

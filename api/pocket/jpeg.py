"""Photos opened as a server opens them: libjpeg-turbo, compiled for the browser's Python by `deploy/numpy/jpeg.sh`.

A big one is decoded at a half, a quarter or an eighth of its size, to the very same pixels as OpenCV's `imdecode`.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vision.photo import Pixels

LIBRARY = "/lib/tally-jpeg.so"
"""Where the page's worker puts it, see `eyes.js`."""
BEGIN = b"\xff\xd8"
_EXIF = b"Exif\0\0"
_ORIENTATION_TAG = 0x0112


@cache
def _library() -> Any:
    return ctypes.CDLL(LIBRARY)


def size(data: bytes) -> tuple[int, int] | None:
    """Width and height as they are stored; None where this is no JPEG that is decoded here."""
    sides = (ctypes.c_int * 2)()
    if not data.startswith(BEGIN) or _library().decoded(data, len(data), 1, sides, None):
        return None
    return sides[0], sides[1]


def decoded(data: bytes, step: int) -> Pixels | None:
    """The rows of a JPEG at one part in `step` of its size; None where it is damaged or unusual."""
    import numpy as np

    sides = (ctypes.c_int * 2)()
    if _library().decoded(data, len(data), step, sides, None):
        return None
    rows = np.empty((sides[1], sides[0], 3), np.uint8)
    failed = _library().decoded(data, len(data), step, sides, ctypes.c_void_p(rows.__array_interface__["data"][0]))
    return None if failed else rows


def orientation(data: bytes) -> int:
    """How the camera was held (EXIF); 1, upright, where it does not say.

    >>> tag = bytes.fromhex("49492a0008000000 0100 1201 0300 01000000 0600 0000")
    >>> orientation(bytes.fromhex("ffd8 ffe1 0022") + b"Exif" + bytes(2) + tag + bytes.fromhex("ffda"))
    6
    """
    at = 2
    while data[at : at + 1] == b"\xff" and data[at + 1 : at + 2] not in (b"", b"\xda"):
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        if data[at + 1] == 0xE1 and data[at + 4 : at + 10] == _EXIF:
            return _told(data[at + 10 : at + 2 + length])
        at += 2 + max(length, 2)
    return 1


def _told(tiff: bytes) -> int:
    order: Any = "little" if tiff[:2] == b"II" else "big"

    def number(at: int, length: int) -> int:
        return int.from_bytes(tiff[at : at + length], order)

    first = number(4, 4)
    entries = (first + 2 + 12 * place for place in range(number(first, 2)))
    return next((number(at + 8, 2) for at in entries if number(at, 2) == _ORIENTATION_TAG), 1)

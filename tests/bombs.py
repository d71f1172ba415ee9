"""Pictures made to harm whoever decodes them: a few bytes that are huge, and JPEGs of hundreds of scans."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable
from functools import cache
from typing import Any

import pillow_heif
from PIL import Image

pillow_heif.register_heif_opener()


def _flat(kind: str, mode: str = "RGB", **how: Any) -> Callable[[int, int], bytes]:
    @cache
    def picture(width: int, height: int) -> bytes:
        out = io.BytesIO()
        Image.new(mode, (width, height), "white").save(out, kind, **how)
        return out.getvalue()

    return picture


PICTURES: dict[str, Callable[[int, int], bytes]] = {
    "lossless.webp": _flat("WEBP", lossless=True, method=0, quality=0),
    "see-through.webp": _flat("WEBP", "RGBA", lossless=True, method=0, quality=0),
    "flat.png": _flat("PNG"),
    "palette.png": _flat("PNG", "P"),
    "flat.avif": _flat("AVIF", speed=10),
    "flat.heic": _flat("HEIF", quality=10, enc_params={"preset": "ultrafast"}),
}
"""One colour in every format that holds many pixels in few bytes."""


def lying_heic(width: int, height: int) -> bytes:
    """A HEIC whose head says that it is small."""
    data = PICTURES["flat.heic"](width, height)
    size = data.index(b"ispe") + 8
    return data[:size] + struct.pack(">II", 640, 480) + data[size + 8 :]


def progressive(width: int, height: int) -> bytes:
    """An honest JPEG of several scans."""
    out = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(out, "JPEG", progressive=True, quality=60)
    return out.getvalue()


def scan_bomb(scans: int, width: int = 4000, height: int = 3000) -> bytes:
    """A progressive JPEG whose last scan is repeated: each goes over the whole picture once more."""
    data = progressive(width, height)
    last = data.rindex(b"\xff\xda")
    table = data.rindex(b"\xff\xc4", 0, last)
    end = data.rindex(b"\xff\xd9")
    return data[:end] + data[table:end] * scans + data[end:]

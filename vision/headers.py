"""What pictures say of themselves, read from their first bytes and markers before any decoder sees them."""

from __future__ import annotations

import re

# A marker is an FF that is neither stuffed into a scan (FF 00), nor a restart inside it, nor filling before another FF.
_MARKER = re.compile(rb"\xff([^\x00\xd0-\xd7\xff])")
_START_OF_SCAN = b"\xda"
_END = b"\xd9"
_ALONE = frozenset({b"\x01", b"\xd8"})  # markers without a length


def scans(data: bytes, most: int) -> int:
    """How often the first picture of a JPEG is gone over, at most `most + 1`: what comes after is not looked at.

    A camera writes one scan, a picture made for the web about ten. Each of hundreds of nearly empty scans takes as
    long to decode as a full one.

    >>> scans(bytes.fromhex("ffd8 ffda0002 11ff0022 ffda0002 33 ffd9 ffda0002"), most=8)
    2
    """
    count = position = 0
    while count <= most and (marker := _MARKER.search(data, position)) and marker[1] != _END:
        count += marker[1] == _START_OF_SCAN
        position = marker.end()
        if marker[1] not in _ALONE:
            position += max(2, int.from_bytes(data[position : position + 2], "big"))
    return count


def webp_size(data: bytes) -> tuple[int, int] | None:
    """Width and height of a WebP; None for anything else. Pillow takes the memory for a WebP when it opens it.

    >>> webp_size(b"RIFF....WEBPVP8L....\\x2f" + (6999 | 4999 << 14).to_bytes(4, "little"))
    (7000, 5000)
    """
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP":
        return None
    kind, body = data[12:16], data[20:30]
    if kind == b"VP8X":
        return 1 + int.from_bytes(body[4:7], "little"), 1 + int.from_bytes(body[7:10], "little")
    if kind == b"VP8L":
        sizes = int.from_bytes(body[1:5], "little")
        return 1 + (sizes & 0x3FFF), 1 + (sizes >> 14 & 0x3FFF)
    sizes = int.from_bytes(body[6:10], "little")
    return sizes & 0x3FFF, sizes >> 16 & 0x3FFF

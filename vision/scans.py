"""How often a JPEG goes over its picture, told from its markers alone.

A camera writes one scan, a picture made for the web about ten. Each of hundreds of nearly empty scans takes as long
to decode as a full one.
"""

from __future__ import annotations

import re

# A marker is an FF that is neither stuffed into a scan (FF 00), nor a restart inside it, nor filling before another FF.
_MARKER = re.compile(rb"\xff([^\x00\xd0-\xd7\xff])")
_START_OF_SCAN = b"\xda"
_END = b"\xd9"
_ALONE = frozenset({b"\x01", b"\xd8"})  # markers without a length


def scans(data: bytes, most: int) -> int:
    """The scans of the first picture of a JPEG, at most `most + 1`: what comes after those is not looked at.

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

"""A photo without the place where it was taken: only how it is turned stays of what the camera wrote beside it."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator

ORIENTATION = 0x0112
GPS = 0x8825
_TIFF = re.compile(rb"Exif\x00\x00(?=II\*\x00|MM\x00\*)")
_XMP_PLACE = re.compile(rb"(<exif:GPS\w+>)[^<]*|(exif:GPS\w+=[\"'])[^\"']*")


def without_location(photo: bytes) -> bytes:
    """The same picture, bit by bit, without what tells where it was taken."""
    if photo.startswith(b"\xff\xd8"):
        return b"\xff\xd8" + b"".join(_jpeg_parts(photo))
    if photo.startswith(b"\x89PNG\r\n\x1a\n"):
        return photo[:8] + b"".join(_png_chunks(photo))
    if photo[:4] == b"RIFF" and photo[8:12] == b"WEBP":
        body = b"WEBP" + b"".join(_webp_chunks(photo))
        return b"RIFF" + struct.pack("<I", len(body)) + body
    return _blanked(photo)


def _jpeg_parts(photo: bytes) -> Iterator[bytes]:
    """Every segment but those of programs; of what the camera wrote only how the picture is turned."""
    at = 2
    while at + 4 <= len(photo) and photo[at] == 0xFF:
        kind, size = photo[at + 1], int.from_bytes(photo[at + 2 : at + 4], "big")
        part = photo[at : at + 2 + size]
        if kind == 0xDA:
            end = photo.find(b"\xff\xd9", at)  # what follows the end, such as a film, goes
            yield photo[at : end + 2 if end >= 0 else len(photo)]
            return
        if kind == 0xE1 and part[4:10] == b"Exif\x00\x00":
            kept = b"Exif\x00\x00" + _only_orientation(part[10:])
            yield b"\xff\xe1" + (len(kept) + 2).to_bytes(2, "big") + kept
        elif kind in (0xE0, 0xE2, 0xEE) or not (0xE0 <= kind <= 0xEF or kind == 0xFE):
            yield part
        at += 2 + size
    yield photo[at:]


def _png_chunks(photo: bytes) -> Iterator[bytes]:
    at = 8
    while at + 12 <= len(photo):
        size, kind = int.from_bytes(photo[at : at + 4], "big"), photo[at + 4 : at + 8]
        if kind == b"eXIf":
            kept = _only_orientation(photo[at + 8 : at + 8 + size])
            yield struct.pack(">I", len(kept)) + kind + kept + struct.pack(">I", zlib.crc32(kind + kept))
        elif kind not in (b"tEXt", b"zTXt", b"iTXt", b"tIME"):
            yield photo[at : at + 12 + size]
        at += 12 + size


def _webp_chunks(photo: bytes) -> Iterator[bytes]:
    at = 12
    while at + 8 <= len(photo):
        kind, size = photo[at : at + 4], int.from_bytes(photo[at + 4 : at + 8], "little")
        body, at = photo[at + 8 : at + 8 + size], at + 8 + size + size % 2
        if kind == b"XMP ":
            continue
        if kind == b"EXIF":
            body = _only_orientation(body.removeprefix(b"Exif\x00\x00"))
        if kind == b"VP8X" and body:
            body = bytes([body[0] & ~0x04]) + body[1:]
        yield kind + struct.pack("<I", len(body)) + body + b"\x00" * (len(body) % 2)


def _only_orientation(tiff: bytes) -> bytes:
    """What a camera wrote, with nothing in it but how the picture is turned."""
    turned = next((value for tag, value in _entries(tiff) if tag == ORIENTATION), 1)
    return struct.pack("<2sHIHHHIHHI", b"II", 42, 8, 1, ORIENTATION, 3, 1, turned, 0, 0)


def _entries(tiff: bytes) -> Iterator[tuple[int, int]]:
    """The tags of the first directory, each with the first two bytes of its value as a number."""
    order = {b"II*\x00": "<", b"MM\x00*": ">"}.get(tiff[:4])
    if order is None:
        return
    try:
        (start,) = struct.unpack_from(f"{order}I", tiff, 4)
        (count,) = struct.unpack_from(f"{order}H", tiff, start)
        for number in range(count):
            tag, _, _, value = struct.unpack_from(f"{order}HHIH", tiff, start + 2 + 12 * number)
            yield tag, value
    except struct.error:
        return


def _blanked(photo: bytes) -> bytes:
    """A picture of another kind, such as HEIC, with its place overwritten where it stands."""
    data = bytearray(_XMP_PLACE.sub(lambda found: _same_length(found), photo))
    for found in _TIFF.finditer(photo):
        _blank_gps(data, found.end())
    return bytes(data)


def _same_length(found: re.Match[bytes]) -> bytes:
    kept: bytes = found.group(1) or found.group(2)
    return kept + b" " * (len(found.group(0)) - len(kept))


def _blank_gps(data: bytearray, tiff: int) -> None:
    """Overwrite every value of the directory that tells the place."""
    order = "<" if data[tiff : tiff + 2] == b"II" else ">"
    try:
        for entry in _directory(data, tiff, struct.unpack_from(f"{order}I", data, tiff + 4)[0], order):
            if struct.unpack_from(f"{order}H", data, entry)[0] == GPS:
                for value in _directory(data, tiff, struct.unpack_from(f"{order}I", data, entry + 8)[0], order):
                    _blank_value(data, tiff, value, order)
    except struct.error:
        return


def _directory(data: bytearray, tiff: int, start: int, order: str) -> Iterator[int]:
    (count,) = struct.unpack_from(f"{order}H", data, tiff + start)
    yield from (tiff + start + 2 + 12 * number for number in range(count))


def _blank_value(data: bytearray, tiff: int, entry: int, order: str) -> None:
    _, kind, count, offset = struct.unpack_from(f"{order}HHII", data, entry)
    size = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8}.get(kind, 1) * count
    start = tiff + offset if size > 4 else entry + 8
    end = min(start + size, len(data))
    data[start:end] = bytes(max(0, end - start))

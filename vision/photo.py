"""From the bytes of a file to an upright RGB picture.

Size limits are checked on the header, before anything is decoded. A big JPEG is decoded at a half, a quarter
or an eighth of its size when that is enough, which is several times faster.
"""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
import pillow_heif
from numpy.typing import NDArray
from PIL import AvifImagePlugin, Image, JpegImagePlugin, PngImagePlugin, UnidentifiedImageError, WebPImagePlugin

from scoring.faults import TallyError
from scoring.words import say
from vision.headers import scans, webp_size

Pixels = NDArray[np.uint8]

# Importing the doors makes Pillow know them; MPO, a JPEG with a second picture, comes through that of the JPEG.
_DOORS = (JpegImagePlugin, PngImagePlugin, WebPImagePlugin, AvifImagePlugin)
FORMATS = ("JPEG", "PNG", "WEBP", "AVIF", "HEIF")
SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".avif"})
MAX_BYTES = 40_000_000
# The biggest phone sensors in use take pictures of 108 million pixels; those are JPEGs, decoded reduced.
MAX_PIXELS = 110_000_000
# Phones write HEIC of 24 million pixels. What other formats hold of a picture while they decode it is larger.
MAX_DECODED_PIXELS = 25_000_000
MAX_OTHER_PIXELS = 16_000_000
# A JPEG of several scans is held whole while it is decoded, however much it is reduced.
MAX_SCANNED_PIXELS = 25_000_000
MAX_SCANS = 32
MAX_RATIO = 20
MIN_SIDE = 16

_ORIENTATION_TAG = 0x0112
# How to set a picture upright: mirror it first or not, then so many quarter turns to the left.
_TURNS = {2: (True, 0), 3: (False, 2), 4: (True, 2), 5: (True, 1), 6: (False, 3), 7: (True, 3), 8: (False, 1)}
_SIDEWAYS = frozenset({5, 6, 7, 8})
# OpenCV's flags for decoding at a part of the size; none of them asks for blue before red.
_REDUCED = {1: 0, 2: 16, 4: 32, 8: 64}

pillow_heif.register_heif_opener()


class PhotoError(TallyError, ValueError):
    """The file is not a picture that can be read; the message says why, for a person."""


class Picture(Protocol):
    """Anything that can be looked at: a photo in a file, or a frame of a camera."""

    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int: ...

    def pixels(self, side: int | None = None) -> Pixels:
        """The upright RGB picture, its longer side at least `side` pixels (or all there are)."""
        ...


def growth(pixels: Pixels, picture: Picture) -> NDArray[np.float32]:
    """What the edges of a box in a copy of a picture are multiplied with to become edges in the picture.

    A reduced JPEG is rounded up to whole pixels, so that a narrow one is not reduced alike in both directions.
    """
    height, width = pixels.shape[:2]
    return np.array([picture.width / width, picture.height / height] * 2, dtype=np.float32)


@dataclass(frozen=True)
class Frame:
    """A picture that is already in memory: upright, RGB, height x width x 3."""

    content: Pixels

    @property
    def width(self) -> int:
        return int(self.content.shape[1])

    @property
    def height(self) -> int:
        return int(self.content.shape[0])

    def pixels(self, side: int | None = None) -> Pixels:
        return self.content


@dataclass(frozen=True)
class Photo:
    """A picture that has passed the limits, decoded on demand and only as large as needed."""

    name: str
    width: int
    height: int
    data: bytes = field(repr=False)
    _orientation: int = field(default=1, repr=False)
    _reducible: bool = field(default=False, repr=False)
    _decoded: dict[int, Pixels] = field(default_factory=dict, repr=False, compare=False)

    def pixels(self, side: int | None = None) -> Pixels:
        """The upright picture, its longer side at least `side` pixels (or all there are)."""
        reduction = self._reduction(side)
        finer = [step for step in self._decoded if step <= reduction]
        if finer:
            return self._decoded[max(finer)]
        self._decoded.clear()  # a sharper picture replaces the smaller one: memory holds one at a time
        self._decoded[reduction] = picture = self._decode(reduction)
        return picture

    def _reduction(self, side: int | None) -> int:
        if not self._reducible:
            return 1
        least = next(step for step in (1, 2, 4, 8) if self.width * self.height / step**2 <= MAX_DECODED_PIXELS)
        if side is None:
            return least
        return max([least, *(step for step in (2, 4, 8) if max(self.width, self.height) // step >= side)])

    def _decode(self, reduction: int) -> Pixels:
        quick = self._decoded_jpeg(reduction) if self._reducible else None
        return quick if quick is not None else self._decoded_by_pillow(reduction)

    def _decoded_jpeg(self, reduction: int) -> Pixels | None:
        """The usual way of a photo, a third faster than Pillow's; None when it is cut off, damaged or unusual."""
        raw = np.frombuffer(self.data, dtype=np.uint8)
        try:
            picture = cv2.imdecode(raw, _REDUCED[reduction] | cv2.IMREAD_COLOR_RGB | cv2.IMREAD_IGNORE_ORIENTATION)
        except cv2.error:
            return None
        return None if picture is None else _upright(np.asarray(picture, dtype=np.uint8), self._orientation)

    def _decoded_by_pillow(self, reduction: int) -> Pixels:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # oddities inside the file are no concern of the player
                picture: Image.Image = Image.open(io.BytesIO(self.data), formats=FORMATS)
                if reduction > 1:
                    picture.draft("RGB", (picture.width // reduction, picture.height // reduction))
                picture.load()
                return _upright(np.asarray(_in_rgb(picture)), self._orientation)
        except MemoryError:
            raise
        except Exception as error:  # decoders raise whatever they like on damaged files
            raise PhotoError(_damaged(self.name, error)) from error


def _upright(pixels: Pixels, orientation: int) -> Pixels:
    """The picture turned and mirrored as its EXIF orientation asks."""
    mirrored, quarters = _TURNS.get(orientation, (False, 0))
    return np.ascontiguousarray(np.rot90(pixels[:, ::-1] if mirrored else pixels, quarters))


def open_photo(source: bytes | str | Path, name: str | None = None) -> Photo:
    """Check a file or its bytes and hand back a photo, or say in a `PhotoError` what is wrong with it."""
    if isinstance(source, bytes):
        data, name = source, name or say("The picture")
    else:
        path = Path(source)
        data, name = _file_bytes(path), name or path.name
    if not data:
        raise PhotoError(say("{name} is empty.", name=name))
    if len(data) > MAX_BYTES:
        raise PhotoError(_too_heavy(name, len(data)))
    if size := webp_size(data):
        check_size(name, *size, MAX_OTHER_PIXELS)
    picture = _opened(data, name)
    width, height = picture.size
    reducible = picture.format in {"JPEG", "MPO"}
    check_size(name, width, height, _most_pixels(picture.format, _checked_scans(name, data) if reducible else 0))
    orientation = _orientation(picture)
    if orientation in _SIDEWAYS:
        width, height = height, width
    return Photo(name, width, height, data, orientation, reducible)


def _opened(data: bytes, name: str) -> Image.Image:
    """The header of a picture; its pixels are not touched."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return Image.open(io.BytesIO(data), formats=FORMATS)
    except MemoryError:
        raise
    except Image.DecompressionBombError as error:
        limit = MAX_PIXELS // 10**6
        message = say("{name} has far too many pixels; the limit is {limit} million.", name=name, limit=limit)
        raise PhotoError(message) from error
    except UnidentifiedImageError as error:
        message = say("{name} is not a picture that can be opened (JPEG, PNG, WebP or HEIC).", name=name)
        raise PhotoError(message) from error
    except Exception as error:
        raise PhotoError(_damaged(name, error)) from error


def _file_bytes(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise PhotoError(say("{name} is a folder, not a picture.", name=path))
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise PhotoError(_too_heavy(path.name, size))
        return path.read_bytes()
    except FileNotFoundError as error:
        raise PhotoError(say("There is no file {name}.", name=path)) from error
    except OSError as error:
        raise PhotoError(
            say("{name} cannot be read: {reason}.", name=path, reason=error.strerror or str(error))
        ) from error


def _checked_scans(name: str, data: bytes) -> int:
    found = scans(data, MAX_SCANS)
    if found > MAX_SCANS:
        raise PhotoError(
            say("{name} is a JPEG of more than {most} scans; no camera writes that.", name=name, most=MAX_SCANS)
        )
    return found


def _most_pixels(format_: str | None, scanned: int) -> int:
    """What a picture of this format may have, so that decoding it takes no more memory than a photo needs."""
    if scanned == 1:
        return MAX_PIXELS
    if scanned:
        return MAX_SCANNED_PIXELS
    return MAX_DECODED_PIXELS if format_ == "HEIF" else MAX_OTHER_PIXELS


def check_size(name: str, width: int, height: int, limit: int) -> None:
    """Whether a table can be seen on so many pixels; a `PhotoError` says why not."""
    size = f"{width} x {height}"
    if width * height > limit:
        most = limit // 10**6
        raise PhotoError(
            say("{name} is {size} pixels; the limit is {most} million pixels.", name=name, size=size, most=most)
        )
    if min(width, height) < MIN_SIDE:
        raise PhotoError(say("{name} is only {size} pixels: too small to see anything on it.", name=name, size=size))
    if max(width, height) > MAX_RATIO * min(width, height):
        raise PhotoError(say("{name} is {size} pixels: too narrow to be a photo of a table.", name=name, size=size))


def _orientation(picture: Image.Image) -> int:
    """How the camera was held. HEIC is turned by its own decoder, and its tag with it."""
    try:
        # Not `picture.getexif()`: that of a PNG decodes the whole picture in search of a late chunk.
        value = Image.Image.getexif(picture).get(_ORIENTATION_TAG, 1)
    except Exception:  # a damaged tag says nothing about the picture beside it
        return 1
    return value if value in _TURNS else 1


def _in_rgb(picture: Image.Image) -> Image.Image:
    """Any kind of pixels as RGB; what is see-through lies on white."""
    if picture.mode.startswith("I"):  # 16 bits of grey
        grey = np.asarray(picture, dtype=np.float32)
        return Image.fromarray((grey / 257).clip(0, 255).astype(np.uint8)).convert("RGB")
    if picture.has_transparency_data:
        shown = picture.convert("RGBA")
        return Image.alpha_composite(Image.new("RGBA", shown.size, "white"), shown).convert("RGB")
    return picture.convert("RGB")


def _too_heavy(name: str, size: int) -> str:
    return say(
        "{name} is {size} MB; the limit is {limit} MB.", name=name, size=f"{size / 1e6:.0f}", limit=MAX_BYTES // 10**6
    )


def _damaged(name: str, error: Exception) -> str:
    if "truncated" in str(error).lower() or isinstance(error, EOFError):
        return say("{name} is cut off: the file ends before the picture does.", name=name)
    return say("{name} is damaged and cannot be opened.", name=name)

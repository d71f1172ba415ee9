"""Photos are kept without the place where they were taken; the picture itself and its way up stay."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pillow_heif
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from api.reading.location import without_location

pillow_heif.register_heif_opener()
GPS_IFD, LATITUDE = 0x8825, 2


def taken_at_home(kind: str, turned: int) -> bytes:
    """A photo with a place, a camera and a way up."""
    pixels = np.random.default_rng(7).integers(0, 255, (48, 64, 3), dtype=np.uint8)
    exif = Image.Exif()
    exif[0x0112] = turned
    exif[0x010F] = "Camera of Ann"
    exif.get_ifd(GPS_IFD).update({1: "N", LATITUDE: (48.0, 12.0, 30.5), 3: "E", 4: (16.0, 22.0, 11.0)})
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, kind, exif=exif.tobytes())
    return out.getvalue()


def opened(photo: bytes) -> Any:
    return Image.open(io.BytesIO(photo))


@pytest.mark.parametrize("turned", [1, 6])
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_the_place_goes_and_the_picture_stays(kind: str, turned: int) -> None:
    photo = taken_at_home(kind, turned)
    assert opened(photo).getexif().get_ifd(GPS_IFD)
    kept = without_location(photo)
    after = opened(kept)
    assert not after.getexif().get_ifd(GPS_IFD)
    assert after.getexif().get(0x0112, 1) == turned
    assert b"Camera of Ann" not in kept
    assert np.array_equal(np.asarray(after), np.asarray(opened(photo)))


def test_a_heic_keeps_its_picture_and_tells_no_place() -> None:
    photo = taken_at_home("HEIF", 1)
    kept = without_location(photo)
    assert len(kept) == len(photo)
    numbers = [value for value in opened(kept).getexif().get_ifd(GPS_IFD).values() if isinstance(value, tuple)]
    assert np.isnan(np.array(numbers, float)).all(), "0 of 0 degrees"
    assert np.array_equal(np.asarray(opened(kept)), np.asarray(opened(photo)))


def test_what_lies_behind_the_picture_goes_too() -> None:
    photo = taken_at_home("JPEG", 1) + b"a film with a place"
    assert b"film" not in without_location(photo)


def test_a_place_written_as_text_is_blanked() -> None:
    text = b'ftypheic <x exif:GPSLatitude="48,12.5N"/><exif:GPSLongitude>16,22E</exif:GPSLongitude>'
    assert b"48,12" not in without_location(text)
    assert b"16,22" not in without_location(text)


@given(st.binary(max_size=300), st.sampled_from(["JPEG", "PNG", "WEBP", "HEIF"]), st.integers(0, 400))
def test_no_broken_photo_breaks_it(noise: bytes, kind: str, cut: int) -> None:
    photo = taken_at_home(kind, 1)
    for broken in (noise, photo[:cut] + noise, photo[:cut] + noise + photo[cut:]):
        assert isinstance(without_location(broken), bytes)

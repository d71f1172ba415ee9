"""Every kind of file a phone or a person may hand in."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.bombs import scan_bomb
from vision.headers import scans, webp_size
from vision.photo import MAX_BYTES, Photo, PhotoError, open_photo

# Red, green, blue and white quarters tell every turn and mirror image apart.
QUARTERS = {"top left": (255, 0, 0), "top right": (0, 255, 0), "bottom left": (0, 0, 255)}


def quartered(width: int = 64, height: int = 48) -> Image.Image:
    picture = np.full((height, width, 3), 255, dtype=np.uint8)
    picture[: height // 2, : width // 2] = QUARTERS["top left"]
    picture[: height // 2, width // 2 :] = QUARTERS["top right"]
    picture[height // 2 :, : width // 2] = QUARTERS["bottom left"]
    return Image.fromarray(picture)


def saved(picture: Image.Image, kind: str, **options: object) -> bytes:
    data = io.BytesIO()
    picture.save(data, kind, **options)
    return data.getvalue()


def is_upright(pixels: np.ndarray) -> bool:
    high, wide = pixels.shape[:2]
    seen = {
        "top left": pixels[high // 4, wide // 4],
        "top right": pixels[high // 4, 3 * wide // 4],
        "bottom left": pixels[3 * high // 4, wide // 4],
    }
    return all(np.abs(seen[name].astype(int) - rgb).max() < 60 for name, rgb in QUARTERS.items())


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF", "AVIF"])
def test_formats(kind: str) -> None:
    photo = open_photo(saved(quartered(), kind))
    assert (photo.width, photo.height) == (64, 48)
    assert photo.pixels().shape == (48, 64, 3)
    assert photo.pixels().dtype == np.uint8
    assert is_upright(photo.pixels())


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize(
    ("tag", "stored"),
    [
        (1, None),
        (2, Image.Transpose.FLIP_LEFT_RIGHT),
        (3, Image.Transpose.ROTATE_180),
        (4, Image.Transpose.FLIP_TOP_BOTTOM),
        (5, Image.Transpose.TRANSPOSE),
        (6, Image.Transpose.ROTATE_90),
        (7, Image.Transpose.TRANSVERSE),
        (8, Image.Transpose.ROTATE_270),
    ],
)
def test_every_way_to_hold_the_phone(kind: str, tag: int, stored: Image.Transpose | None) -> None:
    exif = Image.Exif()
    exif[0x0112] = tag
    turned = quartered() if stored is None else quartered().transpose(stored)
    photo = open_photo(saved(turned, kind, exif=exif))
    assert (photo.width, photo.height) == (64, 48)
    assert is_upright(photo.pixels())


def test_a_turned_heic_is_upright_once() -> None:
    """Its own decoder turns a HEIC; turning it again would lay it on its side."""
    exif = Image.Exif()
    exif[0x0112] = 6
    lying = quartered().transpose(Image.Transpose.ROTATE_90)
    lying.info["exif"] = exif.tobytes()  # this way the file says it twice, as a phone does
    photo = open_photo(saved(lying, "HEIF"))
    assert (photo.width, photo.height) == (64, 48)
    assert is_upright(photo.pixels())


def test_an_orientation_that_does_not_exist_is_ignored() -> None:
    exif = Image.Exif()
    exif[0x0112] = 42
    assert is_upright(open_photo(saved(quartered(), "JPEG", exif=exif)).pixels())


@pytest.mark.parametrize("mode", ["L", "P", "CMYK", "RGBA", "LA", "1"])
def test_other_kinds_of_pixels(mode: str) -> None:
    kind = "JPEG" if mode == "CMYK" else "PNG"
    assert open_photo(saved(quartered().convert(mode), kind)).pixels().shape == (48, 64, 3)


def test_sixteen_bits_of_grey_keep_their_brightness() -> None:
    grey = Image.fromarray(np.full((32, 32), 40_000, dtype=np.uint16))
    assert open_photo(saved(grey, "PNG")).pixels().mean() == pytest.approx(40_000 / 257, abs=1)


def test_what_is_see_through_lies_on_white() -> None:
    assert (open_photo(saved(Image.new("RGBA", (32, 32), (0, 0, 0, 0)), "PNG")).pixels() == 255).all()


@pytest.mark.parametrize(("side", "expected"), [(None, 2000), (1500, 2000), (1000, 1000), (300, 500), (1, 250)])
def test_big_jpegs_are_decoded_as_large_as_needed(side: int | None, expected: int) -> None:
    photo = open_photo(saved(quartered(2000, 1000), "JPEG"))
    pixels = photo.pixels(side)
    assert pixels.shape[1] == expected
    assert is_upright(pixels)


def test_a_sharper_copy_serves_smaller_wishes() -> None:
    photo = open_photo(saved(quartered(2000, 1000), "JPEG"))
    small = photo.pixels(500)
    assert photo.pixels(400) is small
    whole = photo.pixels()
    assert photo.pixels(500) is whole


def test_a_png_is_never_reduced() -> None:
    assert open_photo(saved(quartered(2000, 1000), "PNG")).pixels(100).shape[1] == 2000


def test_huge_jpeg_of_a_phone_is_decoded_reduced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.photo.MAX_DECODED_PIXELS", 500_000)
    photo = open_photo(saved(quartered(2000, 1000), "JPEG"))
    assert photo.pixels().shape == (500, 1000, 3)


def png_header(width: int, height: int) -> bytes:
    """A PNG of a few bytes that says it is huge."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    shape = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", shape) + chunk(b"IDAT", zlib.compress(bytes(99))) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "is empty"),
        (b"Dear Tally, here is my roll.", "not a picture"),
        (b"\xff\xd8\xff", "not a picture"),
        (b"GIF89a" + bytes(40), "not a picture"),
        (b"%PDF-1.7 ...", "not a picture"),
        (png_header(50_000, 50_000), "too many pixels|million"),
        (png_header(9_000, 9_000), "million"),
        (png_header(4, 4), "too small"),
        (png_header(4_000, 100), "too narrow"),
        (bytes(MAX_BYTES + 1), "limit is 40 MB"),
    ],
    ids=["empty", "letter", "start", "gif", "pdf", "bomb", "big", "tiny", "strip", "heavy"],
)
def test_what_cannot_be_read_gets_a_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(PhotoError, match=sentence) as caught:
        open_photo(data, "roll.jpg")
    assert str(caught.value).startswith("roll.jpg")
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF"])
@pytest.mark.parametrize("part", [0.3, 0.6, 0.95])
def test_a_file_that_was_cut_off(kind: str, part: float) -> None:
    noise = Image.fromarray(np.random.default_rng(3).integers(0, 255, (200, 300, 3), dtype=np.uint8))
    data = saved(noise, kind)
    with pytest.raises(PhotoError, match=r"cut off|damaged|not a picture"):
        open_photo(data[: int(len(data) * part)], "roll").pixels()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF"])
def test_damaged_bytes_never_raise_anything_else(kind: str) -> None:
    data = bytearray(saved(quartered(), kind))
    chance = np.random.default_rng(7)
    for _ in range(60):
        broken = bytearray(data)
        for place in chance.integers(0, len(data), 8):
            broken[place] = int(chance.integers(0, 256))
        try:
            assert isinstance(open_photo(bytes(broken)).pixels(), np.ndarray)
        except PhotoError as error:
            assert str(error)


def test_files_by_path(tmp_path: Path) -> None:
    path = tmp_path / "roll.png"
    quartered().save(path)
    assert isinstance(open_photo(path), Photo)
    assert open_photo(str(path)).name == "roll.png"
    with pytest.raises(PhotoError, match="There is no file"):
        open_photo(tmp_path / "none.jpg")
    with pytest.raises(PhotoError, match="is a folder"):
        open_photo(tmp_path)


def test_a_file_that_is_too_heavy_is_not_even_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "heavy.jpg"
    path.write_bytes(bytes(64))
    monkeypatch.setattr("vision.photo.MAX_BYTES", 32)
    monkeypatch.setattr(Path, "read_bytes", lambda _: pytest.fail("it was read"))
    with pytest.raises(PhotoError, match=r"heavy\.jpg is 0 MB|limit"):
        open_photo(path)


@pytest.mark.parametrize("how", [{"lossless": True}, {"lossless": False}, {"lossless": True, "exact": True}], ids=str)
@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_the_size_of_a_webp_is_told_by_its_header(mode: str, how: dict[str, bool]) -> None:
    out = io.BytesIO()
    Image.new(mode, (321, 123), (200, 10, 10, 99)[: len(mode)]).save(out, "WEBP", **how)
    assert webp_size(out.getvalue()) == (321, 123)
    assert webp_size(saved(quartered(40, 30), "PNG")) is None


@pytest.mark.parametrize("progressive", [False, True])
def test_scans_are_counted_by_their_markers(progressive: bool) -> None:
    out = io.BytesIO()
    exif = Image.Exif()
    exif[0x9286] = "a thumbnail may hold \xff\xda"
    quartered(400, 300).save(out, "JPEG", progressive=progressive, exif=exif)
    assert scans(out.getvalue(), 99) == (10 if progressive else 1)
    assert scans(scan_bomb(200, 64, 48), 32) == 33
    with pytest.raises(PhotoError, match="more than 32 scans"):
        open_photo(scan_bomb(200, 64, 48))

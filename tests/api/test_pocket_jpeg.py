"""Photos are opened in the pocket as on a server: the very same pixels, at every reduction."""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from api.compile import ROOT
from api.errors import UserError
from api.pocket.jpeg import orientation
from api.pocket.making import STORE
from api.pocket.parts import COMPILED_HERE, JPEG, NUMPY, PYODIDE, compiled_here, has_npm, npm_folder
from vision.photo import _REDUCED

POCKET = ROOT / "api" / "pocket"
SCRIPT = Path(__file__).with_name("jpeg_in_pyodide.mjs")
SAMPLES = ROOT / "vision" / "samples"


def saved(file: Path, **options: object) -> Path:
    """A picture of an odd size that is written in a certain way."""
    colours = np.random.default_rng(5).integers(0, 255, (9, 13, 3), dtype=np.uint8)
    picture = Image.fromarray(cv2.resize(colours, (333, 217), interpolation=cv2.INTER_CUBIC))
    picture.convert(str(options.pop("mode", "RGB"))).save(file, "JPEG", **options)
    return file


@pytest.mark.skipif(not has_npm(), reason="the pocket is made with npm and node, which are not installed")
def test_the_same_pixels(tmp_path: Path) -> None:
    try:
        pyodide = npm_folder(PYODIDE, STORE)
    except UserError as error:
        pytest.skip(str(error))
    whole = [
        SAMPLES / "dungeonlords-1.jpg",
        SAMPLES / "yacht-1.jpg",
        saved(tmp_path / "progressive.jpg", quality=80, progressive=True),
        saved(tmp_path / "fine.jpg", quality=97, subsampling=0),
        saved(tmp_path / "wide.jpg", quality=85, subsampling=1),
        saved(tmp_path / "grey.jpg", mode="L"),
    ]
    (cut := tmp_path / "cut.jpg").write_bytes(whole[0].read_bytes()[:60_000])
    (none := tmp_path / "none.jpg").write_bytes(b"\x89PNG and no more")
    printed = saved(tmp_path / "printed.jpg", mode="CMYK")
    asked = [*whole, cut, none, printed]
    files = [pyodide, POCKET / NUMPY, POCKET / JPEG, POCKET / "jpeg.py", *asked]
    made = subprocess.run(["node", SCRIPT, *files], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout
    *told, of_cut, of_none, of_printed = json.loads(made.stdout.splitlines()[-1])
    for path, (size, copies) in zip(whole, told, strict=True):
        data = np.frombuffer(path.read_bytes(), np.uint8)
        flags = cv2.IMREAD_COLOR_RGB | cv2.IMREAD_IGNORE_ORIENTATION
        expected = [np.asarray(cv2.imdecode(data, reduced | flags)) for reduced in _REDUCED.values()]
        assert size == [*expected[0].shape[1::-1]]
        assert copies == [[[*one.shape], hashlib.sha256(one.tobytes()).hexdigest()] for one in expected], path.name
    assert of_cut[1][0] is None  # the browser opens what is damaged, as Pillow does on a server
    assert of_none == of_printed == [None, [None] * 4]


@pytest.mark.parametrize("told", range(1, 9))
def test_how_the_camera_was_held(told: int) -> None:
    exif = Image.Exif()
    exif[0x010F], exif[0x0112] = "A camera", told
    Image.new("RGB", (8, 8)).save(file := io.BytesIO(), "JPEG", exif=exif)
    assert orientation(file.getvalue()) == told


def test_a_photo_that_says_nothing_or_nonsense_of_it_is_upright() -> None:
    Image.new("RGB", (8, 8)).save(file := io.BytesIO(), "JPEG")
    assert orientation(file.getvalue()) == 1
    assert orientation(b"\xff\xd8\xff\xe1\x00\x20Exif\0\0MM\0*\xff\xff\xff\xff") == 1
    assert orientation(b"\xff\xd8\xff") == 1


def test_what_was_compiled_here_is_what_was_tested(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compiled_here(NUMPY)
    monkeypatch.setitem(COMPILED_HERE, JPEG, "0" * 64)
    with pytest.raises(UserError, match=JPEG):
        compiled_here(JPEG)

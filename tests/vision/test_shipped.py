"""The networks that ship, on real photos."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from vision.detector import DiceDetector
from vision.palette import Colour, Material
from vision.photo import open_photo
from vision.reading import DieReading
from vision.weights import WEIGHTS, model_path

DATA = Path(__file__).parent / "data"
TRUTH = json.loads((DATA / "truth.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def shipped() -> DiceDetector:
    return DiceDetector(threads=2)


def right(dice: list[DieReading], truth: list[dict]) -> int:
    """Dice whose middle is where a true die lies, and whose value is its value."""
    count = 0
    for die in truth:
        x, y = die["centre"]
        count += any(
            one.value == die["value"] and np.hypot(one.box.centre[0] - x, one.box.centre[1] - y) < one.box.side / 2
            for one in dice
        )
    return count


def test_most_dice_of_the_sample_photos_are_right(shipped: DiceDetector) -> None:
    good = wrong = total = 0
    for name, truth in TRUTH.items():
        dice = shipped.read(open_photo(DATA / f"{name}.jpg"))
        hits = right(dice, truth)
        good, wrong, total = good + hits, wrong + len(dice) - hits, total + len(truth)
    assert good >= 0.85 * total
    assert wrong <= 0.1 * total


def test_polyhedra_around_a_die_are_not_read(shipped: DiceDetector) -> None:
    dice = shipped.read(open_photo(DATA / "polyhedra.jpg"))
    assert sorted(die.value or 0 for die in dice) == sorted(die["value"] for die in TRUTH["polyhedra"])


@pytest.mark.parametrize("share", [0.4, 0.6, 0.85])
def test_a_die_that_fills_the_frame_is_one_die(shipped: DiceDetector, share: float) -> None:
    """Each die of the carpet seen from so near that it is as high as this share of the frame."""
    photo = open_photo(DATA / "carpet.jpg").pixels()
    whole = [die for die in shipped.read(photo) if right([die], TRUTH["carpet"])]
    exact = 0
    for die in whole:
        reach = die.box.side / share / 2
        left, top = (round(max(middle - reach, 0)) for middle in die.box.centre)
        near = photo[top : top + round(2 * reach), left : left + round(2 * reach)]
        seen = shipped.read(cv2.resize(near, (900, 900), interpolation=cv2.INTER_CUBIC))
        large = [one for one in seen if one.box.side > 300]
        exact += len(large) == 1 and large[0].value == die.value and len(seen) <= (1 if share > 0.6 else 3)
    assert len(whole) >= 4
    assert exact >= len(whole) - 1


def test_colours_of_real_dice(shipped: DiceDetector) -> None:
    dice = shipped.read(open_photo(DATA / "carpet.jpg"))
    assert sum(die.colour.value is Colour.WHITE for die in dice) >= len(dice) - 1


def test_a_turned_phone_changes_nothing(shipped: DiceDetector) -> None:
    """The same photo stored sideways with its EXIF tag gives the same roll."""
    exif = Image.Exif()
    exif[0x0112] = 6
    data = io.BytesIO()
    with Image.open(DATA / "carpet.jpg") as picture:
        picture.transpose(Image.Transpose.ROTATE_90).save(data, "JPEG", quality=95, exif=exif)
    turned = shipped.read(open_photo(data.getvalue()))
    assert right(turned, TRUTH["carpet"]) >= len(TRUTH["carpet"]) - 1


@pytest.mark.parametrize("shade", [0, 114, 255])
def test_a_bare_table_has_no_dice(shipped: DiceDetector, shade: int) -> None:
    assert shipped.read(np.full((600, 800, 3), shade, dtype=np.uint8)) == []


def test_noise_has_no_dice(shipped: DiceDetector) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (480, 640, 3), dtype=np.uint8)
    assert shipped.read(noise) == []


def test_the_networks_speak_our_words(shipped: DiceDetector) -> None:
    assert {Colour(name) for name in shipped.reader.names["colour"]} == set(Colour)
    assert {Material(name) for name in shipped.reader.names["material"]} == set(Material)
    assert {str(pips) for pips in range(1, 9)} | {"beer", "none"} <= set(shipped.reader.faces)


def test_the_weights_are_small_enough_to_ship() -> None:
    assert sum(model_path(name).stat().st_size for name in WEIGHTS) < 25_000_000


def test_reading_needs_no_torch_and_scoring_no_vision() -> None:
    loads = "import sys, vision.detector, vision.live, vision.tables; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", loads]).returncode == 0
    seen = "sys.exit(any(m.split('.')[0] in ('vision', 'cv2') for m in sys.modules))"
    scores = f"import sys, api.terminal.commands.score; {seen}"
    assert subprocess.run([sys.executable, "-c", scores]).returncode == 0

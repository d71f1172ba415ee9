"""The compositor keeps labels true to what it pastes."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets import compose, manifest
from datasets.degrade import photograph
from datasets.manifest import Die, Picture


def square(size: int = 60, colour: tuple[int, int, int] = (255, 0, 0)) -> compose.Sprite:
    """A red square die with a margin of half its size."""
    side = size * 2
    rgba = np.zeros((side, side, 4), np.uint8)
    mask = np.zeros((side, side), np.uint8)
    part = slice(size // 2, size // 2 + size)
    rgba[part, part] = (*colour, 255)
    mask[part, part] = 255
    box = (float(size // 2), float(size // 2), float(size // 2 + size), float(size // 2 + size))
    return compose.Sprite(rgba, mask, (Die(box, "pips", "4", "red", "plain", 1.0, (float(size), float(size))),), 80.0)


@pytest.mark.parametrize("seed", range(12))
def test_boxes_hold_exactly_the_pixels_of_their_dice(seed: int) -> None:
    table = np.zeros((256, 256, 3), np.uint8)
    picture, dice, ignored = compose.compose([square()], table, np.random.default_rng(seed))
    red = picture[..., 0] > 60
    covered = np.zeros(red.shape, bool)
    for x0, y0, x1, y1 in [*(die.box for die in dice), *ignored]:
        covered[int(y0) : int(np.ceil(y1)), int(x0) : int(np.ceil(x1))] = True
    assert dice or ignored
    assert (red & ~cv2.dilate(covered.astype(np.uint8), np.ones((5, 5))).astype(bool)).sum() == 0


def test_a_die_under_another_is_left_out_of_the_dice() -> None:
    table = np.zeros((200, 200, 3), np.uint8)
    for seed in range(40):
        _, dice, ignored = compose.compose([square()], table, np.random.default_rng(seed))
        assert all(die.visible >= compose.HIDDEN for die in dice)
        if ignored:
            return
    raise AssertionError("forty crowded tables and no die was covered")


def test_a_top_face_outside_the_frame_cannot_be_read() -> None:
    for seed in range(60):
        _, dice, _ = compose.compose([square()], np.zeros((128, 128, 3), np.uint8), np.random.default_rng(seed))
        for die in dice:
            assert (die.face is None) == (die.top is None)


def test_a_background_patch_never_shows_a_die() -> None:
    photo = np.zeros((300, 400, 3), np.uint8)
    photo[100:150, 100:150] = 255
    rng = np.random.default_rng(5)
    for _ in range(50):
        patch = compose.free_patch(photo, ((100.0, 100.0, 150.0, 150.0),), rng)
        assert patch is None or patch.max() == 0


def test_a_set_is_written_with_a_manifest_and_the_same_seed_gives_the_same_dice(tmp_path: Path) -> None:
    sprites = tmp_path / "sprites"
    (sprites / "images").mkdir(parents=True)
    one = square()
    cv2.imwrite(str(sprites / "images/a.png"), one.rgba)
    cv2.imwrite(str(sprites / "images/a_mask.png"), one.mask)
    about = {"seed": 1, "mask": "images/a_mask.png"}
    manifest.write(sprites / "manifest.jsonl", [Picture("images/a.png", "sprite", 120, 120, 80.0, one.dice, (), about)])
    for name in ("first", "second"):
        assert compose.main(["--sprites", str(sprites), "--out", str(tmp_path / name), "--count", "3"]) == 0
    first, second = ((tmp_path / name / "manifest.jsonl").read_text() for name in ("first", "second"))
    assert first == second
    for picture in manifest.read(tmp_path / "first" / "manifest.jsonl"):
        image = cv2.imread(str(tmp_path / "first" / picture.image))
        assert image.shape == (picture.height, picture.width, 3)


def test_missing_sprites_are_said_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert compose.main(["--sprites", str(tmp_path), "--out", str(tmp_path / "o")]) == 2
    assert "render" in capsys.readouterr().err


def test_a_photographed_picture_keeps_its_size_and_its_subject() -> None:
    rng = np.random.default_rng(0)
    clean = np.full((64, 96, 3), 128, np.uint8)
    clean[:, 48:] = 200
    for _ in range(20):
        photo = photograph(clean, rng)
        assert photo.shape == clean.shape
        assert photo.dtype == np.uint8
        assert photo[:, 60:].mean() > photo[:, :36].mean()
